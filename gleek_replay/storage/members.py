"""The records of one hand together, and the hand as it stands on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, exists, select, update
from sqlalchemy.orm import Session, join

from gleek_replay.audit import Verdict
from gleek_replay.storage.clients import program_of
from gleek_replay.storage.intake import NewHand, add_seats, session_keys
from gleek_replay.storage.line_packing import client_of, pack_lines
from gleek_replay.storage.lines import drop_lines, lines_of_hands
from gleek_replay.storage.projection import HAND_COLUMNS, SEAT_COLUMNS, Projection
from gleek_replay.storage.tables import (
    AGREEING,
    LIVE,
    ApiKey,
    Hand,
    HandPlayer,
    Player,
    PlaySession,
    Record,
    Status,
)
from gleek_replay.storage.tables.base import microseconds, moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A live record of a hand."""

    key: int
    owner: str
    status: Status
    facts: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedRecord(Member):
    """A record of a hand, live or not, with its ``number``: from 1, in the order in which they came.
    ``current``: it is the first of those that the hand stands on.
    """

    number: int
    received_at: datetime
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a hand stands on: its first record, how many further owners bear it out, and whether there are
    records that contradict it.
    """

    record_key: int
    corroborations: int
    disputed: bool


def members(connection: Connection, hand_key: int) -> list[Member]:
    """The live records of a hand in the order in which they came."""
    rows = connection.execute(
        select(Record.key, ApiKey.owner, Record.status, Record.facts)
        .join(ApiKey, ApiKey.key == Record.uploaded_by)
        .where(Record.hand_key == hand_key, Record.status.in_(LIVE))
        .order_by(Record.key)
    )
    return [Member(**row._mapping) for row in rows]


def bytes_of(connection: Connection, keys: Collection[int]) -> dict[int, bytes]:
    """Records byte for byte, by key."""
    found = connection.execute(select(Record.key, Record.raw).where(Record.key.in_(keys)))
    return {row.key: row.raw for row in found}


def agreeing_records(session: Session, club_key: int, hand_id: str, owner: str | None = None) -> list[bytes]:
    """The records that a hand stands on, all or those of an owner, byte for byte, the earliest first; none if
    there is no such hand.
    """
    found = _AGREEING.where(Hand.club_key == club_key, Hand.hand_id == hand_id)
    if owner is not None:
        found = found.join(ApiKey, ApiKey.key == Record.uploaded_by).where(ApiKey.owner == owner)
    return list(session.scalars(found))


def records_of_session(session: Session, club_key: int, session_id: str) -> list[list[bytes]]:
    """The records that each hand of a session stands on, by number and time."""
    rows = session.execute(
        _AGREEING.add_columns(Hand.key)
        .join(PlaySession, PlaySession.key == Hand.play_session_key)
        .where(PlaySession.club_key == club_key, PlaySession.session_id == session_id)
        .order_by(None)
        .order_by(Hand.session_hand, Hand.played_at, Hand.key, *_FIRST_FIRST)
    )
    return [[raw for raw, _ in hand] for _, hand in groupby(rows, key=lambda row: row[1])]


def own_records(session: Session, club_key: int, hand_id: str, owner: str) -> tuple[int, list[int]] | None:
    """The key of a hand and those of an owner's live records of it; ``None`` if there is no such hand."""
    hand_key = session.scalar(select(Hand.key).where(Hand.club_key == club_key, Hand.hand_id == hand_id))
    if hand_key is None:
        return None
    mine = (Record.hand_key == hand_key, Record.status.in_(LIVE), ApiKey.owner == owner)
    found = select(Record.key).join(ApiKey, ApiKey.key == Record.uploaded_by).where(*mine)
    return hand_key, list(session.scalars(found.order_by(Record.key)))


def first_own_record(session: Session, club_key: int, hand_id: str, owner: str) -> bytes | None:
    """The first of an owner's live records of a hand, byte for byte."""
    return session.scalar(
        select(Record.raw)
        .join(Hand, Hand.key == Record.hand_key)
        .join(ApiKey, ApiKey.key == Record.uploaded_by)
        .where(Hand.club_key == club_key, Hand.hand_id == hand_id)
        .where(Record.status.in_(LIVE), ApiKey.owner == owner)
        .order_by(Record.key)
        .limit(1)
    )


def stands_on(asked: Session | Connection, club_key: int, hand_id: str) -> tuple[int, int] | None:
    """The key of a hand, and that of the first record that it stands on."""
    keys = select(Hand.key, Hand.record_key).where(Hand.club_key == club_key, Hand.hand_id == hand_id)
    found = asked.execute(keys).one_or_none()
    return None if found is None else (found.key, found.record_key)


def facts_of(connection: Connection, key: int) -> bytes | None:
    """The digest of a record's facts, be it live or not; ``None`` where it can no longer be read."""
    return connection.scalar(select(Record.facts).where(Record.key == key))


def numbered_records(session: Session, club_key: int, hand_id: str) -> list[NumberedRecord]:
    """The records of a hand that can be read, whatever became of them; none if there is no such hand. None is
    ever taken out, so that each keeps its number.
    """
    current = (Hand.record_key == Record.key).label("current")
    rows = session.execute(
        select(Record.key, ApiKey.owner, Record.status, Record.facts, Record.received_at, current)
        .join(Hand, Hand.key == Record.hand_key)
        .join(ApiKey, ApiKey.key == Record.uploaded_by)
        .where(Hand.club_key == club_key, Hand.hand_id == hand_id)
        .order_by(Record.key)
    )
    return [
        NumberedRecord(number=number, **row._mapping)
        for number, row in enumerate(rows, 1)
        if row.facts is not None
    ]


def end_records(
    connection: Connection,
    keys: Collection[int],
    status: Status,
    now: datetime,
    replaced_by: int | None = None,
) -> None:
    """Mark records as replaced or withdrawn."""
    ended = {"status": status, "ended_at": now, "replaced_by": replaced_by}
    connection.execute(update(Record).where(Record.key.in_(keys)).values(ended))


def mark_records(connection: Connection, statuses: Mapping[int, Status]) -> None:
    """Say what records are to their hands, by key."""
    for key, status in statuses.items():
        connection.execute(update(Record).where(Record.key == key).values(status=status))


def set_standing(connection: Connection, hand_key: int, standing: Standing) -> None:
    """Say what a hand stands on."""
    columns = {
        "record_key": standing.record_key,
        "corroborations": standing.corroborations,
        "disputed": standing.disputed,
    }
    connection.execute(update(Hand).where(Hand.key == hand_key).values(columns))


def standing_of(connection: Connection, hand_key: int) -> Standing:
    """What a hand stands on now."""
    columns = select(Hand.record_key, Hand.corroborations, Hand.disputed)
    return Standing(**connection.execute(columns.where(Hand.key == hand_key)).one()._mapping)


def stored_projection(connection: Connection, hand_key: int) -> Projection:
    """What is projected of a hand now."""
    session_id, session_key, *columns = connection.execute(_HAND.where(Hand.key == hand_key)).one()
    hand = _native(columns)
    seats = [_native(row) for row in connection.execute(_SEATS.where(HandPlayer.hand_key == hand_key))]
    projection = Projection(
        hand=hand,
        seats=tuple(seat[2:] for seat in seats),
        player_ids=tuple(seat[0] for seat in seats),
        session_id=session_id,
        verdict=Verdict(hand[HAND_COLUMNS.index("verdict")]),
        names=tuple(seat[2 + SEAT_COLUMNS.index("name")] for seat in seats),
        played_at=hand[HAND_COLUMNS.index("played_at")],
        client=("", ""),
        facts=(),
    )
    return _with_lines(connection, hand_key, projection, [seat[1] for seat in seats], session_key)


def _with_lines(
    connection: Connection, hand_key: int, projection: Projection, players: list[int], session_key: int | None
) -> Projection:
    """What is projected of a hand with what its lines say, as far as they say what they are to."""
    lines = lines_of_hands(connection, [hand_key])
    if len(lines) != len(players):
        return projection
    client_key = client_of(lines[0])
    client = program_of(connection, client_key)
    if client is None:
        return projection
    whole = projection._replace(client=client, facts=tuple([line.facts for line in lines]))
    return whole if pack_lines(hand_key, whole, players, session_key, client_key) == lines else projection


def replace_projection(connection: Connection, club_key: int, hand: NewHand) -> None:
    """Write what is projected of a stored hand anew."""
    before, session_key = _bound_to(connection, hand.key)
    sessions = session_keys(connection, club_key, [hand])
    columns: dict[str, Any] = dict(zip(HAND_COLUMNS, hand.projection.hand, strict=True))
    columns["played_at"] = moment(hand.projection.played_at)
    columns["play_session_key"] = sessions.get(hand.projection.session_id)
    connection.execute(update(Hand).where(Hand.key == hand.key).values(columns))
    drop_lines(connection, club_key, [hand.key])
    connection.execute(delete(HandPlayer).where(HandPlayer.hand_key == hand.key))
    add_seats(connection, club_key, [hand], sessions)
    after, _ = _bound_to(connection, hand.key)
    settle_players(connection, Player.key.in_(before | after))
    _drop_empty_sessions(connection, PlaySession.key == session_key)


def remove_hand(connection: Connection, club_key: int, hand_key: int) -> None:
    """Remove a hand of which no record tells any more."""
    before, session_key = _bound_to(connection, hand_key)
    drop_lines(connection, club_key, [hand_key])
    connection.execute(update(Record).where(Record.hand_key == hand_key).values(hand_key=None))
    connection.execute(delete(HandPlayer).where(HandPlayer.hand_key == hand_key))
    connection.execute(delete(Hand).where(Hand.key == hand_key))
    settle_players(connection, Player.key.in_(before))
    _drop_empty_sessions(connection, PlaySession.key == session_key)


def settle_club(connection: Connection, club_key: int) -> None:
    """Give every player of a club his name in the latest hand to name him; drop players and sessions
    without hands.
    """
    settle_players(connection, Player.club_key == club_key)
    _drop_empty_sessions(connection, PlaySession.club_key == club_key)


def _bound_to(connection: Connection, hand_key: int) -> tuple[set[int], int | None]:
    """The keys of a hand's players, and of its session."""
    players = connection.scalars(select(HandPlayer.player_key).where(HandPlayer.hand_key == hand_key))
    return set(players), connection.scalar(select(Hand.play_session_key).where(Hand.key == hand_key))


def settle_players(connection: Connection, which: ColumnElement[bool]) -> None:
    """Give some players their names in the latest hand to name them; drop those without hands."""
    idle = ~exists().where(HandPlayer.player_key == Player.key)
    connection.execute(delete(Player).where(which, idle))
    naming = (
        select(HandPlayer.name, HandPlayer.played_at)
        .where(HandPlayer.player_key == Player.key, HandPlayer.name.is_not(None))
        .order_by(HandPlayer.played_at.desc(), HandPlayer.hand_key.desc())
        .limit(1)
    )
    name = naming.with_only_columns(HandPlayer.name).scalar_subquery()
    named_at = naming.with_only_columns(HandPlayer.played_at).scalar_subquery()
    connection.execute(update(Player).where(which).values(name=name, named_at=named_at))


def _drop_empty_sessions(connection: Connection, which: ColumnElement[bool]) -> None:
    empty = ~exists().where(Hand.play_session_key == PlaySession.key)
    connection.execute(delete(PlaySession).where(which, empty))


_FIRST_FIRST: Final = ((Record.key != Hand.record_key), Record.key)
_AGREEING: Final = (
    select(Record.raw)
    .join(Hand, Hand.key == Record.hand_key)
    .where(Record.status.in_(AGREEING))
    .order_by(*_FIRST_FIRST)
)
_HAND: Final = select(
    PlaySession.session_id, PlaySession.key, *(Hand.__table__.columns[name] for name in HAND_COLUMNS)
).select_from(join(Hand, PlaySession, PlaySession.key == Hand.play_session_key, isouter=True))
_SEATS: Final = (
    select(Player.player_id, Player.key, *(HandPlayer.__table__.columns[name] for name in SEAT_COLUMNS))
    .join(Player, Player.key == HandPlayer.player_key)
    .order_by(HandPlayer.seat)
)


def _native(row: Iterable[Any]) -> tuple[Any, ...]:
    """A row's values as a projection has them: moments as microseconds, codes as words."""
    return tuple(microseconds(value) if isinstance(value, datetime) else value for value in row)
