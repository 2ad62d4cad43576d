"""The process that tells workers again of what has waited for too long, since messages may be lost."""

from __future__ import annotations

import logging
import os
import signal
from typing import Final

from gleek_replay.jobs.delivery import Announce, make_announce
from gleek_replay.jobs.stopping import stopping
from gleek_replay.services.chunks import remove_broken_off
from gleek_replay.services.opening import UNAVAILABLE, Database, open_database
from gleek_replay.settings import Settings

_MOST_SECONDS: Final = 10.0

log: Final = logging.getLogger(__name__)


def run_reaper(settings: Settings) -> int:
    """Tell of the chunks that wait, and remove what uploads left that broke off; time and again, until
    SIGTERM or SIGINT, or until the process that started this one is gone.
    """
    parent = os.getppid()
    announce, database = make_announce(settings), open_database(settings)
    try:
        with stopping(signal.SIGTERM, signal.SIGINT) as stop:
            while not stop.asked and os.getppid() == parent:
                _reap(database, announce)
                stop.wait(min(_MOST_SECONDS, settings.lease_seconds / 2))
    finally:
        database.close()
    return 0


def _reap(database: Database, announce: Announce) -> None:
    try:
        with database.session() as session:
            remove_broken_off(session)
            announce(session)
    except UNAVAILABLE as error:
        log.warning("the database does not answer: %s", error.orig)
