"""Reading hands: pages of them, one with its records, and the bytes and audit of one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    LargeBinary,
    Select,
    and_,
    exists,
    false,
    func,
    literal,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from gleek_replay.audit import Verdict
from gleek_replay.storage.line_packing import CLIENT_AT, packed_key
from gleek_replay.storage.tables import (
    ApiKey,
    GivenName,
    Hand,
    HandPlayer,
    Instant,
    Player,
    PlayerLine,
    PlaySession,
    Position,
    Record,
    RulingKind,
    Status,
)
from gleek_replay.storage.tables.base import KEY

NAMES_HIM: Final = and_(GivenName.club_key == Player.club_key, GivenName.player_id == Player.player_id)
"""The name that an administrator gave a player, if any, goes before what records call him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFilter:
    """Which hands: those of a player and a session (by id), with a verdict, of a preset of rules, for the
    coin ``stake``, in dispute or not, and played from ``start`` on and before ``end``; and those that stand
    on a record by a ``client``, which is its name or its name and version with a space between. That one is
    looked for by its ``client_keys``. ``None`` lets every hand through.
    """

    player: str | None = None
    session: str | None = None
    verdict: Verdict | None = None
    rules: str | None = None
    stake: str | None = None
    client: str | None = None
    client_keys: tuple[int, ...] | None = None
    disputed: bool | None = None
    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSummary:
    """A player of a hand, and what he won or lost, in counters: what was due, or what by a ruling stands."""

    player_id: str
    name: str | None
    position: Position
    net: int
    bought: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSummary:
    """A hand as a list shows it. ``seats`` run clockwise; ``price`` is in counters, ``None`` if the
    stock was not sold; ``rules`` names the preset. ``corroborations`` counts the further owners whose records
    agree; ``disputed`` says that there is a dispute on which nobody has ruled, and ``ruling`` what was ruled:
    a hand ruled ``void`` counts in no statistics.
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
    ruling: RulingKind | None
    seats: tuple[SeatSummary, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSummary:
    """A record of a hand, without its bytes. ``current``: it is the first of those that the hand stands on.
    ``owner`` is of the key that uploaded it; ``ended_at`` is when it was replaced or withdrawn,
    ``rewritten_at`` when somebody was taken out of it who was erased. ``sha256`` is empty for one who may not
    have the record.
    """

    status: Status
    owner: str
    received_at: datetime
    sha256: str
    current: bool
    ended_at: datetime | None
    rewritten_at: datetime | None


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


def hands_by_id(session: Session, club_key: int, hand_ids: Collection[str]) -> dict[str, HandSummary]:
    """Those of some hands that there are."""
    rows = session.execute(_SUMMARY.where(Hand.club_key == club_key, Hand.hand_id.in_(hand_ids))).all()
    seats = _seats(session, [row.key for row in rows])
    return {row.hand_id: _summary(row, seats[row.key]) for row in rows}


def hands_by_key(session: Session, hand_keys: Sequence[int]) -> list[HandSummary]:
    """The hands of these keys, in their order."""
    rows = {row.key: row for row in session.execute(_SUMMARY.where(Hand.key.in_(hand_keys)))}
    seats = _seats(session, list(rows))
    return [_summary(rows[key], seats[key]) for key in hand_keys if key in rows]


def records_of(session: Session, club_key: int, hand_id: str) -> tuple[RecordSummary, ...]:
    """The records of a hand in the order in which they came."""
    rows = session.execute(
        select(
            Record.key,
            Record.status,
            Record.received_at,
            Record.sha256,
            Record.ended_at,
            Record.rewritten_at,
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
            rewritten_at=row.rewritten_at,
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
    Hand.ruling,
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
    if wanted.stake is not None:
        query = query.where(Hand.stake == wanted.stake)
    if wanted.client_keys is not None:
        query = query.where(_recorded_by(wanted.client_keys))
    if wanted.disputed is not None:
        query = query.where(Hand.disputed.is_(wanted.disputed))
    if wanted.start is not None:
        query = query.where(played_at >= wanted.start)
    if wanted.end is not None:
        query = query.where(played_at < wanted.end)
    return query.where(Hand.club_key == club_key)


def _recorded_by(client_keys: Collection[int]) -> ColumnElement[bool]:
    """Whether a hand stands on a record by one of these clients, which the lines of its players tell."""
    if not client_keys:
        return false()
    seat = aliased(HandPlayer)
    client = func.substr(PlayerLine.line, CLIENT_AT + 1, len(packed_key(0)), type_=LargeBinary())
    return exists().where(
        seat.hand_key == Hand.key,
        seat.seat == 0,
        PlayerLine.player_key == seat.player_key,
        PlayerLine.played_at == Hand.played_at,
        PlayerLine.hand_key == Hand.key,
        client.in_([packed_key(key) for key in client_keys]),
    )


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
            func.coalesce(GivenName.name, Player.name),
            HandPlayer.position,
            HandPlayer.net,
            HandPlayer.bought,
        )
        .join(Player, Player.key == HandPlayer.player_key)
        .join(GivenName, NAMES_HIM, isouter=True)
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
        ruling=row.ruling,
        seats=seats,
    )
