"""Some thousand hands, simulated, read and audited once, to be told of other players at other times."""

from __future__ import annotations

import copy
import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

import orjson

from gleek_replay.records import HandRecord, Player, RawRecord, SessionRef, facts_digest
from gleek_replay.services.parts import Part, audit_part, read_part
from gleek_replay.simulation import simulate
from gleek_replay.storage.projection import Projection
from gleek_replay.storage.tables.base import microseconds

HANDS_AN_EVENING: Final = 10
PLAYERS: Final = 3


class _Program(NamedTuple):
    """A client: by what it plays, as what it records that, and of how many hands it misreports one (0: of
    none). So many of a hundred evenings are its.
    """

    name: str
    version: str | None
    played: str
    recorded: str
    misreports: int
    evenings: int


_PROGRAMS: Final = (
    _Program("Gleek at Home", "2.1", "parlett", "parlett", 0, 50),
    _Program("Gleek at Home", "2.0", "cotton-1674", "cotton-1674", 0, 15),
    _Program("Pocket Gleek", "0.9", "parlett", "parlett", 9, 20),
    _Program("Tavern Table", "1.4", "willughby-1665", "willughby-1665", 40, 10),
    _Program("Old Rules", None, "du-coeur-letter", "parlett", 0, 5),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Who sits at a table, by id and name, and in which session."""

    session_id: str
    players: tuple[tuple[str, str], ...]


class ToldHand:
    """A hand as an upload would have it once it is audited, with all names left to be put in."""

    def __init__(self, history: dict[str, Any]) -> None:
        written = orjson.dumps(history)
        part = read_part(RawRecord(1, written, None))
        assert part.record is not None, part.faults
        self._record: HandRecord = part.record
        self._part: Part = audit_part(part)
        self._form = _form(history, written)

    def part(self, hand_id: str, number: int, played_at: datetime, seated: Seated) -> Part:
        """The hand as the one of this id, the so manieth of a session, and played then."""
        names = {b"hand": hand_id, b"session": seated.session_id, b"number": str(number)}
        names[b"moment"] = f"{played_at:%Y-%m-%dT%H:%M:%SZ}"
        for seat, (player_id, name) in enumerate(seated.players):
            names[b"id%d" % seat], names[b"name%d" % seat] = player_id, name
        raw = self._form % {place: name.encode() for place, name in names.items()}
        return self._part._replace(
            raw=raw,
            sha256=hashlib.sha256(raw).digest(),
            hand_id=hand_id,
            facts=facts_digest(
                replace(
                    self._record,
                    hand_id=hand_id,
                    session=SessionRef(id=seated.session_id, hand=number),
                    players=tuple([Player(id=player_id) for player_id, _ in seated.players]),
                )
            ),
            projection=self._projection(hand_id, number, microseconds(played_at), seated),
        )

    def _projection(self, hand_id: str, number: int, played_at: int, seated: Seated) -> Projection:
        told = self._part.projection
        assert told is not None, "it was audited"
        ids, names = zip(*seated.players, strict=True)
        return told._replace(
            hand=(hand_id, number, played_at, *told.hand[3:]),
            seats=tuple(
                [(row[0], name, played_at, *row[3:]) for row, name in zip(told.seats, names, strict=True)]
            ),
            player_ids=ids,
            session_id=seated.session_id,
            names=names,
            played_at=played_at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Ten hands of one table, and the first of them as somebody else tells of it, otherwise."""

    hands: tuple[ToldHand, ...]
    contradiction: ToldHand


def evenings(hands: int) -> list[Evening]:
    """So many different hands or some more, in evenings of which each program has its share evenly."""
    wanted = max(1, hands // HANDS_AN_EVENING)
    found = [
        (place / program.evenings, _evening(program, some))
        for program in _PROGRAMS
        for place, some in enumerate(_played(program.played, max(1, wanted * program.evenings // 100)))
    ]
    return [evening for _, evening in sorted(found, key=lambda each: each[0])]


def _played(preset: str, wanted: int) -> Iterator[list[dict[str, Any]]]:
    """So many evenings of ten hands, as they were played."""
    sittings: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for history in simulate(preset, hands=2 * HANDS_AN_EVENING * (wanted + 3), seed=wanted):
        sittings[history["session"]["id"]].append(history)
    long_enough = [some for some in sittings.values() if len(some) >= HANDS_AN_EVENING]
    for some in long_enough[:wanted]:
        yield some[:HANDS_AN_EVENING]


def _evening(program: _Program, histories: Sequence[dict[str, Any]]) -> Evening:
    client = {"name": program.name} | ({"version": program.version} if program.version else {})
    recorded = [history | {"client": client, "rules": program.recorded} for history in histories]
    told = [
        _misreported(history) if program.misreports and _lot(history, program.misreports) else history
        for history in recorded
    ]
    return Evening(
        hands=tuple(ToldHand(history) for history in told),
        contradiction=ToldHand(_misreported(told[0])),
    )


def _lot(history: dict[str, Any], one_of: int) -> bool:
    """Whether the lot falls on a hand."""
    return int.from_bytes(hashlib.sha256(history["hand_id"].encode()).digest()[:4]) % one_of == 0


def _misreported(history: dict[str, Any]) -> dict[str, Any]:
    """A hand of which one payment is recorded falsely."""
    history = copy.deepcopy(history)
    history["payments"][0]["amount"] += 1
    return history


def _form(history: dict[str, Any], written: bytes) -> bytes:
    """A history as bytes for the % operator."""
    form = written.replace(b"%", b"%%")
    form = form.replace(orjson.dumps(history["session"]), b'{"id":"%(session)s","hand":%(number)s}')
    form = _put(form, history["hand_id"], b"hand")
    form = _put(form, history["played_at"], b"moment")
    for seat, player in enumerate(history["players"]):
        form = _put(form, player["id"], b"id%d" % seat)
        form = _put(form, player["name"], b"name%d" % seat)
    return form


def _put(form: bytes, written: str, place: bytes) -> bytes:
    return form.replace(b'"%s"' % written.encode(), b'"%%(%s)s"' % place)
