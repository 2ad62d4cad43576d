"""The story of a hand from the declarations to the score."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.account.lines import Line, Section, plain
from gleek_replay.audit.account.telling import Telling
from gleek_replay.audit.account.words import card_mark, counted, deed_words
from gleek_replay.engine import Reason, Stage, Verb, layout_of

_PAID_AT_A_DEED: Final[tuple[Reason, ...]] = (
    Reason.GLEEK, Reason.MOURNIVAL, Reason.TIDDY, Reason.TOWSER, Reason.TUMBLER, Reason.CHALLENGE,
)  # fmt: skip


def declarations_section(telling: Telling) -> Section:
    """What was declared, shown and challenged before the first lead."""
    actions = telling.stretch(Stage.DECLARATIONS, Stage.TRICKS)
    lines = [line for index in actions for line in _deed_lines(telling, index)]
    lead = telling.result.stages.get(Stage.TRICKS)
    if lead is not None:
        lines += telling.paid(telling.payments(Reason.GLEEK, Reason.MOURNIVAL, actions=range(lead, lead + 1)))
    return Section(title="Declarations", lines=tuple(lines) or (plain("Nobody declares anything."),))


def tricks_section(telling: Telling) -> Section:
    """The tricks, a line each, with the claims and challenges that fell among them."""
    lines: list[Line] = []
    winners = dict(telling.result.tricks)
    cards: list[str] = []
    asides: list[Line] = []
    number, first = 1, None
    for index in range(telling.result.stages[Stage.TRICKS], telling.end):
        seat, verb, argument = telling.hand.actions[index]
        if verb is not Verb.PLAY:
            (asides if cards else lines).extend(_deed_lines(telling, index))
            continue
        first = index if first is None else first
        cards.append(f"{telling.names[seat]} {card_mark(argument)}{telling.mark(index)}")
        asides += _paid_unasked(telling, index)
        if index in winners:
            lines += [_trick_line(number, cards, telling.names[winners[index]], first), *asides]
            number, first, cards, asides = number + 1, None, [], []
    if cards:
        lines += [_trick_line(number, cards, None, first), *asides]
    return Section(title="The tricks", lines=tuple(lines))


def score_section(telling: Telling) -> Section:
    """Each player's points against the break-even point."""
    scores = telling.result.score or ()
    even = layout_of(telling.hand.rules, telling.hand.players).break_even
    lines = []
    for seat, score in enumerate(scores):
        over = score.total - even
        balance = f"{abs(over)} {'over' if over > 0 else 'under'} {even}" if over else f"even at {even}"
        lines.append(
            plain(
                f"{telling.names[seat]}: {counted(score.tricks, 'trick')} ({counted(score.cards, 'card')}),"
                f" {score.honours} for honours, {score.total} in all; {balance}."
            )
        )
    lines += telling.paid(telling.payments(Reason.SCORE))
    return Section(title="The score", lines=tuple(lines))


def _trick_line(number: int, cards: list[str], winner: str | None, action: int | None) -> Line:
    ending = f" → {winner}" if winner else " (the record ends here)"
    return plain(f"{number}. {', '.join(cards)}{ending}", action)


def _deed_lines(telling: Telling, index: int) -> list[Line]:
    """A declaration, claim or challenge, and what is paid on it."""
    names, action = telling.names, telling.hand.actions[index]
    deed = f"{names[action[0]]} {deed_words(names, action)}.{telling.mark(index)}"
    return [plain(deed, index), *_paid_at(telling, index)]


def _paid_unasked(telling: Telling, index: int) -> list[Line]:
    """What falls due as a small trump is played, where nobody needs to claim it."""
    due = telling.payments(Reason.TIDDY, Reason.TOWSER, Reason.TUMBLER, actions=range(index, index + 1))
    if not due:
        return []
    played = plain(f"{telling.names[due[0].payee]} has played {due[0].reason.value.title()}.", index)
    return [played, *telling.paid(due)]


def _paid_at(telling: Telling, index: int) -> list[Line]:
    return telling.paid(telling.payments(*_PAID_AT_A_DEED, actions=range(index, index + 1)))
