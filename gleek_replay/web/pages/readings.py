"""A hand by other rules than its own, by which it may have been played, and what should be paid now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, render_template

from gleek_replay.services.access import Action
from gleek_replay.services.hands import get_hand
from gleek_replay.services.readings import get_readings
from gleek_replay.services.rules import SourcedChoice, sourced_change
from gleek_replay.services.rules_played import TRIAL_WORDS, Trial, get_rules_played, get_session_rules_played
from gleek_replay.services.sessions import get_session
from gleek_replay.services.settlements import get_transfers
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.numbers import grouped
from gleek_replay.web.pages.ledger import POTS

blueprint = Blueprint("reading_pages", __name__)

_THE_POTS: Final = {pot: f"the {name.lower()}" for pot, name in POTS.items()}
_MANY_CHANGES: Final = 3
"""How many changed options a supposition may have to be told with each of its sources."""

_LEFT: Final = {
    "misrecorded": ("recorded amount", "recorded amounts"),
    "violation": ("breach of the rules", "breaches of the rules"),
    "unjudged": ("payment that nobody can judge", "payments that nobody can judge"),
    "carried": ("hand that begins otherwise than was left", "hands that begin otherwise than was left"),
}
"""What an explanation may leave unexplained, one of it and several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rules that may have been played: a ``preset``, or those stated (``None``), and how many options are
    otherwise than stated. ``changes`` are these, where they are few, each with what was stated.
    """

    preset: str | None
    number: int
    changes: tuple[tuple[SourcedChoice, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Rules that come to the same for some hands. ``leaves`` says in words what it leaves unexplained,
    ``wrong`` has what would have to be recorded wrongly.
    """

    rank: int
    complete: bool
    rules: tuple[Rules, ...]
    leaves: tuple[str, ...]
    wrong: tuple[Mapping[str, Any], ...]


@blueprint.get("/hands/<id:hand_id>/readings")
@does(Action.READ)
def readings(hand_id: str) -> str:
    """The hand by every preset, the rules that explain what it records, and what should be paid now."""
    found = get_readings(database_session(), caller(), hand_id)
    played = get_rules_played(database_session(), caller(), hand_id)
    return render_template(
        "readings.html",
        hand=get_hand(database_session(), caller(), hand_id).hand,
        found=found.document,
        names={**_THE_POTS, **found.names},
        pots=POTS,
        players=found.names,
        explanations=_explanations(played),
        untried=_untried(played),
        transfers=get_transfers(database_session(), caller(), hand_id),
    )


@blueprint.get("/sessions/<id:session_id>/rules-played")
@does(Action.READ)
def session_rules(session_id: str) -> str:
    """The rules that explain what the hands of a session record."""
    session = get_session(database_session(), caller(), session_id)
    played = get_session_rules_played(database_session(), caller(), session_id)
    return render_template(
        "session_rules.html",
        session=session,
        names={**_THE_POTS, **session.players},
        explanations=_explanations(played),
        untried=_untried(played),
        looked_at=len(played["hands"]),
        left_out=played["left_out"],
    )


def _explanations(played: Mapping[str, Any]) -> list[Explained]:
    return [
        Explained(
            rank=found["rank"],
            complete=found["complete"],
            rules=tuple(_rules(supposed) for supposed in found["rules"]),
            leaves=tuple(_leaves(found["why"])),
            wrong=tuple(found["wrong"]),
        )
        for found in played["explanations"]
    ]


def _untried(played: Mapping[str, Any]) -> list[str]:
    return [TRIAL_WORDS[Trial(trial)] for trial in played["untried"]]


def _leaves(why: Mapping[str, int]) -> Iterator[str]:
    for ground, (one, many) in _LEFT.items():
        if count := why.get(ground):
            yield f"1 {one}" if count == 1 else f"{grouped(count)} {many}"


def _rules(supposed: Mapping[str, Any]) -> Rules:
    changes = supposed["changes"]
    told = changes if len(changes) <= _MANY_CHANGES else ()
    return Rules(
        preset=supposed["preset"],
        number=len(changes),
        changes=tuple((sourced_change(change), change["stated"]) for change in told),
    )
