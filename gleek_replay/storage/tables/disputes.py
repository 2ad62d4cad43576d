"""Disputes: who said what of a hand, and what was ruled. A step stays as it is, until a player is erased."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import Base, Key, PrimaryKey, PublicId, code


class DisputeState(StrEnum):
    """How a dispute stands."""

    OPEN = "open"
    """Nobody has ruled on it."""
    RULED = "ruled"
    """A steward has ruled on it."""
    REOPENED = "reopened"
    """It is open again; until the next ruling the last one holds."""
    LAPSED = "lapsed"
    """Its records have come to agree before anybody said a word; it opens again when they no longer do."""


class RulingKind(StrEnum):
    """What a steward may rule."""

    RECORD = "record"
    """One record is upheld: what it tells happened, and what it says was paid stands."""
    SETTLEMENT = "settlement"
    """The hand stands as it stood, and what was due by the rules is what counts."""
    VOID = "void"
    """The hand counts for nothing."""


class StepKind(StrEnum):
    """What can happen in a dispute."""

    OPENED = "opened"
    COMMENTED = "commented"
    RECORDS = "records"
    """The records of the hand have changed: another came in, or one was taken back."""
    RULED = "ruled"
    REOPENED = "reopened"
    LAPSED = "lapsed"


class Dispute(Base):
    """The dispute about a hand, which may be gone by now. ``version`` is the number of its last step.

    ``ruling`` is that in force, ``record_key`` the record that it rests on. ``contradicting`` are the digests
    of the facts (32 bytes each) that live records told otherwise than the hand stood when it was last judged.
    """

    __tablename__ = "disputes"
    __table_args__ = (
        UniqueConstraint("club_key", "hand_id"),
        Index(None, "club_key", "changed_at", "key"),
        Index(None, "club_key", "state", "changed_at", "key"),
    )

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    hand_id: Mapped[PublicId]
    state: Mapped[DisputeState] = mapped_column(code(DisputeState))
    version: Mapped[int]
    opened_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    ruling: Mapped[RulingKind | None] = mapped_column(code(RulingKind))
    record_key: Mapped[Key | None]
    contradicting: Mapped[bytes] = mapped_column(LargeBinary())


class DisputeStep(Base):
    """One step of a dispute: who did what (``by_key``; empty: the service itself), and what he said.

    ``claimant`` is the player for whom a dispute was opened, by the id under which he sat. ``audit`` (packed
    JSON) is that of the hand at that moment by ``engine_version``, where it was opened or ruled on.
    """

    __tablename__ = "dispute_steps"

    dispute_key: Mapped[Key] = mapped_column(
        ForeignKey("disputes.key"), primary_key=True, autoincrement=False
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    by_key: Mapped[Key | None] = mapped_column(ForeignKey("api_keys.key"))
    kind: Mapped[StepKind] = mapped_column(code(StepKind))
    claimant: Mapped[PublicId | None]
    text: Mapped[str | None] = mapped_column(Text())
    ruling: Mapped[RulingKind | None] = mapped_column(code(RulingKind))
    record_key: Mapped[Key | None]
    engine_version: Mapped[str | None] = mapped_column(String(32))
    audit: Mapped[bytes | None] = mapped_column(LargeBinary())


class SigningKey(Base):
    """A club's key for its dossiers. ``sealed`` is the private half, which only ``GLEEK_SECRET_KEY`` opens;
    ``public`` is the other, as PEM. The newest signs; earlier ones are kept for what they have signed.
    """

    __tablename__ = "signing_keys"

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"), index=True)
    created_at: Mapped[datetime]
    sealed: Mapped[bytes] = mapped_column(LargeBinary())
    public: Mapped[str] = mapped_column(String(200))
