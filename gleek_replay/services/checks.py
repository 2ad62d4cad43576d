"""What `gleek-replay doctor` looks at: what each check finds, and what to do where it is not well."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.orm import Session

from gleek_replay import storage
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.services.opening import UNAVAILABLE
from gleek_replay.services.workers import WorkerKind, who_works
from gleek_replay.settings import Settings, Workers
from gleek_replay.storage import condition, inspection
from gleek_replay.storage.database import sqlite_file

_ROOM: Final = 256 << 20
_LONG_WAIT: Final = timedelta(minutes=10)
_CLOCKS_AGREE: Final = timedelta(seconds=2)
_EXPIRES_SOON: Final = timedelta(days=14)
_OTHERS: Final = stat.S_IRWXO
_GROUP_AND_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What was looked at and what was found; ``remedy`` is what to do, ``None`` when all is well."""

    name: str
    found: str
    remedy: str | None = None


def checks_of_files(settings: Settings) -> Iterator[Check]:
    """What is on the disk: room, and who may read what."""
    file = sqlite_file(make_url(settings.database_url))
    if file is None:
        return
    folder = next(place for place in (file.parent, *file.parent.parents) if place.is_dir())
    yield _room(folder)
    if file.exists():
        yield _private("database_file", file, _OTHERS)
        yield _writable(file)
    secret = file.parent / "secret_key"
    if secret.exists():
        yield _private("secret_key", secret, _GROUP_AND_OTHERS)


def checks_of_database(settings: Settings) -> Iterator[Check]:
    """What the database says, which is looked at as it is: nothing is made or migrated."""
    file = sqlite_file(make_url(settings.database_url))
    if file is not None and not file.exists():
        yield Check(name="database", found=f"there is none at {file}", remedy="run gleek-replay migrate")
        return
    database = storage.open_database(settings.database_url)
    try:
        with database.session() as session:
            yield from _of_session(session, settings)
    finally:
        database.close()


def _of_session(session: Session, settings: Settings) -> Iterator[Check]:
    try:
        revision = condition.revision_of(session)
    except UNAVAILABLE as error:
        found = f"does not answer: {' '.join(str(error.orig).split())}"
        yield Check(name="database", found=found, remedy="start it, and see GLEEK_DATABASE_URL")
        return
    yield Check(name="database", found="answers")
    yield _migrated(revision, inspection.has_tables(session))
    looks: list[Callable[[], Check | None]] = [
        lambda: _written_to(session),
        lambda: _whole(session),
        lambda: _write_ahead(session),
        lambda: _clocks(session),
    ]
    if revision == condition.newest_revision():
        looks += [
            lambda: _workers(session, settings),
            lambda: _queue(session),
            lambda: _judged(session),
            lambda: _in_statistics(session),
            lambda: _keys(session),
        ]
    for look in looks:
        check = look()
        if check is not None:
            yield check


def _room(folder: Path) -> Check:
    free = shutil.disk_usage(folder).free
    found = f"{free >> 20:,} MiB free at {folder}"
    return Check(name="disk", found=found, remedy="make room" if free < _ROOM else None)


def _private(name: str, file: Path, barred: int) -> Check:
    """Whether those who are ``barred`` can come at a file: by its own rights, and through its folder."""
    open_to = file.stat().st_mode & barred and file.parent.stat().st_mode & barred
    if not open_to:
        return Check(name=name, found=f"{file} is private")
    return Check(name=name, found=f"others can come at {file}", remedy=f"chmod 600 {file}")


def _writable(file: Path) -> Check:
    able = os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    remedy = None if able else f"run as the owner, or let this user write to {file} and its folder"
    return Check(name="rights", found=f"this user may {'' if able else 'not '}write to {file}", remedy=remedy)


def _migrated(revision: str | None, tables: bool) -> Check:
    if revision == condition.newest_revision():
        return Check(name="migrations", found=f"at {revision}, the newest")
    if revision is not None and not condition.is_known_revision(revision):
        found = f"at {revision}, of a newer version"
        return Check(name="migrations", found=found, remedy="install that version, or restore a backup")
    if revision is None and tables:
        return Check(name="migrations", found="the tables are not ours", remedy="see GLEEK_DATABASE_URL")
    found = f"at {revision or 'none'}, not at {condition.newest_revision()}"
    return Check(name="migrations", found=found, remedy="run gleek-replay migrate")


def _written_to(session: Session) -> Check:
    why = condition.why_it_cannot_be_written_to(session)
    return Check(name="storage", found=why or "can be written to", remedy=why and "make room or mend that")


def _whole(session: Session) -> Check | None:
    faults = inspection.faults_of_file(session)
    if faults is None:
        return None
    if not faults:
        return Check(name="integrity", found="whole")
    remedy = "stop the service, and gleek-replay restore the last backup"
    return Check(name="integrity", found="; ".join(faults), remedy=remedy)


def _write_ahead(session: Session) -> Check | None:
    mode = inspection.journal_mode(session)
    if mode is None:
        return None
    remedy = None if mode == "wal" else "put the file on a local disk: others may not allow it"
    return Check(name="wal", found=f"the journal mode is {mode}", remedy=remedy)


def _clocks(session: Session) -> Check | None:
    theirs = inspection.clock(session)
    if theirs is None:
        return None
    apart = abs(datetime.now(UTC) - theirs)
    remedy = None if apart < _CLOCKS_AGREE else "set both clocks by NTP: leases rest on them"
    return Check(name="clock", found=f"{apart.total_seconds():.1f} s from the database's", remedy=remedy)


def _workers(session: Session, settings: Settings) -> Check:
    working = [worker for worker in who_works(session) if worker.kind is not WorkerKind.REAPING]
    hosts = ", ".join(sorted({worker.host for worker in working}))
    found = f"{len(working)} heard of within a minute{f', on {hosts}' if hosts else ''}"
    wanted = settings.workers is Workers.WANTED and not working
    return Check(name="workers", found=found, remedy="run gleek-replay serve or work" if wanted else None)


def _queue(session: Session) -> Check:
    queue = condition.queue(session)
    if queue.oldest is None:
        return Check(name="queue", found="empty")
    waited = datetime.now(UTC) - queue.oldest
    found = f"{queue.pending + queue.working:,} chunks, the oldest for {waited.total_seconds():,.0f} s"
    remedy = None if waited < _LONG_WAIT else "see the workers' log, or run more of them"
    return Check(name="queue", found=found, remedy=remedy)


def _judged(session: Session) -> Check:
    older = inspection.hands_not_judged_by(session, ENGINE_VERSION)
    if not older:
        return Check(name="engine", found=f"all hands are judged by version {ENGINE_VERSION}")
    found = f"{older:,} hands were judged by another version than {ENGINE_VERSION}"
    return Check(name="engine", found=found, remedy="run gleek-replay rebuild")


def _in_statistics(session: Session) -> Check:
    missing = inspection.hands_missing_from_tallies(session)
    if not missing:
        return Check(name="statistics", found="all hands are in them")
    wrong = "are missing from them" if missing > 0 else "are in them that are not stored"
    found = f"{abs(missing):,} hands {wrong}"
    return Check(name="statistics", found=found, remedy="run gleek-replay rebuild")


def _keys(session: Session) -> Check:
    now = datetime.now(UTC)
    names = inspection.keys_expiring(session, now, now + _EXPIRES_SOON)
    if not names:
        return Check(name="keys", found=f"none expires within {_EXPIRES_SOON.days} days")
    found = f"expire within {_EXPIRES_SOON.days} days: {', '.join(names)}"
    return Check(name="keys", found=found, remedy="gleek-replay keys create others in their place")
