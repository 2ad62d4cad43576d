"""Reading many hands to take them out: their records, and the rows of their players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import literal, select, tuple_
from sqlalchemy.orm import Session

from gleek_replay.storage.hand_queries import HandFilter, Place, narrowed, order_of
from gleek_replay.storage.tables import LIVE, Hand, HandPlayer, Instant, Player, PlaySession, Record
from gleek_replay.storage.tables.base import KEY

_NETS: Final = tuple(column.key for column in HandPlayer.__table__.columns if column.key[:3] == "net")
PLAYED_COLUMNS: Final = (
    "hand_id", "played_at", "session", "rules", "stake", "players", "verdict", "disputed", "player_id",
    "name", "seat", "position", *_NETS, "recorded_net", "bought", "price", "vied", "ruff_won", "tricks",
    "points",
)  # fmt: skip
"""The columns of a player's row."""


def records_before(
    session: Session, club_key: int, wanted: HandFilter, before: Place | None, limit: int, *, every: bool
) -> list[tuple[Place, list[bytes]]]:
    """The records of at most ``limit`` hands, newest first, from the one after ``before`` on: the first that
    each stands on, or all that are live.
    """
    places = _places(session, club_key, wanted, before, limit)
    query = select(Hand.key, Record.raw).where(Hand.key.in_([place.key for place in places]))
    if every:
        query = query.join(Record, Record.hand_key == Hand.key).where(Record.status.in_(LIVE))
    else:
        query = query.join(Record, Record.key == Hand.record_key)
    found: dict[int, list[bytes]] = {place.key: [] for place in places}
    for hand_key, raw in session.execute(query.order_by(Record.key)):
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
    session: Session, club_key: int, wanted: HandFilter, before: Place | None, limit: int
) -> Sequence[Place]:
    played_at, key = order_of(wanted)
    query = narrowed(_PLACE, club_key, wanted)
    if before is not None:
        place = (literal(before.played_at, Instant()), literal(before.key, KEY))
        query = query.where(tuple_(played_at, key) < tuple_(*place))
    rows = session.execute(query.order_by(played_at.desc(), key.desc()).limit(limit))
    return [Place(played_at=row.played_at, key=row.key) for row in rows]


_PLACE: Final = select(Hand.played_at, Hand.key).join(
    PlaySession, PlaySession.key == Hand.play_session_key, isouter=True
)
_PLAYED: Final = (
    select(
        Hand.key, Hand.hand_id, Hand.played_at, PlaySession.session_id, Hand.preset, Hand.stake, Hand.players,
        Hand.verdict, Hand.disputed, Player.player_id, HandPlayer.name, HandPlayer.seat,
        HandPlayer.position, *(HandPlayer.__table__.columns[net] for net in _NETS), HandPlayer.recorded_net,
        HandPlayer.bought, Hand.price, HandPlayer.vied, HandPlayer.ruff_won, HandPlayer.tricks,
        HandPlayer.points,
    )
    .join(HandPlayer, HandPlayer.hand_key == Hand.key)
    .join(Player, Player.key == HandPlayer.player_key)
    .join(PlaySession, PlaySession.key == Hand.play_session_key, isouter=True)
    .order_by(HandPlayer.hand_key, HandPlayer.seat)
)  # fmt: skip
