"""Elimination: where cards may lie, given how many lie in each place.

Places are numbered, and a set of places is a set of bits. Cards of which the same is known are reckoned
together: ``Kinds`` has them by the places where each of them may lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import TypeAlias

Kinds: TypeAlias = dict[int, int]


def narrowed(kinds: Kinds, cards: int, places: int) -> Kinds:
    """The same, now that these cards lie in one of these places."""
    found: Kinds = {}
    for where, these in kinds.items():
        for part, left in ((these & cards, where & places), (these & ~cards, where)):
            if part:
                found[left] = found.get(left, 0) | part
    return found


def eliminate(kinds: Kinds, sizes: Sequence[int]) -> list[int] | None:
    """The cards that may lie in each place if exactly so many lie in each; ``None`` if that cannot be.

    Whatever places are taken together: where more cards must lie in them than have room, there is a
    contradiction, and where just as many must lie in them, no other card can. That is all that can be
    known (Hall's theorem).
    """
    if 0 in kinds:
        return None
    rooms = [0]
    for size in sizes:
        rooms += [room + size for room in rooms]
    full: list[int] = []
    for places, (must, room) in enumerate(zip(_musts(kinds, len(sizes)), rooms, strict=True)):
        if must >= room:
            if must > room:
                return None
            full.append(places)
    possible = [0] * len(sizes)
    for where, cards in kinds.items():
        left = where
        for places in full:
            if where & ~places:
                left &= ~places
        for place in range(len(sizes)):
            if left >> place & 1:
                possible[place] |= cards
    return possible


def _musts(kinds: Kinds, places: int) -> list[int]:
    """How many cards must lie within each set of so many places.

    Each step adds to the sets with one place what those without it have, and puts that place behind the
    others in the numbers of the sets; after as many steps as there are places all is in order again.
    """
    musts = [0] * (1 << places)
    for where, cards in kinds.items():
        musts[where] += cards.bit_count()
    for _ in range(places):
        without, within = musts[::2], musts[1::2]
        musts = [*without, *map(add, without, within)]
    return musts
