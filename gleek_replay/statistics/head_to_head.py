"""The players of a club beside each other: what each had of each other, from tallies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from gleek_replay.statistics.money import FARTHINGS_OF_STAKE


class PairTally(Protocol):
    """What two players had of each other at one stake, in so many hands: ``to_low`` in those in which the one
    of the lower key had the more, ``to_high`` in the others.
    """

    @property
    def low_key(self) -> int: ...
    @property
    def high_key(self) -> int: ...
    @property
    def stake(self) -> str: ...
    @property
    def hands(self) -> int: ...
    @property
    def to_low(self) -> int: ...
    @property
    def to_high(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MostActive:
    """One of the players who played most."""

    key: int
    player_id: str
    name: str | None
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What a player had of an opponent in so many hands together: ``won`` in those in which he had the more,
    ``lost`` in the others, ``net`` in all. What is won of a pot is had of nobody.
    """

    player_id: str
    opponent_id: str
    hands: int
    won: int
    lost: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHeads:
    """The players who played most, and what each had of each other with whom he played, in counters or in
    farthings.
    """

    players: tuple[MostActive, ...]
    pairs: tuple[Pair, ...]


def head_to_heads(
    players: Sequence[MostActive], tallies: Iterable[PairTally], *, money: bool = False
) -> HeadToHeads:
    """What these players had of each other, from the side of either of any two, in their order."""
    sums: dict[tuple[int, int], list[int]] = {}
    for tally in tallies:
        worth = FARTHINGS_OF_STAKE[tally.stake] if money else 1
        for pair, won, lost in (
            ((tally.low_key, tally.high_key), tally.to_low, tally.to_high),
            ((tally.high_key, tally.low_key), tally.to_high, tally.to_low),
        ):
            row = sums.setdefault(pair, [0, 0, 0])
            row[0] += tally.hands
            row[1] += won * worth
            row[2] += lost * worth
    pairs = [
        Pair(
            player_id=mine.player_id,
            opponent_id=his.player_id,
            hands=hands,
            won=won,
            lost=lost,
            net=won - lost,
        )
        for mine in players
        for his in players
        if (mine.key, his.key) in sums
        for hands, won, lost in (sums[mine.key, his.key],)
    ]
    return HeadToHeads(players=tuple(players), pairs=tuple(pairs))
