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
from gleek_replay.statistics.estimates import Mean, mean_of, student_quantile
from gleek_replay.statistics.lines import HandLine
from gleek_replay.statistics.stages import SPOKEN
from gleek_replay.statistics.summary import StageResult

Figure = dict[str, Any]
"""A Plotly figure: ``data`` and ``layout``, as Plotly's script takes them."""

GAIN: Final = "#1f5a8c"
LOSS: Final = "#b3401f"
INK: Final = "#2b2620"
FAINT: Final = "#d9d0bf"
MOST_POINTS: Final = 1_500
"""A curve of more hands is drawn through every k-th of them; a screen shows no more."""
FEW_HANDS: Final = 10
"""Up to so many hands each has its own mark on the axis."""


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
    """The running net from hand to hand, over the range that luck alone would leave 95 % of players in.

    The range is that of a player without any advantage whose single hands scatter as this player's do:
    Student's quantile of deviations, growing with the root of the number of hands. At the last hand it is
    left exactly when the interval of the net a hand leaves zero out. It is drawn only of a sample that is
    not small.
    """
    net_a_hand = mean_of([line.net for line in played])
    totals = list(accumulate(line.net for line in played))
    drawn = _every_kth(len(played))
    numbers_of_hands = [i + 1 for i in drawn]
    figure = go.Figure()
    if net_a_hand.deviation and not net_a_hand.small:
        single = student_quantile(len(played) - 1) * net_a_hand.deviation
        reach = [round(single * math.sqrt(number), 2) for number in numbers_of_hands]
        figure.add_scatter(
            x=numbers_of_hands + numbers_of_hands[::-1], y=reach + [-edge for edge in reversed(reach)],
            fill="toself", hoverinfo="skip", mode="lines", line={"width": 0, "color": FAINT},
            fillcolor="rgba(139, 120, 85, 0.18)", name="what luck alone brings (95 %)", meta={"role": "band"},
        )  # fmt: skip
    figure.add_scatter(
        x=numbers_of_hands, y=[totals[i] for i in drawn], name="net",
        line={"width": 2, "color": GAIN, "shape": "hv"}, marker={"size": 9, "color": GAIN},
        mode="lines" if len(drawn) > 1 else "markers", meta={"role": "line"},
        customdata=[[played[i].hand_id, played[i].net, _day(played[i])] for i in drawn],
        hovertemplate="Hand %{x:,d}, %{customdata[2]}<br><b>%{y:+,d}</b> so far"
        "<br>%{customdata[1]:+d} in %{customdata[0]}<extra></extra>",
    )  # fmt: skip
    figure.update_xaxes(title_text="hands played", tickformat=",d", rangemode="tozero")
    figure.update_yaxes(title_text="counters won so far", tickformat=",d", rangemode="tozero")
    if len(played) <= FEW_HANDS:
        figure.update_xaxes(range=[0, len(played) + 0.5], dtick=1)
    return _finished(figure, "Net over time", _course(totals, net_a_hand))


def _course(totals: Sequence[int], net_a_hand: Mean) -> str:
    """How the running net went, and what luck has to do with it where the sample says anything of that."""
    if not totals:
        return "No hands yet."
    ends = f"Over {_hands(len(totals))} the running net ends at {_signed(totals[-1])} counters"
    if len(totals) == 1:
        return f"{ends}."
    went = f"{ends}, after a height of {_signed(max(totals))} and a low of {_signed(min(totals))}"
    if net_a_hand.low is None or net_a_hand.high is None or not net_a_hand.deviation or net_a_hand.small:
        return f"{went}."
    within = net_a_hand.low <= 0 <= net_a_hand.high
    return f"{went}; it ends {'within' if within else 'outside'} the range that luck alone would bring."


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
    figure.update_xaxes(title_text=_unit(means), tickformat=",~g", nticks=7)
    titles = [result.title for result in stages]
    figure.update_yaxes(categoryorder="array", categoryarray=titles[::-1], title_text=None)
    return _finished(figure, "Net by stage", _extremes(stages, len(played)), left=112)


def _extremes(stages: Sequence[StageResult], hands: int) -> str:
    """Which stage brought most, and which least."""
    if not hands:
        return "No hands yet."
    if not stages:
        return f"Over {_hands(hands)} nothing was paid."
    most = max(stages, key=lambda result: result.net)
    least = min(stages, key=lambda result: result.net)
    if most is least:
        return f"Over {_hands(hands)} {SPOKEN[most.stage]} brought {_signed(most.net)} counters."
    return (
        f"Over {_hands(hands)} {SPOKEN[most.stage]} brought most ({_signed(most.net)} counters) and "
        f"{SPOKEN[least.stage]} least ({_signed(least.net)})."
    )


def results_by_seat(played: Sequence[HandLine]) -> go.Figure:
    """Net a hand in each seat as a point with its 95 % interval; of one hand there is none to draw."""
    seats = numbers.results_by_seat(played)
    labels = [f"{seat.position.capitalize()}<br>{_hands(seat.net_a_hand.hands)}" for seat in seats]
    means = [seat.net_a_hand for seat in seats]
    figure = go.Figure()
    for has_interval in (True, False):
        drawn = [i for i, mean in enumerate(means) if bool(mean.deviation) is has_interval]
        figure.add_scatter(
            mode="markers", x=[labels[i] for i in drawn], y=[means[i].value for i in drawn],
            error_y=_whiskers([means[i] for i in drawn]), marker={"size": 11, "color": GAIN},
            name="net a hand", meta={"role": "point"}, customdata=[[seats[i].net] for i in drawn],
            hovertemplate="<b>%{y:+.2f}</b> a hand<br>%{customdata[0]:+,d} in all<extra></extra>",
        )  # fmt: skip
    figure.update_yaxes(title_text=_unit(means), tickformat=",~g")
    figure.update_xaxes(
        range=[-0.6, max(len(seats), 1) - 0.4], showgrid=False,
        categoryorder="array", categoryarray=labels,
    )  # fmt: skip
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


def _day(line: HandLine) -> str:
    return f"{line.played_at.day} {line.played_at:%b %Y}"


def _unit(means: Sequence[Mean]) -> str:
    """What an axis of means counts; the interval is named where one is drawn."""
    return "counters a hand, 95 % interval" if any(mean.deviation for mean in means) else "counters a hand"


def _whiskers(means: Sequence[Mean]) -> dict[str, Any] | None:
    """The intervals about some means; ``None`` where there are none, for an interval of no width would
    pass for certainty.
    """
    if not any(mean.deviation for mean in means):
        return None
    reach = [round((mean.high or 0.0) - (mean.value or 0.0), 4) for mean in means]
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
