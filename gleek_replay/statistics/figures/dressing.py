"""What all figures have in common: their colours, their frame, and how amounts are written.

A figure is Plotly's own form in plain dictionaries, for making ``plotly.graph_objects`` of it would take
longer than all the rest. ``layout.meta`` tells the page what it needs to show the figure well: ``summary`` is
the figure in one sentence, for those who do not see it; ``height`` and ``least_width`` are pixels that it
wants (or ``None``); ``colours`` names every colour in it, so that a page may put its own in their place.

Nothing is told by colour alone: signs, hatching, shapes or words say the same. The colours stay apart for
the colour-blind: blue and vermilion, ochre, verdigris and plum, which differ in lightness as well.

No text has marks such as ``<b>`` in it: Plotly makes styles of them, which the pages' policy forbids. What
people have written, names of players and programs, goes through :func:`plain`, for there may be some in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Final

from gleek_replay.statistics.figures.subjects import Known
from gleek_replay.statistics.money import money_words
from gleek_replay.statistics.series import By

Figure = dict[str, Any]
"""A Plotly figure: ``data`` and ``layout``, as Plotly's script takes them."""
Part = dict[str, Any]
"""A part of a figure: a trace, an axis, an annotation."""

MOST_POINTS: Final = 750
"""A curve of more hands is drawn through every k-th of them; a screen shows no more."""


class Colour(StrEnum):
    """The colours of figures; a page has its own in place of each, by the member's name in small letters."""

    INK = "#241d14"
    SOFT = "#5f5340"
    HAIR = "#e0d4b8"
    SHEET = "#fbf6ea"
    GAIN = "#1f5a8c"
    LOSS = "#b3401f"
    NEUTRAL = "#857757"
    BAND = "#e6dcc6"
    OCHRE = "#a8741a"
    VERDIGRIS = "#2f7a6c"
    PLUM = "#7d4a70"


COLOURS: Final = {str(colour): colour.name.lower() for colour in Colour}
FONT: Final = {"family": "Georgia, 'Times New Roman', serif", "size": 14, "color": Colour.INK}


def figure(
    title: str,
    summary: str,
    data: Sequence[Part],
    *,
    xaxis: Part,
    yaxis: Part,
    notes: Sequence[Part] = (),
    shapes: Sequence[Part] = (),
    height: int | None = None,
    least_width: int | None = None,
    left: int = 64,
    right: int = 16,
    **layout: Any,
) -> Figure:
    """A figure in its frame: ``notes`` are its annotations, ``left`` and ``right`` the room for labels in
    pixels.
    """
    named_below = xaxis.get("title", {}).get("text") is not None
    lines = {"zerolinecolor": Colour.SOFT, "gridcolor": Colour.HAIR, "linecolor": Colour.SOFT}
    return {
        "data": list(data),
        "layout": {
            "title": {"text": title, "subtitle": {"text": plain(summary)}},
            "meta": {"summary": summary, "height": height, "least_width": least_width, "colours": COLOURS},
            "showlegend": False,
            "hovermode": "closest",
            "font": FONT,
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "margin": {"l": left, "r": right, "t": 72, "b": 56 if named_below else 40},
            "xaxis": {"automargin": True, **lines, **xaxis},
            "yaxis": {"automargin": True, **lines, **yaxis},
            "annotations": list(notes),
            "shapes": list(shapes),
            **layout,
        },
    }


def empty(title: str, words: str = "No hands yet.") -> Figure:
    """A figure of nothing, which says so."""
    hidden = {"visible": False, "range": [0, 1]}
    said = note(words, x=0.5, y=0.5, xref="paper", yref="paper", font={"size": 17, "color": Colour.SOFT})
    return figure(title, words, [], xaxis=hidden, yaxis=hidden, notes=[said], height=180)


def plain(words: str) -> str:
    """Words that somebody has written as Plotly shows them as they are: it takes ``<`` and ``&`` for markup.

    >>> plain("Kate <b>& Co</b>")
    'Kate &lt;b>&amp; Co&lt;/b>'
    """
    return words.replace("&", "&amp;").replace("<", "&lt;")


def labels(players: Iterable[Known]) -> dict[str, str]:
    """What some players are called, by their ids: by name, and those who have the same by name and id."""
    names = {player.player_id: player.name or player.player_id for player in players}
    numbers = Counter(names.values())
    return {
        player_id: name if numbers[name] == 1 else f"{name} ({player_id})"
        for player_id, name in names.items()
    }


def note(text: str, **where: Any) -> Part:
    """Words within a figure."""
    return {"text": text, "showarrow": False, **where}


def titled(text: str | None, **axis: Any) -> Part:
    """An axis with its title."""
    return {"title": {"text": text}, **axis}


def date_axis(by: By) -> Part:
    """An axis of days, weeks or months; the year stands below the first tick of each."""
    form = "%b\n%Y" if by is By.MONTH else "%-d %b\n%Y"
    return titled(None, type="date", nticks=5, tickangle=0, tickformat=form, showgrid=False)


def amount_axis(text: str, low: float, high: float, *, money: bool, **axis: Any) -> Part:
    """An axis of counters, or of farthings that are told in pounds, shillings and pence; from ``low`` to
    ``high`` are the amounts that it shows.
    """
    if not money:
        return titled(text, tickformat=",~r" if high - low >= _WHOLE_TICKS else ",~g", nticks=7, **axis)
    step = nice_step(max(high - low, 1) / _MONEY_TICKS, money=True)
    ticks = [step * tick for tick in range(math.floor(low / step), math.ceil(high / step) + 1)]
    return titled(text, tickvals=ticks, ticktext=[money_words(tick) for tick in ticks], **axis)


_WHOLE_TICKS: Final = 8
_MONEY_TICKS: Final = 5
_MONEY_STEPS: Final = (1, 2, 4, 8, 12, 24, 48, 96, 240, 480, 960)
"""Round sums below a pound, in farthings: pence, three and six of them, shillings, a crown and an angel."""


def nice_step(least: float, *, money: bool = False) -> int:
    """The smallest round number that is no less: 1, 2, 5, 10 and so on, or a round sum of farthings.

    >>> nice_step(0.3), nice_step(3), nice_step(11), nice_step(5, money=True), nice_step(2000, money=True)
    (1, 5, 20, 8, 4800)
    """
    if money:
        for step in _MONEY_STEPS:
            if step >= least:
                return step
        return _MONEY_STEPS[-1] * nice_step(least / _MONEY_STEPS[-1])
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= least:
                return step * power
        power *= 10


def amount(value: float, *, money: bool, places: int = 0) -> str:
    """An amount with its sign, as it stands in a sentence or on a label.

    >>> amount(1234, money=False), amount(-0.5, money=False, places=2), amount(960, money=True)
    ('+1,234', '−0.50', '+£1')
    """
    if not money:
        sign = "+" if round(value, places) else ""
        return f"{round(value, places) or 0:{sign},.{places}f}".replace("-", "−")
    words = money_words(value)
    return words if words.startswith("−") or not round(value) else f"+{words}"


def counters(value: float, *, money: bool) -> str:
    """An amount with its sign and what it is counted in."""
    return amount(value, money=money) if money else f"{amount(value, money=money)} counters"


def interval(low: float | None, high: float | None, *, money: bool) -> str:
    """The ends of an interval of a mean, in words for a hover label; nothing if there is none."""
    if low is None or high is None:
        return ""
    ends = (amount(low, money=money, places=2), amount(high, money=money, places=2))
    return f"95 %: {ends[0]} to {ends[1]}"


def hands(number: int) -> str:
    """So many hands."""
    return f"{number:,} hand" if number == 1 else f"{number:,} hands"


def percent(share: float) -> str:
    """A share as people write it.

    >>> percent(0.314), percent(0.004)
    ('31 %', '0.4 %')
    """
    places = 1 if 0 < share < 0.0095 else 0
    return f"{100 * share:.{places}f} %"


def whiskers(
    values: Sequence[float | None], lows: Sequence[float | None], highs: Sequence[float | None]
) -> Part:
    """The 95 % intervals about some values, of which each has one."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [round((high or 0) - (value or 0), 4) for value, high in zip(values, highs, strict=True)],
        "arrayminus": [round((value or 0) - (low or 0), 4) for value, low in zip(values, lows, strict=True)],
        "color": Colour.INK,
        "thickness": 1.4,
        "width": 5,
    }  # fmt: skip


def hatched(shape: str) -> Part:
    """Hatching over the colour of a bar: by what it stands for, if not by its colour, bars are told apart."""
    return {"shape": shape, "fillmode": "overlay", "fgcolor": Colour.SHEET, "size": 7, "solidity": 0.2}


KEY_ABOVE: Final[Part] = {
    "showlegend": True,
    "legend": {
        "orientation": "h", "x": 0, "xanchor": "left", "y": 1, "yanchor": "bottom", "traceorder": "normal",
        "itemclick": False, "itemdoubleclick": False, "font": {"size": 15},
    },
}  # fmt: skip
"""A key to the traces, in a line above them."""


TWO_COLUMNS: Final[Part] = KEY_ABOVE | {
    "legend": {**KEY_ABOVE["legend"], "entrywidthmode": "fraction", "entrywidth": 0.46}
}
"""The same in two columns."""


def every_kth(number: int, most: int = MOST_POINTS) -> list[int]:
    """Which of so many points are drawn: every k-th, and the last."""
    step = max(1, -(-number // most))
    drawn = list(range(0, number, step))
    if number and drawn[-1] != number - 1:
        drawn.append(number - 1)
    return drawn


def rounded(numbers: Any, places: int = 2) -> list[Any]:
    """The numbers of a column, short enough to be sent; ``None`` for what is not one."""
    return [None if number != number else round(number, places) for number in numbers.tolist()]
