"""Sessions of play."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.sessions import SessionDetail, find_sessions, get_session
from gleek_replay.web.api.answering import PageAnswer, page_answer
from gleek_replay.web.api.answers import SessionPageSchema, SessionSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import SessionsQuery
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("sessions", __name__, description="Sittings, and how their hands hang together")


@blueprint.route("/sessions")
@does(Action.READ)
@blueprint.arguments(SessionsQuery, location="query", unknown=RAISE)
@blueprint.response(200, SessionPageSchema)
@blueprint.refuses()
def list_sessions(query: dict[str, Any]) -> PageAnswer:
    """A page of sessions, by id."""
    page = find_sessions(database_session(), caller(), cursor=query.get("cursor"), limit=query["limit"])
    return page_answer(page.items, page.next_cursor)


@blueprint.route("/sessions/<id:session_id>")
@does(Action.READ)
@blueprint.response(200, SessionSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_session(session_id: str) -> SessionDetail:
    """A session: its hands by number, what they come to, and what is wrong between them."""
    return get_session(database_session(), caller(), session_id)
