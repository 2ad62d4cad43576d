"""The bodies that hands come in: one object, an array or NDJSON, each plain or gzipped."""

from __future__ import annotations

import contextlib
import zlib
from http import HTTPStatus
from io import BufferedReader
from typing import Any, Final, cast

from flask import request

from gleek_replay.web.problems import Problem

JSON: Final = "application/json"
NDJSON: Final = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl"})
GZIP: Final = frozenset({"application/gzip", "application/x-gzip"})
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
            }
        },
        "application/x-ndjson": {"schema": {"type": "string"}},
        "application/gzip": {"schema": {"type": "string", "format": "binary"}},
    },
}


def hands_body() -> BufferedReader:
    """The body as a stream; an encoding or a type that hands cannot come in is refused (415)."""
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding not in {"gzip", "x-gzip", "identity"}:
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Content-Encoding {encoding} is not taken; gzip or none is."
        )
    if request.mimetype not in {JSON} | NDJSON | GZIP | UNSPOKEN:
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"{request.mimetype} is not taken; {JSON}, application/x-ndjson or application/gzip is.",
        )
    body = BufferedReader(cast(Any, request.stream))
    start = body.peek(2)
    if not start:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "The body is empty; expected hand histories.")
    if encoding.endswith("gzip") and not start.startswith(GZIP_MAGIC):
        raise Problem(HTTPStatus.BAD_REQUEST, "Content-Encoding says gzip, but the body is not gzip.")
    return body


def holds_one_object(body: BufferedReader) -> bool:
    """Whether a body is written as one object rather than as a list, as far as its start tells."""
    start = body.peek(2)
    if start.startswith(GZIP_MAGIC):
        with contextlib.suppress(zlib.error):
            start = zlib.decompressobj(wbits=31).decompress(start, 64)
    return request.mimetype not in NDJSON and start.lstrip(BLANK).startswith(b"{")
