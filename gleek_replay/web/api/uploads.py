"""Uploading hands."""

from __future__ import annotations

from http import HTTPStatus

from gleek_replay.services.access import Action
from gleek_replay.services.uploads import UploadReport, take_upload
from gleek_replay.web.api.answers import UploadReportSchema
from gleek_replay.web.api.bodies import HANDS_BODY, hands_body
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("uploads", __name__, description="Hands sent in to be kept and audited")


@blueprint.route("/uploads", methods=["POST"])
@does(Action.UPLOAD)
@blueprint.doc(requestBody=HANDS_BODY)
@blueprint.response(200, UploadReportSchema, description="What came of each record")
@blueprint.refuses(
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
def upload_hands() -> UploadReport:
    """Store hands, and say what came of each.

    A malformed record costs nothing but itself: its outcome has its faults, and the others are stored.
    """
    return take_upload(database_session(), caller(), hands_body())
