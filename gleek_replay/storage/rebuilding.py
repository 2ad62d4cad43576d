"""Reading every record again, and putting right what is projected from them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select, true, update
from sqlalchemy.orm import Session

from gleek_replay.storage.intake import chunks
from gleek_replay.storage.tables import Club, Hand, Record, Status


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


def records_by_key(connection: Connection, keys: Collection[int]) -> list[StoredRecord]:
    """Some records, in the order in which they came."""
    return [
        StoredRecord(**row._mapping)
        for some in chunks(sorted(keys))
        for row in connection.execute(_RECORDS.where(Record.key.in_(some)))
    ]


def hand_key_of(connection: Connection, club_key: int, hand_id: str) -> int | None:
    """The key of a club's hand by its id."""
    return connection.scalar(select(Hand.key).where(Hand.club_key == club_key, Hand.hand_id == hand_id))


def change_record(connection: Connection, key: int, **columns: Any) -> None:
    """Put right what was read from a record; its bytes stay."""
    connection.execute(update(Record).where(Record.key == key).values(columns))


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
