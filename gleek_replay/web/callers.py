"""Who is asking, and whether he may: one check before every view.

Each view says what it does with :func:`does`, or that anyone may have it with :func:`open_to_all`. A
view that says neither is refused, so that none is left open by mistake.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final, TypeVar

from flask import Flask, Response, current_app, g, request

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.keys import authenticate, authenticate_browser
from gleek_replay.web.database import database_session
from gleek_replay.web.problems import API_PREFIX, Problem, SignInWanted

COOKIE: Final = "gleek_replay"
FORM_FIELD: Final = "form_token"
FORM_HEADER: Final = "X-Form-Token"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})

View = TypeVar("View", bound=Callable[..., Any])


def does(action: Action) -> Callable[[View], View]:
    """Mark a view: only a caller who may do ``action`` comes in."""

    def mark(view: View) -> View:
        view.__dict__["gleek_action"] = action
        return view

    return mark


def open_to_all(view: View) -> View:
    """Mark a view that anyone may have."""
    view.__dict__["gleek_action"] = None
    return view


def caller() -> Caller:
    """Who asks; only in a view that :func:`does` something."""
    known: Caller = g.caller
    return known


def check_caller() -> None:
    """Before a view: find out who asks, and refuse what he may not do."""
    if request.endpoint is None:
        return
    g.caller = None
    marks = current_app.view_functions[request.endpoint].__dict__
    if "gleek_action" not in marks:
        raise Problem(HTTPStatus.FORBIDDEN, "Nobody has been let in here.")
    action: Action | None = marks["gleek_action"]
    if action is not None:
        g.caller = _caller_by_key() or _caller_by_cookie()
        g.signed_in = g.caller is not None
        if g.caller is None:
            raise SignInWanted("Nobody is signed in here; a program sends its API key as a bearer token.")
        require(g.caller, action)


def signed_in() -> bool:
    """Whether a browser is signed in, or says so on a page that anyone may have."""
    known: bool | None = g.get("signed_in")
    return COOKIE in request.cookies if known is None else known


def check_browser() -> bool:
    """Whether the browser is signed in, in a view that anyone may have."""
    g.signed_in = _caller_by_cookie() is not None
    return signed_in()


def form_token() -> str:
    """What a form of the signed-in browser carries, so that no other site can send it in his name."""
    settings = current_app.extensions["gleek_settings"]
    cookie = request.cookies.get(COOKIE, "")
    return hmac.new(settings.secret_key.encode(), b"form:" + cookie.encode(), hashlib.sha256).hexdigest()


def keep_signed_in(response: Response, token: str, expires_at: datetime) -> None:
    """Give the browser its cookie: out of reach of scripts, never sent along from other sites."""
    response.set_cookie(COOKIE, token, expires=expires_at, **_cookie_settings())


def forget_browser(response: Response) -> None:
    """Take the cookie away."""
    response.delete_cookie(COOKIE, **_cookie_settings())


def install_callers(app: Flask) -> None:
    """Check every request of the application."""
    open_to_all(app.view_functions["static"])
    app.before_request(check_caller)
    app.jinja_env.globals.update(signed_in=signed_in, form_token=form_token, form_field=FORM_FIELD)


def _caller_by_key() -> Caller | None:
    header = request.authorization
    if header is None:
        return None
    if header.type != "bearer":
        raise SignInWanted(
            "Send the API key as “Authorization: Bearer …”, with that word before it.",
            error="invalid_request",
        )
    found = authenticate(database_session(), header.token or "")
    if found is None:
        raise SignInWanted("This API key is unknown, revoked or expired.", error="invalid_token")
    return found


def _caller_by_cookie() -> Caller | None:
    token = request.cookies.get(COOKIE)
    found = authenticate_browser(database_session(), token) if token else None
    if found is not None and request.method not in SAFE_METHODS:
        _check_form()
    return found


def _check_form() -> None:
    sent = request.headers.get(FORM_HEADER) or request.form.get(FORM_FIELD, "")
    if hmac.compare_digest(sent.encode(), form_token().encode()):
        return
    if request.path.startswith(API_PREFIX):
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "What a signed-in browser sends here has to carry the token of a form. A program gives an API "
            "key as a bearer token; the page of the API takes one under “Authorize”.",
        )
    raise Problem(
        HTTPStatus.FORBIDDEN,
        "The form did not come from this page. Load the page again and send it once more.",
    )


def _cookie_settings() -> dict[str, Any]:
    host = request.host.rpartition(":")[0] or request.host
    secure = request.is_secure or host.strip("[]") not in _LOOPBACK
    return {"httponly": True, "samesite": "Lax", "secure": secure, "path": "/"}
