"""The players and their results."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.players import find_players, get_figure, get_statistics
from gleek_replay.statistics import Figure, FigureName, PlayerStatistics
from gleek_replay.web.api.answering import PageAnswer, page_answer
from gleek_replay.web.api.answers import FigureSchema, PlayerPageSchema, StatisticsSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import FilterQuery, PlayersQuery, hand_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("players", __name__, description="Players and their results over time")


@blueprint.route("/players")
@does(Action.READ)
@blueprint.arguments(PlayersQuery, location="query", unknown=RAISE)
@blueprint.response(200, PlayerPageSchema)
@blueprint.refuses()
def list_players(query: dict[str, Any]) -> PageAnswer:
    """A page of players, by id."""
    page = find_players(database_session(), caller(), cursor=query.get("cursor"), limit=query["limit"])
    return page_answer(page.items, page.next_cursor)


@blueprint.route("/players/<id:player_id>/statistics")
@does(Action.READ)
@blueprint.arguments(FilterQuery, location="query", unknown=RAISE)
@blueprint.response(200, StatisticsSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_statistics(query: dict[str, Any], player_id: str) -> PlayerStatistics:
    """A player's results in numbers, each with the hands it rests on."""
    return get_statistics(database_session(), caller(), player_id, hand_filter(query))


_FIGURE_PATH = f"<any({', '.join(FigureName)}):figure>"


@blueprint.route(f"/players/<id:player_id>/figures/{_FIGURE_PATH}")
@does(Action.READ)
@blueprint.arguments(FilterQuery, location="query", unknown=RAISE)
@blueprint.response(200, FigureSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_figure(query: dict[str, Any], player_id: str, figure: str) -> Figure:
    """A figure of a player's results, as Plotly's JSON."""
    return get_figure(database_session(), caller(), player_id, figure, hand_filter(query))
