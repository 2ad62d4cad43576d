"""Saying now and then that a process works: who looks at the database then knows that somebody does."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.opening import UNAVAILABLE, Database
from gleek_replay.services.workers import HEARD_EVERY, WorkerKind, be_heard, introduce, take_leave

log: Final = logging.getLogger(__name__)


class SignOfLife:
    """What one process says of itself under a name, from when it is made."""

    def __init__(self, name: str, kind: WorkerKind) -> None:
        self._worker = introduce(name, kind)
        self._given_at = float("-inf")

    def give(self, session: Session) -> None:
        """Say that the process works, unless that was said a moment ago. Raises what the database raises."""
        if time.monotonic() - self._given_at < HEARD_EVERY.total_seconds():
            return
        be_heard(session, replace(self._worker, seen_at=datetime.now(UTC)))
        self._given_at = time.monotonic()

    def end(self, session: Session) -> None:
        """Say that the process works no more."""
        take_leave(session, self._worker)


class SignsFromBeside:
    """A thread that gives the signs of a process that waits for something else than the database."""

    def __init__(self, database: Database, sign: SignOfLife) -> None:
        self._database, self._sign = database, sign
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Give no more signs."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                with self._database.session() as session:
                    self._sign.give(session)
            except UNAVAILABLE as error:
                log.warning("this worker cannot say that it lives: %s", error.orig)
            if self._ended.wait(HEARD_EVERY.total_seconds() / 3):
                return
