"""Plotly figures of a player's results, as JSON-ready dictionaries.

Each figure stands by itself: title, axes, colours that the colour-blind tell apart (and never colour
alone: sign and label say the same). ``layout.meta.summary`` is the figure in one sentence, for those
who do not see it; each trace's ``meta.role`` says what it is, so that a page may colour it by its own
palette. Every number drawn is one of :mod:`gleek_replay.statistics.summary`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import accumulate
from typing import Any, Final

import plotly.graph_objects as go

from gleek_replay.statistics import summary as numbers
from gleek_replay.statistics.estimates import Mean, mean_of
from gleek_replay.statistics.lines import HandLine

Figure = dict[str, Any]
"""A Plotly figure: ``data`` and ``layout``, as Plotly's script takes them."""

GAIN: Final = "#1f5a8c"
LOSS: Final = "#b3401f"
INK: Final = "#2b2620"
FAINT: Final = "#d9d0bf"
MOST_POINTS: Final = 1_500
"""A curve of more hands is drawn through every k-th of them; a screen shows no more."""


class FigureName(StrEnum):
    """The figures there are, by the name in their address."""

    NET_OVER_TIME = "net_over_time"
    NET_BY_STAGE = "net_by_stage"
    RESULTS_BY_SEAT = "results_by_seat"


def draw_figure(name: FigureName, lines: Sequence[HandLine]) -> Figure:
    """The named figure of one player's hands, given in any order."""
    played = sorted(lines, key=lambda line: (line.played_at, line.hand_id))
    figure: Figure = FIGURES[name](played).to_plotly_json()
    return figure


def net_over_time(played: Sequence[HandLine]) -> go.Figure:
    """The running net, over the range that luck alone would leave 95 % of players in.

    The range is that of a player without any advantage whose single hands scatter as this player's do:
    ±1.96 deviations, growing with the root of the number of hands.
    """
    deviation = mean_of([line.net for line in played]).deviation or 0.0
    totals = list(accumulate(line.net for line in played))
    drawn = _every_kth(len(played))
    dates = [played[i].played_at.isoformat() for i in drawn]
    reach = [round(1.96 * deviation * math.sqrt(i + 1), 2) for i in drawn]
    figure = go.Figure()
    figure.add_scatter(
        x=dates + dates[::-1], y=reach + [-edge for edge in reversed(reach)], fill="toself", hoverinfo="skip",
        mode="lines", line={"width": 0, "color": FAINT}, fillcolor="rgba(139, 120, 85, 0.18)",
        name="what luck alone brings (95 %)", meta={"role": "band"},
    )  # fmt: skip
    figure.add_scatter(
        x=dates, y=[totals[i] for i in drawn], name="net", line={"width": 2, "color": GAIN, "shape": "hv"},
        mode="lines" if len(drawn) > 1 else "markers", meta={"role": "line"},
        customdata=[[played[i].hand_id, played[i].net, i + 1] for i in drawn],
        hovertemplate="%{x|%-d %B %Y}, hand %{customdata[2]}<br><b>%{y:+,d}</b> so far"
        "<br>%{customdata[1]:+d} in %{customdata[0]}<extra></extra>",
    )  # fmt: skip
    figure.update_xaxes(type="date")
    figure.update_yaxes(title_text="counters won so far", tickformat=",d")
    summary = "No hands yet."
    if played:
        within = abs(totals[-1]) <= 1.96 * deviation * math.sqrt(len(played))
        summary = (
            f"Over {_hands(len(played))} the running net ends at {_signed(totals[-1])} counters, after a "
            f"height of {_signed(max(totals))} and a low of {_signed(min(totals))}; it ends "
            f"{'within' if within else 'outside'} the range that luck alone would bring."
        )
    return _finished(figure, "Net over time", summary)


def net_by_stage(played: Sequence[HandLine]) -> go.Figure:
    """Net a hand in each stage, with the 95 % interval, in the game's order from the top."""
    stages = [result for result in numbers.results_by_stage(played) if result.touched]
    means = [result.net_a_hand for result in stages]
    values = [mean.value or 0.0 for mean in means]
    figure = go.Figure()
    for role, colour, wanted in (("gain", GAIN, True), ("loss", LOSS, False)):
        drawn = [i for i, value in enumerate(values) if (value >= 0) is wanted]
        figure.add_bar(
            orientation="h", x=[values[i] for i in drawn], y=[stages[i].title for i in drawn],
            error_x=_whiskers([means[i] for i in drawn]), meta={"role": role},
            marker={"color": colour, "opacity": 0.6}, name="won" if wanted else "lost",
            customdata=[[stages[i].net, stages[i].touched] for i in drawn],
            hovertemplate="<b>%{x:+.2f}</b> a hand in %{y}<br>%{customdata[0]:+,d} in all"
            "<br>paid or cost in %{customdata[1]:,} hands<extra></extra>",
        )  # fmt: skip
    figure.update_layout(barmode="overlay", bargap=0.4)
    figure.update_xaxes(title_text="counters a hand, with 95 % interval", tickformat=",~g")
    titles = [result.title for result in stages]
    figure.update_yaxes(categoryorder="array", categoryarray=titles[::-1], title_text=None)
    summary = "No hands yet."
    if stages:
        ranked = sorted(stages, key=lambda result: result.net)
        summary = (
            f"Over {_hands(len(played))} {ranked[-1].title.lower()} brought most ({_signed(ranked[-1].net)} "
            f"counters) and {ranked[0].title.lower()} least ({_signed(ranked[0].net)})."
        )
    return _finished(figure, "Net by stage", summary, left=112)


def results_by_seat(played: Sequence[HandLine]) -> go.Figure:
    """Net a hand in each seat as a point with its 95 % interval."""
    seats = numbers.results_by_seat(played)
    labels = [f"{seat.position.capitalize()}<br>{_hands(seat.net_a_hand.hands)}" for seat in seats]
    figure = go.Figure()
    figure.add_scatter(
        mode="markers", x=labels, y=[seat.net_a_hand.value for seat in seats], name="net a hand",
        error_y=_whiskers([seat.net_a_hand for seat in seats]), marker={"size": 11, "color": GAIN},
        meta={"role": "point"}, customdata=[[seat.net] for seat in seats],
        hovertemplate="<b>%{y:+.2f}</b> a hand<br>%{customdata[0]:+,d} in all<extra></extra>",
    )  # fmt: skip
    figure.update_yaxes(title_text="counters a hand, with 95 % interval", tickformat=",~g")
    figure.update_xaxes(range=[-0.6, max(len(seats), 1) - 0.4], showgrid=False)
    summary = "No hands yet."
    if seats:
        spoken = [f"{_signed(seat.net_a_hand.value or 0.0, 2)} as {seat.position}" for seat in seats]
        summary = f"Net a hand by seat: {', '.join(spoken)}, over {_hands(len(played))}."
    return _finished(figure, "Results by seat", summary)


FIGURES: Final[dict[FigureName, Callable[[Sequence[HandLine]], go.Figure]]] = {
    FigureName.NET_OVER_TIME: net_over_time,
    FigureName.NET_BY_STAGE: net_by_stage,
    FigureName.RESULTS_BY_SEAT: results_by_seat,
}


def _hands(number: int) -> str:
    return f"{number:,} hand" if number == 1 else f"{number:,} hands"


def _signed(number: float, places: int = 0) -> str:
    return f"{number:+,.{places}f}".replace("-", "−")


def _every_kth(hands: int) -> list[int]:
    step = max(1, -(-hands // MOST_POINTS))
    return sorted({*range(0, hands, step), *([hands - 1] if hands else [])})


def _whiskers(means: Sequence[Mean]) -> dict[str, Any]:
    reach = [round((mean.high or 0.0) - (mean.value or 0.0), 4) if mean.hands > 1 else 0 for mean in means]
    return {"type": "data", "array": reach, "color": INK, "thickness": 1.2, "width": 5}


def _finished(figure: go.Figure, title: str, summary: str, left: int = 76) -> go.Figure:
    figure.update_layout(
        title={"text": title, "subtitle": {"text": summary}},
        template="none",
        meta={"summary": summary},
        showlegend=False,
        hovermode="closest",
        font={"family": "Georgia, 'Times New Roman', serif", "size": 14, "color": INK},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        margin={"l": left, "r": 16, "t": 72, "b": 56},
    )
    figure.update_xaxes(zerolinecolor=INK, gridcolor=FAINT)
    figure.update_yaxes(zerolinecolor=INK, gridcolor=FAINT)
    return figure
