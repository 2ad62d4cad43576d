"""What measures come to over some hands: numbers with their sample, their interval and a warning."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from gleek_replay.statistics.columns import Column, Lines, Mask
from gleek_replay.statistics.intervals import (
    Moments,
    bounds_of_means,
    bounds_of_shares,
    crowding,
    joined,
    moments_of,
)
from gleek_replay.statistics.measures.measure import Group, Measure, Unit
from gleek_replay.statistics.money import farthings_a_counter


class Side(StrEnum):
    """A part of a number that has hands behind it."""

    NUMERATOR = "numerator"
    DENOMINATOR = "denominator"


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A measure over some hands.

    ``value`` is ``numerator`` by ``denominator``, ``None`` of none; ``low`` and ``high`` bound its 95 %
    interval, ``None`` where the hands show no scatter. ``deviation`` is that of a single hand, of means
    only. ``small`` warns that the sample is too small to mean much: fewer than 30 hands, or a mean to
    which fewer than 15 hands add.
    """

    name: str
    group: Group
    title: str
    unit: Unit
    numerator: int
    numerator_title: str
    denominator: int
    denominator_title: str
    value: float | None
    deviation: float | None
    low: float | None
    high: float | None
    small: bool


class _Sample(NamedTuple):
    """The sums of a measure over so many hands; and the moments of what scatters, or for a share by how much
    its parts crowd in these hands.
    """

    numerator: int
    denominator: int
    hands: int
    moments: Moments | None = None
    crowding: float = 1.0


class _Reach(NamedTuple):
    low: float
    high: float
    deviation: float
    small: bool


def estimate(measure: Measure, lines: Lines, *, money: bool = False) -> Estimate:
    """A measure over some hands; with ``money``, counters are told in farthings."""
    return estimates((measure,), lines, money=money)[0]


def estimates(measures: Iterable[Measure], lines: Lines, *, money: bool = False) -> tuple[Estimate, ...]:
    """Measures over some hands, in their order; their intervals are reckoned together."""
    measures, counted = tuple(measures), lines.counted
    samples = [_sample(measure, counted, money=money) for measure in measures]
    of_shares = _reaches_of_shares([sample for sample in samples if sample.moments is None])
    of_means = _reaches_of_means([sample.moments for sample in samples if sample.moments])
    return tuple(
        _estimate(measure, sample, next(of_means if sample.moments else of_shares), money=money)
        for measure, sample in zip(measures, samples, strict=True)
    )


def behind(measure: Measure, lines: Lines, side: Side) -> Lines:
    """The hands behind a number: those that add to its numerator, or all that it was told among."""
    hands = measure.hands(lines)
    if side is Side.NUMERATOR:
        hands = hands & (measure.values(lines) != 0)
    return lines.where(hands)


def amounts(measure: Measure, lines: Lines, hands: Mask, *, money: bool) -> Column:
    """What a measure adds up in each of those hands, as whole numbers."""
    values = measure.values(lines)
    if unit_of(measure, money=money) is Unit.FARTHINGS:
        values = values * farthings_a_counter(lines)
    return values if hands.all() else values[hands]


def unit_of(measure: Measure, *, money: bool) -> Unit:
    """What a measure is counted in."""
    return Unit.FARTHINGS if money and measure.unit is Unit.COUNTERS else measure.unit


def _sample(measure: Measure, lines: Lines, *, money: bool) -> _Sample:
    hands = measure.hands(lines)
    if measure.counts_hands:
        told = int(np.count_nonzero(hands))
        return _Sample(int(np.count_nonzero(measure.values(lines) & hands)), told, told)
    values = amounts(measure, lines, hands, money=money)
    numerator = int(values.sum(dtype=np.int64))
    if measure.per is None:
        return _Sample(numerator, len(values), len(values), moments_of(values))
    of = measure.per(lines)[hands]
    denominator = int(of.sum(dtype=np.int64))
    squares = ((values - numerator / (denominator or 1) * of) ** 2).sum()
    crowded = crowding(*map(np.asarray, (numerator, denominator, len(values), squares)))
    return _Sample(numerator, denominator, len(values), crowding=float(crowded))


def _reaches_of_shares(samples: Sequence[_Sample]) -> Iterator[_Reach]:
    numbers = [(sample.numerator, sample.denominator, sample.hands, sample.crowding) for sample in samples]
    counts, of, hands, crowded = np.array(numbers, dtype=np.float64).reshape(-1, 4).T
    low, high, small = bounds_of_shares(counts / crowded, of / crowded, hands)
    for ends in zip(low.tolist(), high.tolist(), small.tolist(), strict=True):
        yield _Reach(ends[0], ends[1], math.nan, ends[2])


def _reaches_of_means(moments: Sequence[Moments]) -> Iterator[_Reach]:
    if moments:
        together = joined(moments)
        low, high, small = bounds_of_means(together)
        columns = (low.tolist(), high.tolist(), together.deviation.tolist(), small.tolist())
        yield from map(_Reach._make, zip(*columns, strict=True))


def _estimate(measure: Measure, sample: _Sample, reach: _Reach, *, money: bool) -> Estimate:
    return Estimate(
        name=measure.name,
        group=measure.group,
        title=measure.title,
        unit=unit_of(measure, money=money),
        numerator=sample.numerator,
        numerator_title=measure.numerator,
        denominator=sample.denominator,
        denominator_title=measure.denominator,
        value=sample.numerator / sample.denominator if sample.denominator else None,
        deviation=_known(reach.deviation),
        low=_known(reach.low),
        high=_known(reach.high),
        small=reach.small,
    )


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number
