"""Reading and writing the keys that clubs sign dossiers with. Private halves come here sealed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, insert, select
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import SigningKey
from gleek_replay.storage.time_keys import new_key


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptKey:
    """A key as it is kept; see :class:`gleek_replay.storage.tables.SigningKey`."""

    created_at: datetime
    sealed: bytes
    public: str


def signing_keys(asked: Session | Connection, club_key: int) -> list[KeptKey]:
    """The keys of a club, the newest first."""
    rows = asked.execute(_KEPT.where(SigningKey.club_key == club_key).order_by(SigningKey.key.desc()))
    return [KeptKey(**row._mapping) for row in rows]


def add_signing_key(connection: Connection, club_key: int, kept: KeptKey) -> None:
    """Keep a key of a club, which is its newest then."""
    columns = {column.name: getattr(kept, column.name) for column in fields(KeptKey)}
    connection.execute(insert(SigningKey), {"key": new_key(), "club_key": club_key, **columns})


_KEPT: Final = select(*(SigningKey.__table__.columns[column.name] for column in fields(KeptKey)))
