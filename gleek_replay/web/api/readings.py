"""Hands under other rules, what should be paid for them, and their records side by side."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.comparing import get_comparison
from gleek_replay.services.readings import get_readings
from gleek_replay.services.rules_played import get_rules_played, get_session_rules_played
from gleek_replay.services.settlements import get_session_transfers, get_transfers
from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import ComparisonQuery
from gleek_replay.web.api.reading_answers import (
    HandComparisonSchema,
    HandReadingsSchema,
    HandTransfersSchema,
    RulesPlayedSchema,
    SessionTransfersSchema,
)
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("readings", __name__, description="Other rules, other records, and what is owed")


@blueprint.route("/hands/<id:hand_id>/readings")
@does(Action.READ)
@blueprint.response(200, HandReadingsSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_readings(hand_id: str) -> Response:
    """A hand by every preset: what each comes to, and where it departs from the hand's own rules."""
    return json_answer(get_readings(database_session(), caller(), hand_id).document)


@blueprint.route("/hands/<id:hand_id>/rules-played")
@does(Action.READ)
@blueprint.response(200, RulesPlayedSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_rules_played(hand_id: str) -> Response:
    """By which rules a hand may have been played: presets, and one option or two changed, ranked.

    It takes up to two seconds, and counts as several requests.
    """
    return json_answer(get_rules_played(database_session(), caller(), hand_id))


@blueprint.route("/sessions/<id:session_id>/rules-played")
@does(Action.READ)
@blueprint.response(200, RulesPlayedSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_session_rules_played(session_id: str) -> Response:
    """By which rules the hands of a session may have been played, all by the same; of a long one the first.

    It takes some seconds, and counts as several requests.
    """
    return json_answer(get_session_rules_played(database_session(), caller(), session_id))


@blueprint.route("/hands/<id:hand_id>/transfers")
@does(Action.READ)
@blueprint.response(200, HandTransfersSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_transfers(hand_id: str) -> Response:
    """What should be paid now for a hand, from what was recorded to what counts."""
    return json_answer(get_transfers(database_session(), caller(), hand_id))


@blueprint.route("/sessions/<id:session_id>/transfers")
@does(Action.READ)
@blueprint.response(200, SessionTransfersSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_session_transfers(session_id: str) -> Response:
    """The settling-up of a session."""
    return json_answer(get_session_transfers(database_session(), caller(), session_id))


@blueprint.route("/hands/<id:hand_id>/comparison")
@does(Action.READ)
@blueprint.arguments(ComparisonQuery, location="query", unknown=RAISE)
@blueprint.response(200, HandComparisonSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_comparison(query: dict[str, Any], hand_id: str) -> Response:
    """The records of a hand side by side, as you may see them: its accounts, or two records."""
    numbers = query.get("a"), query.get("b")
    return json_answer(get_comparison(database_session(), caller(), hand_id, numbers))
