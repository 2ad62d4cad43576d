"""The bodies that hands come in: one object, an array, NDJSON or a form's files, each plain or gzipped."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterator, Sequence
from datetime import timedelta
from http import HTTPStatus
from io import BufferedReader
from itertools import chain
from typing import Any, BinaryIO, Final, cast

from flask import current_app, g, request

from gleek_replay.services.uploads import LONGEST_IDEMPOTENCY_KEY, SentFile, Wishes
from gleek_replay.web.api.examples import BODIES
from gleek_replay.web.api.queries import UploadQuery
from gleek_replay.web.problems import Problem

JSON: Final = "application/json"
NDJSON: Final = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl"})
GZIP: Final = frozenset({"application/gzip", "application/x-gzip"})
SPOKEN_OF: Final = (JSON, "application/x-ndjson", "application/gzip")
"""The types that a refusal names; the others are other names of theirs."""
UNSPOKEN: Final = frozenset(
    {"", "application/octet-stream", "text/plain", "application/x-www-form-urlencoded"}
)
"""What clients say who do not say what they send; the last is curl's word for anything."""
GZIP_MAGIC: Final = b"\x1f\x8b"
BLANK: Final = b" \t\r\n\xef\xbb\xbf"
"""What may stand before the first bracket: spaces and a byte order mark."""

HANDS_BODY: Final[dict[str, Any]] = {
    "description": "One hand history, an array of them, or NDJSON with one on each line; any of them may be "
    "gzipped, said by `Content-Encoding: gzip` or not.",
    "required": True,
    "content": {
        JSON: {
            "schema": {
                "oneOf": [
                    {"$ref": "#/components/schemas/HandHistory"},
                    {"type": "array", "items": {"$ref": "#/components/schemas/HandHistory"}},
                ]
            },
            "example": BODIES[JSON],
        },
        "application/x-ndjson": {
            "schema": {"type": "string"},
            "example": BODIES["application/x-ndjson"],
        },
        "application/gzip": {"schema": {"type": "string", "format": "binary"}},
    },
}

FORM: Final = "multipart/form-data"
UPLOAD_BODY: Final[dict[str, Any]] = {
    **HANDS_BODY,
    "description": f"{HANDS_BODY['description']} Or a form with any number of such files.",
    "content": {
        **HANDS_BODY["content"],
        FORM: {
            "schema": {
                "type": "object",
                "properties": {"files": {"type": "array", "items": {"type": "string", "format": "binary"}}},
            }
        },
    },
}
UPLOAD_PARAMETERS: Final[list[dict[str, Any]]] = [
    {
        "in": "query",
        "name": "replace",
        "description": UploadQuery().fields["replace"].metadata["description"],
        "schema": {"type": "boolean", "default": False},
    },
    {
        "in": "header",
        "name": "Idempotency-Key",
        "description": "names this upload: sent again with the same body, it gives the same upload again",
        "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_IDEMPOTENCY_KEY},
    },
    {
        "in": "header",
        "name": "Prefer",
        "description": "`respond-async`: do not wait for a small upload either",
        "schema": {"type": "string"},
    },
]


def wishes(*, replace: bool) -> Wishes:
    """How the upload of this request is to be taken."""
    given = _utf8(request.headers.get("Idempotency-Key"))
    if given is not None and not 1 <= len(given) <= LONGEST_IDEMPOTENCY_KEY:
        message = f"expected 1 to {LONGEST_IDEMPOTENCY_KEY} characters"
        fault = {"pointer": "/header/Idempotency-Key", "message": message}
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "The idempotency key cannot be used.", [fault])
    settings = current_app.extensions["gleek_settings"]
    preferences = request.headers.get("Prefer", "").split(",")
    preferred = {preference.partition(";")[0].strip().lower() for preference in preferences}
    return Wishes(
        idempotency_key=given,
        replace=replace,
        defer="respond-async" in preferred,
        largest=settings.max_unpacked_bytes,
        patience=timedelta(seconds=settings.lease_seconds),
        request_id=g.request_id,
    )


def sent_files() -> Iterator[SentFile]:
    """What was sent: the files of a form by their names, else the body."""
    if request.mimetype != FORM:
        yield SentFile(stream=hands_body((*SPOKEN_OF, FORM)))
        return
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "A form is taken as it is; its files may be gzipped."
        )
    files = [file for file in chain.from_iterable(request.files.listvalues()) if file.filename]
    if not files:
        raise Problem(HTTPStatus.BAD_REQUEST, "The form has no file in it, or cannot be read to its end.")
    for file in files:
        yield SentFile(stream=cast(BinaryIO, file.stream), name=file.filename)


def _utf8(header: str | None) -> str | None:
    """What a header says, of which WSGI gives the bytes as if each were a character."""
    if header is None:
        return None
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header


def hands_body(taken: Sequence[str] = SPOKEN_OF) -> BufferedReader:
    """The body as a stream; an encoding or a type that hands cannot come in is refused (415), and told which
    types are ``taken``.
    """
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding not in {"gzip", "x-gzip", "identity"}:
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Content-Encoding {encoding} is not taken; gzip or none is."
        )
    if request.mimetype not in {JSON} | NDJSON | GZIP | UNSPOKEN:
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"{request.mimetype} is not taken; {', '.join(taken[:-1])} or {taken[-1]} is.",
        )
    body = BufferedReader(cast(Any, request.stream))
    start = body.peek(2)
    if not start:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "Nothing was sent; expected hand histories.")
    if encoding.endswith("gzip") and not GZIP_MAGIC.startswith(start[:2]):
        raise Problem(HTTPStatus.BAD_REQUEST, "Content-Encoding says gzip, but the body is not gzip.")
    return body


def holds_one_object(body: BufferedReader) -> bool:
    """Whether a body is written as one object rather than as a list, as far as its start tells."""
    start = body.peek(2)
    if start.startswith(GZIP_MAGIC):
        with contextlib.suppress(zlib.error):
            start = zlib.decompressobj(wbits=31).decompress(start, 64)
    return request.mimetype not in NDJSON and start.lstrip(BLANK).startswith(b"{")
