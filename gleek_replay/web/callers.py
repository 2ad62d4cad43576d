"""Who is asking, and whether he may: one check before every view.

Each view says what it does with :func:`does`, or that anyone may have it with :func:`open_to_all`. A
view that says neither is refused, so that none is left open by mistake.

Where reading is open to all, who shows neither a key nor a browser's session may do what merely reads, as a
reader of the home club.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.keys import authenticate, authenticate_browser, visiting
from gleek_replay.settings import Reading, Settings
from gleek_replay.web.database import database_session
from gleek_replay.web.limits import count_request, guarded
from gleek_replay.web.problems import API_PREFIX, Problem, SignInWanted

COOKIE: Final = "gleek_replay"
_HOST_PREFIX: Final = "__Host-"
"""A browser takes a cookie so named from this very host alone, and only over an encrypted connection."""
FORM_FIELD: Final = "form_token"
FORM_HEADER: Final = "X-Form-Token"
_SECRET_SIZE: Final = hashlib.sha256().digest_size
_FORM_TOKEN: Final = re.compile(rf"[0-9a-f]{{{4 * _SECRET_SIZE}}}")
"""A mask and what is under it, in hexadecimal digits."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITE: Final = frozenset({"same-origin", "none"})
"""What a browser says of a request that this site or its own user made."""
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_PORT: Final = re.compile(r":[0-9]*$")

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
        count_request(None)
        return
    g.caller = None
    marks = current_app.view_functions[request.endpoint].__dict__
    if "gleek_action" not in marks:
        raise Problem(HTTPStatus.FORBIDDEN, "Nobody has been let in here.")
    action: Action | None = marks["gleek_action"]
    if action is not None:
        g.caller = _caller_by_key() or _caller_by_cookie()
        g.signed_in = g.caller is not None
    count_request(g.caller)
    if action is not None:
        if g.caller is None and _reads_openly(action):
            g.caller = visiting(database_session())
        if g.caller is None:
            raise SignInWanted("Nobody is signed in here; a program sends its API key as a bearer token.")
        require(g.caller, action)


def signed_in() -> bool:
    """Whether a browser is signed in, or says so on a page that anyone may have."""
    known: bool | None = g.get("signed_in")
    return cookie_name() in request.cookies if known is None else known


def check_browser() -> bool:
    """Whether the browser is signed in, in a view that anyone may have."""
    g.signed_in = _caller_by_cookie() is not None
    return signed_in()


def form_token() -> str:
    """What a form of the signed-in browser carries, so that no other site can send it in his name.

    It is never written the same way twice: a mask of chance, then the browser's secret under that mask. So
    the length of a compressed page does not tell who guesses at the secret how near he is.
    """
    mask = secrets.token_bytes(_SECRET_SIZE)
    return (mask + _under(mask, _form_secret())).hex()


def browser_token() -> str:
    """The token of the browser's session, empty if it has none."""
    return request.cookies.get(cookie_name(), "")


def refuse_other_sites() -> None:
    """Refuse a form of another site's making, by what every browser of today says of where it comes from.
    For a form without a token, since nobody is signed in yet: it could sign the browser in as somebody else.
    """
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    own = origin is None or urlsplit(origin).netloc == request.host
    if (site not in _OWN_SITE) if site is not None else not own:
        raise Problem(HTTPStatus.FORBIDDEN, "Another site sent this form.")


def comes_from_elsewhere() -> bool:
    """Whether a page of another site led the browser here."""
    return request.headers.get("Sec-Fetch-Site", "none") not in _OWN_SITE


def keep_signed_in(response: Response, token: str, expires_at: datetime) -> None:
    """Give the browser its cookie: out of reach of scripts, never sent along from other sites."""
    response.set_cookie(cookie_name(), token, expires=expires_at, **_cookie_settings())


def forget_browser(response: Response) -> None:
    """Take the cookie away."""
    response.delete_cookie(cookie_name(), **_cookie_settings())


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
    token = header.token or ""
    found = guarded(token, lambda: authenticate(database_session(), token))
    if found is None:
        raise SignInWanted("This API key is unknown, revoked or expired.", error="invalid_token")
    return found


def _caller_by_cookie() -> Caller | None:
    token = browser_token()
    found = guarded(token, lambda: authenticate_browser(database_session(), token)) if token else None
    if found is not None and request.method not in SAFE_METHODS:
        _check_form()
    return found


def _check_form() -> None:
    if _is_form_token(request.headers.get(FORM_HEADER) or request.form.get(FORM_FIELD, "")):
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


def _is_form_token(sent: str) -> bool:
    if not _FORM_TOKEN.fullmatch(sent):
        return False
    token = bytes.fromhex(sent)
    return hmac.compare_digest(_under(token[:_SECRET_SIZE], token[_SECRET_SIZE:]), _form_secret())


def _form_secret() -> bytes:
    key = _settings().secret_key.encode()
    return hmac.digest(key, b"form:" + browser_token().encode(), hashlib.sha256)


def _under(mask: bytes, secret: bytes) -> bytes:
    """The secret under the mask; under the same mask again it is the secret."""
    return bytes(one ^ other for one, other in zip(mask, secret, strict=True))


def cookie_name() -> str:
    """What the browser's cookie is called: off the loopback address nothing but this host can set it."""
    return _HOST_PREFIX + COOKIE if _is_secure() else COOKIE


def _cookie_settings() -> dict[str, Any]:
    return {"httponly": True, "samesite": "Lax", "secure": _is_secure(), "path": "/"}


def _is_secure() -> bool:
    host = _PORT.sub("", request.host).strip("[]")
    return request.is_secure or host not in _LOOPBACK


def _reads_openly(action: Action) -> bool:
    merely_reads = action is Action.READ and request.method in SAFE_METHODS
    return merely_reads and _settings().reading is Reading.OPEN


def _settings() -> Settings:
    settings: Settings = current_app.extensions["gleek_settings"]
    return settings
