"""Uploading hands, and asking how far an upload is."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import url_for
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.progress import Status, Upload, find_uploads, get_outcomes, get_upload
from gleek_replay.services.uploads import Receipt, receive_upload
from gleek_replay.web.api.answering import PageAnswer, page_answer
from gleek_replay.web.api.answers import OutcomePageSchema, ReceiptSchema, UploadPageSchema, UploadSchema
from gleek_replay.web.api.bodies import UPLOAD_BODY, UPLOAD_PARAMETERS, sent_files, wishes
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import OutcomesQuery, UploadQuery, UploadsQuery
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import announce_work, database_session

blueprint = ApiBlueprint("uploads", __name__, description="Hands sent in to be kept and audited")

Answer = tuple[Receipt, int, dict[str, str]]


@blueprint.route("/uploads", methods=["POST"])
@does(Action.UPLOAD)
@blueprint.arguments(UploadQuery, location="query", unknown=RAISE)
@blueprint.doc(requestBody=UPLOAD_BODY, parameters=UPLOAD_PARAMETERS)
@blueprint.response(201, ReceiptSchema, description="A small upload, with what came of each record")
@blueprint.alt_response(202, schema=ReceiptSchema, description="Stored; see `Location` for how far it is")
@blueprint.refuses(
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
def upload_hands(query: dict[str, Any]) -> Answer:
    """Store hands, and say what came of each.

    The bytes are stored before this is answered. A malformed record costs nothing but itself: its outcome
    has its faults, and the others are stored. An upload that breaks off leaves nothing behind.
    """
    asked = wishes(replace=query["replace"])
    receipt = receive_upload(database_session(), caller(), sent_files(), asked)
    headers = {"Location": url_for("uploads.read_upload", upload_id=receipt.upload.upload_id)}
    if asked.defer:
        headers["Preference-Applied"] = "respond-async"
    if receipt.outcomes is not None:
        return receipt, 201, headers
    announce_work()
    return receipt, 202, headers


@blueprint.route("/uploads")
@does(Action.UPLOAD)
@blueprint.arguments(UploadsQuery, location="query", unknown=RAISE)
@blueprint.response(200, UploadPageSchema)
@blueprint.refuses()
def list_uploads(query: dict[str, Any]) -> PageAnswer:
    """A page of uploads, newest first: one's own, or everybody's for those who may read records."""
    page = find_uploads(database_session(), caller(), **query)
    return page_answer(page.items, page.next_cursor)


@blueprint.route("/uploads/<id:upload_id>")
@does(Action.UPLOAD)
@blueprint.response(200, UploadSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_upload(upload_id: str) -> Upload:
    """How far an upload is."""
    return get_upload(database_session(), caller(), upload_id)


@blueprint.route("/uploads/<id:upload_id>/outcomes")
@does(Action.UPLOAD)
@blueprint.arguments(OutcomesQuery, location="query", unknown=RAISE)
@blueprint.response(200, OutcomePageSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_outcomes(query: dict[str, Any], upload_id: str) -> PageAnswer:
    """A page of what came of an upload's records, in their order; with `status`, of those that came to that.

    While the upload is under way, a page has what is done so far and `next` asks for what comes after it.
    """
    status = Status(query["status"]) if "status" in query else None
    page = get_outcomes(database_session(), caller(), upload_id, query.get("cursor"), query["limit"], status)
    return page_answer(page.items, page.next_cursor)
