"""Hands told in words."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.narrating import narrate_hand
from gleek_replay.web.api.account_answers import AccountInWordsSchema, AccountQuery
from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.replay_queries import viewing
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("accounts", __name__, description="Hands told in words")


@blueprint.route("/hands/<id:hand_id>/account")
@does(Action.READ)
@blueprint.arguments(AccountQuery, location="query", unknown=RAISE)
@blueprint.response(200, AccountInWordsSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_account(query: dict[str, Any], hand_id: str) -> Response:
    """A hand told to be heard, section by section, in plain English or in the words of the period.

    Cards that you may not see are not named. By other rules if you name them.
    """
    narration = narrate_hand(database_session(), caller(), hand_id, query["words"], viewing(query))
    return json_answer(narration.document)
