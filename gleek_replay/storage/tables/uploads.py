"""The work ledger: what was uploaded, in chunks, and how far each is."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import Base, Key, PrimaryKey, code
from gleek_replay.storage.tables.records import Status

LONGEST_IDEMPOTENCY_KEY: Final = 255

Count: TypeAlias = Annotated[int, mapped_column(BigInteger(), default=0)]


class UploadState(StrEnum):
    """How far an upload is."""

    RECEIVING = "receiving"
    """Its bytes are coming in; nothing has been answered yet."""
    QUEUED = "queued"
    """It is stored whole; its chunks are being worked on, or wait for it."""
    DONE = "done"
    """Every record of it has its outcome."""


class ChunkState(StrEnum):
    """How far a chunk is."""

    PENDING = "pending"
    WORKING = "working"
    DONE = "done"


class Upload(Base):
    """One upload. ``bytes`` came in, in ``records`` parts; ``replaces``: its records take the place of
    those that the same owner sent of the same hands.

    A retry is known by ``idempotency_key``, and by ``body_sha256`` as a retry of the same. One that is still
    being received after ``expires_at`` was broken off, and is removed. ``request_id`` is that of the request
    which brought it, for the log.
    """

    __tablename__ = "uploads"
    __table_args__ = (UniqueConstraint("uploaded_by", "idempotency_key"),)

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    uploaded_by: Mapped[Key] = mapped_column(ForeignKey("api_keys.key"))
    state: Mapped[UploadState] = mapped_column(code(UploadState))
    replaces: Mapped[bool]
    idempotency_key: Mapped[str | None] = mapped_column(String(LONGEST_IDEMPOTENCY_KEY))
    body_sha256: Mapped[bytes | None] = mapped_column(LargeBinary(32))
    request_id: Mapped[str | None] = mapped_column(String(64))
    received_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    bytes: Mapped[Count]
    records: Mapped[Count]


class UploadChunk(Base):
    """Some records of an upload that are worked on at once, by whoever holds the lease.

    A :class:`ChunkPayload` has their bytes until they are done; ``outcomes`` then says what came of each.
    The keys of the records are set aside when they come in, from ``first_record_key`` on: they are the same
    however often a worker is killed over the chunk, and their order is the order in which they came. Only
    where another upload drew one of the same are others taken.
    """

    __tablename__ = "upload_chunks"
    __table_args__ = (UniqueConstraint("upload_key", "number"),)

    key: Mapped[PrimaryKey]
    upload_key: Mapped[Key] = mapped_column(ForeignKey("uploads.key"))
    number: Mapped[int]
    state: Mapped[ChunkState] = mapped_column(code(ChunkState))
    first_record_key: Mapped[Key]
    records: Mapped[int]
    owner: Mapped[str | None] = mapped_column(String(80))
    attempt: Mapped[int] = mapped_column(default=0)
    lease_until: Mapped[datetime | None]
    announced_at: Mapped[datetime | None]
    accepted: Mapped[Count]
    duplicate: Mapped[Count]
    corroborating: Mapped[Count]
    conflicting: Mapped[Count]
    malformed: Mapped[Count]
    failed: Mapped[Count]
    outcomes: Mapped[bytes | None] = mapped_column(LargeBinary())


class ChunkPayload(Base):
    """The bytes of a chunk's records while they wait, apart from the chunk, which is written meanwhile."""

    __tablename__ = "chunk_payloads"

    chunk_key: Mapped[Key] = mapped_column(
        ForeignKey("upload_chunks.key"), primary_key=True, autoincrement=False
    )
    payload: Mapped[bytes] = mapped_column(LargeBinary())


COUNTED: Final = (
    Status.ACCEPTED, Status.DUPLICATE, Status.CORROBORATING, Status.CONFLICTING, Status.MALFORMED,
    Status.FAILED,
)  # fmt: skip
"""What may come of a part of an upload; a chunk has a column for the number of each."""

Index(
    "ix_uploads_receiving",
    Upload.expires_at,
    sqlite_where=Upload.state == UploadState.RECEIVING,
    postgresql_where=Upload.state == UploadState.RECEIVING,
)
Index(
    "ix_upload_chunks_to_do",
    UploadChunk.key,
    sqlite_where=UploadChunk.state != ChunkState.DONE,
    postgresql_where=UploadChunk.state != ChunkState.DONE,
)
