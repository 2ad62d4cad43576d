"""The exchange: what the buyer of the stock throws out and takes in."""

from __future__ import annotations

from gleek_replay.engine.cards import card_names, cards_text
from gleek_replay.engine.hand import Unseen
from gleek_replay.engine.layouts import Layout
from gleek_replay.engine.options import Exchange
from gleek_replay.engine.rules import RuleSet
from gleek_replay.engine.violations import Code, Violation

_DRAW_THEN_DISCARD = Exchange.DRAW_THEN_DISCARD


def draws_first(rules: RuleSet, layout: Layout) -> bool:
    """Whether the stock is taken up before the first discard.

    Layouts with a second discard always discard, draw, discard (Knauer).
    """
    return rules.exchange is _DRAW_THEN_DISCARD and len(layout.discards) == 1


class Discarding:
    """The buyer's discards, one or two, and the stock taken up before or after the first.

    ``cards`` is what the buyer is known to hold as the exchange goes on; the ``pool`` is the hand dealt
    to him and the stock together, hidden cards left out. ``due`` is how many cards the next discard takes, 0
    when the exchange is over.
    """

    __slots__ = ("_counts", "_pool", "buyer", "cards", "discarded", "due")

    def __init__(self, rules: RuleSet, layout: Layout, buyer: int, dealt: int, pool: int) -> None:
        self._counts = iter(layout.discards)
        self._pool = pool
        self.due = next(self._counts)
        self.buyer = buyer
        self.cards = pool if draws_first(rules, layout) else dealt
        self.discarded = 0

    def discard(self, action: int, seat: int, thrown: int | Unseen) -> Violation | None:
        """Take a discard; returns the violation at which the replay has to stop, if it is one."""
        count = thrown.count if isinstance(thrown, Unseen) else thrown.bit_count()
        if seat != self.buyer:
            return _breach(Code.NOT_THE_BUYER, action, seat, (self.buyer,), "discard", "discards")
        if count != self.due:
            return _breach(Code.WRONG_DISCARD_COUNT, action, seat, (str(self.due),), str(count), "discards")
        if not isinstance(thrown, Unseen):
            if foreign := thrown & ~self.cards:
                too_early = not foreign & (~self._pool | self.discarded)
                rule = "exchange" if too_early else "discards"
                held = card_names(self.cards)
                return _breach(Code.CARD_NOT_HELD, action, seat, held, cards_text(foreign), rule)
            self.discarded |= thrown
        self.cards = self._pool & ~self.discarded
        self.due = next(self._counts, 0)
        return None


def _breach(
    code: Code, action: int, seat: int, expected: tuple[str | int, ...], found: str, rule: str
) -> Violation:
    return Violation(code=code, action=action, seat=seat, expected=expected, found=found, rule=rule)
