"""A club as a whole: its players beside each other, what it plays, and what its clients record."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from flask import Response
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.club_statistics import ClubStatistics, get_club_statistics
from gleek_replay.services.csv_export import Table
from gleek_replay.services.leaderboards import every_rank, get_head_to_head, get_leaderboard
from gleek_replay.services.tables import (
    activity_table,
    clients_table,
    findings_table,
    head_to_head_table,
    leaderboard_table,
    rules_table,
)
from gleek_replay.web.api.answering import PageAnswer, page_answer, table_answer
from gleek_replay.web.api.club_answers import ClubSchema, HeadToHeadSchema, LeaderboardSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.statistics_queries import (
    ClubQuery,
    EveryRankQuery,
    HeadToHeadQuery,
    LeaderboardQuery,
    club_filter,
    unit_of,
)
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("club", __name__, description="What a club plays, and who wins")


@blueprint.route("/leaderboard")
@does(Action.READ)
@blueprint.arguments(LeaderboardQuery, location="query", unknown=RAISE)
@blueprint.response(200, LeaderboardSchema)
@blueprint.refuses()
def read_leaderboard(query: dict[str, Any]) -> PageAnswer:
    """A page of the players in order."""
    page = get_leaderboard(
        database_session(),
        caller(),
        club_filter(query),
        sort=query["sort"],
        least_hands=query["least_hands"],
        called=query.get("called"),
        cursor=query.get("cursor"),
        limit=query["limit"],
    )
    body, status, headers = page_answer(page.items, page.next_cursor)
    return {"unit": unit_of(query), **body}, status, headers


@blueprint.route("/leaderboard.csv")
@does(Action.READ)
@blueprint.arguments(EveryRankQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses()
def export_leaderboard(query: dict[str, Any]) -> Response:
    """A row for each player in order, under a header row."""
    wanted = club_filter(query)
    ranks = every_rank(
        database_session(),
        caller(),
        wanted,
        sort=query["sort"],
        least_hands=query["least_hands"],
        called=query.get("called"),
    )
    return table_answer(leaderboard_table(ranks, money=wanted.money))


@blueprint.route("/head-to-head")
@does(Action.READ)
@blueprint.arguments(HeadToHeadQuery, location="query", unknown=RAISE)
@blueprint.response(200, HeadToHeadSchema)
@blueprint.refuses()
def read_head_to_head(query: dict[str, Any]) -> dict[str, Any]:
    """What the players who played most had of each other."""
    told = get_head_to_head(database_session(), caller(), club_filter(query), players=query["most"])
    return {"unit": unit_of(query), "players": told.players, "pairs": told.pairs}


@blueprint.route("/head-to-head.csv")
@does(Action.READ)
@blueprint.arguments(HeadToHeadQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses()
def export_head_to_head(query: dict[str, Any]) -> Response:
    """A row for each of these players and each other, under a header row."""
    wanted = club_filter(query)
    told = get_head_to_head(database_session(), caller(), wanted, players=query["most"])
    return table_answer(head_to_head_table(told, money=wanted.money))


@blueprint.route("/club/statistics")
@does(Action.READ)
@blueprint.arguments(ClubQuery, location="query", unknown=RAISE)
@blueprint.response(200, ClubSchema)
@blueprint.refuses()
def read_club_statistics(query: dict[str, Any]) -> ClubStatistics:
    """What the club plays, and the verdicts on what each client records."""
    return _club(query)


_TABLES: dict[str, Callable[[ClubStatistics], Table]] = {
    "activity": activity_table,
    "clients": clients_table,
    "findings": findings_table,
    "rules": rules_table,
}


@blueprint.route(f"/club/<any({', '.join(_TABLES)}):table>.csv")
@does(Action.READ)
@blueprint.arguments(ClubQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def export_club_table(query: dict[str, Any], table: str) -> Response:
    """One of the club's tables: hands by period and client, clients, what was found of each, or rules."""
    return table_answer(_TABLES[table](_club(query)))


def _club(query: dict[str, Any]) -> ClubStatistics:
    return get_club_statistics(database_session(), caller(), club_filter(query), query["by"])
