"""Sending hands from a browser, and the page that says what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from io import BytesIO
from itertools import groupby
from typing import BinaryIO, Final, cast

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask_smorest.arguments import ArgumentsMixin
from marshmallow import RAISE
from werkzeug.wrappers import Response as BaseResponse

from gleek_replay.services.access import Action, Caller, allows
from gleek_replay.services.audits import MOST_AUDITED
from gleek_replay.services.kept_texts import get_told_outcomes
from gleek_replay.services.progress import Status, Upload, UploadState, find_uploads, get_upload
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.web.api.queries import OutcomesQuery
from gleek_replay.web.callers import FORM_HEADER, caller, does
from gleek_replay.web.database import announce_work, database_session

blueprint = Blueprint("upload_pages", __name__)

_PASTED: Final = "Pasted"
_OUTCOMES_A_PAGE: Final = 200
_LATEST: Final = 6


class UploadPageQuery(OutcomesQuery):
    """Which of an upload's outcomes to show."""

    class Meta:
        exclude = ("limit",)


@blueprint.app_context_processor
def offers() -> dict[str, bool]:
    """Whether a page offers to send hands: to whoever is known and may."""
    known: Caller | None = g.get("caller")
    return {"may_upload": known is not None and allows(known.role, Action.UPLOAD)}


@blueprint.get("/uploads")
@does(Action.UPLOAD)
def uploading() -> str:
    """The form to send hands with, and the latest uploads of whoever looks at it."""
    latest = find_uploads(database_session(), caller(), None, _LATEST)
    return render_template(
        "uploading.html",
        latest=[(upload, _counts(upload)) for upload in latest.items],
        largest=current_app.config["MAX_CONTENT_LENGTH"],
        most_files=current_app.config["MAX_FORM_PARTS"],
        most_checked=MOST_AUDITED,
        token_header=FORM_HEADER,
    )


@blueprint.post("/uploads")
@does(Action.UPLOAD)
def send_hands() -> BaseResponse:
    """Store what the form sent, and show what came of it."""
    settings = current_app.extensions["gleek_settings"]
    wishes = Wishes(
        replace=request.form.get("replace") == "true",
        largest=settings.max_unpacked_bytes,
        patience=timedelta(seconds=settings.lease_seconds),
        request_id=g.request_id,
    )
    receipt = receive_upload(database_session(), caller(), _sent(), wishes)
    if receipt.outcomes is None:
        announce_work()
    address = url_for(".upload", upload_id=receipt.upload.upload_id)
    return redirect(address, HTTPStatus.SEE_OTHER)


@blueprint.get("/uploads/<id:upload_id>")
@does(Action.UPLOAD)
def upload(upload_id: str) -> str:
    """How far an upload is, and a page of what came of its records; loaded again while it is under way."""
    query = ArgumentsMixin.ARGUMENTS_PARSER.parse(UploadPageQuery, request, location="query", unknown=RAISE)
    found = get_upload(database_session(), caller(), upload_id)
    status = Status(query["status"]) if "status" in query else None
    cursor = query.get("cursor")
    told = get_told_outcomes(database_session(), caller(), upload_id, cursor, _OUTCOMES_A_PAGE, status)
    files = [(name, list(some)) for name, some in groupby(told.items, key=lambda each: each.outcome.file)]
    under_way = found.state is not UploadState.DONE
    return render_template(
        "upload.html",
        upload=found,
        files=files,
        counts=_counts(found),
        asked=query.get("status"),
        begun=cursor is None,
        own=found.uploader == caller().owner,
        under_way=under_way,
        more=told.next_cursor if told.items and not under_way else None,
    )


def _counts(upload: Upload) -> list[tuple[str, int]]:
    """How many records came to what, of what any came to."""
    return [(status.value, count) for status, count in upload.counts.items() if count]


def _sent() -> Iterator[SentFile]:
    """What was sent, by the name of the file; what was pasted goes last."""
    for file in request.files.getlist("files"):
        if file.filename:
            yield SentFile(stream=cast(BinaryIO, file.stream), name=file.filename)
    pasted = request.form.get("pasted", "").strip()
    if pasted:
        yield SentFile(stream=BytesIO(pasted.encode()), name=_PASTED)
