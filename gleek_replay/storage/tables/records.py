"""What clients uploaded, byte for byte. Everything else about hands can be rebuilt from this table."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import ForeignKey, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import Base, Key, PrimaryKey, code


class Status(StrEnum):
    """What became of an uploaded record."""

    ACCEPTED = "accepted"
    """The hand stands on it: it is the first of those that agree."""
    DUPLICATE = "duplicate"
    """It tells the same facts as an earlier record of the same owner."""
    CORROBORATING = "corroborating"
    """It agrees with the record that the hand stands on, as far as both know; the hand's audit is of what
    they know together.
    """
    CONFLICTING = "conflicting"
    """It tells of the same hand otherwise. Both are kept, and the hand is in dispute."""
    MALFORMED = "malformed"
    """It is no hand history; its faults say why."""
    FAILED = "failed"
    """The service itself failed on it (logged as an error). It is kept, and a rebuild tries it again."""
    REPLACED = "replaced"
    """Its owner has put another in its place."""
    WITHDRAWN = "withdrawn"
    """Its owner has taken it back."""


LIVE: Final = (Status.ACCEPTED, Status.DUPLICATE, Status.CORROBORATING, Status.CONFLICTING)
"""What records that tell of a hand may be; of any other no hand's audit is made."""
AGREEING: Final = (Status.ACCEPTED, Status.DUPLICATE, Status.CORROBORATING)
"""What the records are that a hand stands on together."""


class Record(Base):
    """One uploaded part, as received. ``raw`` never changes but for ids and names of players that were erased
    (``rewritten_at`` then says when, and what is missing can be told from it); the rest can be read from it
    again.

    ``hand_key`` is empty for a part that told of no hand (malformed, failed) or whose hand is gone since
    every record of it was withdrawn, ``faults`` (JSON) for one that told of a hand. ``facts`` is the digest
    of the facts by which records of one hand are compared. ``whole`` is false for what was left of a stream
    that broke off or was not to be divided into records. ``ended_at`` is when a record was replaced (by
    ``replaced_by``) or withdrawn. ``upload_key`` is empty for what came in before uploads were kept.

    A record is inserted before its hand, and the database looks for the hand at the commit.
    """

    __tablename__ = "records"

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    hand_key: Mapped[Key | None] = mapped_column(
        ForeignKey("hands.key", deferrable=True, initially="DEFERRED", use_alter=True), index=True
    )
    upload_key: Mapped[Key | None]  # no foreign key: for every upload removed, all records would be looked at
    uploaded_by: Mapped[Key] = mapped_column(ForeignKey("api_keys.key"))
    received_at: Mapped[datetime]
    whole: Mapped[bool]
    status: Mapped[Status] = mapped_column(code(Status))
    sha256: Mapped[bytes] = mapped_column(LargeBinary(32))
    facts: Mapped[bytes | None] = mapped_column(LargeBinary(32))
    faults: Mapped[bytes | None] = mapped_column(LargeBinary())
    replaced_by: Mapped[Key | None]
    ended_at: Mapped[datetime | None]
    rewritten_at: Mapped[datetime | None]
    raw: Mapped[bytes] = mapped_column(LargeBinary())


_TELLS_OF_NONE: Final = Record.status.in_((Status.MALFORMED, Status.FAILED))
Index(
    "uq_records_without_hand",
    Record.uploaded_by,
    Record.sha256,
    unique=True,
    sqlite_where=_TELLS_OF_NONE,
    postgresql_where=_TELLS_OF_NONE,
)
