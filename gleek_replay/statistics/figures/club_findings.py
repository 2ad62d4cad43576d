"""What is found in the hands of which client."""

from __future__ import annotations

from typing import Final

from gleek_replay.statistics.figures.club_verdicts import client_name
from gleek_replay.statistics.figures.dressing import (
    Colour,
    Figure,
    Part,
    empty,
    figure,
    hands,
    percent,
    plain,
    titled,
    whiskers,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, ClubFigure
from gleek_replay.statistics.figures.subjects import ClientFinding, ClubPlay

_TITLE: Final = TITLES[ClubFigure.FINDINGS_BY_CLIENT]

MOST_FINDINGS: Final = 12
"""Those that occur in the largest part of a client's hands."""
_ROW: Final = 42
_LOOKS: Final = {"difference": (Colour.LOSS, "circle"), "violation": (Colour.OCHRE, "diamond")}


def findings_by_client(club: ClubPlay) -> Figure:
    """In what part of the hands of a version of a client something is found, with the 95 % interval: what
    records misstate as discs, the rules that are broken in them as diamonds.
    """
    rows = sorted(club.findings, key=lambda each: -(each.share.value or 0))[:MOST_FINDINGS]
    if not rows:
        return empty(_TITLE, "Nothing was found wrong in any hand.")
    return figure(
        _TITLE,
        _summary(rows[0], len(club.findings) - len(rows)),
        [trace for kind in _LOOKS if (trace := _points(rows, kind))["x"]],
        xaxis=titled("of its hands, 95 % interval", tickformat=".0%", nticks=5, rangemode="tozero"),
        yaxis=titled(
            None, categoryorder="array", categoryarray=[_label(each) for each in rows][::-1], showgrid=True,
        ),
        height=110 + _ROW * len(rows),
        left=150,
    )  # fmt: skip


def _points(rows: list[ClientFinding], kind: str) -> Part:
    colour, symbol = _LOOKS[kind]
    mine = [each for each in rows if each.kind == kind]
    values = [each.share.value or 0 for each in mine]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [round(value, 5) for value in values],
        "y": [_label(each) for each in mine],
        "error_x": whiskers(values, [each.share.low for each in mine], [each.share.high for each in mine]),
        "marker": {"size": 12, "color": colour, "symbol": symbol},
        "meta": {"role": kind, "link": Link.HANDS},
        "customdata": [
            [
                query(client=client_name(each)),
                plain(client_name(each)),
                _words(each),
                percent(each.share.value or 0),
                hands(each.hands),
            ]
            for each in mine
        ],
        "hovertemplate": "%{customdata[1]} %{customdata[2]}<br>%{customdata[3]}, in %{customdata[4]}"
        "<extra></extra>",
    }  # fmt: skip


def _words(each: ClientFinding) -> str:
    """What is wrong with it: what it misstates, or which rule is broken in it."""
    code = each.code.replace("_", " ")
    return f"misstates the {code}" if each.kind == "difference" else f"has hands with a {code}"


def _label(each: ClientFinding) -> str:
    return f"{each.code.replace('_', ' ')}<br>{plain(client_name(each))}"


def _summary(first: ClientFinding, left: int) -> str:
    words = f"{client_name(first)} {_words(first)}, in {percent(first.share.value or 0)}"
    words = f"Most often {words} of {hands(first.share.hands)}"
    return f"{words}; {left:,} rarer findings are not drawn." if left else f"{words}."
