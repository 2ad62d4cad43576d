"""Head to head: what passed between a player and each of his opponents, from the payments due.

What goes through a pot has no counterparty, and neither has what a ruling changes: both are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from gleek_replay.audit.facts.layout import MOST_OPPONENTS
from gleek_replay.statistics.columns import Column, Lines
from gleek_replay.statistics.estimates import Mean
from gleek_replay.statistics.intervals import bounds_of_means, moments_by
from gleek_replay.statistics.money import farthings_a_counter


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """What one opponent was worth: ``had_of_him`` in all and a hand, over the ``hands`` together. ``net`` and
    ``of_pots`` are what the player won or lost in these hands in all, and of the pots.
    """

    opponent_key: int
    hands: int
    had_of_him: int
    had_of_him_a_hand: Mean
    net: int
    of_pots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterparties:
    """Where a player's ``net`` came from, in counters or in farthings: ``of_opponents``, of the pots, and by
    rulings; and each opponent, those with most hands together first.
    """

    hands: int
    net: int
    of_opponents: int
    of_pots: int
    by_rulings: int
    opponents: tuple[HeadToHead, ...]


def counterparties(lines: Lines, *, money: bool = False, most: int | None = None) -> Counterparties:
    """Whom a player's hands were won of and lost to; with ``money``, in farthings. Of so many opponents at
    ``most`` it is told what each was worth.
    """
    counted = lines.counted
    worth = farthings_a_counter(counted) if money else np.ones(len(counted), dtype=np.int64)
    net, pots = counted["net"] * worth, counted["from_pots"] * worth
    there = [np.flatnonzero(counted[f"opponent_{place}"]) for place in _PLACES]
    keys, values = (
        np.concatenate([counted[f"{field}_{place}"][own] for place, own in zip(_PLACES, there, strict=True)])
        for field in ("opponent", "from")
    )
    hands_there = np.concatenate(there)
    values = values * worth[hands_there]
    found, opponent = np.unique(keys, return_inverse=True)
    moments = moments_by(values, opponent, len(found))
    low, high, small = bounds_of_means(moments)
    totals = _totals(opponent, len(found), values, net[hands_there], pots[hands_there])
    order = np.lexsort((found, -moments.hands))[:most]
    told = (found, moments.hands, totals, moments.mean, moments.deviation, low, high, small)
    columns = zip(*(column[order].tolist() for column in told), strict=True)
    opponents = [
        HeadToHead(
            opponent_key=key, hands=int(hands), had_of_him=mine, net=all_in_all, of_pots=of_pots,
            had_of_him_a_hand=Mean.known(int(hands), *numbers, small=flagged),
        )
        for key, hands, (mine, all_in_all, of_pots), *numbers, flagged in columns
    ]  # fmt: skip
    return Counterparties(
        hands=len(counted),
        net=int(net.sum()),
        of_opponents=int(values.sum()),
        of_pots=int(pots.sum()),
        by_rulings=int((counted["net_ruling"] * worth).sum()),
        opponents=tuple(opponents),
    )


def _totals(places: Column, count: int, *amounts: Column) -> Column:
    """The sums of some columns for each place, a row each; exact, in whole numbers."""
    if not count:
        return np.zeros((0, len(amounts)), dtype=np.int64)
    order = np.argsort(places, kind="stable")
    begins = np.searchsorted(places[order], np.arange(count))
    return np.stack([np.add.reduceat(each[order], begins) for each in amounts], axis=1)


_PLACES: Final = range(1, MOST_OPPONENTS + 1)
