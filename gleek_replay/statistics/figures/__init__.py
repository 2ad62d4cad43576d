"""Figures of what a player's hands come to, and of what a club plays, as JSON-ready dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gleek_replay.statistics.figures.calendar import calendar
from gleek_replay.statistics.figures.club_activity import activity, rules_in_use
from gleek_replay.statistics.figures.club_findings import findings_by_client
from gleek_replay.statistics.figures.club_players import head_to_head, leaderboard
from gleek_replay.statistics.figures.club_verdicts import verdicts_by_client, verdicts_over_time
from gleek_replay.statistics.figures.distribution import distribution
from gleek_replay.statistics.figures.dressing import MOST_POINTS, Figure
from gleek_replay.statistics.figures.measure_over_time import draw_series
from gleek_replay.statistics.figures.names import TITLES, ClubFigure, PlayerFigure
from gleek_replay.statistics.figures.net_by_stage import net_by_stage
from gleek_replay.statistics.figures.net_over_time import net_over_time
from gleek_replay.statistics.figures.opponents import opponents
from gleek_replay.statistics.figures.points_and_break_even import points_and_break_even
from gleek_replay.statistics.figures.price_and_outcome import price_and_outcome
from gleek_replay.statistics.figures.results_by_seat import results_by_seat
from gleek_replay.statistics.figures.subjects import ClubPlay, PlayerPlay
from gleek_replay.statistics.figures.vying_outcomes import vying_outcomes

__all__ = [
    "CLUB_FIGURES", "MOST_POINTS", "PLAYER_FIGURES", "TITLES", "ClubFigure", "ClubPlay", "Figure",
    "PlayerFigure", "PlayerPlay", "draw_club_figure", "draw_player_figure", "draw_series",
]  # fmt: skip

PLAYER_FIGURES: Final[dict[PlayerFigure, Callable[[PlayerPlay], Figure]]] = {
    PlayerFigure.NET_OVER_TIME: net_over_time,
    PlayerFigure.NET_BY_STAGE: net_by_stage,
    PlayerFigure.RESULTS_BY_SEAT: results_by_seat,
    PlayerFigure.CALENDAR: calendar,
    PlayerFigure.DISTRIBUTION: distribution,
    PlayerFigure.PRICE_AND_OUTCOME: price_and_outcome,
    PlayerFigure.VYING_OUTCOMES: vying_outcomes,
    PlayerFigure.OPPONENTS: opponents,
    PlayerFigure.POINTS_AND_BREAK_EVEN: points_and_break_even,
}
CLUB_FIGURES: Final[dict[ClubFigure, Callable[[ClubPlay], Figure]]] = {
    ClubFigure.ACTIVITY: activity,
    ClubFigure.VERDICTS_OVER_TIME: verdicts_over_time,
    ClubFigure.VERDICTS_BY_CLIENT: verdicts_by_client,
    ClubFigure.FINDINGS_BY_CLIENT: findings_by_client,
    ClubFigure.RULES_IN_USE: rules_in_use,
    ClubFigure.LEADERBOARD: leaderboard,
    ClubFigure.HEAD_TO_HEAD: head_to_head,
}


def draw_player_figure(name: PlayerFigure, play: PlayerPlay) -> Figure:
    """The named figure of a player's hands."""
    return PLAYER_FIGURES[name](play)


def draw_club_figure(name: ClubFigure, club: ClubPlay) -> Figure:
    """The named figure of a club."""
    return CLUB_FIGURES[name](club)
