"""Reading the lines of players, and telling of the keys in them by the ids that people know."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from gleek_replay.storage.hand_queries import NAMES_HIM
from gleek_replay.storage.intake import chunks
from gleek_replay.storage.prepared import driver_errors
from gleek_replay.storage.tables import Client, GivenName, Hand, Player, PlaySession
from gleek_replay.storage.tables.base import microseconds

_FIRST: Final = -(1 << 63)
_LAST: Final = (1 << 63) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    """Who a player's key means."""

    player_id: str
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownClient:
    """A program that wrote records, with its key; ``version`` is ``None`` where it names none."""

    key: int
    name: str
    version: str | None


def lines_of(
    session: Session, player_key: int, start: datetime | None = None, end: datetime | None = None
) -> bytes:
    """The lines of a player one after the other: of all his hands, or of those from ``start`` on and before
    ``end``. They come as the database finds them, which is mostly, but not for certain, the order in which he
    played. See :mod:`gleek_replay.audit.facts.layout`.
    """
    connection = session.connection()
    first = _FIRST if start is None else microseconds(start)
    last = _LAST if end is None else microseconds(end) - 1
    on_postgresql = connection.dialect.name == "postgresql"
    statement = _ON_POSTGRESQL if on_postgresql else _ON_SQLITE
    with driver_errors(connection, statement):
        cursor = connection.connection.cursor(**({"binary": True} if on_postgresql else {}))
        found = cursor.execute(statement, (player_key, first, last)).fetchall()
        cursor.close()
    return b"".join([lines for (lines,) in found if lines])


def player_keys(session: Session, club_key: int, player_ids: Collection[str]) -> dict[str, int]:
    """The keys of those of the players, named by id, of whom a club has a hand."""
    wanted = select(Player.player_id, Player.key).where(Player.club_key == club_key)
    return _pairs(session, wanted, Player.player_id, player_ids)


def session_keys(session: Session, club_key: int, session_ids: Collection[str]) -> dict[str, int]:
    """The keys of those of the sessions, named by id, of which a club has a hand."""
    wanted = select(PlaySession.session_id, PlaySession.key).where(PlaySession.club_key == club_key)
    return _pairs(session, wanted, PlaySession.session_id, session_ids)


def ids_of_hands(session: Session, hand_keys: Collection[int]) -> dict[int, str]:
    """The ids of hands by their keys."""
    return _pairs(session, select(Hand.key, Hand.hand_id), Hand.key, hand_keys)


def ids_of_sessions(session: Session, session_keys: Collection[int]) -> dict[int, str]:
    """The ids of sessions by their keys."""
    return _pairs(session, select(PlaySession.key, PlaySession.session_id), PlaySession.key, session_keys)


def known_players(session: Session, player_keys: Collection[int]) -> dict[int, KnownPlayer]:
    """Who some keys of players mean, with the names that they go by now."""
    return {
        key: KnownPlayer(player_id=player_id, name=name)
        for some in chunks(player_keys)
        for key, player_id, name in session.execute(_KNOWN.where(Player.key.in_(some)))
    }


def clients_of(session: Session, club_key: int) -> list[KnownClient]:
    """The programs that wrote records of a club, by name and version; of some there may be no hand now."""
    rows = session.execute(
        select(Client.key, Client.name, Client.version)
        .where(Client.club_key == club_key)
        .order_by(Client.name, Client.version)
    )
    return [KnownClient(key=key, name=name, version=version or None) for key, name, version in rows]


def client_keys(session: Session, club_key: int, client: str) -> list[int]:
    """The keys of the programs that are meant by a name, or by a name and a version with a space between."""
    return [
        known.key
        for known in clients_of(session, club_key)
        if client == known.name or (known.version and client == f"{known.name} {known.version}")
    ]


def _pairs(
    session: Session, wanted: Select[*tuple[Any, ...]], column: Any, values: Collection[Any]
) -> dict[Any, Any]:
    """What a question finds of some values of a column, the second of each row by the first."""
    return {
        first: second
        for some in chunks(values)
        for first, second in session.execute(wanted.where(column.in_(some)))
    }


_KNOWN: Final = select(Player.key, Player.player_id, func.coalesce(GivenName.name, Player.name)).join(
    GivenName, NAMES_HIM, isouter=True
)
_ON_POSTGRESQL: Final = "SELECT line FROM player_lines WHERE player_key = %s AND played_at BETWEEN %s AND %s"
_ON_SQLITE: Final = (
    "SELECT CAST(group_concat(line, '') AS BLOB) FROM"
    " (SELECT line FROM player_lines WHERE player_key = ? AND played_at BETWEEN ? AND ?"
    " ORDER BY played_at, hand_key)"
)
"""By way of SQLAlchemy, lines would take ten times as long. SQLite joins them, since to be given them one by
one takes twice as long as to find them, and finds them in order; PostgreSQL takes longer to join than to give
them, and longer still to put them in order, since it moves whole lines about and has other processes help.
"""
