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
from gleek_replay.services.hands import HandDetail, find_hands, get_audit, get_hand, get_record
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.web.api.answering import PageAnswer, json_answer, page_answer
from gleek_replay.web.api.answers import HandDetailSchema, HandPageSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import ExportQuery, HandsQuery, TableQuery, hand_filter
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
@does(Action.READ_RECORDS)
@blueprint.arguments(ExportQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="application/x-ndjson")
@blueprint.refuses()
def export_hands(query: dict[str, Any]) -> Response:
    """The records of all hands that fit the filter, newest first, as they came in, one a line."""
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
    pieces = export_csv(database_session(), caller(), hand_filter(query))
    return Response(stream_with_context(pieces), content_type="text/csv; charset=utf-8; header=present")


@blueprint.route("/hands/<id:hand_id>")
@does(Action.READ)
@blueprint.response(200, HandDetailSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_hand(hand_id: str) -> HandDetail:
    """A hand, with the records that tell of it."""
    return get_hand(database_session(), caller(), hand_id)


@blueprint.route("/hands/<id:hand_id>/audit")
@does(Action.READ)
@blueprint.response(200, AuditSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_audit(hand_id: str) -> Response:
    """The audit of a hand."""
    return json_answer(get_audit(database_session(), caller(), hand_id))


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
@does(Action.READ_RECORDS)
@blueprint.response(200, HandHistorySchema, description="The record, byte for byte as it was received")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_record(hand_id: str) -> Response:
    """The first of the records that a hand stands on, byte for byte as it was received."""
    return json_answer(get_record(database_session(), caller(), hand_id))
