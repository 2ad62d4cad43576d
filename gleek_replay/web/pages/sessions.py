"""The sessions, and the page of each."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask_smorest.arguments import ArgumentsMixin
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.evenings import find_evenings
from gleek_replay.services.sessions import SessionDetail, get_session
from gleek_replay.services.settlements import get_session_transfers
from gleek_replay.services.wording import REASON_WORDS
from gleek_replay.web.api.queries import SessionsQuery
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.pages.courses import draw_courses
from gleek_replay.web.pages.flows import flow_of_transfers
from gleek_replay.web.pages.ledger import POTS

blueprint = Blueprint("session_pages", __name__)

SESSIONS_A_PAGE: Final = 30

_CARRIED: Final = {"pot": ("Pot", 0), "ruff_pot": ("Ruff pot", 0), "ruff_multiplier": ("Ruff ×", 1)}
"""What a hand hands on: how it is headed, and what it is where there is nothing to hand on."""


class SessionsPageQuery(SessionsQuery):
    """Which part of the list to show."""

    class Meta:
        exclude = ("limit",)


@blueprint.get("/sessions")
@does(Action.READ)
def sessions() -> str:
    """The sessions, the latest first, some on each page."""
    query = ArgumentsMixin.ARGUMENTS_PARSER.parse(SessionsPageQuery, request, location="query", unknown=RAISE)
    cursor = query.get("cursor")
    found = find_evenings(database_session(), caller(), cursor, SESSIONS_A_PAGE)
    further = None if found.next_cursor is None else url_for(".sessions", cursor=found.next_cursor)
    return render_template("sessions.html", evenings=found.items, begun=cursor is None, further=further)


@blueprint.get("/sessions/<id:session_id>")
@does(Action.READ)
def session(session_id: str) -> str:
    """The hands of a session in order, and what is wrong between them."""
    found = get_session(database_session(), caller(), session_id)
    settled = get_session_transfers(database_session(), caller(), session_id)
    return render_template(
        "session.html",
        session=found,
        carried=_carried(found),
        chart=draw_courses(found),
        settled=settled,
        flow=flow_of_transfers(settled["transfers"], found.players, settled["money"]),
        names={**POTS, **found.players},
        pots=POTS,
        reason_words=REASON_WORDS,
    )


def _carried(session: SessionDetail) -> dict[str, str]:
    """What was ever handed on in a session, with its heading; the pot always."""
    states = [session.carried_in, *(hand.carried_out for hand in session.hands if hand.carried_out)]
    return {
        name: title
        for name, (title, nothing) in _CARRIED.items()
        if name == "pot" or any(getattr(state, name) != nothing for state in states)
    }
