"""Which processes work, as far as they have been heard of."""

from __future__ import annotations

import os
import secrets
import socket
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.storage import workers, writing
from gleek_replay.storage.tables import WorkerKind
from gleek_replay.storage.workers import SeenWorker

__all__ = ["HEARD_EVERY", "WORKS_IF_HEARD_WITHIN", "SeenWorker", "WorkerKind"]

HEARD_EVERY: Final = timedelta(seconds=15)
"""How often a process that works is to be heard of."""
WORKS_IF_HEARD_WITHIN: Final = timedelta(minutes=1)
"""A process that was not heard of for longer is not taken to work any more."""
_FORGOTTEN_AFTER: Final = timedelta(minutes=10)
_LONGEST_HOST: Final = 40


def name_of_this_process() -> str:
    """A name that no other process has at any time."""
    return f"{this_host()}:{os.getpid()}:{secrets.token_hex(4)}"


def this_host() -> str:
    """What this machine is called, as far as there is room for it."""
    return socket.gethostname()[:_LONGEST_HOST]


def introduce(name: str, kind: WorkerKind) -> SeenWorker:
    """This process as one that works from now on under this name."""
    now = datetime.now(UTC)
    return SeenWorker(name=name, kind=kind, host=this_host(), pid=os.getpid(), started_at=now, seen_at=now)


def be_heard(session: Session, worker: SeenWorker) -> None:
    """Say that a process still works, and forget those that have ended without a word."""
    with writing(session) as connection:
        workers.note_worker(connection, worker)
        workers.remove_silent(connection, worker.seen_at - _FORGOTTEN_AFTER)


def take_leave(session: Session, worker: SeenWorker) -> None:
    """Say that a process works no more."""
    with writing(session) as connection:
        workers.remove_worker(connection, worker.name)


def who_works(session: Session) -> list[SeenWorker]:
    """The processes that have been heard of lately."""
    return workers.workers_seen(session, datetime.now(UTC) - WORKS_IF_HEARD_WITHIN)
