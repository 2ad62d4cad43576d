"""The processes that work, each with a row that says when it was last heard of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import WorkerKind, WorkingProcess


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenWorker:
    """A process that works: what it does, where it runs, and when it began and was last heard of."""

    name: str
    kind: WorkerKind
    host: str
    pid: int
    started_at: datetime
    seen_at: datetime


def note_worker(connection: Connection, worker: SeenWorker) -> None:
    """Say that a process was heard of."""
    seen = update(WorkingProcess).where(WorkingProcess.name == worker.name).values(seen_at=worker.seen_at)
    if connection.execute(seen).rowcount == 0:
        connection.execute(insert(WorkingProcess), {name: getattr(worker, name) for name in _COLUMNS})


def remove_worker(connection: Connection, name: str) -> None:
    """Say that a process has ended."""
    connection.execute(delete(WorkingProcess).where(WorkingProcess.name == name))


def remove_silent(connection: Connection, since: datetime) -> None:
    """Remove the processes that were not heard of since: they ended without a word."""
    connection.execute(delete(WorkingProcess).where(WorkingProcess.seen_at < since))


def workers_seen(session: Session, since: datetime) -> list[SeenWorker]:
    """The processes that were heard of since, in the order in which they began."""
    columns = [getattr(WorkingProcess, name) for name in _COLUMNS]
    wanted = select(*columns).where(WorkingProcess.seen_at >= since)
    rows = session.execute(wanted.order_by(WorkingProcess.started_at, WorkingProcess.name))
    return [SeenWorker(**row._mapping) for row in rows]


_COLUMNS: Final = SeenWorker.__slots__
