"""Sending hands from a browser, and the page that says what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from io import BytesIO
from itertools import groupby
from typing import BinaryIO, Final, cast

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from gleek_replay.services.access import Action
from gleek_replay.services.progress import UploadState, get_outcomes, get_upload
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import announce_work, database_session

blueprint = Blueprint("upload_pages", __name__)

_PASTED: Final = "Pasted"
_OUTCOMES_A_PAGE: Final = 200
_LOOK_AGAIN: Final = "2"


@blueprint.post("/uploads")
@does(Action.UPLOAD)
def send_hands() -> BaseResponse:
    """Store what the form sent, and show what came of it."""
    settings = current_app.extensions["gleek_settings"]
    wishes = Wishes(
        replace=request.form.get("replace") == "true",
        largest=settings.max_unpacked_bytes,
        patience=timedelta(seconds=settings.lease_seconds),
    )
    receipt = receive_upload(database_session(), caller(), _sent(), wishes)
    if receipt.outcomes is None:
        announce_work()
    address = url_for(".upload", upload_id=receipt.upload.upload_id)
    return redirect(address, HTTPStatus.SEE_OTHER)


@blueprint.get("/uploads/<id:upload_id>")
@does(Action.UPLOAD)
def upload(upload_id: str) -> Response:
    """How far an upload is, and a page of what came of its records; loaded again while it is under way."""
    found = get_upload(database_session(), caller(), upload_id)
    cursor = request.args.get("cursor")
    outcomes = get_outcomes(database_session(), caller(), upload_id, cursor, _OUTCOMES_A_PAGE)
    files = [(name, list(some)) for name, some in groupby(outcomes.items, key=lambda outcome: outcome.file)]
    under_way = found.state is not UploadState.DONE
    more = outcomes.next_cursor if outcomes.items and not under_way else None
    counts = [(status.value, count) for status, count in found.counts.items() if count]
    answer = Response(
        render_template(
            "upload.html", upload=found, files=files, counts=counts, under_way=under_way, more=more
        )
    )
    if under_way:
        answer.headers["Refresh"] = _LOOK_AGAIN
    return answer


def _sent() -> Iterator[SentFile]:
    """What was sent, by the name of the file; what was pasted goes last."""
    for file in request.files.getlist("files"):
        if file.filename:
            yield SentFile(stream=cast(BinaryIO, file.stream), name=file.filename)
    pasted = request.form.get("pasted", "").strip()
    if pasted:
        yield SentFile(stream=BytesIO(pasted.encode()), name=_PASTED)
