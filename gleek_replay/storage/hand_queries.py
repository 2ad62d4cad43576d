"""Reading hands: pages of them, one with its records, and the bytes and audit of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, literal, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session

from gleek_replay.audit import Verdict
from gleek_replay.storage.tables import (
    ApiKey,
    Hand,
    HandPlayer,
    Instant,
    Player,
    PlaySession,
    Position,
    Record,
    Status,
)
from gleek_replay.storage.tables.base import KEY


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFilter:
    """Which hands: those of a player and a session (by id), with a verdict, of a preset of rules, in dispute
    or not, and played from ``start`` on and before ``end``. ``None`` lets every hand through.
    """

    player: str | None = None
    session: str | None = None
    verdict: Verdict | None = None
    rules: str | None = None
    disputed: bool | None = None
    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSummary:
    """A player of a hand, and what he won or lost by the payments due, in counters."""

    player_id: str
    name: str | None
    position: Position
    net: int
    bought: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSummary:
    """A hand as a list shows it. ``seats`` run clockwise; ``price`` is in counters, ``None`` if the
    stock was not sold; ``rules`` names the preset. ``corroborations`` counts the further owners whose records
    agree; ``disputed`` says that some records contradict.
    """

    hand_id: str
    played_at: datetime
    session_id: str | None
    session_hand: int | None
    rules: str
    stake: str
    verdict: Verdict
    complete: bool
    payments_agree: bool | None
    price: int | None
    engine_version: str
    corroborations: int
    disputed: bool
    seats: tuple[SeatSummary, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSummary:
    """A record of a hand, without its bytes. ``current``: it is the first of those that the hand stands on.
    ``owner`` is of the key that uploaded it; ``ended_at`` is when it was replaced or withdrawn.
    """

    status: Status
    owner: str
    received_at: datetime
    sha256: str
    current: bool
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in the order of hands: by time played, then by key."""

    played_at: datetime
    key: int


def hands_before(
    session: Session, club_key: int, wanted: HandFilter, before: Place | None, limit: int
) -> list[tuple[Place, HandSummary]]:
    """At most ``limit`` hands, newest first, from the one after ``before`` on."""
    query = narrowed(_SUMMARY, club_key, wanted)
    played_at, key = order_of(wanted)
    if before is not None:
        place = (literal(before.played_at, Instant()), literal(before.key, KEY))
        query = query.where(tuple_(played_at, key) < tuple_(*place))
    rows = session.execute(query.order_by(played_at.desc(), key.desc()).limit(limit)).all()
    seats = _seats(session, [row.key for row in rows])
    return [(Place(played_at=row.played_at, key=row.key), _summary(row, seats[row.key])) for row in rows]


def one_hand(session: Session, club_key: int, hand_id: str) -> HandSummary | None:
    """A hand by its id."""
    row = session.execute(_SUMMARY.where(Hand.club_key == club_key, Hand.hand_id == hand_id)).one_or_none()
    return None if row is None else _summary(row, _seats(session, [row.key])[row.key])


def records_of(session: Session, club_key: int, hand_id: str) -> tuple[RecordSummary, ...]:
    """The records of a hand in the order in which they came."""
    rows = session.execute(
        select(
            Record.key,
            Record.status,
            Record.received_at,
            Record.sha256,
            Record.ended_at,
            ApiKey.owner,
            Hand.record_key,
        )
        .join(Hand, Hand.key == Record.hand_key)
        .join(ApiKey, ApiKey.key == Record.uploaded_by)
        .where(Hand.club_key == club_key, Hand.hand_id == hand_id)
        .order_by(Record.key)
    )
    return tuple(
        RecordSummary(
            status=row.status,
            owner=row.owner,
            received_at=row.received_at,
            sha256=row.sha256.hex(),
            current=row.key == row.record_key,
            ended_at=row.ended_at,
        )
        for row in rows
    )


def record_bytes(session: Session, club_key: int, hand_id: str) -> bytes | None:
    """The first of the records that a hand stands on, byte for byte as it was received."""
    return session.scalar(
        select(Record.raw)
        .join(Hand, Hand.record_key == Record.key)
        .where(Hand.club_key == club_key, Hand.hand_id == hand_id)
    )


_SUMMARY = select(
    Hand.key,
    Hand.hand_id,
    Hand.played_at,
    PlaySession.session_id,
    Hand.session_hand,
    Hand.preset,
    Hand.stake,
    Hand.verdict,
    Hand.complete,
    Hand.payments_agree,
    Hand.price,
    Hand.engine_version,
    Hand.corroborations,
    Hand.disputed,
).join(PlaySession, PlaySession.key == Hand.play_session_key, isouter=True)


def narrowed(query: Select[*tuple[Any, ...]], club_key: int, wanted: HandFilter) -> Select[*tuple[Any, ...]]:
    """Only the wanted hands of a club; a player's are found from his own rows."""
    played_at, _ = order_of(wanted)
    if wanted.player is not None:
        player = select(Player.key).where(Player.club_key == club_key, Player.player_id == wanted.player)
        query = query.join(HandPlayer, HandPlayer.hand_key == Hand.key)
        query = query.where(HandPlayer.player_key == player.scalar_subquery())
    if wanted.session is not None:
        query = query.where(PlaySession.session_id == wanted.session, PlaySession.club_key == club_key)
    if wanted.verdict is not None:
        query = query.where(Hand.verdict == wanted.verdict)
    if wanted.rules is not None:
        query = query.where(Hand.preset == wanted.rules)
    if wanted.disputed is not None:
        query = query.where(Hand.disputed.is_(wanted.disputed))
    if wanted.start is not None:
        query = query.where(played_at >= wanted.start)
    if wanted.end is not None:
        query = query.where(played_at < wanted.end)
    return query.where(Hand.club_key == club_key)


def order_of(wanted: HandFilter) -> tuple[InstrumentedAttribute[datetime], InstrumentedAttribute[int]]:
    """The columns of time and key: a player's hands are read in the order of his own index."""
    if wanted.player is not None:
        return HandPlayer.played_at, HandPlayer.hand_key
    return Hand.played_at, Hand.key


def _seats(session: Session, hand_keys: Sequence[int]) -> dict[int, tuple[SeatSummary, ...]]:
    rows = session.execute(
        select(
            HandPlayer.hand_key,
            Player.player_id,
            Player.name,
            HandPlayer.position,
            HandPlayer.net,
            HandPlayer.bought,
        )
        .join(Player, Player.key == HandPlayer.player_key)
        .where(HandPlayer.hand_key.in_(hand_keys))
        .order_by(HandPlayer.hand_key, HandPlayer.seat)
    )
    seats: dict[int, tuple[SeatSummary, ...]] = dict.fromkeys(hand_keys, ())
    for hand_key, player_id, name, position, net, bought in rows:
        seat = SeatSummary(player_id=player_id, name=name, position=position, net=net, bought=bought)
        seats[hand_key] += (seat,)
    return seats


def _summary(row: Any, seats: tuple[SeatSummary, ...]) -> HandSummary:
    return HandSummary(
        hand_id=row.hand_id,
        played_at=row.played_at,
        session_id=row.session_id,
        session_hand=row.session_hand,
        rules=row.preset,
        stake=row.stake,
        verdict=row.verdict,
        complete=row.complete,
        payments_agree=row.payments_agree,
        price=row.price,
        engine_version=row.engine_version,
        corroborations=row.corroborations,
        disputed=row.disputed,
        seats=seats,
    )
