"""Hands and what is projected from their audits: every column here can be rebuilt from the records."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, ForeignKey, Index, SmallInteger, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.audit import Verdict
from gleek_replay.storage.tables.base import Base, Counters, Key, Name, PrimaryKey, PublicId, code
from gleek_replay.storage.tables.disputes import RulingKind


class Position(StrEnum):
    """Where a player sat: on the dealer's left, dealing, or anywhere between."""

    ELDEST = "eldest"
    MIDDLE = "middle"
    DEALER = "dealer"


class Player(Base):
    """A player of a club, with his name in the latest hand to name him (played at ``named_at``)."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("club_key", "player_id"),)

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    player_id: Mapped[PublicId]
    name: Mapped[Name | None]
    named_at: Mapped[datetime | None]


class PlaySession(Base):
    """A sitting: consecutive hands at one table."""

    __tablename__ = "play_sessions"
    __table_args__ = (UniqueConstraint("club_key", "session_id"),)

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    session_id: Mapped[PublicId]


class Hand(Base):
    """One hand of a club, and its verdict by the records that it stands on.

    ``record_key`` is the first of those, ``corroborations`` how many owners besides its own sent any of them;
    ``disputed``: there is a dispute about it that nobody has ruled on. ``ruling`` is that in force, by which
    its players' rows count. ``engine_version`` is that of the engine which judged it. ``price`` is what the
    buyer (see :class:`HandPlayer`) bid for the stock, in counters.
    """

    __tablename__ = "hands"
    __table_args__ = (
        UniqueConstraint("club_key", "hand_id"),
        Index(None, "club_key", "played_at", "key"),
        Index(None, "club_key", "verdict", "played_at", "key"),
        Index(None, "play_session_key", "played_at", "key"),
    )

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    hand_id: Mapped[PublicId]
    record_key: Mapped[Key] = mapped_column(ForeignKey("records.key"))
    corroborations: Mapped[int] = mapped_column(SmallInteger())
    disputed: Mapped[bool]
    play_session_key: Mapped[Key | None] = mapped_column(ForeignKey("play_sessions.key"))
    session_hand: Mapped[int | None] = mapped_column(BigInteger())
    played_at: Mapped[datetime]
    preset: Mapped[str] = mapped_column(String(32))
    stake: Mapped[str] = mapped_column(String(16))
    players: Mapped[int] = mapped_column(SmallInteger())
    verdict: Mapped[Verdict] = mapped_column(code(Verdict))
    complete: Mapped[bool]
    payments_agree: Mapped[bool | None]
    price: Mapped[Counters | None]
    engine_version: Mapped[str] = mapped_column(String(32))
    ruling: Mapped[RulingKind | None] = mapped_column(code(RulingKind))


Index(
    "ix_hands_disputed",
    Hand.club_key,
    Hand.disputed,
    Hand.key,
    sqlite_where=Hand.disputed,
    postgresql_where=Hand.disputed,
)


class HandPlayer(Base):
    """One player's part in one hand: the row that statistics read. Amounts are whole counters due to him.

    ``name`` is what the hand's record calls him.
    ``net`` is the sum of the ``net_…`` columns: one for each reason of payment, as due, and ``net_ruling``,
    which a ruling adds. ``counts`` is false for a hand that was ruled void: the row is in no sum. ``tricks``
    and ``points`` are empty when the hand was not scored, ``recorded_net`` when the record does not say what
    was paid.
    ``played_at`` is the hand's, so that one index serves a player's hands by time.
    """

    __tablename__ = "hand_players"
    __table_args__ = (
        Index(None, "player_key", "played_at", "hand_key", "net", "counts"),
        {"sqlite_with_rowid": False},
    )

    hand_key: Mapped[Key] = mapped_column(ForeignKey("hands.key"), primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(SmallInteger(), primary_key=True, autoincrement=False)
    player_key: Mapped[Key] = mapped_column(ForeignKey("players.key"))
    name: Mapped[Name | None]
    played_at: Mapped[datetime]
    position: Mapped[Position] = mapped_column(code(Position))
    net: Mapped[Counters]
    net_turn_up: Mapped[Counters]
    net_stock: Mapped[Counters]
    net_ruff: Mapped[Counters]
    net_gleek: Mapped[Counters]
    net_mournival: Mapped[Counters]
    net_tiddy: Mapped[Counters]
    net_towser: Mapped[Counters]
    net_tumbler: Mapped[Counters]
    net_challenge: Mapped[Counters]
    net_score: Mapped[Counters]
    bought: Mapped[bool]
    vied: Mapped[bool]
    ruff_won: Mapped[bool]
    tricks: Mapped[int | None] = mapped_column(SmallInteger())
    points: Mapped[int | None] = mapped_column(BigInteger())
    recorded_net: Mapped[Counters | None]
    net_ruling: Mapped[Counters]
    counts: Mapped[bool]
