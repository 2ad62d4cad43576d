"""Reading every record again, and putting right what is projected from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, insert, select, update

from gleek_replay.storage.intake import NewHand, seat_rows, session_keys
from gleek_replay.storage.projection import Projection, Row
from gleek_replay.storage.tables import Hand, HandPlayer, Player, PlaySession, Record, Status, StoredAudit


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecord:
    """A record as it is stored. ``basis``: the hand that it tells of is based on it. ``whole``: the stream
    of its upload had it whole; one that it had not stays malformed whatever the bytes are.
    """

    key: int
    club_key: int
    hand_key: int | None
    basis: bool
    whole: bool
    status: Status
    facts: bytes | None
    faults: bytes | None
    raw: bytes


def records_after(connection: Connection, key: int, limit: int) -> list[StoredRecord]:
    """At most ``limit`` records in the order in which they came, from the one after ``key`` on."""
    return _records(connection, _RECORDS.where(Record.key > key).limit(limit))


def records_again(connection: Connection, records: Sequence[StoredRecord]) -> list[StoredRecord]:
    """The same records as they are stored by now."""
    return _records(connection, _RECORDS.where(Record.key.in_([record.key for record in records])))


def change_record(connection: Connection, key: int, **columns: Any) -> None:
    """Put right what was read from a record; its bytes stay."""
    connection.execute(update(Record).where(Record.key == key).values(columns))


def stored_projections(connection: Connection, hand_keys: Collection[int]) -> dict[int, Projection]:
    """What is projected of some hands now, by the hand's key."""
    ids: dict[int, list[str]] = {key: [] for key in hand_keys}
    seats: dict[int, list[Row]] = {key: [] for key in hand_keys}
    for row in connection.execute(_SEATS.where(HandPlayer.hand_key.in_(hand_keys))):
        columns = dict(row._mapping)
        key = columns.pop("hand_key")
        ids[key].append(columns.pop("player_id"))
        seats[key].append(columns)
    found = {}
    for row in connection.execute(_HANDS.where(Hand.key.in_(hand_keys))):
        columns = dict(row._mapping)
        key = columns.pop("key")
        found[key] = Projection(
            session_id=columns.pop("session_id"),
            document=columns.pop("document"),
            hand=columns,
            seats=tuple(seats[key]),
            player_ids=tuple(ids[key]),
        )
    return found


def replace_projections(connection: Connection, club_key: int, hands: Sequence[NewHand]) -> None:
    """Write what is projected of some stored hands anew."""
    sessions = session_keys(connection, club_key, hands)
    for hand in hands:
        columns = {**hand.projection.hand, "play_session_key": sessions.get(hand.projection.session_id)}
        connection.execute(update(Hand).where(Hand.key == hand.key).values(columns))
        document = {"document": hand.projection.document}
        connection.execute(update(StoredAudit).where(StoredAudit.hand_key == hand.key).values(document))
        connection.execute(delete(HandPlayer).where(HandPlayer.hand_key == hand.key))
    if hands:
        connection.execute(insert(HandPlayer), seat_rows(connection, club_key, hands))


def remove_hand(connection: Connection, hand_key: int) -> None:
    """Remove a hand of which no record tells any more."""
    connection.execute(update(Record).where(Record.hand_key == hand_key).values(hand_key=None))
    connection.execute(delete(HandPlayer).where(HandPlayer.hand_key == hand_key))
    connection.execute(delete(StoredAudit).where(StoredAudit.hand_key == hand_key))
    connection.execute(delete(Hand).where(Hand.key == hand_key))


def settle_players(connection: Connection) -> None:
    """Give every player his name in the latest hand to name him; drop players and sessions without hands."""
    played = exists().where(HandPlayer.player_key == Player.key)
    connection.execute(delete(Player).where(~played))
    connection.execute(delete(PlaySession).where(~exists().where(Hand.play_session_key == PlaySession.key)))
    naming = (
        select(HandPlayer.name, HandPlayer.played_at)
        .where(HandPlayer.player_key == Player.key, HandPlayer.name.is_not(None))
        .order_by(HandPlayer.played_at.desc(), HandPlayer.hand_key.desc())
        .limit(1)
    )
    name = naming.with_only_columns(HandPlayer.name).scalar_subquery()
    named_at = naming.with_only_columns(HandPlayer.played_at).scalar_subquery()
    connection.execute(update(Player).values(name=name, named_at=named_at))


_RECORDS: Final = (
    select(
        Record.key,
        Record.club_key,
        Record.hand_key,
        Hand.key.is_not(None).label("basis"),
        Record.whole,
        Record.status,
        Record.facts,
        Record.faults,
        Record.raw,
    )
    .join(Hand, Hand.record_key == Record.key, isouter=True)
    .order_by(Record.key)
)
_SEATS: Final = (
    select(
        *(column for column in HandPlayer.__table__.columns if column.key != "player_key"),
        Player.player_id,
    )
    .join(Player, Player.key == HandPlayer.player_key)
    .order_by(HandPlayer.hand_key, HandPlayer.seat)
)
_KEYS: Final = ("club_key", "record_key", "play_session_key")
_HANDS: Final = (
    select(
        *(column for column in Hand.__table__.columns if column.key not in _KEYS),
        PlaySession.session_id,
        StoredAudit.document,
    )
    .join(StoredAudit, StoredAudit.hand_key == Hand.key)
    .join(PlaySession, PlaySession.key == Hand.play_session_key, isouter=True)
)


def _records(connection: Connection, query: Any) -> list[StoredRecord]:
    return [StoredRecord(**row._mapping) for row in connection.execute(query)]
