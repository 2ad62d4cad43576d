"""An audit as somebody may see it: the same verdict, payments and codes, without the cards hidden from him.

The masked audit is an audit like any other, so that its document, its account in words and its record, a hand
history, have nothing hidden in them to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.messages import not_shown
from gleek_replay.audit.sight import Sight, cards_shown, of_everything
from gleek_replay.engine import Action, Grounds, Hand, Result, Right, Stage, Unseen, Verb, Violation
from gleek_replay.engine.cards import CARD_BY_NAME, RANK_CARDS
from gleek_replay.engine.ruff import Ruff, best_ruff
from gleek_replay.records import HandRecord


@dataclass(frozen=True, kw_only=True)
class SeenAudit(Audit):
    """An audit with cards masked: ``rests_on`` was reckoned from all of them."""

    rests_on: Grounds

    @cached_property
    def grounds(self) -> Grounds:
        """What the result rests on."""
        return self.rests_on


def seen(audit: Audit, sight: Sight) -> Audit:
    """What of an audit somebody of this sight may see.

    A hand or the stock that he may not see whole is left out of the deal, and a discard is the number of its
    cards. Violations count the cards that they cannot name, as ``"7 cards not shown"``; gleeks and mournivals
    of cards that he may not see are neither expected nor noted as undeclared.
    """
    record = audit.record
    if sight == of_everything(len(record.players)):
        return audit
    return SeenAudit(
        record=_record(record, sight),
        result=_result(record.hand, audit.result, sight),
        verdict=audit.verdict,
        payments_agree=audit.payments_agree,
        differences=audit.differences,
        due=audit.due,
        recorded_net=audit.recorded_net,
        rests_on=audit.grounds,
    )


def _record(record: HandRecord, sight: Sight) -> HandRecord:
    hand = record.hand
    masked = replace(
        hand,
        hands=tuple(map(_whole, hand.hands, sight.dealt)),
        stock=_whole(hand.stock, sight.stock),
        actions=tuple(_action(action, sight) for action in hand.actions),
    )
    return replace(record, hand=masked, notes=record.notes if sight.notes else None)


def _whole(cards: int | None, seen_of_them: int) -> int | None:
    return None if cards is None or cards & ~seen_of_them else cards


def _action(action: Action, sight: Sight) -> Action:
    seat, verb, cards = action
    if verb is not Verb.DISCARD or isinstance(cards, Unseen) or not cards & ~sight.threw[seat]:
        return action
    return seat, verb, Unseen(cards.bit_count())


def _result(hand: Hand, result: Result, sight: Sight) -> Result:
    masking = _Masking(hand, result, sight)
    return result._replace(
        violations=tuple(masking.violation(violation) for violation in result.violations),
        rights=tuple(right for right in result.rights if masking.shows(right)),
        ruff=result.ruff._replace(shown=masking.ruffs(result.ruff.shown)),
        holdings=None,
    )


class _Masking:
    """The words in which violations and rights name cards, for one who may see only some."""

    def __init__(self, hand: Hand, result: Result, sight: Sight) -> None:
        self._hand, self._sight = hand, sight
        self._held = result.holdings.known if result.holdings else [0] * hand.players
        self._exchanged = Stage.VYING in result.stages

    def violation(self, violation: Violation) -> Violation:
        """The violation with the cards that he may not see counted in place of their names."""
        seat = violation.seat
        return replace(
            violation,
            expected=tuple(self._counted(self._sayable(seat, violation.expected), self._had(seat))),
            found=self._found(violation),
        )

    def shows(self, right: Right) -> bool:
        """Whether he may see the cards that a right rests on."""
        return self._may_be_said(right.seat, right.what)

    def ruffs(self, shown: Mapping[int, Ruff]) -> dict[int, Ruff]:
        """The ruffs of which he may see the cards: by other rules than those at the table somebody may have
        shown one who never did. Four Aces have a best suit too, which is reckoned of what he may see.
        """
        count = self._hand.rules.ruff_count
        return {
            seat: best_ruff(self._held[seat] & self._sight.held[seat], count) if ruff.four_aces else ruff
            for seat, ruff in shown.items()
            if not cards_shown(ruff, self._held[seat]) & ~self._sight.held[seat]
        }

    def _found(self, violation: Violation) -> str | int:
        """What was found: cards thrown out are hidden, cards played are not."""
        if violation.action is None or self._hand.actions[violation.action][1] is not Verb.DISCARD:
            return violation.found
        names = str(violation.found).split(" ")
        threw = self._sight.threw[violation.seat]
        if any(CARD_BY_NAME.get(name, 0) & ~threw for name in names):
            return not_shown(len(names))
        return violation.found

    def _had(self, seat: int) -> int:
        """The cards that he may see of those a player had in hand when he broke a rule."""
        sight = self._sight
        return sight.held[seat] if self._exchanged else sight.dealt[seat] | sight.stock

    @staticmethod
    def _counted(values: Iterable[str | int], seen_of_them: int) -> Iterator[str | int]:
        """The values with the cards among them that he may not see counted, at the end."""
        hidden = 0
        for value in values:
            if CARD_BY_NAME.get(str(value), 0) & ~seen_of_them:
                hidden += 1
            else:
                yield value
        if hidden:
            yield not_shown(hidden)

    def _sayable(self, seat: int, values: Iterable[str | int]) -> Iterator[str | int]:
        return (value for value in values if self._may_be_said(seat, value))

    def _may_be_said(self, seat: int, value: str | int) -> bool:
        """Whether a gleek or mournival that somebody held is one of cards that he may see."""
        kind, _, rank = str(value).partition(" ")
        if kind not in (Verb.GLEEK, Verb.MOURNIVAL) or rank not in RANK_CARDS:
            return True
        return not self._held[seat] & RANK_CARDS[rank] & ~self._sight.held[seat]
