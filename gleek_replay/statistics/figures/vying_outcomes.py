"""What vying came to: whether the ruff was won or lost, and whether it had to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from gleek_replay.statistics.columns import Lines, Mask
from gleek_replay.statistics.figures.dressing import (
    TWO_COLUMNS,
    Colour,
    Figure,
    Part,
    amount,
    empty,
    figure,
    hands,
    hatched,
    note,
    percent,
    titled,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.measures import MEASURES, Side, amounts

_TITLE: Final = TITLES[PlayerFigure.VYING_OUTCOMES]

_CASES: Final = {"ruff_won": "Somebody vied", "vied": "He vied", "revied": "He revied", "saw": "He saw"}
"""Measures of what he did, and what is said of it; of the first every hand in which it can be told."""
_BLUFFS: Final = "bluffs_came_off"
_BLUFFED: Final = "He bluffed"

_OUTCOMES: Final = {
    "won_unseen": ("won unseen", Colour.GAIN, hatched("")),
    "won_shown": ("won shown", Colour.VERDIGRIS, hatched("x")),
    "lost_shown": ("lost shown", Colour.LOSS, hatched("/")),
    "gave_up": ("gave up", Colour.NEUTRAL, hatched(".")),
}
_LEAST_LABELLED: Final = 0.08
_ROW: Final = 62


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """Hands in which he did something: how many came to each outcome, and what the ruff brought in them.
    ``behind`` is the measure whose numerator they are; bluffs are a denominator.
    """

    title: str
    behind: str
    outcomes: dict[str, int]
    hands: int
    net: int


def vying_outcomes(play: PlayerPlay) -> Figure:
    """A bar for each thing that can be done, of all hands in which it was: how many were won unseen, won or
    lost at the showdown, or given up. The words over it say how many hands, and what the ruff brought in one.

    Who does several things in a hand has it in several bars.
    """
    cases = _cases(play)
    if not cases:
        return empty(_TITLE, "No vying yet.")
    places = list(range(len(cases)))
    return figure(
        _TITLE,
        _summary(cases, money=play.money),
        [_segments(cases, outcome) for outcome in _OUTCOMES],
        xaxis=titled("of these hands", tickformat=".0%", range=[0, 1], dtick=0.25, showgrid=False),
        yaxis={"visible": False, "range": [len(cases) - 0.5, -0.75]},
        notes=[
            note(_heading(case, money=play.money), x=0, y=place - 0.32, xanchor="left", yanchor="bottom")
            for place, case in zip(places, cases, strict=True)
        ],
        height=150 + _ROW * len(cases),
        left=16,
        barmode="stack",
        bargap=0.5,
        **TWO_COLUMNS,
    )  # fmt: skip


def _cases(play: PlayerPlay) -> list[_Case]:
    played = play.counted
    decided = MEASURES["ruff_won"].hands(played)
    found = []
    for name, title in _CASES.items():
        did = decided if name == "ruff_won" else decided & MEASURES[name].values(played)
        found.append(_case(title, played, did, name, play))
    if play.step == 1:
        found.append(_case(_BLUFFED, played, MEASURES[_BLUFFS].hands(played), _BLUFFS, play))
    return [case for case in found if case.hands]


def _case(title: str, lines: Lines, did: Mask, behind: str, play: PlayerPlay) -> _Case:
    return _Case(
        title=title,
        behind=behind,
        outcomes={
            outcome: int(np.count_nonzero(MEASURES[outcome].values(lines) & did)) for outcome in _OUTCOMES
        },
        hands=int(np.count_nonzero(did)),
        net=int(amounts(MEASURES["net_ruff"], lines, did, money=play.money).sum()),
    )


def _segments(cases: list[_Case], outcome: str) -> Part:
    title, colour, hatching = _OUTCOMES[outcome]
    shares = [case.outcomes[outcome] / case.hands for case in cases]
    return {
        "type": "bar",
        "orientation": "h",
        "name": title,
        "x": [round(share, 4) for share in shares],
        "y": list(range(len(cases))),
        "marker": {
            "color": colour,
            "pattern": hatching,
            "line": {"width": 1, "color": Colour.SHEET},
        },
        "text": [f"{percent(share)}" if share >= _LEAST_LABELLED else "" for share in shares],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "insidetextfont": {"color": Colour.SHEET},
        "meta": {"role": outcome, "link": Link.HANDS},
        "customdata": [
            [
                _link(case, outcome),
                case.title,
                f"{case.outcomes[outcome]:,}",
                hands(case.hands),
                percent(share),
            ]
            for case, share in zip(cases, shares, strict=True)
        ],
        "hovertemplate": f"%{{customdata[1]}} and {title}<br>%{{customdata[2]}} of "
        "%{customdata[3]}, %{customdata[4]}<extra></extra>",
    }


def _link(case: _Case, outcome: str) -> str:
    """The hands of a segment; of bluffs, which are a denominator, those that are both."""
    if case.behind == "ruff_won":
        return query(measure=outcome, side=Side.NUMERATOR)
    if case.behind == _BLUFFS:
        return query(("measure", "bluffs"), ("measure", outcome), side=Side.NUMERATOR)
    return query(("measure", case.behind), ("measure", outcome), side=Side.NUMERATOR)


def _heading(case: _Case, *, money: bool) -> str:
    a_hand = amount(case.net / case.hands, money=money, places=2)
    return f"{case.title}: {hands(case.hands)}, {a_hand} a hand"


def _summary(cases: list[_Case], *, money: bool) -> str:
    whole = cases[0]
    words = f"Of {hands(whole.hands)} in which somebody vied {_won(whole):,} won the ruff"
    words += f" ({percent(_won(whole) / whole.hands)})"
    for case in cases:
        if case.title == _BLUFFED:
            a_hand = amount(case.net / case.hands, money=money, places=2)
            words += f"; of {case.hands:,} bluffs {_won(case):,} came off, at {a_hand} each"
    return f"{words}."


def _won(case: _Case) -> int:
    return case.outcomes["won_unseen"] + case.outcomes["won_shown"]
