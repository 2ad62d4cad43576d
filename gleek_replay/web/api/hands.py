"""The hands that are stored."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, stream_with_context
from marshmallow import RAISE

from gleek_replay.audit import AuditSchema
from gleek_replay.records import HandHistorySchema
from gleek_replay.services.access import Action
from gleek_replay.services.csv_export import export_csv
from gleek_replay.services.export import export_records
from gleek_replay.services.hands import (
    HandDetail,
    find_hands,
    get_hand,
    get_history,
    get_record,
)
from gleek_replay.services.readings import get_reading
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.web.api.answering import PageAnswer, csv_answer, json_answer, page_answer
from gleek_replay.web.api.answers import HandDetailSchema, HandPageSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import ExportQuery, HandsQuery, ReadingQuery, TableQuery, hand_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("hands", __name__, description="Hands that are stored, with their audits")


@blueprint.route("/hands")
@does(Action.READ)
@blueprint.arguments(HandsQuery, location="query", unknown=RAISE)
@blueprint.response(200, HandPageSchema)
@blueprint.refuses()
def list_hands(query: dict[str, Any]) -> PageAnswer:
    """A page of hands, newest first."""
    page = find_hands(
        database_session(), caller(), hand_filter(query), cursor=query.get("cursor"), limit=query["limit"]
    )
    return page_answer(page.items, page.next_cursor)


@blueprint.route("/hands.ndjson")
@does(Action.UPLOAD)
@blueprint.arguments(ExportQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="application/x-ndjson")
@blueprint.refuses()
def export_hands(query: dict[str, Any]) -> Response:
    """The records of all hands that fit the filter, newest first, as they came in, one a line.

    An uploader has those that he sent himself.
    """
    every = query.pop("records") == "all"
    lines = export_records(database_session(), caller(), hand_filter(query), every=every)
    return Response(stream_with_context(lines), mimetype="application/x-ndjson")


@blueprint.route("/hands.csv")
@does(Action.READ)
@blueprint.arguments(TableQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses()
def export_table(query: dict[str, Any]) -> Response:
    """A row for each player of all hands that fit the filter, newest first, under a header row."""
    return csv_answer(export_csv(database_session(), caller(), hand_filter(query)))


@blueprint.route("/hands/<id:hand_id>")
@does(Action.READ)
@blueprint.response(200, HandDetailSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_hand(hand_id: str) -> HandDetail:
    """A hand, with the records that tell of it."""
    return get_hand(database_session(), caller(), hand_id)


@blueprint.route("/hands/<id:hand_id>/audit")
@does(Action.READ)
@blueprint.arguments(ReadingQuery, location="query", unknown=RAISE)
@blueprint.response(200, AuditSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_audit(query: dict[str, Any], hand_id: str) -> Response:
    """The audit of a hand, without the cards that you may not see; by other rules if you name them."""
    audit = get_reading(database_session(), caller(), hand_id, query.get("rules"), query["options"])
    return json_answer(audit)


@blueprint.route("/hands/<id:hand_id>/history")
@does(Action.READ)
@blueprint.response(200, HandHistorySchema, description="The hand as you may see it")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_history(hand_id: str) -> Response:
    """A hand as you may see it: what the records know together that it stands on.

    Hands and a stock that you may not see are left out; of such discards there is the number.
    """
    return json_answer(get_history(database_session(), caller(), hand_id))


@blueprint.route("/hands/<id:hand_id>/record", methods=["DELETE"])
@does(Action.UPLOAD)
@blueprint.response(204)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def withdraw_record(hand_id: str) -> None:
    """Withdraw what you sent of a hand; it is kept and marked.

    The hand then stands on the records of others, and is gone if there are none.
    """
    withdraw(database_session(), caller(), hand_id)


@blueprint.route("/hands/<id:hand_id>/record")
@does(Action.UPLOAD)
@blueprint.response(200, HandHistorySchema, description="The record, byte for byte as it was received")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_record(hand_id: str) -> Response:
    """The first of the records that a hand stands on, byte for byte as it was received.

    An uploader has the first that he sent himself.
    """
    return json_answer(get_record(database_session(), caller(), hand_id))
