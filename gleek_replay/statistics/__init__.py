"""A player's results over time: numbers with their sample, and figures drawn from them."""

from gleek_replay.statistics.estimates import SMALL_SAMPLE, Mean, Share, mean_of, share_of
from gleek_replay.statistics.figures import Figure, FigureName, draw_figure
from gleek_replay.statistics.lines import HandLine
from gleek_replay.statistics.stages import StageOfPay, net_of_stage
from gleek_replay.statistics.summary import (
    HandResult,
    PlayerStatistics,
    SeatResult,
    StageResult,
    summarise,
)

__all__ = [
    "SMALL_SAMPLE",
    "Figure",
    "FigureName",
    "HandLine",
    "HandResult",
    "Mean",
    "PlayerStatistics",
    "SeatResult",
    "Share",
    "StageOfPay",
    "StageResult",
    "draw_figure",
    "mean_of",
    "net_of_stage",
    "share_of",
    "summarise",
]
