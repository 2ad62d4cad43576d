"""How much a club plays, and by which rules."""

from __future__ import annotations

from collections import Counter
from typing import Final

from gleek_replay.statistics.figures.dressing import (
    Colour,
    Figure,
    date_axis,
    empty,
    figure,
    hands,
    percent,
    titled,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, ClubFigure
from gleek_replay.statistics.figures.periods import played_in
from gleek_replay.statistics.figures.subjects import ClubPlay

_ACTIVITY: Final = TITLES[ClubFigure.ACTIVITY]
_RULES_IN_USE: Final = TITLES[ClubFigure.RULES_IN_USE]
_ROW: Final = 38


def activity(club: ClubPlay) -> Figure:
    """How many hands were played in each period."""
    if not club.activity:
        return empty(_ACTIVITY)
    total = sum(each.hands for each in club.activity)
    most = max(club.activity, key=lambda each: each.hands)
    return figure(
        _ACTIVITY,
        f"{hands(total)}, {total / len(club.activity):,.0f} in each {club.by} that was played in; most "
        f"({most.hands:,}) in that of {most.period}.",
        [
            {
                "type": "bar",
                "x": [each.period for each in club.activity],
                "y": [each.hands for each in club.activity],
                "marker": {"color": Colour.GAIN},
                "meta": {"role": "bar", "link": Link.HANDS},
                "customdata": [[query(*played_in(each.period, club))] for each in club.activity],
                "hovertemplate": "%{x}<br>%{y:,d} hands<extra></extra>",
            }
        ],
        xaxis=date_axis(club.by),
        yaxis=titled(f"hands a {club.by}", tickformat=",d", nticks=5, rangemode="tozero"),
        bargap=0.15,
    )


def rules_in_use(club: ClubPlay) -> Figure:
    """How many hands were played by each preset, for whichever coin."""
    numbers = Counter[str]()
    stakes: dict[str, list[str]] = {}
    for each in club.rules:
        numbers[each.rules] += each.hands
        stakes.setdefault(each.rules, []).append(f"{each.stake}: {each.hands:,}")
    if not numbers.total():
        return empty(_RULES_IN_USE)
    rows = numbers.most_common()
    first, most = rows[0]
    return figure(
        _RULES_IN_USE,
        f"Of {hands(numbers.total())} {percent(most / numbers.total())} were played by {first}; rule sets in "
        f"use: {len(rows):,}.",
        [
            {
                "type": "bar",
                "orientation": "h",
                "x": [number for _, number in rows],
                "y": [rules for rules, _ in rows],
                "text": [f"{number:,}" for _, number in rows],
                "textposition": "auto",
                "textangle": 0,
                "insidetextfont": {"color": Colour.SHEET},
                "cliponaxis": False,
                "marker": {"color": Colour.VERDIGRIS},
                "meta": {"role": "bar", "link": Link.HANDS},
                "customdata": [[query(rules=rules), "<br>".join(stakes[rules])] for rules, _ in rows],
                "hovertemplate": "%{y}<br>%{customdata[1]}<extra></extra>",
            }
        ],
        xaxis=titled("hands", tickformat=",d", nticks=5, rangemode="tozero"),
        yaxis=titled(None, autorange="reversed", showgrid=False),
        height=110 + _ROW * len(rows),
        left=112,
        bargap=0.35,
    )
