"""Hands as pictures to share."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, request
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.hands import HandDetail, get_hand
from gleek_replay.services.refusals import NotFound
from gleek_replay.services.replays import get_replay
from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.api.answers import HandDetailSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.replay_queries import ReplayQuery, viewing
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.pictures.hand import draw_hand
from gleek_replay.web.pictures.shown import dispute_about

blueprint = ApiBlueprint("pictures", __name__, description="Hands as pictures to share")

ENDING = ".svg"


@blueprint.route(f"/hands/<id:hand_id>{ENDING}")
@does(Action.READ)
@blueprint.arguments(ReplayQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_picture(query: dict[str, Any], hand_id: str) -> Response:
    """A hand as a picture of the table when all is over: what each held, took and won, and the verdict.

    It needs nothing from outside, and shows no card that you may not see. Where a hand is called by all of
    this, with `.svg` at the end of its own id, the answer is that hand, as JSON.
    """
    if (called_so := _hand_called(f"{hand_id}{ENDING}")) is not None:
        return json_answer(HandDetailSchema().dump(called_so))
    replay = get_replay(database_session(), caller(), hand_id, viewing(query))
    dispute = dispute_about(get_hand(database_session(), caller(), hand_id).hand)
    picture = Response(draw_hand(replay.document, replay.audit.document, dispute), mimetype="image/svg+xml")
    picture.add_etag()
    picture.make_conditional(request)
    return picture


def _hand_called(hand_id: str) -> HandDetail | None:
    """The hand that has an address of this form for its own since before there were pictures."""
    try:
        return get_hand(database_session(), caller(), hand_id)
    except NotFound:
        return None
