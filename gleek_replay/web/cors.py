"""Which other sites' pages may call the API from a browser: those of the settings, with an API key.

No cookie counts for them: answers do not allow credentials, so that a browser lets no page read what it was
answered by its user's session. What is not allowed is not said, and the browser refuses the page.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from flask import Flask, Response, current_app, request

from gleek_replay.web.logs import REQUEST_ID_HEADER
from gleek_replay.web.problems import API_PREFIX

_MAY_SEND: Final = (
    "Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, "
    f"{REQUEST_ID_HEADER}"
)
_MAY_READ: Final = (
    "Content-Disposition, ETag, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, "
    f"Retry-After, WWW-Authenticate, {REQUEST_ID_HEADER}"
)
_GOOD_FOR_SECONDS: Final = "7200"
"""How long a browser need not ask again; none keeps it for longer."""


def allowed_origin() -> str | None:
    """The site whose page makes the request at hand, if it may."""
    origin = request.headers.get("Origin")
    settings = current_app.extensions["gleek_settings"]
    return origin if origin in settings.cors_origins and request.path.startswith(API_PREFIX) else None


def answer_preflight() -> Response | None:
    """Before a view: tell a browser what a page may do. It asks without the key that it will send then."""
    asked = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not asked or allowed_origin() is None:
        return None
    answer = current_app.response_class(status=HTTPStatus.NO_CONTENT)
    del answer.headers["Content-Type"]
    methods = current_app.url_map.bind_to_environ(request.environ).allowed_methods()
    answer.headers["Access-Control-Allow-Methods"] = ", ".join(sorted(methods))
    answer.headers["Access-Control-Allow-Headers"] = _MAY_SEND
    answer.headers["Access-Control-Max-Age"] = _GOOD_FOR_SECONDS
    return answer


def allow_origin(response: Response) -> Response:
    """Let a page of an allowed site read an answer of the API."""
    if not current_app.extensions["gleek_settings"].cors_origins:
        return response
    if request.path.startswith(API_PREFIX):
        response.vary.add("Origin")
    origin = allowed_origin()
    if origin is not None:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = _MAY_READ
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def install_cors(app: Flask) -> None:
    """Answer the pages of other sites; before it is asked who asks, which a preflight does not say."""
    app.before_request(answer_preflight)
    app.after_request(allow_origin)
