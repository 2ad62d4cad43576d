"""Players renamed, merged and erased, for the administrators of the club."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.erasing import Erasure, erase_player
from gleek_replay.services.players import PlayerSummary
from gleek_replay.services.renaming import merge_players, rename_player, unmerge_player
from gleek_replay.services.trail import find_changes
from gleek_replay.web.api.answering import PageAnswer, page_answer
from gleek_replay.web.api.answers import PlayerSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.people_answers import (
    WANTED_MERGE,
    WANTED_NAME,
    ChangePageSchema,
    ErasureSchema,
    GivenNameSchema,
    MergeSchema,
)
from gleek_replay.web.api.queries import ChangesQuery
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("people", __name__, description="Players renamed, merged and erased")


@blueprint.route("/players/<id:player_id>", methods=["PATCH"])
@does(Action.MANAGE_PLAYERS)
@blueprint.arguments(GivenNameSchema, unknown=RAISE, example=WANTED_NAME)
@blueprint.response(200, PlayerSchema)
@blueprint.refuses(HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
def name_player(wanted: dict[str, Any], player_id: str) -> PlayerSummary:
    """Give a player a name that goes before what records call him; null takes it back."""
    return rename_player(database_session(), caller(), player_id, wanted["name"])


@blueprint.route("/players/<id:player_id>/merge", methods=["POST"])
@does(Action.MANAGE_PLAYERS)
@blueprint.arguments(MergeSchema, unknown=RAISE, example=WANTED_MERGE)
@blueprint.response(200, PlayerSchema, description="The player that both ids mean now")
@blueprint.refuses(
    HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE
)
def merge_player(wanted: dict[str, Any], player_id: str) -> PlayerSummary:
    """Let an id mean another player: one person has sat under both. Refused if both sat in one hand."""
    return merge_players(database_session(), caller(), player_id, wanted["into"])


@blueprint.route("/players/<id:player_id>/merge", methods=["DELETE"])
@does(Action.MANAGE_PLAYERS)
@blueprint.response(204)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def undo_merge(player_id: str) -> None:
    """Let an id that was merged into another stand for itself again, as if it had never been."""
    unmerge_player(database_session(), caller(), player_id)


@blueprint.route("/players/<id:player_id>", methods=["DELETE"])
@does(Action.MANAGE_PLAYERS)
@blueprint.response(200, ErasureSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def remove_player(player_id: str) -> Erasure:
    """Erase a player with all his ids, for good: a pseudonym takes their place, also in what was uploaded and
    in whatever is uploaded later.
    """
    return erase_player(database_session(), caller(), player_id)


@blueprint.route("/players/<id:player_id>/changes")
@does(Action.MANAGE_PLAYERS)
@blueprint.arguments(ChangesQuery, location="query", unknown=RAISE)
@blueprint.response(200, ChangePageSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def list_changes(query: dict[str, Any], player_id: str) -> PageAnswer:
    """A page of what was done to a player, the latest first; of somebody unknown it is empty."""
    page = find_changes(database_session(), caller(), player_id, query.get("cursor"), query["limit"])
    return page_answer(page.items, page.next_cursor)
