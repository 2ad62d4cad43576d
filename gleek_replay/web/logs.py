"""Logs in lines that can be searched: one for each request, with an id that the answer carries too."""

from __future__ import annotations

import logging
import re
import sys
import time
import uuid
from typing import Final

import structlog
from flask import Flask, Response, g, request

REQUEST_ID_HEADER: Final = "X-Request-ID"
_FIT_FOR_LOG: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_QUIET: Final = frozenset({"static", "assets.plotly_script", "assets.livez"})

log = structlog.get_logger("gleek_replay.web")


def configure_logs() -> None:
    """Write log lines to standard error: JSON for machines, plain where a person watches."""
    watched = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.StackInfoRenderer(),
            *(
                [structlog.dev.ConsoleRenderer()]
                if watched
                else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


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
            key=known.key_id if known else None,
        )
    return response


def install_logs(app: Flask) -> None:
    """Log every request of the application."""
    app.before_request(begin_request)
    app.after_request(end_request)
