"""Which cards of a hand someone may see: decided here, and nowhere else.

Open to all is what was open at the table: the turn-up and the cards lifted, the cards played, at a showdown
of the ruff the suit that won or lost it (or the four Aces), the four cards of a mournival truly declared,
and Tiddy where its holder showed it. So of a hand that was played out every hand after the exchange is open,
and the exchange is not: what was thrown out, the stock, and which cards its buyer was dealt. Of a hand that
broke off the cards that nobody had played are hidden too. A gleek says how many of a rank somebody holds,
but not which.

What someone may see he sees where it lay. Nobody is kept from reckoning on: who looks at a pack from which
all but seven cards were played knows which seven were thrown out, and that is not concealed by hiding more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from gleek_replay.audit.audit import Audit
from gleek_replay.engine import Hand, Result, Unseen, Verb, layout_of
from gleek_replay.engine.cards import PACKS, RANK_CARDS, SUIT_CARDS
from gleek_replay.engine.exchange import draws_first
from gleek_replay.engine.ruff import Ruff
from gleek_replay.engine.terms import terms_of

_ANY: Final = PACKS[52]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The cards that someone may see, a set for each place where they lay: in the hands as ``dealt``, among
    those that each ``threw`` out, in the hands ``held`` after the exchange, in the stock.

    A set may have more cards than lay there. ``notes`` is whether he may read the free text of the record,
    which may name any card.
    """

    dealt: tuple[int, ...]
    threw: tuple[int, ...]
    held: tuple[int, ...]
    stock: int = 0
    notes: bool = False

    def __or__(self, other: Sight) -> Sight:
        """What either shows."""
        return Sight(
            dealt=_either(self.dealt, other.dealt),
            threw=_either(self.threw, other.threw),
            held=_either(self.held, other.held),
            stock=self.stock | other.stock,
            notes=self.notes or other.notes,
        )

    def __and__(self, other: Sight) -> Sight:
        """What both show."""
        return Sight(
            dealt=_both(self.dealt, other.dealt),
            threw=_both(self.threw, other.threw),
            held=_both(self.held, other.held),
            stock=self.stock & other.stock,
            notes=self.notes and other.notes,
        )


def of_everything(players: int) -> Sight:
    """The sight of one who may see every card, at a table of so many."""
    every = (_ANY,) * players
    return Sight(dealt=every, threw=every, held=every, stock=_ANY, notes=True)


def of_the_table(audit: Audit) -> Sight:
    """What was open to all who sat at the table or stood by."""
    hand, sale = audit.record.hand, audit.result.sale
    shown = _shown(hand, audit.result)
    buyer = sale.buyer if sale else None
    dealt = tuple(0 if seat == buyer else cards for seat, cards in enumerate(shown))
    return Sight(dealt=dealt, threw=(0,) * hand.players, held=shown)


def of_seat(audit: Audit, seat: int) -> Sight:
    """What the player of a seat knew of his own: what he was dealt, drew, threw out and kept."""
    hand, sale = audit.record.hand, audit.result.sale
    own = tuple(_ANY if other == seat else 0 for other in range(hand.players))
    drew = sale is not None and sale.buyer == seat and _stock_was_taken_up(hand, audit.result)
    return Sight(dealt=own, threw=own, held=own, stock=_ANY if drew else 0)


def of_record(own: Audit, audit: Audit) -> Sight:
    """What somebody's ``own`` record of a hand shows and proves, where the hand stands on it and perhaps on
    others. Its seats are counted as those of the hand are.
    """
    hand, notes = own.record.hand, own.record.notes == audit.record.notes
    if hand == audit.record.hand:
        return replace(of_everything(hand.players), notes=notes)
    threw = [0] * hand.players
    for seat, verb, cards in hand.actions:
        if verb is Verb.DISCARD and not isinstance(cards, Unseen):
            threw[seat] |= cards
    holdings = own.result.holdings
    return Sight(
        dealt=tuple(cards or 0 for cards in hand.hands),
        threw=tuple(threw),
        held=tuple(holdings.known) if holdings else (0,) * hand.players,
        stock=hand.stock or 0,
        notes=notes,
    )


def _either(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a | b for a, b in zip(one, other, strict=True))


def _both(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a & b for a, b in zip(one, other, strict=True))


def _shown(hand: Hand, result: Result) -> tuple[int, ...]:
    """The cards that each player laid open after the exchange. Those that the record has him play after the
    replay had to stop were played all the same.
    """
    shown = [0] * hand.players
    for seat, verb, card in hand.actions:
        if verb is Verb.PLAY:
            shown[seat] |= card
    if result.holdings:
        held = result.holdings.known
        for seat, ruff in result.ruff.shown.items():
            shown[seat] |= cards_shown(ruff, held[seat])
        for _, seat, cards in laid_open(hand, result):
            shown[seat] |= cards if not cards & ~held[seat] else 0
    return tuple(shown)


def cards_shown(ruff: Ruff, held: int) -> int:
    """The cards, of those held, that are laid open to show a ruff."""
    return held & (RANK_CARDS["A"] if ruff.four_aces else SUIT_CARDS[ruff.suit])


def laid_open(hand: Hand, result: Result) -> Iterator[tuple[int, int, int]]:
    """The cards of each mournival declared and each small trump claimed within the rules, with the action
    and the seat. Who is known to hold them has laid them open.
    """
    small_trumps = terms_of(hand.rules, hand.players, hand.turn_up).small_trumps.by_verb
    breached = {violation.action for violation in result.violations}
    for action, (seat, verb, rank) in enumerate(hand.actions[: result.stopped_at]):
        if action in breached:
            continue
        if verb is Verb.MOURNIVAL:
            yield action, seat, RANK_CARDS[rank]
        elif verb in small_trumps:
            yield action, seat, small_trumps[verb].card


def _stock_was_taken_up(hand: Hand, result: Result) -> bool:
    if draws_first(hand.rules, layout_of(hand.rules, hand.players)):
        return True
    return any(verb is Verb.DISCARD for _, verb, _ in hand.actions[: result.stopped_at])
