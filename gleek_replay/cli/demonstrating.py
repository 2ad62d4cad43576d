"""`gleek-replay demo`: a database of its own, filled once, and served."""

from __future__ import annotations

import io
import signal
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import orjson
from sqlalchemy.orm import Session

from gleek_replay.cli.demonstrated_disputes import bring_to_dispute
from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.progress import Progress, Unit, showing_progress
from gleek_replay.cli.serving import serve
from gleek_replay.cli.storing import work_off
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.cli.working import polling_program
from gleek_replay.conformance import sample_files
from gleek_replay.jobs.stopping import Stopping, stopping
from gleek_replay.jobs.supervision import running_beside
from gleek_replay.services.chunks import new_worker
from gleek_replay.services.keys import operator
from gleek_replay.services.luck import make_fits
from gleek_replay.services.progress import Upload
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.settings import Settings, SettingsError, read_settings
from gleek_replay.simulation import simulate

DATABASE: Final = Path("var/demo.sqlite3")
_SIMULATED: Final = (
    ("parlett", 3, 700),
    ("willughby-1665", 3, 300),
    ("cotgrave-1662", 3, 200),
    ("knauer-2008", 4, 200),
    ("cotton-1674", 3, 200),
    ("du-coeur-1996", 3, 200),
    ("wikipedia", 3, 200),
)
"""Preset, players, and how many hands of them."""


def run(named: Namespace) -> int:
    """Fill the demonstration's database unless it is there, and serve it."""
    try:
        settings = read_settings()
    except SettingsError as error:
        complain(str(error))
        return FAILED
    return serve(_on(settings, DATABASE), named, lambda: _fill_once(settings, named.jobs))


def _on(settings: Settings, database: Path) -> Settings:
    return replace(settings, database_url=f"sqlite:///{database}")


def _fill_once(settings: Settings, jobs: int) -> int:
    """Fill a database somewhere else first, so that one that breaks off is never taken for whole."""
    if DATABASE.exists():
        return 0
    print("Filling the demonstration's database; this is done once.", flush=True)
    DATABASE.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="demo-", dir=DATABASE.parent) as folder:
        draft = Path(folder) / DATABASE.name
        elsewhere = _on(settings, draft)
        status = on_the_database(lambda session: _fill(session, elsewhere, jobs), elsewhere)
        if not status and not DATABASE.exists():
            draft.rename(DATABASE)
    return status


def _fill(session: Session, settings: Settings, jobs: int) -> int:
    """Take in every collection; while the next one is played, others work on what has been taken in. In the
    end a second client contradicts two of the hands, and what the cards are worth is learnt from all of them.
    """
    caller, worker = operator(session), new_worker(timedelta(seconds=settings.lease_seconds))
    other = polling_program(environment={"GLEEK_DATABASE_URL": settings.database_url})
    with (
        showing_progress() as progress,
        stopping(signal.SIGINT, signal.SIGTERM) as stop,
        running_beside([other] * (jobs - 1), stop),
    ):
        uploads: list[tuple[str, Upload]] = []
        progress.begin("playing", Unit.HANDS, sum(hands for _, _, hands in _SIMULATED))
        for name, hands in _collections(progress, stop):
            sent = SentFile(stream=io.BytesIO(hands))
            uploads.append((name, receive_upload(session, caller, [sent], Wishes(defer=True)).upload))
        done, records = 0, sum(upload.records for _, upload in uploads)
        progress.begin("auditing", Unit.RECORDS, records)
        for name, upload in uploads:
            finished = work_off(session, caller, upload, worker, stop, partial(_tell, progress, done))
            if stop.asked:
                raise KeyboardInterrupt
            done += finished.records
            print(
                f"  {name}: {finished.records:,} {'record' if finished.records == 1 else 'records'}",
                flush=True,
            )
    bring_to_dispute(session, caller)
    make_fits(session, caller.club_id)
    return 0


def _tell(progress: Progress, before: int, done: int) -> None:
    progress.reach(before + done)


def _collections(progress: Progress, stop: Stopping) -> Iterator[tuple[str, bytes]]:
    """Each collection with its records, as far as this process is not asked to stop."""
    samples = [piece for path in sample_files() for piece in _records(path)]
    yield "sample histories", b"[" + b",".join(samples) + b"]"
    played = 0
    for preset, players, hands in _SIMULATED:
        lines: list[bytes] = []
        for hand in simulate(preset, hands=hands, seed=1, players=players):
            lines.append(orjson.dumps(hand) + b"\n")
            progress.reach(played + len(lines))
            if stop.asked:
                return
        played += hands
        yield f"{preset}, simulated", b"".join(lines)


def _records(path: Path) -> list[bytes]:
    whole = path.read_bytes()
    return whole.splitlines() if path.suffix == ".ndjson" else [whole]
