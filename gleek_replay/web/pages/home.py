"""The first page: hands, players, and the form to send hands with."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from typing import Any, BinaryIO, cast
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask_smorest.arguments import ArgumentsMixin
from marshmallow import RAISE, fields, validate

from gleek_replay.services.access import Action, allows
from gleek_replay.services.hands import MOST_ITEMS, Verdict, find_hands
from gleek_replay.services.players import find_players
from gleek_replay.services.uploads import UploadReport, take_upload
from gleek_replay.web.api.queries import HandsQuery, hand_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

HANDS_A_PAGE = 15
PLAYERS_SHOWN = 14

blueprint = Blueprint("home", __name__)


class HomeQuery(HandsQuery):
    """Which hands to show, and after which player the list of players goes on."""

    class Meta:
        exclude = ("limit",)

    players = fields.String(validate=validate.Length(1, 64))


@blueprint.get("/")
@does(Action.READ)
def home() -> str:
    """The newest hands, or those asked for; players; the upload form."""
    query = ArgumentsMixin.ARGUMENTS_PARSER.parse(HomeQuery, request, location="query", unknown=RAISE)
    after = query.pop("players", None)
    hands = find_hands(database_session(), caller(), hand_filter(query), query.get("cursor"), HANDS_A_PAGE)
    players = find_players(database_session(), caller(), after, MOST_ITEMS)
    return render_template(
        "home.html",
        hands=hands,
        players=sorted(players.items, key=lambda player: -player.hands),
        players_shown=PLAYERS_SHOWN,
        older=_further("cursor", hands.next_cursor),
        more_players=_further("players", players.next_cursor),
        narrowed=bool(query),
        heading=_heading(query),
        verdicts=[verdict.value for verdict in Verdict],
        verdict=query["verdict"].value if "verdict" in query else None,
        may_upload=allows(caller().role, Action.UPLOAD),
    )


@blueprint.post("/uploads")
@does(Action.UPLOAD)
def send_hands() -> str:
    """Store what the form sent, and say what came of it."""
    reports = [(name, take_upload(database_session(), caller(), stream)) for name, stream in _sent()]
    return render_template("upload.html", reports=reports, counts=_counts(reports))


def _further(name: str, cursor: str | None) -> str | None:
    """The address of this page with the next part of one of its lists."""
    return None if cursor is None else f"{url_for('.home')}?{urlencode({**request.args, name: cursor})}"


def _heading(query: dict[str, Any]) -> str:
    if "session" in query:
        return f"Hands of the session {query['session']}"
    if "player" in query:
        return f"Hands of {query['player']}"
    if "rules" in query:
        return f"Hands by the rules of {query['rules']}"
    return f"{query['verdict'].value.capitalize()} hands" if "verdict" in query else "Latest hands"


def _sent() -> list[tuple[str, BinaryIO]]:
    """What was sent, by the name of the file; what was pasted goes last."""
    files = [file for file in request.files.getlist("files") if file.filename]
    sent = [(file.filename or "", cast(BinaryIO, file.stream)) for file in files]
    pasted = request.form.get("pasted", "").strip()
    return [*sent, ("Pasted", BytesIO(pasted.encode()))] if pasted else sent


def _counts(reports: list[tuple[str, UploadReport]]) -> list[tuple[str, int]]:
    counts = Counter(outcome.status.value for _, report in reports for outcome in report.outcomes)
    return sorted(counts.items())
