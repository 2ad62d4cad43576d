"""How often single hands bring how much."""

from __future__ import annotations

from typing import Final

import numpy as np

from gleek_replay.statistics.figures.bins import bins_of
from gleek_replay.statistics.figures.dressing import (
    Figure,
    amount,
    amount_axis,
    empty,
    figure,
    hands,
    percent,
)
from gleek_replay.statistics.figures.histogram import bars, hands_axis, marked
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.measures import MEASURES, amounts

_TITLE: Final = TITLES[PlayerFigure.DISTRIBUTION]

_MOST_BINS: Final = 40


def distribution(play: PlayerPlay) -> Figure:
    """How many hands lie in each bin of nets. Hands that brought nothing have a bar of their own; the bars at
    the ends hold the few hands beyond them as well.
    """
    played = play.counted
    if not len(played):
        return empty(_TITLE)
    net = MEASURES["net"]
    nets = amounts(net, played, net.hands(played), money=play.money)
    bins = bins_of(nets, _MOST_BINS, money=play.money, around=0)
    median, mean = float(np.median(nets)), float(nets.mean())
    won, lost = (int(np.count_nonzero(side)) for side in (nets > 0, nets < 0))
    low, high = int(bins.low[0]), int(bins.high[-1])
    average = amount(mean, money=play.money, places=1)
    line, words = marked(f"average {average}", mean, to_right=True)
    return figure(
        _TITLE,
        f"Of {hands(len(nets))} {won:,} brought something ({percent(won / len(nets))}) and {lost:,} cost "
        f"something; the middle one {amount(median, money=play.money)}, the average {average}.",
        bars(bins, net.name, lambda each: amount(each, money=play.money)),
        xaxis=amount_axis(
            "money won or lost in a hand" if play.money else "counters won or lost in a hand", low, high,
            money=play.money, zeroline=False, showgrid=False,
        ),
        yaxis=hands_axis(bins),
        shapes=[line],
        notes=[words],
    )  # fmt: skip
