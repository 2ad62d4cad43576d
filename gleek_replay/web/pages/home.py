"""The first page: hands, players, and the form to send hands with."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask_smorest.arguments import ArgumentsMixin
from marshmallow import RAISE, fields, validate

from gleek_replay.services.access import Action, allows
from gleek_replay.services.hands import MOST_ITEMS, Verdict, find_hands
from gleek_replay.services.players import find_players
from gleek_replay.web.api.queries import HandsQuery, hand_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.pages.writing import day

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
        verdicts=_verdicts(query),
        may_upload=allows(caller().role, Action.UPLOAD),
    )


def _verdicts(query: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """Every verdict, “all” and “disputed”, with the address of such hands among those asked for, and whether
    they are what is asked for.
    """
    chosen = {"verdict", "disputed", "cursor"}
    others = {name: value for name, value in request.args.items() if name not in chosen}
    asked = query["verdict"].value if "verdict" in query else "disputed" if query.get("disputed") else "all"
    addresses = {"all": _address(others)}
    addresses |= {word.value: _address({**others, "verdict": word.value}) for word in Verdict}
    addresses["disputed"] = _address({**others, "disputed": "true"})
    return [(word, address, word == asked) for word, address in addresses.items()]


def _further(name: str, cursor: str | None) -> str | None:
    """The address of this page with the next part of one of its lists."""
    return None if cursor is None else _address({**request.args, name: cursor})


def _address(asked: dict[str, str]) -> str:
    return f"{url_for('.home')}?{urlencode(asked)}" if asked else url_for(".home")


def _heading(query: dict[str, Any]) -> str:
    """What the hands have in common, everything that was asked for."""
    told = {
        "player": "of {}",
        "session": "in the session {}",
        "rules": "by the rules of {}",
        "stake": "for counters of a {}",
        "client": "recorded by {}",
        "start": "from {} on",
        "end": "before {}",
        "disputed": "in dispute" if query.get("disputed") else "in no dispute",
    }
    asked = query | {name: day(query[name]) for name in ("start", "end") if name in query}
    parts = [words.format(asked[name]) for name, words in told.items() if name in asked]
    kind = f"{query['verdict'].value} hands" if "verdict" in query else "hands" if parts else "latest hands"
    return " ".join([kind.capitalize(), *parts])
