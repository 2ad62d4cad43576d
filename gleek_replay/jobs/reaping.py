"""The process that tells workers again of what has waited for too long, since messages may be lost."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.jobs.delivery import Announce, make_announce
from gleek_replay.jobs.signs_of_life import SignOfLife
from gleek_replay.jobs.stopping import stopping
from gleek_replay.services.chunks import remove_broken_off
from gleek_replay.services.opening import UNAVAILABLE, Database, open_or_wait
from gleek_replay.services.workers import WorkerKind, name_of_this_process
from gleek_replay.settings import Settings

_MOST_SECONDS: Final = 10.0

log: Final = logging.getLogger(__name__)


def run_reaper(settings: Settings) -> int:
    """Tell of the chunks that wait, and remove what uploads left that broke off; time and again, until
    SIGTERM or SIGINT, or until the process that started this one is gone.
    """
    parent = os.getppid()
    announce, database = make_announce(settings), open_or_wait(settings)
    sign = SignOfLife(name_of_this_process(), WorkerKind.REAPING)
    try:
        with stopping(signal.SIGTERM, signal.SIGINT) as stop:
            while not stop.asked and os.getppid() == parent:
                _on(database, lambda session: _reap(session, announce, sign))
                stop.wait(min(_MOST_SECONDS, settings.lease_seconds / 2))
        _on(database, sign.end)
    finally:
        database.close()
    return 0


def _reap(session: Session, announce: Announce, sign: SignOfLife) -> None:
    sign.give(session)
    remove_broken_off(session)
    announce(session)


def _on(database: Database, do: Callable[[Session], None]) -> None:
    try:
        with database.session() as session:
            do(session)
    except UNAVAILABLE as error:
        log.warning("the database does not answer: %s", error.orig)
