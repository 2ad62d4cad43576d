"""How the database does: whether it can be written to, how far its tables are, what waits in it."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, func, select, text
from sqlalchemy.orm import Session

from gleek_replay.storage.database import BUSY_SECONDS, sqlite_file
from gleek_replay.storage.migrating import scripts
from gleek_replay.storage.tables import ChunkState, Upload, UploadChunk, UploadState

_ROOM_TO_WRITE: Final = 16 << 20
"""What a chunk and the log of its transaction may need of a disk, in bytes, and some more."""
_PRIMARY: Final = 0xFF
"""SQLite's extended codes have the plain one in their last byte."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """Chunks that wait for a worker, those that one works on, and when the upload of the oldest came in."""

    pending: int = 0
    working: int = 0
    oldest: datetime | None = None


def revision_of(session: Session) -> str | None:
    """The migration that the tables come from; ``None`` for a database without our tables."""
    return MigrationContext.configure(session.connection()).get_current_revision()


@cache
def newest_revision() -> str:
    """The migration that the tables of this version come from."""
    head = _migrations().get_current_head()
    assert head is not None
    return head


def is_known_revision(revision: str) -> bool:
    """Whether this version knows how to get from these tables to its own."""
    return revision in {script.revision for script in _migrations().walk_revisions()}


def why_it_cannot_be_written_to(session: Session) -> str | None:
    """What keeps the database from being written to; ``None`` when nothing does. Raises what it raises when
    it does not answer.
    """
    engine = session.get_bind()
    assert isinstance(engine, Engine)
    if engine.dialect.name == "postgresql":
        read_only = session.scalar(text("SHOW transaction_read_only")) == "on"
        return "the database can only be read" if read_only else None
    file = sqlite_file(engine.url)
    return (None if file is None else _why_no_room(file.parent)) or _why_sqlite_refuses(engine)


def queue(session: Session) -> Queue:
    """What waits, and for how long."""
    rows = session.execute(
        select(UploadChunk.state, func.count(), func.min(Upload.received_at))
        .join(Upload, Upload.key == UploadChunk.upload_key)
        .where(text("upload_chunks.state != 'done'"), Upload.state == UploadState.QUEUED)
        .group_by(UploadChunk.state)
    ).all()
    counts = {state: count for state, count, _ in rows}
    return Queue(
        pending=counts.get(ChunkState.PENDING, 0),
        working=counts.get(ChunkState.WORKING, 0),
        oldest=min((oldest for _, _, oldest in rows), default=None),
    )


def _migrations() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(scripts()))
    return ScriptDirectory.from_config(config)


def _why_no_room(folder: Path) -> str | None:
    disk = os.statvfs(folder)
    if disk.f_flag & os.ST_RDONLY:
        return "the file system of the database can only be read"
    if disk.f_bavail * disk.f_frsize < _ROOM_TO_WRITE:
        return "the disk of the database is full"
    return None


def _why_sqlite_refuses(engine: Engine) -> str | None:
    """Begin a write, and leave it at that. Another who writes at the moment proves that it can be done."""
    pooled = engine.raw_connection()
    connection = pooled.driver_connection
    assert isinstance(connection, sqlite3.Connection)
    try:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        busy = error.sqlite_errorcode & _PRIMARY == sqlite3.SQLITE_BUSY
        return None if busy else f"the database can only be read: {error}"
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        pooled.close()
    return None
