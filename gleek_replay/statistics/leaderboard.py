"""A club's leaderboard, from tallies: sums that were kept while hands came in."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gleek_replay.statistics.estimates import Mean
from gleek_replay.statistics.intervals import SMALL_SAMPLE, student_quantiles
from gleek_replay.statistics.money import FARTHINGS_OF_STAKE


class Tally(Protocol):
    """What a player's hands at one stake come to: those that count, the sum of their nets and that of the
    squares of their nets, in counters; and the void ones.
    """

    @property
    def player_key(self) -> int: ...
    @property
    def stake(self) -> str: ...
    @property
    def hands(self) -> int: ...
    @property
    def void(self) -> int: ...
    @property
    def net(self) -> int: ...
    @property
    def squares(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's row of the leaderboard, in counters or in farthings. The interval is Student's: the tallies
    do not keep what the skewness could be taken out with.
    """

    player_key: int
    hands: int
    void: int
    net: int
    net_a_hand: Mean


def standings(tallies: Iterable[Tally], *, money: bool = False) -> tuple[Standing, ...]:
    """A row for each player, who won most first; with ``money``, in farthings."""
    sums: dict[int, list[int]] = {}
    for tally in tallies:
        worth = FARTHINGS_OF_STAKE[tally.stake] if money else 1
        row = sums.setdefault(tally.player_key, [0, 0, 0, 0])
        row[0] += tally.hands
        row[1] += tally.void
        row[2] += tally.net * worth
        row[3] += tally.squares * worth * worth
    rows = [
        Standing(
            player_key=key, hands=hands, void=void, net=net, net_a_hand=mean_of_sums(hands, net, squares)
        )
        for key, (hands, void, net, squares) in sums.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.net, row.player_key)))


def mean_of_sums(hands: int, total: int, squares: int) -> Mean:
    """The mean of so many whole numbers, of which the sum and that of the squares are known exactly.

    >>> mean = mean_of_sums(4, 22, 630)
    >>> mean.value, round(mean.deviation, 4), round(mean.high, 1)
    (5.5, 13.0256, 26.2)
    """
    if not hands:
        return Mean.known(0, math.nan, math.nan, math.nan, math.nan, small=True)
    mean, deviation, reach = total / hands, math.nan, math.nan
    if hands > 1:
        scatter = hands * squares - total * total  # exact, however large the sums
        deviation = math.sqrt(scatter / (hands * (hands - 1)))
        quantile = float(student_quantiles(np.array([hands - 1.0]))[0])
        reach = quantile * deviation / math.sqrt(hands) if scatter else math.nan
    return Mean.known(
        hands, mean, deviation, mean - reach, mean + reach, small=hands < SMALL_SAMPLE or not deviation
    )
