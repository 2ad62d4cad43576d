"""Bars of how many hands came to how much, apart by whether that is good, bad or neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from gleek_replay.statistics.figures.bins import Bins
from gleek_replay.statistics.figures.dressing import Colour, Part, hatched, note, titled
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.measures import Side

Words = Callable[[int], str]
"""An amount in words."""


def bars(bins: Bins, measure: str, words: Words, *, offset: int = 0) -> list[Part]:
    """The bars of bins above zero, below and at it, so far as there are any. They are drawn, and told in
    words, ``offset`` further to the right.
    """
    counts, signs = bins.counts, np.sign(bins.low)
    traces = []
    for sign, (role, colour, hatching) in _LOOKS.items():
        places = np.flatnonzero((signs == sign) & (counts > 0))
        if len(places):
            traces.append(
                {
                    "type": "bar",
                    "x": ((bins.low[places] + bins.high[places]) / 2 + offset).tolist(),
                    "width": (0.92 * (bins.high[places] - bins.low[places] + 1)).tolist(),
                    "y": counts[places].tolist(),
                    "marker": {"color": colour, "pattern": hatching},
                    "meta": {"role": role, "link": Link.HANDS},
                    "customdata": [_told(bins, place, measure, words, offset) for place in places.tolist()],
                    "hovertemplate": "%{customdata[1]}<br>hands: %{y:,d}<extra></extra>",
                }
            )
    return traces


def hands_axis(bins: Bins) -> Part:
    """The axis of hands, with room above the bars for the words at a line."""
    most = int(bins.counts.max())
    ticks = {"dtick": 1} if most <= _FEW_HANDS else {"nticks": 5}
    return titled("hands", tickformat=",d", range=[0, round(_ROOM * most, 1)], **ticks)


_ROOM: Final = 1.15
_FEW_HANDS: Final = 5


def marked(text: str, at: float, *, to_right: bool) -> tuple[Part, Part]:
    """A line from the bottom to the top at an amount, and the words at its upper end."""
    line: Part = {
        "type": "line", "x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper",
        "line": {"color": Colour.INK, "width": 1.5, "dash": "dot"},
    }  # fmt: skip
    words = note(
        text, x=at, y=1, yref="paper", yanchor="top", xanchor="left" if to_right else "right",
        xshift=6 if to_right else -6,
    )  # fmt: skip
    return line, words


def _told(bins: Bins, place: int, measure: str, words: Words, offset: int) -> list[str]:
    low, high = bins.ends(place)
    link = query(measure=measure, side=Side.DENOMINATOR, at_least=low, at_most=high)
    if low is None or high is None:
        end = low if high is None else high
        said = f"{words((end or 0) + offset)} or {'more' if high is None else 'less'}"
        return [link, "all" if end is None else said]
    ends = words(low + offset), words(high + offset)
    return [link, ends[0] if low == high else f"{ends[0]} to {ends[1]}"]


_LOOKS: Final = {
    1: ("gain", Colour.GAIN, hatched("")),
    -1: ("loss", Colour.LOSS, hatched("/")),
    0: ("neutral", Colour.NEUTRAL, hatched("")),
}
"""By sign; what is below zero is hatched."""
