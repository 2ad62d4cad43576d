"""Signing a browser in and out."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, redirect, render_template, request, url_for

from gleek_replay.services import keys
from gleek_replay.services.access import Action
from gleek_replay.services.refusals import Unauthenticated
from gleek_replay.web.addresses import on_this_site
from gleek_replay.web.callers import (
    browser_token,
    check_browser,
    comes_from_elsewhere,
    does,
    forget_browser,
    keep_signed_in,
    open_to_all,
    refuse_other_sites,
)
from gleek_replay.web.database import database_session
from gleek_replay.web.limits import guarded
from gleek_replay.web.problems import wants_page

blueprint = Blueprint("sign_in", __name__)


@blueprint.get("/sign-in")
@open_to_all
def sign_in_page() -> Response:
    """Redeem a one-time link, or offer the form for a key to a browser that is not signed in.

    Where another site led here, a link is redeemed by a form only: else that site could have the browser
    signed in as somebody of its choice, unasked.
    """
    token = request.args.get("token")
    if token is not None and comes_from_elsewhere():
        return Response(render_template("sign_in.html", link=token))
    if token is not None and request.method != "HEAD":
        return _redeem(token)
    wanted = on_this_site(request.args.get("next", ""))
    if check_browser():
        return _to(wanted or url_for("home.home"))
    return Response(render_template("sign_in.html", wanted=wanted))


@blueprint.post("/sign-in")
@open_to_all
def sign_in() -> Response:
    """Sign the browser in as whose key or link the form has, and lead it to where it wanted to go."""
    refuse_other_sites()
    if "link" in request.form:
        return _redeem(request.form["link"])
    wanted = on_this_site(request.form.get("next", ""))
    key = request.form.get("key", "").strip()
    found = guarded(key, lambda: keys.authenticate(database_session(), key))
    if found is None:
        refused = "This key is unknown, revoked or expired."
        page = render_template("sign_in.html", refused=refused, wanted=wanted)
        return Response(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    return _welcome(keys.sign_in(database_session(), found), wanted)


@blueprint.post("/sign-out")
@does(Action.READ)
def sign_out() -> Response:
    """End the browser's session."""
    keys.sign_out(database_session(), browser_token())
    answer = _to(url_for(".sign_in_page"))
    forget_browser(answer)
    return answer


def _redeem(token: str) -> Response:
    try:
        return _welcome(guarded(token, lambda: keys.redeem_sign_in_link(database_session(), token)))
    except Unauthenticated as no_good:
        if wants_page() and check_browser():
            return Response(render_template("sign_in.html", no_good=str(no_good)))
        raise


def _welcome(signed_in: keys.SignedIn, wanted: str | None = None) -> Response:
    if before := browser_token():
        keys.sign_out(database_session(), before)
    answer = _to(wanted or url_for("home.home"))
    keep_signed_in(answer, signed_in.token, signed_in.expires_at)
    return answer


def _to(address: str) -> Response:
    return Response(status=HTTPStatus.SEE_OTHER, headers={"Location": redirect(address).location or ""})
