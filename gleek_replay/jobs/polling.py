"""A worker process that polls the ledger: no broker, no messages, nothing to lose."""

from __future__ import annotations

import gc
import logging
import os
import signal
import time
from datetime import timedelta
from typing import Final

from gleek_replay.jobs.signs_of_life import SignOfLife
from gleek_replay.jobs.stopping import Stopping, stopping
from gleek_replay.services.chunks import Worker, hand_back, new_worker, remove_broken_off, work
from gleek_replay.services.opening import UNAVAILABLE, Database, open_database
from gleek_replay.services.workers import WorkerKind
from gleek_replay.settings import Settings

_POLL_SECONDS: Final = 0.05
_TIDY_SECONDS: Final = 60.0
_RETRY_SECONDS: Final = 1.0
_GC_THRESHOLDS: Final = (50_000, 20, 100)
"""A chunk makes many objects that live as long as it does; looking through them more often finds nothing."""
_NO_DATABASE: Final = "the database does not answer: %s"
_TRY_AGAIN: Final = 75
"""The exit status of a worker that has found no database: the one that BSD's sysexits.h has for it."""

log: Final = logging.getLogger(__name__)


def run_worker(settings: Settings, upload_key: int | None = None) -> int:
    """Work on chunks until SIGTERM or SIGINT, or until the process that started this one is gone.

    With ``upload_key`` only on that upload, and until nothing of it is left to claim. The chunk at hand is
    finished before the worker ends; a database that does not answer is asked again.
    """
    with stopping(signal.SIGTERM, signal.SIGINT) as stop:
        calm_the_garbage_collector()
        try:
            database = open_database(settings)
        except UNAVAILABLE as error:
            log.warning(_NO_DATABASE, error.orig)
            return _TRY_AGAIN
        try:
            _Polling(database, new_worker(timedelta(seconds=settings.lease_seconds)), stop, upload_key).run()
        finally:
            database.close()
    return 0


def calm_the_garbage_collector() -> None:
    """Let the garbage collector look at what was imported no more, and at the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)


class _Polling:
    """The loop of one worker process."""

    def __init__(self, database: Database, worker: Worker, stop: Stopping, upload_key: int | None) -> None:
        self._database, self._worker, self._stop, self._upload_key = database, worker, stop, upload_key
        self._parent = os.getppid()
        self._tidied_at = float("-inf")
        self._sign = SignOfLife(worker.name, WorkerKind.POLLING)
        self._broke_off = False

    def run(self) -> None:
        """Poll and work until told to stop."""
        while not self._ended():
            try:
                busy = self._work()
            except UNAVAILABLE as error:
                if not self._broke_off:  # said once, however long it lasts
                    log.warning(_NO_DATABASE, error.orig)
                self._broke_off = True
                self._stop.wait(_RETRY_SECONDS)
                continue
            except Exception:  # a bug of ours over one chunk must not cost the others their worker
                log.exception("a chunk could not be worked on; it is tried again when its lease ends")
                self._stop.wait(_RETRY_SECONDS)
                continue
            if not busy:
                if self._upload_key is not None:
                    return
                self._stop.wait(_POLL_SECONDS)
        self._take_leave()

    def _ended(self) -> bool:
        return self._stop.asked > 0 or os.getppid() != self._parent

    def _work(self) -> bool:
        """Do a chunk, if there is one; now and then say that this worker lives, and remove what uploads left
        that broke off. What was held when the database went away is given back first.
        """
        with self._database.session() as session:
            if self._broke_off:
                hand_back(session, self._worker)
                self._broke_off = False
                log.warning("the database answers again")
            if self._upload_key is None:
                self._sign.give(session)
            if time.monotonic() - self._tidied_at > _TIDY_SECONDS:
                remove_broken_off(session)
                self._tidied_at = time.monotonic()
            return work(session, self._worker, upload_key=self._upload_key)

    def _take_leave(self) -> None:
        try:
            with self._database.session() as session:
                hand_back(session, self._worker)
                self._sign.end(session)
        except UNAVAILABLE as error:
            log.warning("what this worker holds is free when its lease ends: %s", error.orig)
