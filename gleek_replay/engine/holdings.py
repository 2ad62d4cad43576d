"""What each player holds, as far as it is known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple, TypeAlias

from gleek_replay.engine.cards import each_card

Fits: TypeAlias = Callable[[int, int, int], bool]
"""Whether a seat's hand may have all the cards of one set and none of another, both being in doubt."""


class Holdings(NamedTuple):
    """The hands with which the tricks begin: for each seat the cards ``known`` to be in it, and those
    that ``maybe`` are. A hand is fully known when nothing is left in doubt.
    """

    known: list[int]
    maybe: list[int]
    fits: Fits | None = None

    def possible(self, seat: int) -> int:
        """Every card that this player may hold."""
        return self.known[seat] | self.maybe[seat]

    def is_known(self, seat: int) -> bool:
        """Whether this player's whole hand is known."""
        return not self.maybe[seat]

    def holds(self, seat: int, cards: int, number: int) -> bool | None:
        """Whether a player holds so many of these cards; ``None`` where unknown cards decide."""
        missing = number - (self.known[seat] & cards).bit_count()
        doubtful = each_card(self.maybe[seat] & cards)
        if missing <= 0 or missing > len(doubtful) or self.fits is None:
            return missing <= 0
        too_few = len(doubtful) - missing + 1
        if not any(self.fits(seat, 0, sum(left)) for left in combinations(doubtful, too_few)):
            return True
        return (
            None if any(self.fits(seat, sum(held), 0) for held in combinations(doubtful, missing)) else False
        )
