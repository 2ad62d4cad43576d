"""Hands gone through step by step."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.replays import get_replay
from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.replay_answers import ReplaySchema
from gleek_replay.web.api.replay_queries import ReplayQuery, viewing
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("replays", __name__, description="Hands gone through step by step")


@blueprint.route("/hands/<id:hand_id>/replay")
@does(Action.READ)
@blueprint.arguments(ReplayQuery, location="query", unknown=RAISE)
@blueprint.response(200, ReplaySchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_replay(query: dict[str, Any], hand_id: str) -> Response:
    """A hand step by step: where the cards lie, and what is said, paid and found wrong with each action.

    Cards that you may not see lie face down. By other rules if you name them: what differs from the hand's
    own rules is marked.
    """
    replay = get_replay(database_session(), caller(), hand_id, viewing(query))
    return json_answer(replay.document)
