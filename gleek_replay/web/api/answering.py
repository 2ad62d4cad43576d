"""Answers that are not one value to be dumped: ready JSON, and pages of a list."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response, request, url_for

PageAnswer = tuple[dict[str, Any], int, dict[str, str]]


def json_answer(value: Any) -> Response:
    """A value that is JSON already, or its text."""
    return Response(value if isinstance(value, bytes) else orjson.dumps(value), mimetype="application/json")


def page_answer(items: Any, next_cursor: str | None) -> PageAnswer:
    """A page as the answer of a view, with the next one's address in the body and as a link header."""
    if next_cursor is None:
        return {"items": items, "next": None}, 200, {}
    asked = {**request.args.to_dict(), **(request.view_args or {}), "cursor": next_cursor}
    address = url_for(request.endpoint or "", **asked)
    return {"items": items, "next": address}, 200, {"Link": f'<{address}>; rel="next"'}
