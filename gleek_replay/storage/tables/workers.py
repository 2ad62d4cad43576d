"""Who works: the processes that audit and store what is uploaded, as they say themselves."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import Base, Name, code


class WorkerKind(StrEnum):
    """What a process does of the work."""

    POLLING = "polling"
    """It looks for chunks in the ledger."""
    HEARING = "hearing"
    """It hears of chunks by the broker."""
    REAPING = "reaping"
    """It tells again of chunks that have waited, and works on none."""


class WorkingProcess(Base):
    """A process on a host, last heard of at ``seen_at``; the row is gone once it has ended in order."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    kind: Mapped[WorkerKind] = mapped_column(code(WorkerKind))
    host: Mapped[Name]
    pid: Mapped[int]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]
