"""What each player holds, as far as it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import NamedTuple, TypeAlias

from gleek_replay.engine.cards import each_card

CardsBySeat: TypeAlias = Mapping[int, int]
MayBe: TypeAlias = Callable[[CardsBySeat, CardsBySeat], bool]
"""Whether hands may together have all the cards of one set each and none of another, all being in doubt."""


class Holdings(NamedTuple):
    """The hands with which the tricks begin: for each seat the cards ``known`` to be in it, and those
    that ``maybe`` are. A hand is fully known when nothing is left in doubt.

    ``may_be`` says what the hands may have together (``None``: nothing is in doubt), and ``alike`` has the
    sets of cards of which the same is known.
    """

    known: list[int]
    maybe: list[int]
    may_be: MayBe | None = None
    alike: tuple[int, ...] = ()

    def possible(self, seat: int) -> int:
        """Every card that this player may hold."""
        return self.known[seat] | self.maybe[seat]

    def is_known(self, seat: int) -> bool:
        """Whether this player's whole hand is known."""
        return not self.maybe[seat]

    def holds_one(self, seat: int, cards: int) -> bool:
        """Whether a player certainly holds one of these cards, all of which are in doubt."""
        assert self.may_be, "what is in doubt may be or not"
        return not self.may_be({}, {seat: cards})

    def holds(self, seat: int, cards: int, number: int) -> bool | None:
        """Whether a player holds so many of these cards; ``None`` where unknown cards decide."""
        missing = number - (self.known[seat] & cards).bit_count()
        doubtful = each_card(self.maybe[seat] & cards) if self.may_be else []
        if missing <= 0 or missing > len(doubtful):
            return missing <= 0
        assert self.may_be, "what is in doubt may be or not"
        too_few = len(doubtful) - missing + 1
        if not any(self.may_be({}, {seat: sum(left)}) for left in combinations(doubtful, too_few)):
            return True
        may = any(self.may_be({seat: sum(held)}, {}) for held in combinations(doubtful, missing))
        return None if may else False
