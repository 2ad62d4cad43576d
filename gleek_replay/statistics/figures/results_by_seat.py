"""Net a hand in each seat."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.facts.layout import POSITIONS_BY_CODE
from gleek_replay.statistics.figures.dressing import (
    Colour,
    Figure,
    Part,
    amount,
    amount_axis,
    empty,
    figure,
    hands,
    interval,
    whiskers,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.measures import MEASURES, Estimate, estimates

_TITLE: Final = TITLES[PlayerFigure.RESULTS_BY_SEAT]


def results_by_seat(play: PlayerPlay) -> Figure:
    """Net a hand in each seat as a point with its 95 % interval; of one hand there is none to draw."""
    measures = [MEASURES[f"net_as_{position}"] for position in POSITIONS_BY_CODE]
    told = zip(POSITIONS_BY_CODE, estimates(measures, play.counted, money=play.money), strict=True)
    seats = {position: each for position, each in told if each.denominator}
    if not seats:
        return empty(_TITLE)
    labels = {
        position: f"{position.capitalize()}<br>{hands(each.denominator)}" for position, each in seats.items()
    }
    ends = [end for each in seats.values() for end in (each.value, each.low, each.high) if end is not None]
    title = "a hand, 95 % interval" if any(each.low is not None for each in seats.values()) else "a hand"
    title = f"{'money' if play.money else 'counters'} {title}"
    spoken = [
        f"{amount(each.value or 0, money=play.money, places=2)} as {position}"
        for position, each in seats.items()
    ]
    return figure(
        _TITLE,
        f"Net a hand by seat: {', '.join(spoken)}, over {hands(len(play.counted))}.",
        [
            _points({seat: each for seat, each in seats.items() if (each.low is None) is alone}, labels, play)
            for alone in (False, True)
        ],
        xaxis={
            "range": [-0.6, len(seats) - 0.4], "showgrid": False, "categoryorder": "array",
            "categoryarray": list(labels.values()),
        },
        yaxis=amount_axis(title, min(0, *ends), max(0, *ends), money=play.money, zeroline=True),
    )  # fmt: skip


def _points(seats: dict[str, Estimate], labels: dict[str, str], play: PlayerPlay) -> Part:
    """The points of seats of which each has an interval, or none has."""
    told = list(seats.values())
    values = [each.value for each in told]
    points: Part = {
        "type": "scatter",
        "mode": "markers+text",
        "x": [labels[position] for position in seats],
        "y": values,
        "text": [f"  {amount(value or 0, money=play.money, places=2)}" for value in values],
        "textposition": "middle right",
        "marker": {"size": 12, "color": Colour.GAIN},
        "name": "net a hand",
        "meta": {"role": "point", "link": Link.HANDS},
        "customdata": [
            [
                query(seat=position),
                amount(each.value or 0, money=play.money, places=2),
                amount(each.numerator, money=play.money),
                f"<br>{interval(each.low, each.high, money=play.money)}" if each.low is not None else "",
            ]
            for position, each in seats.items()
        ],
        "hovertemplate": "%{customdata[1]} a hand%{customdata[3]}<br>%{customdata[2]} in all<extra></extra>",
    }
    if told and told[0].low is not None:
        points["error_y"] = whiskers(values, [each.low for each in told], [each.high for each in told])
    return points
