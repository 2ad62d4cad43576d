"""The days on which a player played: weeks beside each other, weekdays below each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from gleek_replay.statistics.calendar_days import day_name, local_days
from gleek_replay.statistics.figures.dressing import (
    Colour,
    Figure,
    Part,
    amount,
    empty,
    figure,
    hands,
    note,
    titled,
)
from gleek_replay.statistics.figures.links import Link, queries_of_days
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.measures import MEASURES, amounts

_TITLE: Final = TITLES[PlayerFigure.CALENDAR]

MOST_YEARS: Final = 4
"""Of how many years the days are shown: the last ones that were played in."""

_WEEKS: Final = 53
_FEWEST_WEEKS: Final = 12
_ROWS: Final = 9
"""The days of a week, and room between two years."""
_DAY_NAMES: Final = {0: "Mon", 2: "Wed", 4: "Fri", 6: "Sun"}
_LARGEST, _SMALLEST = 13, 4
_LEAST_WIDTH: Final = 700
_EPOCH: Final = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """The days from ``first`` to ``last``, weeks beside each other from that of the ``monday`` on."""

    name: str
    monday: int
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Day:
    """A day that was played on, in the block of that row: how many hands, and what they brought."""

    row: int
    week: int
    weekday: int
    day: int
    hands: int
    net: int


def calendar(play: PlayerPlay) -> Figure:
    """A disc for each day in the zone that brought something, a ring for each that cost something; the more
    it was, the larger. Within a year all weeks stand in one row, else there is a row for each year.
    """
    numbers, nets = _of_days(play)
    if not nets:
        return empty(_TITLE)
    blocks = _blocks(list(nets))
    days = [
        _Day(
            row=row, week=(day - block.monday) // 7, weekday=(day - block.monday) % 7, day=day,
            hands=numbers[day], net=nets[day],
        )
        for row, block in enumerate(blocks)
        for day in nets
        if block.first <= day <= block.last
    ]  # fmt: skip
    columns = max((block.last - block.monday) // 7 for block in blocks) + 1
    ticks = _month_ticks(blocks)
    weekdays = [_ROWS * row + weekday for row in range(len(blocks)) for weekday in _DAY_NAMES]
    return figure(
        _TITLE,
        _summary(days, len(nets), money=play.money),
        [trace for sign in _LOOKS if (trace := _marks(days, sign, play))["x"]],
        xaxis=titled(
            None, tickvals=list(ticks), ticktext=list(ticks.values()), showgrid=False, zeroline=False,
            range=[-0.8, columns - 0.2], side="top",
        ),
        yaxis=titled(
            None, tickvals=weekdays, ticktext=list(_DAY_NAMES.values()) * len(blocks), showgrid=False,
            zeroline=False, range=[_ROWS * len(blocks) - 2.2, -1.6 if blocks[1:] else -0.8],
        ),
        notes=[
            note(f"{block.name}", x=-0.5, y=_ROWS * row - 1.1, xanchor="left")
            for row, block in enumerate(blocks)
            if block.name
        ],
        height=70 + 20 * _ROWS * len(blocks),
        least_width=_LEAST_WIDTH if columns > _WEEKS // 2 else None,
        left=48,
    )  # fmt: skip


def _of_days(play: PlayerPlay) -> tuple[dict[int, int], dict[int, int]]:
    """How many hands were played on each day, and what they brought."""
    counted, net = play.counted, MEASURES["net"]
    nets = amounts(net, counted, net.hands(counted), money=play.money)
    found, places = np.unique(local_days(counted["played_at"], play.zone), return_inverse=True)
    sums = np.zeros(len(found), dtype=np.int64)
    np.add.at(sums, places, nets)
    days = found.tolist()
    numbers = np.bincount(places, minlength=len(days)).tolist()
    return dict(zip(days, numbers, strict=True)), dict(zip(days, sums.tolist(), strict=True))


def _blocks(days: list[int]) -> list[_Block]:
    """All weeks in one block if there is no more than a year of them, else the last years."""
    first, last = days[0], days[-1]
    monday = _monday(first)
    if last - monday < _WEEKS * 7:
        last = min(max(last, monday + _FEWEST_WEEKS * 7 - 1), date.max.toordinal() - _EPOCH)
        return [_Block(name="", monday=monday, first=first, last=last)]
    years = sorted({_date(day).year for day in days})[-MOST_YEARS:]
    return [_year(year) for year in years]


def _year(year: int) -> _Block:
    first, last = (date(year, *day).toordinal() - _EPOCH for day in ((1, 1), (12, 31)))
    return _Block(name=str(year), monday=_monday(first), first=first, last=last)


def _marks(days: list[_Day], sign: int, play: PlayerPlay) -> Part:
    """The days that brought something, cost something, or did neither."""
    largest = max(1, *(abs(each.net) for each in days))
    mine = [each for each in days if (each.net > 0) - (each.net < 0) == sign]
    links = queries_of_days([each.day for each in mine], play.zone)
    role, colour, symbol = _LOOKS[sign]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [each.week for each in mine],
        "y": [_ROWS * each.row + each.weekday for each in mine],
        "marker": {
            "symbol": symbol,
            "color": colour,
            "size": [_size(each.net / largest) for each in mine],
            "line": {"width": 2 if sign <= 0 else 0, "color": colour},
            "opacity": 1,
        },
        "meta": {"role": role, "link": Link.HANDS},
        "customdata": [
            [link, day_name(each.day), amount(each.net, money=play.money), hands(each.hands)]
            for link, each in zip(links, mine, strict=True)
        ],
        "hovertemplate": "%{customdata[1]}<br>%{customdata[2]} in %{customdata[3]}<extra></extra>",
    }


def _size(part: float) -> float:
    """The diameter of a mark, in pixels, for a part of the largest amount."""
    return round(_SMALLEST + (_LARGEST - _SMALLEST) * math.sqrt(abs(part)), 1)


_LOOKS: Final = {
    1: ("gain", Colour.GAIN, "circle"),
    -1: ("loss", Colour.LOSS, "circle-open"),
    0: ("neutral", Colour.NEUTRAL, "x-thin-open"),
}


def _month_ticks(blocks: list[_Block]) -> dict[float, str]:
    """Where months begin in the first block: of many, every third, and without the year if it is a row's."""
    block = blocks[0]
    months = [
        day for day in range(block.first, block.last + 1) if _date(day).day == 1 or day == block.first
    ]  # fmt: skip
    ticks: dict[float, str] = {}
    for day in months[:: 1 if len(months) <= _FEW_MONTHS else 3]:
        week = (day - block.monday) / 7
        if not ticks or week - max(ticks) >= _APART:
            ticks[week] = f"{_date(day):%b}" if block.name else f"{_date(day):%b %Y}"
    return ticks


_FEW_MONTHS: Final = 4
_APART: Final = 3
"""Weeks between two names, at least."""


def _summary(days: list[_Day], played: int, *, money: bool) -> str:
    won, lost = (sum(sign * each.net > 0 for each in days) for sign in (1, -1))
    best, worst = (choose(days, key=lambda each: each.net) for choose in (max, min))
    words = f"Played on {len(days):,} {'day' if len(days) == 1 else 'days'}"
    if len(days) < played:
        words += f" of the last {MOST_YEARS} years"
    words += f": {won:,} brought something (discs), {lost:,} cost something (rings)"
    if len(days) > 1:
        words += (
            f"; the best was {day_name(best.day)} with {amount(best.net, money=money)}, "
            f"the worst {day_name(worst.day)} with {amount(worst.net, money=money)}"
        )
    return f"{words}."


def _monday(day: int) -> int:
    """The first day of its week."""
    return day - _date(day).weekday()


def _date(day: int) -> date:
    return date.fromordinal(_EPOCH + day)
