"""A statistic of a player over time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import numpy as np

from gleek_replay.records import Fault
from gleek_replay.services.player_hands import PlayerHands
from gleek_replay.services.refusals import Unfit
from gleek_replay.services.statistics import measure_called, refuse_hidden
from gleek_replay.statistics.columns import Column
from gleek_replay.statistics.filters import moment_of
from gleek_replay.statistics.measures import Measure, Unit
from gleek_replay.statistics.series import By, Series, series
from gleek_replay.storage import line_queries

__all__ = ["MOST_POINTS", "By", "OverTime", "Point", "series_of", "tell_series"]

MOST_POINTS: Final = 1_000
"""Of points for every hand no more are told: every second, third and so on, and the last."""
_BY_HAND: Final = frozenset({By.HAND, By.ROLLING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A measure over the hands of one ``period``: a day, the Monday of a week, a month, the id of a session
    (``None`` for hands of none), or the number of a hand, from 1. Of all hands up to its end, if the series
    is cumulative. What is not known is ``None``, as of an estimate.
    """

    period: str | None
    numerator: int
    denominator: int
    value: float | None
    low: float | None
    high: float | None
    small: bool
    last_hand: str
    last_played_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OverTime:
    """The points of a measure in the order of play; every ``step``-th of those that there are."""

    player_id: str
    measure: Measure
    unit: Unit
    by: By
    cumulative: bool
    step: int
    points: tuple[Point, ...]


def tell_series(
    hands: PlayerHands, name: str, by: By, *, window: int = 100, cumulative: bool = False
) -> OverTime:
    """A measure over time, in days, weeks and months of the club's zone; rolling over so many hands.

    Raises :class:`NotFound` for an unknown measure, :class:`Forbidden` where points would tell of cards that
    the caller may not see, and :class:`Unfit` for windows, which overlap, added up.
    """
    measure, told = series_of(hands, name, by, window=window, cumulative=cumulative)
    step = max(1, -(-len(told) // MOST_POINTS)) if by in _BY_HAND else 1
    chosen = np.arange(len(told))[::-1][::step][::-1]
    return OverTime(
        player_id=hands.player_id,
        measure=measure,
        unit=told.unit,
        by=by,
        cumulative=cumulative,
        step=step,
        points=_points(hands, told, chosen, cumulative=cumulative),
    )


def series_of(
    hands: PlayerHands, name: str, by: By, *, window: int, cumulative: bool
) -> tuple[Measure, Series]:
    """A measure, and all its points over time; refused as by :func:`tell_series`."""
    measure = measure_called(name)
    refuse_hidden(hands, measure)
    if cumulative and by is By.ROLLING:
        raise Unfit([Fault("/query/cumulative", "hands of a rolling window cannot be added up")])
    return measure, series(measure, hands.lines, by, zone=hands.zone, window=window, money=hands.money)


def _points(hands: PlayerHands, told: Series, chosen: Column, *, cumulative: bool) -> tuple[Point, ...]:
    unknown = np.full(len(told), np.nan)
    columns = (
        told.sums if cumulative else told.numerators,
        told.denominators.cumsum() if cumulative else told.denominators,
        told.so_far if cumulative else told.values,
        unknown if cumulative else told.low,
        unknown if cumulative else told.high,
        np.zeros(len(told), dtype=np.bool_) if cumulative else told.small,
        told.last_hands,
        told.last_moments,
    )
    numbers = [_known(column[chosen]) for column in columns]
    ids = hands.hand_ids(numbers[-2])
    periods = _periods(hands, told, chosen.tolist())
    return tuple(
        Point(
            period=period, numerator=numerator, denominator=denominator, value=value, low=low, high=high,
            small=small, last_hand=ids[last], last_played_at=moment_of(at),
        )
        for period, numerator, denominator, value, low, high, small, last, at in zip(
            periods, *numbers, strict=True
        )
    )  # fmt: skip


def _periods(hands: PlayerHands, told: Series, chosen: Collection[int]) -> list[str | None]:
    if told.by is not By.SESSION:
        return [told.name(point) for point in chosen]
    keys = told.keys.tolist()
    ids: Mapping[int, str] = line_queries.ids_of_sessions(hands.session, keys)
    return [ids.get(keys[point]) for point in chosen]


def _known(column: Column) -> list[Any]:
    """The numbers of a column, ``None`` for what is not one."""
    if column.dtype.kind != "f":
        return list(column.tolist())
    return [None if number != number else number for number in column.tolist()]
