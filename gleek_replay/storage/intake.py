"""Taking records in: what is stored already, and writing many rows at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeVar

from sqlalchemy import BindParameter, Connection, Select, bindparam, false, func, or_, select, update

from gleek_replay.audit import Verdict
from gleek_replay.storage.bulk import load
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
from gleek_replay.storage.tables.base import moment
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


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHand:
    """A hand to be stored under the key of the record that it stands on."""

    key: int
    projection: Projection


def standing_hands(
    connection: Connection, club_key: int, hand_ids: Collection[str]
) -> dict[str, StandingHand]:
    """The hands of a club that are stored already, by hand id."""
    hands: dict[str, Any] = {}
    records: dict[str, list[KnownRecord]] = {}
    for some in chunks(hand_ids):
        for row in connection.execute(_STANDING, {"club": club_key, "ids": some}):
            hand_id, key, verdict, record_key, disputed, *record = row
            hands[hand_id] = {"key": key, "verdict": verdict, "record_key": record_key, "disputed": disputed}
            known = KnownRecord(**dict(zip(KnownRecord.__slots__, record, strict=True)))
            records.setdefault(hand_id, []).append(known)
    return {hand_id: StandingHand(**hand, records=tuple(records[hand_id])) for hand_id, hand in hands.items()}


def told_hands(connection: Connection, club_key: int, hand_ids: Collection[str]) -> set[str]:
    """Those of the hand ids that a club has a hand of."""
    found: set[str] = set()
    for some in chunks(hand_ids):
        found.update(connection.scalars(_TOLD, {"club": club_key, "ids": some}))
    return found


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
    add_seats(connection, club_key, hands)


def add_seats(connection: Connection, club_key: int, hands: Sequence[NewHand]) -> None:
    """Insert the players' rows of some hands, and the players not yet known; name the players."""
    ids = dict.fromkeys(player_id for hand in hands for player_id in hand.projection.player_ids)
    players = _keys_of(connection, Player, "player_id", _PLAYERS, club_key, ids)
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
    _name_players(connection, players, hands)


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


def _name_players(connection: Connection, players: dict[str, int], hands: Sequence[NewHand]) -> None:
    """Give players their names in these hands, unless a later hand has named them already."""
    latest: dict[str, tuple[int, str]] = {}
    for hand in hands:
        told = hand.projection
        for player_id, name in zip(told.player_ids, told.names, strict=True):
            if name is not None and (player_id not in latest or latest[player_id][0] <= told.played_at):
                latest[player_id] = (told.played_at, name)
    if latest:
        connection.execute(
            _NAMING,
            [
                {"whom": players[player_id], "moment": moment(played_at), "given": name}
                for player_id, (played_at, name) in sorted(latest.items())
            ],
        )


def _keys_of(
    connection: Connection,
    table: type[Player | PlaySession],
    public_id: str,
    asking: Select[*tuple[str, int]],
    club_key: int,
    ids: Collection[str],
) -> dict[str, int]:
    """Our keys of a club's players or sessions, by public id; unknown ones are inserted."""
    known: dict[str, int] = {}
    for some in chunks(ids):
        rows = connection.execute(asking, {"club": club_key, "ids": some})
        known.update((found, key) for found, key in rows)
    unknown = [public for public in ids if public not in known]
    if unknown:
        known.update(zip(unknown, new_keys(len(unknown)), strict=True))
        columns = ("key", "club_key", public_id)
        load(connection, table, columns, [(known[public], club_key, public) for public in unknown])
    return known


_IDS: Final[BindParameter[Any]] = bindparam("ids", expanding=True)
_TOLD: Final = select(Hand.hand_id).where(Hand.club_key == bindparam("club"), Hand.hand_id.in_(_IDS))
_PLAYERS: Final = select(Player.player_id, Player.key).where(
    Player.club_key == bindparam("club"), Player.player_id.in_(_IDS)
)
_SESSIONS: Final = select(PlaySession.session_id, PlaySession.key).where(
    PlaySession.club_key == bindparam("club"), PlaySession.session_id.in_(_IDS)
)
_STANDING: Final = (
    select(
        Hand.hand_id,
        Hand.key,
        Hand.verdict,
        Hand.record_key,
        Hand.disputed,
        Record.key,
        ApiKey.owner,
        Record.sha256,
        Record.facts,
        Record.status,
        func.coalesce(Upload.replaces, false()),
    )
    .join(Record, Record.hand_key == Hand.key)
    .join(ApiKey, ApiKey.key == Record.uploaded_by)
    .join(Upload, Upload.key == Record.upload_key, isouter=True)
    .where(Hand.club_key == bindparam("club"), Hand.hand_id.in_(_IDS), Record.status.in_(LIVE))
    .order_by(Record.key)
)
_NAMING: Final = (
    update(Player)
    .where(Player.key == bindparam("whom"))
    .where(or_(Player.named_at.is_(None), Player.named_at <= bindparam("moment")))
    .values(name=bindparam("given"), named_at=bindparam("moment"))
)
