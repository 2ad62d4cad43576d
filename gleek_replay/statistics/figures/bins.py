"""Amounts in bins of round sizes, of which the outermost hold all that lies beyond."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gleek_replay.statistics.columns import Column
from gleek_replay.statistics.figures.dressing import nice_step


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bins:
    """Bins beside each other, from ``low`` to ``high``, both included; ``places`` tells in which each amount
    is. ``open_below`` and ``open_above`` tell whether amounts lie beyond the first and the last, which hold
    them.
    """

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    places: NDArray[np.intp]
    open_below: bool
    open_above: bool

    def __len__(self) -> int:
        return len(self.low)

    @property
    def counts(self) -> NDArray[np.intp]:
        """How many amounts are in each."""
        return np.bincount(self.places, minlength=len(self))

    def ends(self, place: int) -> tuple[int | None, int | None]:
        """The ends of a bin, ``None`` where it is open."""
        low = None if place == 0 and self.open_below else int(self.low[place])
        high = None if place == len(self) - 1 and self.open_above else int(self.high[place])
        return low, high


def bins_of(
    amounts: Column, most: int, *, money: bool = False, around: int | None = None, outlying: float = 0.005
) -> Bins:
    """At most about so many bins for some amounts, of which there is at least one. With ``around``, that
    amount has a bin of its own and the others lie off it to both sides. The outermost bins are open for what
    is ``outlying``: that part of the amounts at either end.
    """
    lowest, highest = int(amounts.min()), int(amounts.max())
    ends = np.quantile(amounts, [outlying, 1 - outlying], method="nearest").tolist()
    if around is not None:
        ends = [min(ends[0], around), max(ends[1], around)]
    step = nice_step((ends[1] - ends[0] + 1) / most, money=money)
    if around is None:
        first = ends[0] // step * step
        low = np.arange(first, ends[1] + 1, step, dtype=np.int64)
        high = low + step - 1
    else:
        below, above = -(-(around - ends[0]) // step), -(-(ends[1] - around) // step)
        off = np.arange(-below, above + 1, dtype=np.int64)
        low = around + np.where(off > 0, (off - 1) * step + 1, off * step)
        high = around + np.where(off < 0, (off + 1) * step - 1, off * step)
    places = np.clip(np.searchsorted(low, amounts, side="right") - 1, 0, len(low) - 1)
    return Bins(
        low=low,
        high=high,
        places=places,
        open_below=lowest < int(low[0]),
        open_above=highest > int(high[-1]),
    )
