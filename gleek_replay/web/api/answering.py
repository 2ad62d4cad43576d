"""Answers that are not one value to be dumped: ready JSON, and pages of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from flask import Response, request, stream_with_context, url_for

from gleek_replay.services.csv_export import Table, as_csv

PageAnswer = tuple[dict[str, Any], int, dict[str, str]]


def json_answer(value: Any) -> Response:
    """A value that is JSON already, or its text."""
    return Response(value if isinstance(value, bytes) else orjson.dumps(value), mimetype="application/json")


def csv_answer(pieces: Iterator[bytes]) -> Response:
    """A table as CSV, as it is written out."""
    return Response(stream_with_context(pieces), content_type="text/csv; charset=utf-8; header=present")


def table_answer(table: Table) -> Response:
    """A table as CSV."""
    return csv_answer(as_csv(table))


def page_answer(items: Any, next_cursor: str | None) -> PageAnswer:
    """A page as the answer of a view, with the next one's address in the body and as a link header."""
    if next_cursor is None:
        return {"items": items, "next": None}, 200, {}
    asked = {**request.args.to_dict(flat=False), **(request.view_args or {}), "cursor": next_cursor}
    address = url_for(request.endpoint or "", **asked)
    return {"items": items, "next": address}, 200, {"Link": f'<{address}>; rel="next"'}
