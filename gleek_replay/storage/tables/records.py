"""What clients uploaded, byte for byte. Everything else about hands can be rebuilt from this table."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import Base, Key, PrimaryKey, code


class Status(StrEnum):
    """What became of an uploaded record."""

    ACCEPTED = "accepted"
    """The first of its hand: the hand's audit is based on it."""
    DUPLICATE = "duplicate"
    """It tells the same facts as the record that its hand is based on."""
    CONFLICTING = "conflicting"
    """It tells of the same hand otherwise. It is kept, and the hand stays as it was."""
    MALFORMED = "malformed"
    """It is no hand history; its faults say why."""
    FAILED = "failed"
    """The service itself failed on it (logged as an error). It is kept, and a rebuild tries it again."""


class Record(Base):
    """One uploaded part, as received. ``raw`` never changes; the rest can be read from it again.

    ``hand_key`` is empty for a part that told of no hand (malformed, failed), ``faults`` (JSON) for one
    that did. ``facts`` is the digest of the facts by which records of one hand are compared. ``whole`` is
    false for what was left of a stream that broke off or was not to be divided into records.

    A record is inserted before its hand, and the database looks for the hand at the commit.
    """

    __tablename__ = "records"

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    hand_key: Mapped[Key | None] = mapped_column(
        ForeignKey("hands.key", deferrable=True, initially="DEFERRED", use_alter=True), index=True
    )
    uploaded_by: Mapped[Key] = mapped_column(ForeignKey("api_keys.key"))
    received_at: Mapped[datetime]
    whole: Mapped[bool]
    status: Mapped[Status] = mapped_column(code(Status))
    sha256: Mapped[bytes] = mapped_column(LargeBinary(32))
    facts: Mapped[bytes | None] = mapped_column(LargeBinary(32))
    faults: Mapped[bytes | None] = mapped_column(LargeBinary())
    raw: Mapped[bytes] = mapped_column(LargeBinary())


Index(
    "uq_records_without_hand",
    Record.uploaded_by,
    Record.sha256,
    unique=True,
    sqlite_where=Record.hand_key.is_(None),
    postgresql_where=Record.hand_key.is_(None),
)
