"""A line of the log for each request, with an id that the answer carries too."""

from __future__ import annotations

import re
import time
import uuid
from typing import Final

import structlog
from flask import Flask, Response, g, request

REQUEST_ID_HEADER: Final = "X-Request-ID"
_FIT_FOR_LOG: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_QUIET: Final = frozenset(
    {"static", "assets.plotly_script", "health.livez", "health.readyz", "metrics.metrics"}
)

log = structlog.get_logger("gleek_replay.web")


def begin_request() -> None:
    """Name the request, by the caller's own id where it is fit for a log."""
    offered = request.headers.get(REQUEST_ID_HEADER, "")
    g.request_id = offered if _FIT_FOR_LOG.fullmatch(offered) else uuid.uuid4().hex
    g.begun = time.perf_counter()
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def end_request(response: Response) -> Response:
    """Write the request's line. The query is left out, since a sign-in link carries its token there."""
    response.headers[REQUEST_ID_HEADER] = g.request_id
    known = g.get("caller")
    if request.endpoint not in _QUIET or response.status_code >= 400:
        log.info(
            "request",
            method=request.method,
            path=request.path,
            status=response.status_code,
            ms=round((time.perf_counter() - g.begun) * 1000, 1),
            key=(known.key_id or None) if known else None,
        )
    return response


def install_logs(app: Flask) -> None:
    """Log every request of the application."""
    app.before_request(begin_request)
    app.after_request(end_request)
