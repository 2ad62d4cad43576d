"""What each player holds, as far as it is known."""

from __future__ import annotations

from typing import NamedTuple


class Holdings(NamedTuple):
    """The hands with which the tricks begin: for each seat the cards ``known`` to be in it, and those
    that ``maybe`` are. A hand is fully known when nothing is left in doubt.
    """

    known: list[int]
    maybe: list[int]

    def possible(self, seat: int) -> int:
        """Every card that this player may hold."""
        return self.known[seat] | self.maybe[seat]

    def is_known(self, seat: int) -> bool:
        """Whether this player's whole hand is known."""
        return not self.maybe[seat]
