"""The club's page, and its players in order."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import plotly
from flask import Blueprint, redirect, render_template, url_for
from marshmallow import fields, validate
from werkzeug import Response

from gleek_replay.services.access import Action
from gleek_replay.services.club_statistics import get_club_statistics, hands_of_months
from gleek_replay.services.leaderboards import ClubFilter, Sort, get_leaderboard
from gleek_replay.services.players import own_player
from gleek_replay.services.rules import preset_names, stake_names
from gleek_replay.statistics.figures import TITLES, ClubFigure
from gleek_replay.statistics.intervals import SMALL_SAMPLE
from gleek_replay.web.api.statistics_queries import ClubFigureQuery, LeaderboardQuery, club_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.pages.asked import address_with, asked, query_string, without_blanks

WIDE: Final = frozenset({ClubFigure.ACTIVITY, ClubFigure.VERDICTS_OVER_TIME, ClubFigure.HEAD_TO_HEAD})
CLUB_TABLES: Final[dict[ClubFigure, str]] = {
    ClubFigure.ACTIVITY: "activity",
    ClubFigure.VERDICTS_OVER_TIME: "activity",
    ClubFigure.VERDICTS_BY_CLIENT: "clients",
    ClubFigure.FINDINGS_BY_CLIENT: "findings",
    ClubFigure.RULES_IN_USE: "rules",
}
"""The table that has the numbers of a figure; the two figures of players have tables of their own."""
FINDINGS_SHOWN: Final = 20
SORTS: Final[dict[Sort, str]] = {
    Sort.NET: "won in all",
    Sort.NET_A_HAND: "won a hand",
    Sort.LOW: "surely won a hand",
    Sort.HANDS: "hands played",
}
PLAYERS_A_PAGE: Final = 50
LEAST_HANDS: Final = SMALL_SAMPLE
"""Players with fewer hands are not on the leaderboard unless somebody asks for them."""

blueprint = Blueprint("club_pages", __name__)


@blueprint.get("/club")
@does(Action.READ)
def club() -> str | Response:
    """What the club plays, what comes of it, and what each program misreports."""
    if (plain := without_blanks()) is not None:
        return redirect(plain)
    query = asked(ClubFigureQuery)
    wanted = club_filter(query)
    statistics = get_club_statistics(database_session(), caller(), wanted, query["by"])
    return render_template(
        "club.html",
        club=statistics,
        my_id=own_player(database_session(), caller()),
        asked=query,
        money=wanted.money,
        query=query_string(),
        query_of_tables=query_string(_OF_PLAYERS | {"unit"}),
        query_of_pairs=query_string(_OF_RANKS | {"by"}),
        hands_asked=_hands_asked(wanted, statistics.time_zone),
        presets=preset_names(),
        stakes=stake_names(),
        figures=[(figure, TITLES[figure], figure in WIDE, _table(figure)) for figure in ClubFigure],
        findings_shown=FINDINGS_SHOWN,
        least_hands=LEAST_HANDS,
        plotly_version=plotly.__version__,
    )


_OF_RANKS: Final = frozenset({"sort", "least_hands"})
_OF_PLAYERS: Final = _OF_RANKS | {"most"}
"""What only the figures of players are asked."""


def _table(figure: ClubFigure) -> str:
    """The address of the table that has the numbers of a figure."""
    if figure is ClubFigure.LEADERBOARD:
        return url_for("club.export_leaderboard") + query_string(frozenset({"by", "most"}))
    if figure is ClubFigure.HEAD_TO_HEAD:
        return url_for("club.export_head_to_head") + query_string(_OF_RANKS | {"by"})
    address = url_for("club.export_club_table", table=CLUB_TABLES[figure])
    return address + query_string(_OF_PLAYERS | {"unit"})


def _hands_asked(wanted: ClubFilter, time_zone: str) -> dict[str, Any]:
    """What the list of hands is to be asked for, to be of the same hands as the page."""
    hands = hands_of_months(wanted, time_zone)
    told = {"from": hands.start, "to": hands.end, "rules": hands.rules, "stake": hands.stake}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in told.items()
        if value is not None
    }


class LeaderboardPageQuery(LeaderboardQuery):
    """Which part of the leaderboard to show, and by what. Whoever has hardly played stands at either end of
    it by luck, so that he is shown only to who asks for him.
    """

    class Meta:
        exclude = ("limit",)

    least_hands = fields.Integer(load_default=LEAST_HANDS, validate=validate.Range(1))


@blueprint.get("/leaderboard")
@does(Action.READ)
def leaderboard() -> str | Response:
    """The club's players in order, each with what is known of his net a hand."""
    if (plain := without_blanks()) is not None:
        return redirect(plain)
    query = asked(LeaderboardPageQuery)
    wanted = club_filter(query)
    page = get_leaderboard(
        database_session(),
        caller(),
        wanted,
        sort=query["sort"],
        least_hands=query["least_hands"],
        called=query.get("called"),
        cursor=query.get("cursor"),
        limit=PLAYERS_A_PAGE,
    )
    return render_template(
        "leaderboard.html",
        players=page,
        asked=query,
        money=wanted.money,
        query=query_string(frozenset({"cursor"})),
        sorts=[
            (words, address_with(sort=sort.value, cursor=None), sort is query["sort"])
            for sort, words in SORTS.items()
        ],
        presets=preset_names(),
        stakes=stake_names(),
        my_id=own_player(database_session(), caller()),
        everybody=address_with(least_hands="1", cursor=None),
        further=None if page.next_cursor is None else address_with(cursor=page.next_cursor),
        beginning=url_for(".leaderboard"),
    )
