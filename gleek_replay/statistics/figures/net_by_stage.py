"""What each stage of the game brought, from nothing to the net, as a waterfall."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from gleek_replay.statistics.figures.dressing import (
    Colour,
    Figure,
    Part,
    amount,
    amount_axis,
    counters,
    empty,
    figure,
    hands,
    interval,
    titled,
    whiskers,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES as FIGURE_TITLES
from gleek_replay.statistics.figures.names import PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.measures import MEASURES, Estimate, Side, estimates
from gleek_replay.statistics.stages import SPOKEN, TITLES, StageOfPay

_TITLE: Final = FIGURE_TITLES[PlayerFigure.NET_BY_STAGE]
_ROW: Final = 42

_Stages = dict[StageOfPay, Estimate]
"""What each stage brought in which anything was paid."""


def net_by_stage(play: PlayerPlay) -> Figure:
    """A bar for each stage, in the game's order from the top, from where the stages before it left off; the
    last is the net. Whiskers are the 95 % interval of what so many hands bring in the stage.
    """
    played = play.counted
    if not len(played):
        return empty(_TITLE)
    told = estimates([MEASURES[f"net_{stage}"] for stage in StageOfPay], played, money=play.money)
    stages = {
        stage: each
        for stage, each in zip(StageOfPay, told, strict=True)
        if each.numerator or each.deviation
    }  # fmt: skip
    if not stages:
        return empty(_TITLE, f"Over {hands(len(played))} nothing was paid.")
    ends = list(accumulate(each.numerator for each in stages.values()))
    return figure(
        _TITLE,
        _summary(stages, len(played), ends[-1], money=play.money),
        [_waterfall(stages, ends[-1], money=play.money), *_intervals(stages, ends, money=play.money)],
        xaxis=amount_axis(
            "money in all" if play.money else "counters in all", min(0, *ends), max(0, *ends),
            money=play.money, zeroline=True,
        ),
        yaxis=titled(None, autorange="reversed", showgrid=False),
        height=110 + _ROW * (len(stages) + 1),
        left=112,
    )  # fmt: skip


def _waterfall(stages: _Stages, net: int, *, money: bool) -> Part:
    return {
        "type": "waterfall",
        "orientation": "h",
        "measure": ["relative"] * len(stages) + ["total"],
        "x": [*(each.numerator for each in stages.values()), net],
        "y": [*_labels(stages, money=money), _label("Net", net, money=money)],
        "increasing": {"marker": {"color": Colour.GAIN}},
        "decreasing": {"marker": {"color": Colour.LOSS}},
        "totals": {"marker": {"color": Colour.NEUTRAL}},
        "connector": {"line": {"color": Colour.SOFT, "width": 1, "dash": "dot"}},
        "meta": {"role": "waterfall", "link": Link.HANDS},
        "customdata": [
            *(_told(stage, each, money=money) for stage, each in stages.items()),
            [query(measure="net", side=Side.NUMERATOR), "Net", amount(net, money=money), ""],
        ],
        "hovertemplate": "%{customdata[1]}: %{customdata[2]}%{customdata[3]}<extra></extra>",
    }


def _told(stage: StageOfPay, each: Estimate, *, money: bool) -> list[str]:
    reach = interval(each.low, each.high, money=money)
    a_hand = f"<br>{amount(each.value or 0, money=money, places=2)} a hand"
    return [
        query(measure=f"net_{stage}", side=Side.NUMERATOR),
        TITLES[stage],
        amount(each.numerator, money=money),
        f"{a_hand}<br>{reach}" if reach else a_hand,
    ]


def _labels(stages: _Stages, *, money: bool) -> list[str]:
    return [_label(TITLES[stage], each.numerator, money=money) for stage, each in stages.items()]


def _label(title: str, total: int, *, money: bool) -> str:
    return f"{title}<br>{amount(total, money=money)}"


def _intervals(stages: _Stages, ends: list[int], *, money: bool) -> list[Part]:
    """Whiskers at the ends of the bars; of an interval of no width there are none, since they would pass for
    certainty.
    """
    drawn = [
        (label, end, [(bound or 0) * each.denominator for bound in (each.value, each.low, each.high)])
        for label, end, each in zip(_labels(stages, money=money), ends, stages.values(), strict=True)
        if each.low is not None
    ]
    if not drawn:
        return []
    labels, places, totals = zip(*drawn, strict=True)
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": list(places),
            "y": list(labels),
            "marker": {"size": 1, "color": Colour.INK},
            "error_x": whiskers(*zip(*totals, strict=True)),
            "hoverinfo": "skip",
            "meta": {"role": "interval"},
        }
    ]


def _summary(stages: _Stages, played: int, net: int, *, money: bool) -> str:
    """Which stage brought most, and which least."""
    most = max(stages, key=lambda stage: stages[stage].numerator)
    least = min(stages, key=lambda stage: stages[stage].numerator)
    first = counters(stages[most].numerator, money=money)
    if most is least:
        return f"Over {hands(played)} {SPOKEN[most]} brought {first}."
    last = amount(stages[least].numerator, money=money)
    words = f"Over {hands(played)} {SPOKEN[most]} brought most ({first}) and {SPOKEN[least]} least ({last})"
    if len(stages) > _TWO:
        words += f"; with the others that comes to {amount(net, money=money)}"
    return f"{words}."


_TWO: Final = 2
