"""Reading uploads: how far they are, and what came of their records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import COUNTED, ApiKey, Status, Upload, UploadChunk, UploadState


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


def outcomes_of(session: Session, upload_key: int, number: int) -> bytes | None:
    """What came of a chunk of an upload; ``None`` if it is not done, or there is none of this number."""
    chunk = (UploadChunk.upload_key == upload_key, UploadChunk.number == number)
    return session.scalar(select(UploadChunk.outcomes).where(*chunk))


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
