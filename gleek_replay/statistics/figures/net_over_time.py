"""The running net, beside what ordinary cards would have made of it and what luck alone brings."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from gleek_replay.statistics.calendar_days import day_name, local_days
from gleek_replay.statistics.columns import Column
from gleek_replay.statistics.figures.dressing import (
    KEY_ABOVE,
    MOST_POINTS,
    Colour,
    Figure,
    Part,
    amount,
    amount_axis,
    counters,
    empty,
    every_kth,
    figure,
    hands,
    rounded,
    titled,
)
from gleek_replay.statistics.figures.links import Link
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.luck import Adjusted
from gleek_replay.statistics.measures import MEASURES, Estimate, amounts, estimate

_TITLE: Final = TITLES[PlayerFigure.NET_OVER_TIME]

FEW_HANDS: Final = 10
"""Up to so many hands each has its own mark on the axis."""
_BAND_POINTS: Final = 100


def net_over_time(play: PlayerPlay) -> Figure:
    """The running net from hand to hand, over the range that luck alone would leave 95 % of players in, and
    beside it with the luck of the cards dealt taken out of it.

    The range is that of a player without any advantage whose single hands scatter as this player's do: the
    reach of the interval of his net a hand, growing with the root of the number of hands. At the last hand
    it is left exactly when the interval leaves zero out. It is drawn only of a sample that is not small.

    Hands of which it is not told what was luck count in the adjusted line as they were.
    """
    played = play.counted
    if not len(played):
        return empty(_TITLE)
    net = MEASURES["net"]
    told = estimate(net, played, money=play.money)
    totals = amounts(net, played, net.hands(played), money=play.money).cumsum()
    curve = _net_line(play, totals)
    band = _band(told, len(played))
    adjusted = _adjusted_line(play, totals, play.adjusted) if play.adjusted and len(played) > 1 else None
    data = [trace for trace in (band, adjusted, curve) if trace]
    shown = [value for trace in data for value in trace["y"]]
    return figure(
        _TITLE,
        _course(told, totals, adjusted, money=play.money),
        data,
        xaxis=_hands_axis(len(played)),
        yaxis=amount_axis(
            "won so far", min(0, *shown), max(0, *shown), money=play.money, rangemode="tozero"
        ) | {"title": {"text": "money won so far" if play.money else "counters won so far"}},
        height=400,
        **(KEY_ABOVE if len(played) > 1 else {}),
    )  # fmt: skip


def _net_line(play: PlayerPlay, totals: Column) -> Part:
    played, drawn = play.counted, every_kth(len(totals))
    keys = played["hand_key"][drawn].tolist()
    ids = play.hand_ids(keys)
    days = [day_name(day) for day in local_days(played["played_at"][drawn], play.zone).tolist()]
    sums = totals[drawn].tolist()
    return {
        "type": "scatter",
        "mode": "lines" if len(drawn) > 1 else "markers",
        "name": f"net {amount(sums[-1], money=play.money)}",
        "x": [number + 1 for number in drawn],
        "y": sums,
        "line": {"width": 2, "color": Colour.GAIN, "shape": "hv"},
        "marker": {"size": 10, "color": Colour.GAIN},
        "meta": {"role": "line", "link": Link.HAND},
        "legendrank": 1,
        "customdata": [
            [ids.get(key, ""), amount(total, money=play.money), day]
            for key, total, day in zip(keys, sums, days, strict=True)
        ],
        "hovertemplate": "Hand %{x:,d}, %{customdata[2]}<br>%{customdata[1]} so far"
        "<br>%{customdata[0]}<extra></extra>",
    }


def _adjusted_line(play: PlayerPlay, totals: Column, adjusted: Adjusted) -> Part | None:
    """The running net less the running luck, at every ``step``-th hand whose luck is told."""
    where = np.flatnonzero(np.isin(play.counted["hand_key"], adjusted.lines["hand_key"]))
    luck = (adjusted.real - adjusted.net).cumsum()
    points = np.arange(play.step - 1, len(luck), play.step)
    if not len(points):
        return None
    points = points[every_kth(len(points), MOST_POINTS // 2)]
    without = rounded(totals[where[points]] - luck[points], 1)
    return {
        "type": "scatter",
        "mode": "lines" if len(points) > 1 else "markers",
        "name": f"with ordinary cards {amount(without[-1], money=play.money)}",
        "x": [0, *(where[points] + 1).tolist()],
        "y": [0, *without],
        "line": {"width": 2, "color": Colour.OCHRE, "dash": "dash"},
        "marker": {"size": 9, "color": Colour.OCHRE, "symbol": "diamond"},
        "meta": {"role": "adjusted"},
        "customdata": [["", amount(total, money=play.money)] for total in (0, *without)],
        "hovertemplate": "Hand %{x:,d}<br>%{customdata[1]} with ordinary cards<extra></extra>",
    }


def _band(told: Estimate, played: int) -> Part | None:
    """The range that luck alone brings."""
    if told.value is None or told.low is None or told.high is None or told.small:
        return None
    points = max(2, min(_BAND_POINTS, played))
    numbers = np.unique(np.rint(np.linspace(0, 1, points) ** 2 * played)).astype(np.int64).tolist()
    roots = [math.sqrt(number * played) for number in numbers]
    above = [round((told.value - told.low) * root, 1) for root in roots]
    below = [round((told.value - told.high) * root, 1) for root in roots]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "luck alone brings (95 %)",
        "legendrank": 2000,
        "x": numbers + numbers[::-1],
        "y": above + below[::-1],
        "fill": "toself",
        "fillcolor": Colour.BAND,
        "line": {"width": 0, "color": Colour.BAND},
        "hoverinfo": "skip",
        "meta": {"role": "band"},
    }


def _hands_axis(played: int) -> Part:
    axis = titled("hands played", tickformat=",d", rangemode="tozero", nticks=6)
    return axis | {"range": [0, played + 0.5], "dtick": 1} if played <= FEW_HANDS else axis


def _course(told: Estimate, totals: Column, adjusted: Part | None, *, money: bool) -> str:
    """How the running net went, and what luck has to do with it where the sample says anything of that."""
    end = counters(int(totals[-1]), money=money)
    words = f"Over {hands(len(totals))} the running net ends at {end}"
    if len(totals) == 1:
        return f"{words}."
    highest, lowest = (amount(int(total), money=money) for total in (totals.max(), totals.min()))
    words += f", after a height of {highest} and a low of {lowest}"
    if told.low is not None and told.high is not None and not told.small:
        within = told.low <= 0 <= told.high
        words += f"; it ends {'within' if within else 'outside'} the range that luck alone would bring"
    if adjusted:
        words += f"; with ordinary cards it would have been {amount(adjusted['y'][-1], money=money)}"
    return f"{words}."
