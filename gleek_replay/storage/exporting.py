"""Reading hands to take them out: many with their records or the rows of their players, or one with all that
was ever sent of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, exists, func, literal, select, tuple_
from sqlalchemy.orm import Session

from gleek_replay.storage.hand_queries import NAMES_HIM, HandFilter, Place, narrowed, order_of
from gleek_replay.storage.projection import NET_COLUMNS
from gleek_replay.storage.tables import (
    LIVE,
    ApiKey,
    GivenName,
    Hand,
    HandPlayer,
    Instant,
    Player,
    PlaySession,
    Record,
    Status,
)
from gleek_replay.storage.tables.base import KEY

_NETS: Final = ("net", *NET_COLUMNS.values())
PLAYED_COLUMNS: Final = (
    "hand_id", "played_at", "session", "rules", "stake", "players", "verdict", "disputed", "player_id",
    "name", "seat", "position", *_NETS, "recorded_net", "bought", "price", "vied", "ruff_won", "tricks",
    "points", "rewritten_at", "ruling", "net_ruling", "counts",
)  # fmt: skip
"""The columns of a player's row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentRecord:
    """A record of a hand with its bytes: who sent it with which key (``client``), when, and what it is."""

    raw: bytes
    owner: str
    client: str
    received_at: datetime
    status: Status
    ended_at: datetime | None
    rewritten_at: datetime | None


def sent_records(session: Session, club_key: int, hand_id: str) -> list[SentRecord]:
    """Every record of a hand in the order in which they came, also those that count no more."""
    rows = session.execute(_SENT.where(Hand.club_key == club_key, Hand.hand_id == hand_id))
    return [SentRecord(**row._mapping) for row in rows]


def records_before(
    session: Session,
    club_key: int,
    wanted: HandFilter,
    before: Place | None,
    limit: int,
    *,
    every: bool,
    owner: str | None = None,
) -> list[tuple[Place, list[bytes]]]:
    """The records of at most ``limit`` hands, newest first, from the one after ``before`` on: the first that
    each stands on, or all that are live. With an owner, the first or all of his own live ones, of the hands
    of which he has any.
    """
    places = _places(session, club_key, wanted, before, limit, owner)
    query = select(Hand.key, Record.raw).where(Hand.key.in_([place.key for place in places]))
    if owner is not None:
        query = query.join(Record, Record.hand_key == Hand.key).where(*_live_and_of(owner))
    elif every:
        query = query.join(Record, Record.hand_key == Hand.key).where(Record.status.in_(LIVE))
    else:
        query = query.join(Record, Record.key == Hand.record_key)
    found: dict[int, list[bytes]] = {place.key: [] for place in places}
    for hand_key, raw in session.execute(query.order_by(Record.key)):
        if every or not found[hand_key]:
            found[hand_key].append(raw)
    return [(place, found[place.key]) for place in places]


def players_before(
    session: Session, club_key: int, wanted: HandFilter, before: Place | None, limit: int
) -> list[tuple[Place, list[tuple[Any, ...]]]]:
    """The players' rows of at most ``limit`` hands, newest first, from the one after ``before`` on."""
    places = _places(session, club_key, wanted, before, limit)
    found: dict[int, list[tuple[Any, ...]]] = {place.key: [] for place in places}
    rows = session.execute(_PLAYED.where(Hand.key.in_([place.key for place in places])))
    for hand_key, *row in rows:
        found[hand_key].append(tuple(row))
    return [(place, found[place.key]) for place in places]


def _places(
    session: Session,
    club_key: int,
    wanted: HandFilter,
    before: Place | None,
    limit: int,
    owner: str | None = None,
) -> Sequence[Place]:
    played_at, key = order_of(wanted)
    query = narrowed(_PLACE, club_key, wanted)
    if owner is not None:
        query = query.where(exists().where(Record.hand_key == Hand.key, *_live_and_of(owner)))
    if before is not None:
        place = (literal(before.played_at, Instant()), literal(before.key, KEY))
        query = query.where(tuple_(played_at, key) < tuple_(*place))
    rows = session.execute(query.order_by(played_at.desc(), key.desc()).limit(limit))
    return [Place(played_at=row.played_at, key=row.key) for row in rows]


def _live_and_of(owner: str) -> tuple[ColumnElement[bool], ...]:
    keys = select(ApiKey.key).where(ApiKey.owner == owner)
    return Record.status.in_(LIVE), Record.uploaded_by.in_(keys)


_SENT: Final = (
    select(
        Record.raw, ApiKey.owner, ApiKey.name.label("client"), Record.received_at, Record.status,
        Record.ended_at, Record.rewritten_at,
    )
    .join(Hand, Hand.key == Record.hand_key)
    .join(ApiKey, ApiKey.key == Record.uploaded_by)
    .order_by(Record.key)
)  # fmt: skip
_PLACE: Final = select(Hand.played_at, Hand.key).join(
    PlaySession, PlaySession.key == Hand.play_session_key, isouter=True
)
_PLAYED: Final = (
    select(
        Hand.key, Hand.hand_id, Hand.played_at, PlaySession.session_id, Hand.preset, Hand.stake, Hand.players,
        Hand.verdict, Hand.disputed, Player.player_id,
        func.coalesce(GivenName.name, HandPlayer.name), HandPlayer.seat,
        HandPlayer.position, *(HandPlayer.__table__.columns[net] for net in _NETS), HandPlayer.recorded_net,
        HandPlayer.bought, Hand.price, HandPlayer.vied, HandPlayer.ruff_won, HandPlayer.tricks,
        HandPlayer.points, Record.rewritten_at, Hand.ruling, HandPlayer.net_ruling, HandPlayer.counts,
    )
    .join(HandPlayer, HandPlayer.hand_key == Hand.key)
    .join(Player, Player.key == HandPlayer.player_key)
    .join(GivenName, NAMES_HIM, isouter=True)
    .join(Record, Record.key == Hand.record_key)
    .join(PlaySession, PlaySession.key == Hand.play_session_key, isouter=True)
    .order_by(HandPlayer.hand_key, HandPlayer.seat)
)  # fmt: skip
