"""How many points tricks and honours came to, against as many as cost nothing."""

from __future__ import annotations

from typing import Final

import numpy as np

from gleek_replay.statistics.figures.bins import bins_of
from gleek_replay.statistics.figures.dressing import Figure, empty, figure, hands, percent, titled
from gleek_replay.statistics.figures.histogram import bars, hands_axis, marked
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.measures import MEASURES

_TITLE: Final = TITLES[PlayerFigure.POINTS_AND_BREAK_EVEN]

_MOST_BINS: Final = 30


def points_and_break_even(play: PlayerPlay) -> Figure:
    """How many finished hands came to how many points, with the break-even point; or to how many over it, if
    it was not the same in all hands.
    """
    measure = MEASURES["points_over"]
    told = play.counted.where(measure.hands(play.counted))
    if not len(told):
        return empty(_TITLE, "No finished hands yet.")
    even = np.unique(told["break_even"])
    offset = int(even[0]) if len(even) == 1 else 0
    over = measure.values(told).astype(np.int64)
    bins = bins_of(over, _MOST_BINS, around=0)
    above, at = (int(np.count_nonzero(side)) for side in (over > 0, over == 0))
    mean = float(over.mean())
    below = "over" if mean >= 0 else "under"
    line, words = marked(f"break-even{f' {offset}' if offset else ''}", offset, to_right=mean < 0)
    return figure(
        _TITLE,
        f"Of {hands(len(over))} {above:,} came to more points than break even ({percent(above / len(over))}) "
        f"and {at:,} to just as many; on average {abs(mean):.1f} {below} it.",
        bars(bins, measure.name, (lambda each: f"{each} points") if offset else _beside, offset=offset),
        xaxis=titled(
            "points in a hand" if offset else "points over break-even",
            nticks=7,
            zeroline=False,
            showgrid=False,
        ),
        yaxis=hands_axis(bins),
        shapes=[line],
        notes=[words],
    )


def _beside(points: int) -> str:
    if not points:
        return "just break-even"
    return f"{abs(points)} {'over' if points > 0 else 'under'} break-even"
