"""The service's own code at work, in this process and in worker processes."""

from __future__ import annotations

import io
import os
import secrets
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gleek_replay.cli.working import polling_program
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.keys import operator
from gleek_replay.services.progress import UploadState, get_upload
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.storage import Database, open_database
from gleek_replay.storage.tables import UploadChunk
from scripts.bench.figures import seconds_of

CORES: Final = 2
_LEASE: Final = timedelta(minutes=5)
_A_MOMENT: Final = 0.01


def store_here(database: Database, stream: bytes) -> float:
    """How many seconds this process takes to receive NDJSON and to work on all of its chunks."""
    with database.session() as session:
        caller, worker = operator(session), new_worker(_LEASE)

        def store() -> None:
            receive_upload(session, caller, [SentFile(stream=io.BytesIO(stream))], Wishes(defer=True))
            while work(session, worker):
                pass

        return seconds_of(store)


def store_in_workers(url: str, stream: bytes, warm_up: bytes) -> float:
    """How many seconds pass until worker processes, which had something to do before, have stored NDJSON."""
    database = open_database(url)
    with _workers(url) as workers, database.session() as session:
        while _busy_so_far(session) < CORES:
            _store(session, warm_up, workers)
            warm_up = warm_up.replace(b'"hand_id":"', b'"hand_id":"once-more-')
        taken = seconds_of(lambda: _store(session, stream, workers))
    database.close()
    return taken


def _store(session: Session, stream: bytes, workers: Sequence[subprocess.Popen[bytes]]) -> None:
    caller = operator(session)
    receipt = receive_upload(session, caller, [SentFile(stream=io.BytesIO(stream))], Wishes(defer=True))
    while get_upload(session, caller, receipt.upload.upload_id).state is not UploadState.DONE:
        assert all(worker.poll() is None for worker in workers), "a worker has ended"
        session.rollback()
        time.sleep(_A_MOMENT)


def _busy_so_far(session: Session) -> int:
    """How many workers have done a chunk of anything."""
    return session.scalar(select(func.count(UploadChunk.owner.distinct()))) or 0


def environment_for(url: str) -> dict[str, str]:
    """The environment of a process of the service on a database, with no broker, and with rates that are
    counted but never met.
    """
    settings = {"GLEEK_DATABASE_URL": url, "GLEEK_SECRET_KEY": secrets.token_hex(32), "GLEEK_BROKER_URL": ""}
    rates = dict.fromkeys(("GLEEK_RATE_UPLOADS", "GLEEK_RATE_REQUESTS"), "1000000/second")
    return os.environ | settings | rates


@contextmanager
def _workers(url: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    command = polling_program().command
    running = [subprocess.Popen(command, env=environment_for(url)) for _ in range(CORES)]  # noqa: S603 - our own command
    try:
        yield running
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()
