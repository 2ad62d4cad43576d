"""The figures that there are."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class PlayerFigure(StrEnum):
    """The figures of a player, by the name in their address."""

    NET_OVER_TIME = "net_over_time"
    NET_BY_STAGE = "net_by_stage"
    RESULTS_BY_SEAT = "results_by_seat"
    CALENDAR = "calendar"
    DISTRIBUTION = "distribution"
    PRICE_AND_OUTCOME = "price_and_outcome"
    VYING_OUTCOMES = "vying_outcomes"
    OPPONENTS = "opponents"
    POINTS_AND_BREAK_EVEN = "points_and_break_even"


class ClubFigure(StrEnum):
    """The figures of a club, by the name in their address."""

    ACTIVITY = "activity"
    VERDICTS_OVER_TIME = "verdicts_over_time"
    VERDICTS_BY_CLIENT = "verdicts_by_client"
    FINDINGS_BY_CLIENT = "findings_by_client"
    RULES_IN_USE = "rules_in_use"
    LEADERBOARD = "leaderboard"
    HEAD_TO_HEAD = "head_to_head"


TITLES: Final[dict[PlayerFigure | ClubFigure, str]] = {
    PlayerFigure.NET_OVER_TIME: "Net over time",
    PlayerFigure.NET_BY_STAGE: "Net by stage",
    PlayerFigure.RESULTS_BY_SEAT: "Results by seat",
    PlayerFigure.CALENDAR: "Calendar",
    PlayerFigure.DISTRIBUTION: "Distribution of results",
    PlayerFigure.PRICE_AND_OUTCOME: "Price and outcome",
    PlayerFigure.VYING_OUTCOMES: "Vying outcomes",
    PlayerFigure.OPPONENTS: "Head to head",
    PlayerFigure.POINTS_AND_BREAK_EVEN: "Points and break-even",
    ClubFigure.ACTIVITY: "Activity",
    ClubFigure.VERDICTS_OVER_TIME: "Misreported hands over time",
    ClubFigure.VERDICTS_BY_CLIENT: "Verdicts by client",
    ClubFigure.FINDINGS_BY_CLIENT: "Findings by client",
    ClubFigure.RULES_IN_USE: "Rules in use",
    ClubFigure.LEADERBOARD: "Leaderboard",
    ClubFigure.HEAD_TO_HEAD: "Head to head",
}
"""What stands over each figure."""
