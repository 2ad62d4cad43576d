"""The sessions, and the page of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask_smorest.arguments import ArgumentsMixin
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.sessions import SessionDetail, find_sessions, get_session
from gleek_replay.web.api.queries import SessionsQuery
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = Blueprint("session_pages", __name__)

SESSIONS_A_PAGE: Final = 30
COURSE_HEIGHT: Final = 30
COURSE_WIDTH: Final = 100

_CARRIED: Final = {"pot": ("Pot", 0), "ruff_pot": ("Ruff pot", 0), "ruff_multiplier": ("Ruff ×", 1)}
"""What a hand hands on: how it is headed, and what it is where there is nothing to hand on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Courses:
    """How each player's total went, as the points of an SVG polyline; all have one scale, ``zero`` on it."""

    zero: float
    points: dict[str, str]


class SessionsPageQuery(SessionsQuery):
    """Which part of the list to show."""

    class Meta:
        exclude = ("limit",)


@blueprint.get("/sessions")
@does(Action.READ)
def sessions() -> str:
    """The sessions by id, some on each page."""
    query = ArgumentsMixin.ARGUMENTS_PARSER.parse(SessionsPageQuery, request, location="query", unknown=RAISE)
    cursor = query.get("cursor")
    found = find_sessions(database_session(), caller(), cursor, SESSIONS_A_PAGE)
    further = None if found.next_cursor is None else url_for(".sessions", cursor=found.next_cursor)
    return render_template("sessions.html", sessions=found.items, begun=cursor is None, further=further)


@blueprint.get("/sessions/<id:session_id>")
@does(Action.READ)
def session(session_id: str) -> str:
    """The hands of a session in order, and what is wrong between them."""
    found = get_session(database_session(), caller(), session_id)
    return render_template("session.html", session=found, carried=_carried(found), courses=_courses(found))


def _carried(session: SessionDetail) -> dict[str, str]:
    """What was ever handed on in a session, with its heading; the pot always."""
    states = [session.carried_in, *(hand.carried_out for hand in session.hands if hand.carried_out)]
    return {
        name: title
        for name, (title, nothing) in _CARRIED.items()
        if name == "pot" or any(getattr(state, name) != nothing for state in states)
    }


def _courses(session: SessionDetail) -> Courses:
    """The totals from hand to hand; a player's begins at nothing."""
    totals = {
        player: [0, *(hand.totals.get(player, 0) for hand in session.hands)] for player in session.players
    }
    highest = max(max(course) for course in totals.values())
    lowest = min(min(course) for course in totals.values())
    scale = (COURSE_HEIGHT - 2) / max(highest - lowest, 1)
    step = COURSE_WIDTH / len(session.hands)

    def height(total: int) -> float:
        return round(1 + (highest - total) * scale, 1)

    points = {
        player: " ".join(f"{round(number * step, 1)},{height(total)}" for number, total in enumerate(course))
        for player, course in totals.items()
    }
    return Courses(zero=height(0), points=points)
