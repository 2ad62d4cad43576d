"""Signing a browser in and out."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, redirect, render_template, request, url_for

from gleek_replay.services import keys
from gleek_replay.services.access import Action
from gleek_replay.web.callers import COOKIE, does, forget_browser, keep_signed_in, open_to_all
from gleek_replay.web.database import database_session
from gleek_replay.web.problems import Problem

blueprint = Blueprint("sign_in", __name__)


@blueprint.get("/sign-in")
@open_to_all
def sign_in_page() -> Response:
    """Redeem a one-time link, or offer the form for a key."""
    token = request.args.get("token")
    if token is None or request.method == "HEAD":
        return Response(render_template("sign_in.html"))
    return _welcome(keys.redeem_sign_in_link(database_session(), token))


@blueprint.post("/sign-in")
@open_to_all
def sign_in() -> Response:
    """Sign the browser in as the caller whose key the form has."""
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        raise Problem(HTTPStatus.FORBIDDEN, "Another site sent this form.")
    found = keys.authenticate(database_session(), request.form.get("key", "").strip())
    if found is None:
        refused = "This key is unknown, revoked or expired."
        return Response(render_template("sign_in.html", refused=refused), HTTPStatus.UNPROCESSABLE_ENTITY)
    return _welcome(keys.sign_in(database_session(), found))


@blueprint.post("/sign-out")
@does(Action.READ)
def sign_out() -> Response:
    """End the browser's session."""
    keys.sign_out(database_session(), request.cookies.get(COOKIE, ""))
    answer = _to(url_for(".sign_in_page"))
    forget_browser(answer)
    return answer


def _welcome(signed_in: keys.SignedIn) -> Response:
    answer = _to(url_for("home.home"))
    keep_signed_in(answer, signed_in.token, signed_in.expires_at)
    return answer


def _to(address: str) -> Response:
    return Response(status=HTTPStatus.SEE_OTHER, headers={"Location": redirect(address).location or ""})
