"""Auditing hands without storing them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, current_app

from gleek_replay.services.access import Action
from gleek_replay.services.audits import audit_upload
from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.api.answers import MalformedSchema
from gleek_replay.web.api.bodies import HANDS_BODY, hands_body, holds_one_object
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.callers import caller, does
from gleek_replay.web.problems import Problem

blueprint = ApiBlueprint("audits", __name__, description="What was due, and what was done against the rules")

_ONE_OR_MANY: dict[str, Any] = {
    "oneOf": [
        {"$ref": "#/components/schemas/Audit"},
        {
            "type": "array",
            "items": {
                "oneOf": [
                    {"$ref": "#/components/schemas/Audit"},
                    {"$ref": "#/components/schemas/Malformed"},
                ]
            },
        },
    ]
}


@blueprint.route("/audits", methods=["POST"])
@does(Action.AUDIT)
@blueprint.doc(requestBody=HANDS_BODY)
@blueprint.response(200, _ONE_OR_MANY, description="The audit of one object; or a list of audits in order")
@blueprint.refuses(
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
def audit_hands() -> Response:
    """Audit hands without storing them.

    One object is answered with its audit, or with 422 and its faults. An array or NDJSON is answered with
    a list in the same order, in which a malformed record has `"verdict": "malformed"` and its faults.
    """
    body = hands_body()
    one = holds_one_object(body)
    largest = current_app.extensions["gleek_settings"].max_unpacked_bytes
    audits = list(audit_upload(caller(), body, largest))
    if not one or len(audits) > 1:
        return json_answer(audits)
    if audits[0]["verdict"] == MalformedSchema.VERDICT:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "The record is malformed.", audits[0]["faults"])
    return json_answer(audits[0])
