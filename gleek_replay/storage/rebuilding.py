"""Reading every record again, and putting right what is projected from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, select, true, update
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import Club, Hand, HandPlayer, Player, PlaySession, Record, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecord:
    """A record as it is stored. ``basis``: the hand that it tells of is based on it. ``whole``: the stream
    of its upload had it whole; one that it had not stays malformed whatever the bytes are.
    """

    key: int
    hand_key: int | None
    basis: bool
    whole: bool
    status: Status
    facts: bytes | None
    faults: bytes | None
    raw: bytes


def clubs(session: Session) -> list[int]:
    """The keys of all clubs."""
    return list(session.scalars(select(Club.key).order_by(Club.key)))


def records_after(connection: Connection, club_key: int, key: int, limit: int) -> list[StoredRecord]:
    """At most ``limit`` records of a club in the order in which they came, from the one after ``key`` on."""
    wanted = _RECORDS.where(Record.club_key == club_key, Record.key > key).limit(limit)
    return [StoredRecord(**row._mapping) for row in connection.execute(wanted)]


def hand_key_of(connection: Connection, club_key: int, hand_id: str) -> int | None:
    """The key of a club's hand by its id."""
    return connection.scalar(select(Hand.key).where(Hand.club_key == club_key, Hand.hand_id == hand_id))


def change_record(connection: Connection, key: int, **columns: Any) -> None:
    """Put right what was read from a record; its bytes stay."""
    connection.execute(update(Record).where(Record.key == key).values(columns))


def settle_players(connection: Connection, club_key: int) -> None:
    """Give every player of a club his name in the latest hand to name him; drop players and sessions
    without hands.
    """
    idle = ~exists().where(HandPlayer.player_key == Player.key)
    connection.execute(delete(Player).where(Player.club_key == club_key, idle))
    empty = ~exists().where(Hand.play_session_key == PlaySession.key)
    connection.execute(delete(PlaySession).where(PlaySession.club_key == club_key, empty))
    naming = (
        select(HandPlayer.name, HandPlayer.played_at)
        .where(HandPlayer.player_key == Player.key, HandPlayer.name.is_not(None))
        .order_by(HandPlayer.played_at.desc(), HandPlayer.hand_key.desc())
        .limit(1)
    )
    name = naming.with_only_columns(HandPlayer.name).scalar_subquery()
    named_at = naming.with_only_columns(HandPlayer.played_at).scalar_subquery()
    named = update(Player).where(Player.club_key == club_key).values(name=name, named_at=named_at)
    connection.execute(named)


_RECORDS: Final = (
    select(
        Record.key,
        Record.hand_key,
        (Hand.record_key == Record.key).is_(true()).label("basis"),
        Record.whole,
        Record.status,
        Record.facts,
        Record.faults,
        Record.raw,
    )
    .join(Hand, Hand.key == Record.hand_key, isouter=True)
    .order_by(Record.key)
)
