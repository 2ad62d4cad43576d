"""The work ledger: uploads coming in, chunks claimed and done, and how far everything is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    literal_column,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session

from gleek_replay.storage.bulk import load
from gleek_replay.storage.tables import (
    COUNTED,
    ApiKey,
    Base,
    ChunkPayload,
    ChunkState,
    Status,
    Upload,
    UploadChunk,
    UploadState,
)
from gleek_replay.storage.tables.base import microseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedChunk:
    """A chunk that a worker holds, with what it needs to know of the upload."""

    key: int
    upload_key: int
    owner: str
    attempt: int
    first_record_key: int
    payload: bytes
    club_key: int
    uploaded_by: int
    uploader: str
    replaces: bool
    received_at: datetime
    request_id: str | None


def add_upload(connection: Connection, **columns: Any) -> None:
    """Insert an upload."""
    _add(connection, Upload, columns)


def idempotency_key_is_used(connection: Connection, uploaded_by: int, given: str) -> bool:
    """Whether there is an upload of this uploader's under the key."""
    used = select(Upload.key).where(Upload.uploaded_by == uploaded_by, Upload.idempotency_key == given)
    return connection.scalar(used) is not None


def add_chunk(connection: Connection, *, payload: bytes | None = None, **columns: Any) -> None:
    """Insert a chunk of an upload; with the bytes of its records, unless they are done already."""
    _add(connection, UploadChunk, _NEW_CHUNK | columns)
    if payload is not None:
        _add(connection, ChunkPayload, {"chunk_key": columns["key"], "payload": payload})


def prolong(connection: Connection, upload_key: int, expires_at: datetime) -> bool:
    """Let an upload be received for longer; false if it has been removed."""
    receiving = (Upload.key == upload_key, Upload.state == UploadState.RECEIVING)
    return connection.execute(update(Upload).where(*receiving).values(expires_at=expires_at)).rowcount == 1


def queue_upload(connection: Connection, upload_key: int, **columns: Any) -> None:
    """Say that an upload is stored whole, and give its chunks to whoever claims them."""
    columns |= {"state": UploadState.QUEUED, "expires_at": None}
    connection.execute(update(Upload).where(Upload.key == upload_key).values(columns))


def remove_upload(connection: Connection, upload_key: int, expired_at: datetime | None = None) -> bool:
    """Remove an upload that has not been received whole; if asked for, only one that had expired by then.
    False if there is none such: it may have been received whole meanwhile.
    """
    wanted = [Upload.key == upload_key, _RECEIVING]
    if expired_at is not None:
        wanted.append(Upload.expires_at < expired_at)
    if connection.scalar(select(Upload.key).where(*wanted).with_for_update()) is None:
        return False
    chunks = select(UploadChunk.key).where(UploadChunk.upload_key == upload_key)
    connection.execute(delete(ChunkPayload).where(ChunkPayload.chunk_key.in_(chunks)))
    connection.execute(delete(UploadChunk).where(UploadChunk.upload_key == upload_key))
    connection.execute(delete(Upload).where(Upload.key == upload_key))
    return True


def broken_off(session: Session, now: datetime) -> list[int]:
    """The keys of uploads that have been received for too long to be coming in still."""
    return list(session.scalars(select(Upload.key).where(_RECEIVING, Upload.expires_at < now)))


def something_to_do(session: Session, now: datetime, upload_key: int | None = None) -> bool:
    """Whether there is a chunk to be claimed."""
    found = select(UploadChunk.key).join(Upload, Upload.key == UploadChunk.upload_key).where(*_claimable(now))
    if upload_key is not None:
        found = found.where(UploadChunk.upload_key == upload_key)
    return session.scalar(found.limit(1)) is not None


def claim_chunk(
    connection: Connection,
    owner: str,
    now: datetime,
    lease_until: datetime,
    *,
    chunk_key: int | None = None,
    upload_key: int | None = None,
) -> ClaimedChunk | None:
    """Take the oldest chunk that nobody works on, or whose worker has let its lease run out; if asked for,
    this chunk alone or one of this upload. ``None`` if there is none to be had.
    """
    wanted = (
        select(UploadChunk.key)
        .join(Upload, Upload.key == UploadChunk.upload_key)
        .where(*_claimable(now))
        .order_by(UploadChunk.key)
        .limit(1)
        .with_for_update(skip_locked=True, of=UploadChunk)
    )
    if chunk_key is not None:
        wanted = wanted.where(UploadChunk.key == chunk_key)
    if upload_key is not None:
        wanted = wanted.where(UploadChunk.upload_key == upload_key)
    chunk = connection.execute(
        update(UploadChunk)
        .where(UploadChunk.key == wanted.scalar_subquery())
        .values(
            state=ChunkState.WORKING, owner=owner, attempt=UploadChunk.attempt + 1, lease_until=lease_until
        )
        .returning(
            UploadChunk.key,
            UploadChunk.upload_key,
            UploadChunk.owner,
            UploadChunk.attempt,
            UploadChunk.first_record_key,
        )
    ).one_or_none()
    if chunk is None:
        return None
    first = (Upload.key == chunk.upload_key, Upload.started_at.is_(None))
    connection.execute(update(Upload).where(*first).values(started_at=now))
    upload = connection.execute(_UPLOADER.where(Upload.key == chunk.upload_key)).one()
    payload = connection.scalars(_PAYLOAD, {"chunk": chunk.key}).one()
    return ClaimedChunk(**chunk._mapping, **upload._mapping, payload=payload)


def hold_chunk(connection: Connection, chunk: ClaimedChunk) -> bool:
    """Keep a chunk from being given to anybody else until the end of the transaction. False if it is no
    longer this worker's: then nothing of it may be stored.
    """
    held = (
        UploadChunk.key == chunk.key,
        UploadChunk.state == ChunkState.WORKING,
        UploadChunk.owner == chunk.owner,
        UploadChunk.attempt == chunk.attempt,
    )
    return connection.scalar(select(UploadChunk.key).where(*held).with_for_update()) is not None


def finish_chunk(
    connection: Connection, chunk: ClaimedChunk, outcomes: bytes, counts: Mapping[Status, int]
) -> None:
    """Say what came of a chunk, in the transaction that holds it and stores its records."""
    done = {"state": ChunkState.DONE, "outcomes": outcomes, "lease_until": None}
    counted = {status.value: counts.get(status, 0) for status in COUNTED}
    connection.execute(delete(ChunkPayload).where(ChunkPayload.chunk_key == chunk.key))
    connection.execute(update(UploadChunk).where(UploadChunk.key == chunk.key).values(done | counted))


def finish_upload(connection: Connection, upload_key: int, now: datetime) -> None:
    """Say that an upload is done, if its last chunk is."""
    left = select(UploadChunk.key).where(UploadChunk.upload_key == upload_key, _TO_DO).exists()
    connection.execute(
        update(Upload)
        .where(Upload.key == upload_key, ~left)
        .values(state=UploadState.DONE, finished_at=now)
        .execution_options(synchronize_session=False)
    )


def hand_back(connection: Connection, owner: str) -> None:
    """Give back every chunk that a worker holds, as if it had not been tried."""
    held = (UploadChunk.state == ChunkState.WORKING, UploadChunk.owner == owner)
    connection.execute(
        update(UploadChunk)
        .where(*held)
        .values(
            state=ChunkState.PENDING,
            owner=None,
            lease_until=None,
            announced_at=None,
            attempt=UploadChunk.attempt - 1,
        )
    )


def unannounced(connection: Connection, now: datetime, before: datetime, limit: int) -> list[int]:
    """The keys of chunks to be claimed that were not announced since ``before``, announced with this."""
    waiting = (
        select(UploadChunk.key)
        .join(Upload, Upload.key == UploadChunk.upload_key)
        .where(*_claimable(now), or_(UploadChunk.announced_at.is_(None), UploadChunk.announced_at < before))
        .order_by(UploadChunk.key)
        .limit(limit)
    )
    keys = list(connection.scalars(waiting))
    connection.execute(update(UploadChunk).where(UploadChunk.key.in_(keys)).values(announced_at=now))
    return keys


_TO_DO: Final = text("upload_chunks.state != 'done'")
"""Spelt out, so that the planner sees that the index of such chunks serves."""
_RECEIVING: Final[ColumnElement[bool]] = literal_column("uploads.state = 'receiving'", Boolean())
"""The same of the index of uploads that are coming in."""
_NEW_CHUNK: Final = {"attempt": 0, **{status.value: 0 for status in COUNTED}}
_PAYLOAD: Final = select(ChunkPayload.payload).where(ChunkPayload.chunk_key == bindparam("chunk"))
_UPLOADER: Final = select(
    Upload.club_key,
    Upload.uploaded_by,
    ApiKey.owner.label("uploader"),
    Upload.replaces,
    Upload.received_at,
    Upload.request_id,
).join(ApiKey, ApiKey.key == Upload.uploaded_by)


def _add(connection: Connection, table: type[Base], columns: Mapping[str, Any]) -> None:
    load(connection, table, tuple(columns), [tuple(map(_as_kept, columns.values()))])


def _as_kept(value: Any) -> Any:
    """A value as the database has it, see :func:`load`."""
    if isinstance(value, StrEnum):
        return value.value
    return microseconds(value) if isinstance(value, datetime) else value


def _claimable(now: datetime) -> tuple[Any, ...]:
    forsaken = and_(UploadChunk.state == ChunkState.WORKING, UploadChunk.lease_until < now)
    return (
        _TO_DO,
        Upload.state == UploadState.QUEUED,
        or_(UploadChunk.state == ChunkState.PENDING, forsaken),
    )
