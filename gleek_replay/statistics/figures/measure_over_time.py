"""Any measure over time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import tzinfo
from typing import Final

import numpy as np

from gleek_replay.statistics.calendar_days import day_name, local_days
from gleek_replay.statistics.figures.dressing import (
    Colour,
    Figure,
    Part,
    amount,
    amount_axis,
    date_axis,
    empty,
    every_kth,
    figure,
    percent,
    rounded,
    titled,
)
from gleek_replay.statistics.figures.links import Link, played, query
from gleek_replay.statistics.figures.subjects import HandIds
from gleek_replay.statistics.intervals import SMALL_SAMPLE, Numbers
from gleek_replay.statistics.measures import Measure, Side, Unit
from gleek_replay.statistics.money import money_words
from gleek_replay.statistics.series import By, Series

SessionIds = Callable[[Collection[int]], Mapping[int, str]]
"""Finds the ids of sessions by their keys."""

_IN_TIME: Final = {By.DAY, By.WEEK, By.MONTH}
_OF_HANDS: Final = {By.HAND, By.ROLLING}
_FEW_POINTS: Final = 60
"""Up to so many points each has its own mark."""
_NAMES: Final = {
    By.HAND: "hand by hand", By.DAY: "by day", By.WEEK: "by week", By.MONTH: "by month",
    By.SESSION: "by session", By.ROLLING: "rolling",
}  # fmt: skip


def draw_series(
    measure: Measure,
    told: Series,
    *,
    hand_ids: HandIds,
    session_ids: SessionIds,
    zone: tzinfo,
    cumulative: bool = False,
) -> Figure:
    """A measure at points of time with its 95 % intervals; or, ``cumulative``, over all hands up to each."""
    title = f"{measure.title}, {_NAMES[told.by]}{', so far' if cumulative else ''}"
    if not len(told):
        return empty(title, "No hands of which this could be told.")
    drawn = _drawn(told, cumulative=cumulative)
    values = rounded((told.so_far if cumulative else told.values)[drawn], 4)
    places = _places(told, drawn)
    band = [] if cumulative else _bands(places, told.low[drawn], told.high[drawn])
    line: Part = {
        "type": "scatter",
        "mode": "lines+markers" if len(drawn) <= _FEW_POINTS else "lines",
        "name": measure.title,
        "x": places,
        "y": values,
        "line": {"width": 2, "color": Colour.GAIN},
        "marker": {
            "size": 9,
            "color": Colour.GAIN,
            "symbol": ["circle-open" if small else "circle" for small in told.small[drawn].tolist()]
            if not cumulative
            else "circle",
        },
        "meta": {"role": "line", "link": Link.HAND if told.by in _OF_HANDS else Link.HANDS},
        "customdata": _told(measure, told, drawn, values, hand_ids, session_ids, zone),
        "hovertemplate": "%{customdata[1]}<br>%{customdata[2]} of %{customdata[3]}<extra></extra>",
    }
    ends = [value for trace in (*band, line) for value in trace["y"] if value is not None]
    return figure(
        title,
        _summary(measure, told, values, cumulative=cumulative),
        [*band, line],
        xaxis=_axis(told),
        yaxis=_value_axis(told.unit, min(ends, default=0), max(ends, default=0)),
    )


def _drawn(told: Series, *, cumulative: bool) -> list[int]:
    """Which points are drawn. What all hands so far come to says nothing at first, so it begins where it is
    no longer a small sample, if it ever is not.
    """
    small = int(np.searchsorted(told.denominators.cumsum(), SMALL_SAMPLE)) if cumulative else 0
    first = small if small < len(told) else 0
    return [first + point for point in every_kth(len(told) - first)]


def _places(told: Series, drawn: list[int]) -> list[int | str]:
    if told.by in _IN_TIME:
        return [told.name(point) for point in drawn]
    if told.by is By.SESSION:
        return [point + 1 for point in drawn]
    return [int(key) for key in told.keys[drawn]]


def _bands(places: list[int | str], low: Numbers, high: Numbers) -> list[Part]:
    known = np.flatnonzero(~np.isnan(low)).tolist()
    if len(known) <= 1:
        return []
    there = [places[point] for point in known]
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": "95 % interval",
            "x": there + there[::-1],
            "y": rounded(high[known], 4) + rounded(low[known], 4)[::-1],
            "fill": "toself",
            "fillcolor": Colour.BAND,
            "line": {"width": 0, "color": Colour.BAND},
            "hoverinfo": "skip",
            "meta": {"role": "band"},
        }
    ]


def _told(
    measure: Measure,
    told: Series,
    drawn: list[int],
    values: list[float | None],
    hand_ids: HandIds,
    session_ids: SessionIds,
    zone: tzinfo,
) -> list[list[str]]:
    """For each point its link, its name, its value and its sample."""
    names = [told.name(point) for point in drawn]
    if told.by in _OF_HANDS:
        keys = told.last_hands[drawn].tolist()
        ids = hand_ids(keys)
        links = [ids.get(key, "") for key in keys]
        names = [f"Hand {name}" for name in names]
    elif told.by is By.SESSION:
        keys = told.keys[drawn].tolist()
        ids = session_ids(keys)
        links = [_behind(measure, [("session", ids[key])]) if key in ids else "" for key in keys]
        days = local_days(told.last_moments[drawn], zone).tolist()
        names = [
            f"{ids.get(key, 'no session')}, {day_name(day)}" for key, day in zip(keys, days, strict=True)
        ]
    else:
        links = [_behind(measure, played(*_days(told, point), zone)) for point in drawn]
    samples = told.denominators[drawn].tolist()
    return [
        [link, name, _words(told, value), f"{sample:,}"]
        for link, name, value, sample in zip(links, names, values, samples, strict=True)
    ]


def _behind(measure: Measure, when: list[tuple[str, object]]) -> str:
    return query(*when, measure=measure.name, side=Side.DENOMINATOR)


def _days(told: Series, point: int) -> tuple[int, int]:
    """The first and the last day of a point."""
    key = int(told.keys[point])
    match told.by:
        case By.DAY:
            return key, key
        case By.WEEK:
            return key, key + 6
        case _:
            months = np.array([key, key + 1]) - 1970 * 12
            first, after = months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64).tolist()
            return first, after - 1


def _words(told: Series, value: float | None) -> str:
    if value is None:
        return "nothing"
    money = told.unit is Unit.FARTHINGS
    if told.unit is Unit.SHARE:
        return percent(value)
    if (told.numerators < 0).any():
        return amount(value, money=money, places=2)
    return money_words(value) if money else f"{value:,.2f}"


def _axis(told: Series) -> Part:
    if told.by in _IN_TIME:
        return date_axis(told.by)
    return titled("sessions" if told.by is By.SESSION else "hands", tickformat=",d", nticks=6, showgrid=False)


def _value_axis(unit: Unit, low: float, high: float) -> Part:
    if unit is Unit.SHARE:
        return titled(None, tickformat=".0%", nticks=6, rangemode="tozero")
    if unit in (Unit.COUNTERS, Unit.FARTHINGS):
        return amount_axis(
            "money" if unit is Unit.FARTHINGS else "counters",
            low,
            high,
            money=unit is Unit.FARTHINGS,
            zeroline=True,
        )
    return titled(unit.value, nticks=6)


def _summary(measure: Measure, told: Series, values: list[float | None], *, cumulative: bool) -> str:
    known = [value for value in values if value is not None]
    words = f"{measure.title}, {_NAMES[told.by]}"
    if not known:
        return f"{words}: nothing to tell of."
    if len(known) == 1:
        return f"{words}: {_words(told, known[0])}."
    went = f"from {_words(told, known[0])} to {_words(told, known[-1])}"
    least, most = _words(told, min(known)), _words(told, max(known))
    return f"{words}{' so far' if cumulative else ''}: {went}, between {least} and {most}."
