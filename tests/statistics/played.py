"""Simulated hands of all kinds, audited and packed as lines: most as they were played, some cut short,
broken, hidden, recorded wrongly, or ruled upon.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from gleek_replay.audit import audit_record
from gleek_replay.records import read_record
from gleek_replay.simulation import simulate
from gleek_replay.simulation.roster import GAMESTERS
from gleek_replay.statistics.columns import Lines
from tests.histories import hide
from tests.statistics.packed import lines_of, lines_of_audit

PLAYER_KEYS = {gamester.id: key for key, gamester in enumerate(GAMESTERS, 101)}

TABLES = (
    ("parlett", 3, False, 0.4),
    ("parlett", 3, True, 0.1),
    ("knauer-2008", 4, False, 0.15),
    ("knauer-2008", 2, True, 0.05),
    ("willughby-1665", 3, False, 0.15),
    ("du-coeur-1996", 3, False, 0.1),
    ("cotton-1674", 3, True, 0.05),
)
"""Preset, players, whether deals are stacked, and what part of all hands is played so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A hand: its record and its audit as JSON, the actions of the whole hand where the record was cut short,
    and what was ruled on it.
    """

    key: int
    record: dict[str, Any]
    audit: dict[str, Any]
    whole: list[list[Any]]
    ruling: str | None
    packed: list[bytes]


def play(hands: int, seed: int) -> list[Played]:
    """So many hands, the oldest first as far as each player is concerned."""
    chance, sessions = Random(seed), dict[str, int]()
    told = sorted(_histories(hands, seed), key=lambda history: history["played_at"])
    played = []
    for key, history in enumerate(told, 1):
        record, whole = _as_some_client_has_it(history, key, chance), history["actions"]
        audit = audit_record(read_record(json.dumps(record).encode()))
        ruling = _ruling(key, audit.document["recorded"])
        session_key = sessions.setdefault(record["session"]["id"], len(sessions) + 1)
        keys = [PLAYER_KEYS[player["id"]] for player in record["players"]]
        packed = lines_of_audit(audit, key, keys, session_key, ruling)
        document = audit.document
        played.append(
            Played(key=key, record=record, audit=document, whole=whole, ruling=ruling, packed=packed)
        )
    return played


def lines_of_player(played: list[Played], player: str) -> Lines:
    """The lines of one player in the order of play."""
    return lines_of(
        packed
        for hand in played
        for told, packed in zip(hand.record["players"], hand.packed, strict=True)
        if told["id"] == player
    )


def _histories(hands: int, seed: int) -> Iterator[dict[str, Any]]:
    for preset, players, rare, part in TABLES:
        for history in simulate(preset, hands=round(hands * part), seed=seed, players=players, rare=rare):
            yield history | {"hand_id": f"{preset}-{players}-{rare}-{history['hand_id']}"[:64]}


def _ruling(key: int, recorded: dict[str, Any] | None) -> str | None:
    if key % 37 == 0:
        return "void"
    if key % 41 == 0 and recorded:
        return "record"
    return "settlement" if key % 43 == 0 else None


def _as_some_client_has_it(history: dict[str, Any], key: int, chance: Random) -> dict[str, Any]:
    """The history as it is, or in one of the ways in which records are not."""
    actions = [list(action) for action in history["actions"]]
    record = history | {"actions": actions}
    match key % 20:
        case 0:
            del actions[chance.randrange(len(actions)) :]
            return _without_money(record)
        case 1:
            payments = [dict(payment) for payment in record["payments"]]
            chance.choice(payments)["amount"] += chance.choice((1, 2))
            return {name: value for name, value in record.items() if name != "result"} | {
                "payments": payments
            }
        case 2:
            first = record["players"][0]["id"]
            return hide(record, (first,), stock=False, discards=False)
        case 3:
            result = dict(record["result"])
            result[chance.choice(record["players"])["id"]] -= chance.choice((-3, 5))
            return {name: value for name, value in record.items() if name != "payments"} | {"result": result}
        case 4:
            record["actions"] = [action for action in actions if action[1] not in _DECLARING]
            return _without_money(record)
        case 5:
            return _without_money(_with_false_declaration(record, chance))
        case 6:
            actions[0][2] += 1
            if actions[1][1] == "bid" and actions[1][2] <= actions[0][2]:
                actions[0][2] -= 2
            return record
        case 7:
            plays = [index for index, action in enumerate(actions) if action[1] == "play"]
            one, other = chance.choice(plays), chance.choice(plays)
            actions[one][2], actions[other][2] = actions[other][2], actions[one][2]
            return record
        case _:
            return record


_DECLARING = {"gleek", "mournival", "tiddy", "challenge"}


def _without_money(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in {"payments", "result"}}


def _with_false_declaration(record: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A mournival of Kings declared by somebody, and perhaps challenged by his neighbour."""
    players = [player["id"] for player in record["players"]]
    actions = record["actions"]
    first_play = next(index for index, action in enumerate(actions) if action[1] == "play")
    seat = chance.randrange(len(players))
    told = [[players[seat], "mournival", "K"]]
    if chance.random() < 0.5:
        told.append([players[(seat + 1) % len(players)], "challenge", players[seat], "mournival", "K"])
    return record | {"actions": actions[:first_play] + told + actions[first_play:]}
