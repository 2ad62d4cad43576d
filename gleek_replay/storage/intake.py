"""Taking records in: what is stored already, and writing many rows at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, bindparam, false, func, or_, select, update

from gleek_replay.audit import Verdict
from gleek_replay.storage.bulk import load
from gleek_replay.storage.clients import zone_and_clients
from gleek_replay.storage.line_packing import Line, pack_lines
from gleek_replay.storage.lines import add_lines
from gleek_replay.storage.prepared import Prepared, asked_for
from gleek_replay.storage.projection import HAND_COLUMNS, SEAT_COLUMNS, Projection
from gleek_replay.storage.tables import (
    LIVE,
    ApiKey,
    Hand,
    HandPlayer,
    Player,
    PlaySession,
    Record,
    Status,
    Upload,
)
from gleek_replay.storage.time_keys import new_keys

_AT_ONCE: Final = 500
"""How many values one question to the database names."""
_Value = TypeVar("_Value")

RECORD_COLUMNS: Final = (
    "key", "club_key", "hand_key", "upload_key", "uploaded_by", "received_at", "whole", "status", "sha256",
    "facts", "faults", "raw",
)  # fmt: skip
"""The columns of a new record, in the order of its row."""
_HAND_COLUMNS: Final = (
    *HAND_COLUMNS, "key", "club_key", "record_key", "play_session_key", "corroborations", "disputed",
)  # fmt: skip
_SEAT_COLUMNS: Final = (*SEAT_COLUMNS, "hand_key", "player_key")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRecord:
    """A record that tells of a hand: whose it is, what it is to the hand's others, and whether it came in an
    upload that replaces what its owner had sent.
    """

    key: int
    owner: str
    sha256: bytes
    facts: bytes
    status: Status
    replaces: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingHand:
    """A stored hand with its live records in the order of their keys, as the next record of it is judged."""

    key: int
    verdict: Verdict
    record_key: int
    disputed: bool
    records: tuple[KnownRecord, ...]


class NewHand(NamedTuple):
    """A hand to be stored under the key of the record that it stands on."""

    key: int
    projection: Projection


def standing_hands(
    connection: Connection, club_key: int, hand_ids: Collection[str]
) -> dict[str, StandingHand]:
    """The hands of a club that are stored already, by hand id."""
    hands: dict[str, Any] = {}
    records: dict[str, list[KnownRecord]] = {}
    rows = _STANDING.rows(connection, club=club_key, ids=list(hand_ids)) if hand_ids else []
    for record, hand_id, key, verdict, record_key, disputed, owner, sha256, facts, status, replaces in sorted(
        rows
    ):
        hands[hand_id] = {
            "key": key, "verdict": Verdict(verdict), "record_key": record_key, "disputed": bool(disputed),
        }  # fmt: skip
        known = KnownRecord(
            key=record, owner=owner, sha256=sha256, facts=facts, status=Status(status),
            replaces=bool(replaces),
        )  # fmt: skip
        records.setdefault(hand_id, []).append(known)
    return {hand_id: StandingHand(**hand, records=tuple(records[hand_id])) for hand_id, hand in hands.items()}


def told_hands(connection: Connection, club_key: int, hand_ids: Collection[str]) -> set[str]:
    """Those of the hand ids that a club has a hand of."""
    rows = _TOLD.rows(connection, club=club_key, ids=list(hand_ids)) if hand_ids else []
    return {hand_id for (hand_id,) in rows}


def kept_unreadable(connection: Connection, uploaded_by: int, digests: Collection[bytes]) -> set[bytes]:
    """Those of the SHA-256 digests under which an uploader has a record that told of no hand."""
    found: set[bytes] = set()
    for some in chunks(digests):
        found.update(
            connection.scalars(
                select(Record.sha256).where(
                    Record.status.in_((Status.MALFORMED, Status.FAILED)),
                    Record.uploaded_by == uploaded_by,
                    Record.sha256.in_(some),
                )
            )
        )
    return found


def some_key_is_taken(connection: Connection, keys: range) -> bool:
    """Whether there is a record under one of the keys."""
    between = select(Record.key).where(Record.key.between(keys[0], keys[-1]))
    return any(key in keys for key in connection.scalars(between))


def add_records(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert records, each a row of :data:`RECORD_COLUMNS`; new hands that they tell of are to follow in
    the same transaction.
    """
    load(connection, Record, RECORD_COLUMNS, rows)


def add_hands(connection: Connection, club_key: int, hands: Sequence[NewHand]) -> None:
    """Insert hands with everything projected from them, and the players and sessions not yet known. Their
    records must be stored.
    """
    if not hands:
        return
    sessions = session_keys(connection, club_key, hands)
    load(
        connection,
        Hand,
        _HAND_COLUMNS,
        [
            (
                *hand.projection.hand, hand.key, club_key, hand.key,
                sessions.get(hand.projection.session_id), 0, False,
            )
            for hand in hands
        ],
    )  # fmt: skip
    add_seats(connection, club_key, hands, sessions)


def add_seats(
    connection: Connection, club_key: int, hands: Sequence[NewHand], sessions: Mapping[str | None, int]
) -> None:
    """Insert the players' rows of some hands with their lines, and the players not yet known; name the
    players. The keys of the sessions are to be given.
    """
    ids = dict.fromkeys(player_id for hand in hands for player_id in hand.projection.player_ids)
    players = player_keys(connection, club_key, ids)
    load(
        connection,
        HandPlayer,
        _SEAT_COLUMNS,
        [
            (*seat, hand.key, players[player_id])
            for hand in hands
            for player_id, seat in zip(hand.projection.player_ids, hand.projection.seats, strict=True)
        ],
    )
    _add_lines(connection, club_key, hands, players, sessions)
    _name_players(connection, players, hands)


def player_keys(connection: Connection, club_key: int, player_ids: Collection[str]) -> dict[str, int]:
    """The keys of a club's players, by id; those not yet known are inserted."""
    return _keys_of(connection, Player, "player_id", _PLAYERS, club_key, player_ids)


def session_keys(connection: Connection, club_key: int, hands: Sequence[NewHand]) -> dict[str | None, int]:
    """The keys of the sessions that some hands belong to, by id; those not yet known are inserted."""
    ids = dict.fromkeys(hand.projection.session_id for hand in hands)
    named = [session_id for session_id in ids if session_id is not None]
    known = _keys_of(connection, PlaySession, "session_id", _SESSIONS, club_key, named)
    return {session_id: known[session_id] for session_id in named}


def chunks(values: Collection[_Value]) -> Iterator[list[_Value]]:
    """The values, as many at once as one question names."""
    rest = iter(values)
    while some := list(islice(rest, _AT_ONCE)):
        yield some


def _add_lines(
    connection: Connection,
    club_key: int,
    hands: Sequence[NewHand],
    players: Mapping[str, int],
    sessions: Mapping[str | None, int],
) -> None:
    """Insert the lines of some hands."""
    zone, clients = zone_and_clients(connection, club_key, [hand.projection.client for hand in hands])
    lines: list[Line] = []
    for key, told in hands:
        seated = [players[player_id] for player_id in told.player_ids]
        lines += pack_lines(key, told, seated, sessions.get(told.session_id), clients[told.client])
    add_lines(connection, club_key, zone, lines)


def _name_players(connection: Connection, players: dict[str, int], hands: Sequence[NewHand]) -> None:
    """Give players their names in these hands, unless a later hand has named them already."""
    latest: dict[str, tuple[int, str]] = {}
    for hand in hands:
        told = hand.projection
        for player_id, name in zip(told.player_ids, told.names, strict=True):
            if name is not None and (player_id not in latest or latest[player_id][0] <= told.played_at):
                latest[player_id] = (told.played_at, name)
    if latest:
        _NAMING.run(
            connection,
            [
                {"whom": players[player_id], "moment": played_at, "given": name}
                for player_id, (played_at, name) in sorted(latest.items())
            ],
        )


def _keys_of(
    connection: Connection,
    table: type[Player | PlaySession],
    public_id: str,
    asking: Prepared,
    club_key: int,
    ids: Collection[str],
) -> dict[str, int]:
    """Our keys of a club's players or sessions, by public id; unknown ones are inserted."""
    known: dict[str, int] = dict(asking.rows(connection, club=club_key, ids=list(ids))) if ids else {}
    unknown = [public for public in ids if public not in known]
    if unknown:
        known.update(zip(unknown, new_keys(len(unknown)), strict=True))
        columns = ("key", "club_key", public_id)
        load(connection, table, columns, [(known[public], club_key, public) for public in unknown])
    return known


_ASKED: Final = asked_for("ids")
_TOLD: Final = Prepared(
    select(Hand.hand_id)
    .select_from(_ASKED.join(Hand, Hand.hand_id == _ASKED.c.value))
    .where(Hand.club_key == bindparam("club"))
)
_PLAYERS: Final = Prepared(
    select(Player.player_id, Player.key)
    .select_from(_ASKED.join(Player, Player.player_id == _ASKED.c.value))
    .where(Player.club_key == bindparam("club"))
)
_SESSIONS: Final = Prepared(
    select(PlaySession.session_id, PlaySession.key)
    .select_from(_ASKED.join(PlaySession, PlaySession.session_id == _ASKED.c.value))
    .where(PlaySession.club_key == bindparam("club"))
)
_STANDING: Final = Prepared(
    select(
        Record.key,
        Hand.hand_id,
        Hand.key,
        Hand.verdict,
        Hand.record_key,
        Hand.disputed,
        ApiKey.owner,
        Record.sha256,
        Record.facts,
        Record.status,
        func.coalesce(Upload.replaces, false()),
    )
    .select_from(
        _ASKED.join(Hand, Hand.hand_id == _ASKED.c.value)
        .join(Record, Record.hand_key == Hand.key)
        .join(ApiKey, ApiKey.key == Record.uploaded_by)
        .join(Upload, Upload.key == Record.upload_key, isouter=True)
    )
    .where(
        Hand.club_key == bindparam("club"),
        or_(*(Record.status == status for status in LIVE)),
    )
)
_NAMING: Final = Prepared(
    update(Player)
    .where(Player.key == bindparam("whom"))
    .where(or_(Player.named_at.is_(None), Player.named_at <= bindparam("moment")))
    .values(name=bindparam("given"), named_at=bindparam("moment"))
)
