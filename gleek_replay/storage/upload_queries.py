"""Reading uploads: how far they are, and what came of their records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import COUNTED, ApiKey, Record, Status, Upload, UploadChunk, UploadState


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadSummary:
    """An upload, and how many of its ``records`` are ``done``, by what came of them. ``uploader`` owns the
    key that sent it.
    """

    key: int
    uploaded_by: int
    uploader: str
    state: UploadState
    replaces: bool
    idempotency_key: str | None
    body_sha256: bytes | None
    received_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    bytes: int
    records: int
    counts: Mapping[Status, int]

    @property
    def done(self) -> int:
        """How many records have their outcome."""
        return sum(self.counts.values())


def one_upload(session: Session, club_key: int, upload_key: int) -> UploadSummary | None:
    """An upload by its key."""
    return _one(session, (Upload.club_key == club_key, Upload.key == upload_key))


def upload_by_idempotency_key(session: Session, uploaded_by: int, given: str) -> UploadSummary | None:
    """The upload that an uploader sent under this idempotency key."""
    return _one(session, (Upload.uploaded_by == uploaded_by, Upload.idempotency_key == given))


def uploads_before(
    session: Session,
    club_key: int,
    uploader: str | None,
    before: int | None,
    limit: int,
) -> list[UploadSummary]:
    """At most ``limit`` uploads, newest first, from the one after ``before`` on; of one uploader if given."""
    wanted = [Upload.club_key == club_key]
    if uploader is not None:
        wanted.append(ApiKey.owner == uploader)
    if before is not None:
        wanted.append(Upload.key < before)
    rows = session.execute(_SUMMARY.where(*wanted).order_by(Upload.key.desc()).limit(limit))
    return [_summary(row) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneChunk:
    """A chunk that is done: its place among those of its upload, the key set aside for its first record, and
    what came of each, packed.
    """

    number: int
    first_record_key: int
    outcomes: bytes


def done_chunk(session: Session, upload_key: int, number: int) -> DoneChunk | None:
    """A chunk of an upload; ``None`` if it is not done, or there is none of this number."""
    chunk = (UploadChunk.upload_key == upload_key, UploadChunk.number == number)
    row = session.execute(select(*_CHUNK).where(*chunk, UploadChunk.outcomes.is_not(None))).one_or_none()
    return None if row is None else DoneChunk(**row._mapping)


def first_waiting(session: Session, upload_key: int) -> int | None:
    """The number of an upload's first chunk that is not done; ``None`` if all are."""
    waiting = (UploadChunk.upload_key == upload_key, UploadChunk.outcomes.is_(None))
    return session.scalar(select(func.min(UploadChunk.number)).where(*waiting))


def next_chunk_with(session: Session, upload_key: int, number: int, status: Status) -> DoneChunk | None:
    """The first chunk of an upload from this number on in which something came to a status."""
    wanted = (
        UploadChunk.upload_key == upload_key,
        UploadChunk.number >= number,
        getattr(UploadChunk, status.value) > 0,
        UploadChunk.outcomes.is_not(None),
    )
    row = session.execute(select(*_CHUNK).where(*wanted).order_by(UploadChunk.number).limit(1)).one_or_none()
    return None if row is None else DoneChunk(**row._mapping)


def kept_texts(session: Session, upload_key: int, keys: Collection[int]) -> dict[int, bytes]:
    """Of the records set aside under these keys those that came in this upload and told of no hand, byte for
    byte, by key.
    """
    wanted = (
        Record.key.in_(keys),
        Record.upload_key == upload_key,
        Record.status.in_((Status.MALFORMED, Status.FAILED)),
    )
    found = session.execute(select(Record.key, Record.raw).where(*wanted))
    return {row.key: row.raw for row in found}


_CHUNK: Final = (UploadChunk.number, UploadChunk.first_record_key, UploadChunk.outcomes)
_COUNTS: Final = tuple(
    select(func.coalesce(func.sum(getattr(UploadChunk, status.value)), 0))
    .where(UploadChunk.upload_key == Upload.key)
    .scalar_subquery()
    .label(f"count_{status.value}")
    for status in COUNTED
)
_COLUMNS: Final = (
    Upload.key, Upload.uploaded_by, Upload.state, Upload.replaces, Upload.idempotency_key, Upload.body_sha256,
    Upload.received_at, Upload.started_at, Upload.finished_at, Upload.bytes, Upload.records,
)  # fmt: skip
_SUMMARY: Final = select(*_COLUMNS, ApiKey.owner.label("uploader"), *_COUNTS).join(
    ApiKey, ApiKey.key == Upload.uploaded_by
)


def _one(session: Session, wanted: tuple[Any, ...]) -> UploadSummary | None:
    row = session.execute(_SUMMARY.where(*wanted)).one_or_none()
    return None if row is None else _summary(row)


def _summary(row: Any) -> UploadSummary:
    columns = dict(row._mapping)
    counts = {status: int(columns.pop(f"count_{status.value}")) for status in COUNTED}
    return UploadSummary(**columns, counts=counts)
