"""Keys of the club, for its administrators."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.keys import NewKey, create_key, list_keys, revoke_key
from gleek_replay.web.api.answering import PageAnswer, page_answer
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.key_answers import WANTED_KEY, KeyPageSchema, NewKeySchema, WantedKeySchema
from gleek_replay.web.api.queries import KeysQuery
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("keys", __name__, description="Who may do what in the club")


@blueprint.route("/keys")
@does(Action.MANAGE_KEYS)
@blueprint.arguments(KeysQuery, location="query", unknown=RAISE)
@blueprint.response(200, KeyPageSchema)
@blueprint.refuses()
def read_keys(query: dict[str, Any]) -> PageAnswer:
    """A page of keys, by name; also of those that are no longer good."""
    page = list_keys(database_session(), caller(), cursor=query.get("cursor"), limit=query["limit"])
    return page_answer(page.items, page.next_cursor)


@blueprint.route("/keys", methods=["POST"])
@does(Action.MANAGE_KEYS)
@blueprint.arguments(WantedKeySchema, unknown=RAISE, example=WANTED_KEY)
@blueprint.response(201, NewKeySchema, description="The key; its token cannot be shown again")
@blueprint.refuses(HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
def make_key(wanted: dict[str, Any]) -> tuple[NewKey, int, dict[str, str]]:
    """Make a key."""
    key = create_key(database_session(), caller(), **{"owner": wanted["name"], **wanted})
    return key, 201, {"Cache-Control": "no-store"}


@blueprint.route("/keys/<name>", methods=["DELETE"])
@does(Action.MANAGE_KEYS)
@blueprint.response(204)
@blueprint.refuses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
def end_key(name: str) -> None:
    """Revoke a key at once and for good, with the links and browsers' sessions made for it."""
    revoke_key(database_session(), caller(), name)
