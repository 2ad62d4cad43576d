"""The players."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.players import PlayerSummary, find_players, get_player
from gleek_replay.web.api.answering import PageAnswer, page_answer
from gleek_replay.web.api.answers import PlayerPageSchema, PlayerSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import PlayersQuery
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


@blueprint.route("/players/<id:player_id>")
@does(Action.READ)
@blueprint.response(200, PlayerSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_player(player_id: str) -> PlayerSummary:
    """A player; for an id that was merged into another, the player of that other."""
    return get_player(database_session(), caller(), player_id)
