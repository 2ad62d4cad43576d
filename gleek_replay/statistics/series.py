"""Any measure over time: by day, week, month, session or hand, or over the last so many hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, tzinfo
from enum import StrEnum
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gleek_replay.statistics.calendar_days import day_name, local_days, month_name, months, weeks
from gleek_replay.statistics.columns import Column, Lines
from gleek_replay.statistics.intervals import (
    Bounds,
    Moments,
    Numbers,
    bounds_of_means,
    bounds_of_shares,
    crowding,
)
from gleek_replay.statistics.measures import Measure, Unit, amounts, unit_of

Whole: TypeAlias = NDArray[np.int64]
_Totals: TypeAlias = Callable[[Column], Column]
"""From a number for each hand to their sum for each point of a series."""

_NO_SCATTER: Final = 1e-9
"""What part of the scatter of all hands is taken for none within one point: sums of floats are not exact."""


class By(StrEnum):
    """What the points of a series stand for."""

    HAND = "hand"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SESSION = "session"
    ROLLING = "rolling"
    """The last so many hands, at every hand from there on."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Series:
    """A measure at points of time, in the order in which its hands were played; a column for each part.

    ``keys`` are days since 1970 (of a week its Monday), months (twelve times the year, and 0 for January),
    keys of sessions (0 of hands that belong to none), or numbers of hands from 1: only hands of the measure's
    denominator are in it. ``last_hands`` and ``last_moments`` tell the last hand of each point by its key,
    and when it was played (microseconds since 1970). The other parts are as in an estimate, and not a number
    where it has ``None``.
    """

    by: By
    unit: Unit
    keys: Whole
    last_hands: Whole
    last_moments: Whole
    numerators: Whole
    denominators: Whole
    values: Numbers
    low: Numbers
    high: Numbers
    small: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def sums(self) -> Whole:
        """The numerators added up as time goes by; windows, which overlap, count hands again and again."""
        return self.numerators.cumsum()

    @property
    def so_far(self) -> Numbers:
        """The measure over all hands up to each point."""
        return _divided(self.numerators.cumsum(), self.denominators.cumsum())

    def name(self, point: int) -> str:
        """What a point stands for: a date, a month, or a number of the hand or session."""
        key = int(self.keys[point])
        match self.by:
            case By.DAY | By.WEEK:
                return day_name(key)
            case By.MONTH:
                return month_name(key)
            case _:
                return str(key)


def series(
    measure: Measure, lines: Lines, by: By, *, zone: tzinfo = UTC, window: int = 100, money: bool = False
) -> Series:
    """A measure over time: by days, weeks or months of ``zone``, or over a ``window`` of so many hands."""
    counted = lines.counted
    told = counted.where(measure.hands(counted))
    values = amounts(measure, told, np.ones(len(told), dtype=np.bool_), money=money).astype(np.int64)
    of = None if measure.per is None else measure.per(told).astype(np.int64)
    if by is By.ROLLING:
        keys, last, totals = _windows(len(told), window)
    else:
        keys, last, totals = _periods(told, by, zone)
    numerators = totals(values)
    denominators = totals(np.ones(len(told), dtype=np.int64) if of is None else of)
    if by is By.HAND:
        bounds = _no_bounds(len(told))
    elif measure.unit is Unit.SHARE:
        bounds = _bounds_of_shares(values, of, totals)
    else:
        bounds = _bounds_of_means(values, totals)
    return Series(
        by=by,
        unit=unit_of(measure, money=money),
        keys=keys,
        last_hands=told["hand_key"][last],
        last_moments=told["played_at"][last],
        numerators=numerators,
        denominators=denominators,
        values=_divided(numerators, denominators),
        low=bounds.low,
        high=bounds.high,
        small=bounds.small,
    )


def _windows(hands: int, window: int) -> tuple[Whole, Whole, _Totals]:
    """The keys, the last hands and the totals of windows that are so many hands long."""
    last = np.arange(window - 1, hands, dtype=np.int64)

    def totals(of_hands: Column) -> Column:
        running = np.concatenate([np.zeros(1, of_hands.dtype), of_hands.cumsum()])
        difference: Column = running[window:] - running[: max(0, len(running) - window)]
        return difference

    return last + 1, last, totals


def _periods(lines: Lines, by: By, zone: tzinfo) -> tuple[Whole, Whole, _Totals]:
    """The keys, the last hands and the totals of periods, in the order in which they began."""
    keys = _keys(lines, by, zone)
    found, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
    ranks = np.empty(len(found), dtype=np.int64)
    ranks[np.argsort(firsts)] = np.arange(len(found))
    order = np.argsort(ranks[places], kind="stable")
    sizes = np.bincount(ranks[places], minlength=len(found))
    ends = sizes.cumsum()

    def totals(of_hands: Column) -> Column:
        sums: Column = np.add.reduceat(of_hands[order], ends - sizes) if len(found) else of_hands
        return sums

    last = order[ends - 1]
    return keys[last], last, totals


def _keys(lines: Lines, by: By, zone: tzinfo) -> Whole:
    if by is By.HAND:
        return np.arange(1, len(lines) + 1, dtype=np.int64)
    if by is By.SESSION:
        return lines["session_key"]
    days = local_days(lines["played_at"], zone)
    return {By.DAY: lambda: days, By.WEEK: lambda: weeks(days), By.MONTH: lambda: months(days)}[by]()


def _no_bounds(hands: int) -> Bounds:
    """What single hands have for intervals."""
    unknown = np.full(hands, np.nan)
    return Bounds(unknown, unknown, np.ones(hands, dtype=np.bool_))


def _bounds_of_shares(values: Whole, of: Whole | None, totals: _Totals) -> Bounds:
    """The intervals of shares at each point: of the hands, or of what there is ``of`` something in them."""
    hands = totals(np.ones(len(values)))
    counts = totals(values.astype(np.float64))
    if of is None:
        return bounds_of_shares(counts, hands, hands)
    parts = totals(of.astype(np.float64))
    share = _divided(counts, parts)
    mixed, squared = totals((values * of).astype(np.float64)), totals((of * of).astype(np.float64))
    squares = totals((values * values).astype(np.float64)) - 2 * share * mixed + share**2 * squared
    crowded = crowding(counts, parts, hands, squares)
    return bounds_of_shares(counts / crowded, parts / crowded, hands)


def _bounds_of_means(values: Whole, totals: _Totals) -> Bounds:
    """The intervals of means at each point. The powers of how far each hand is off are added up around the
    mean of all hands first, and then moved to that of the point.
    """
    centre = values.mean() if len(values) else 0.0
    off = values - centre
    squared = off * off
    powers = (np.ones(len(off)), off, squared, squared * off, squared * squared)
    hands, *sums = (np.asarray(totals(power), dtype=np.float64) for power in powers)
    moved = _divided(sums[0], hands)

    def around_mean(power: int) -> Numbers:
        total = hands * (-moved) ** power
        for left in range(1, power + 1):
            total += comb(power, left) * (-moved) ** (power - left) * sums[left - 1]
        return total

    squares = around_mean(2)
    usual = squared.mean() * hands if len(off) else hands
    squares = np.where(squares > _NO_SCATTER * usual, squares, 0.0)
    events = np.asarray(totals((values != 0).astype(np.float64)))
    return bounds_of_means(Moments(hands, events, centre + moved, squares, around_mean(3), around_mean(4)))


def _divided(amounts_there: Column, divisors: Column) -> Numbers:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(divisors != 0, amounts_there / divisors, np.nan)
