"""Copies of an SQLite database that is in use, and a copy put in the place of one that is not.

A copy is made by SQLite's own way of copying a database that others write to: it has everything that was
committed before it was begun, and nothing else. It is looked through from end to end before it gets its name.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from gleek_replay.storage.condition import is_known_revision, newest_revision
from gleek_replay.storage.database import BUSY_SECONDS
from gleek_replay.storage.migrating import migrate

_LOCKED: Final = (0x40000000, 512)
"""The bytes of a file that SQLite locks: a process that has read from it holds some of them."""
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file."""
_PRIVATE: Final = 0o600


class BackupFailed(Exception):
    """A copy that cannot be made or not be used; ``str()`` of it says why, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """What a copy has in it: so many records and hands, of tables by this migration, in so many bytes.
    ``aside`` is where the database went that it took the place of.
    """

    records: int
    hands: int
    revision: str
    size: int
    aside: Path | None = None


@contextmanager
def _failing_plainly() -> Iterator[None]:
    """Let what the system or SQLite refuses be a copy that failed."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(str(error)) from error
    except DBAPIError as error:  # tables that are not those of their migration
        raise BackupFailed(str(error.orig)) from error


@_failing_plainly()
def back_up(database: Path, copy: Path, *, overwrite: bool = False) -> Copied:
    """Copy a database that may be in use to a file, which is there whole or not at all.

    Raises :class:`BackupFailed`.
    """
    if not database.is_file():
        raise BackupFailed(f"there is no database {database}")
    if _is_of(copy, database):
        raise BackupFailed(f"{copy} is the database itself, or belongs to it")
    if not copy.parent.is_dir():
        raise BackupFailed(f"there is no folder {copy.parent}")
    if not overwrite and copy.exists():
        raise BackupFailed(f"{copy} is there already; --force puts the new copy in its place")
    with _draft_of(copy) as draft:
        _copy(database, draft)
        found = _looked_through(draft, copy)
        if not overwrite and copy.exists():
            raise BackupFailed(f"{copy} has appeared meanwhile")
        _put_in_place(draft, copy)
    return found


@_failing_plainly()
def restore(copy: Path, database: Path) -> Copied:
    """Put a copy in the place of a database that nobody has open; the database that was there is kept beside
    it. A copy by an older version gets the tables of this one first.

    Raises :class:`BackupFailed`.
    """
    if not copy.is_file():
        raise BackupFailed(f"there is no file {copy}")
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _held_alone(database), _draft_of(database) as draft:
        _copy(copy, draft)
        found = _looked_through(draft, copy)
        migrate(URL.create("sqlite", database=str(draft)).render_as_string())
        _forget_workers(draft)
        _belong_alike(draft, database)
        found = replace(found, revision=newest_revision(), size=draft.stat().st_size)
        aside = _put_aside(database)
        try:
            _put_in_place(draft, database)
        except BaseException:
            if aside is not None:
                _move(aside, database)
            raise
    return replace(found, aside=aside)


@contextmanager
def _draft_of(file: Path) -> Iterator[Path]:
    """A new file beside another, for its owner alone; removed with all that SQLite keeps beside it."""
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    draft.touch(_PRIVATE, exist_ok=False)
    try:
        yield draft
    finally:
        for path in (draft, *(_beside(draft, ending) for ending in _BESIDE)):
            path.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it is at this moment, into one file that needs no others beside it."""
    with closing(_opened(source)) as reading, closing(_opened(target)) as written:
        try:
            reading.backup(written)
        except sqlite3.DatabaseError as error:
            raise BackupFailed(f"{source} cannot be copied: {error}") from None
        written.execute("PRAGMA journal_mode = DELETE")


def _looked_through(file: Path, called: Path) -> Copied:
    """What is in a copy of one of our databases, whole and of tables that this version knows."""
    with closing(_opened(file)) as copy:
        try:
            faults = [fault for (fault,) in copy.execute("PRAGMA integrity_check(3)")]
            if faults != ["ok"]:
                raise BackupFailed(f"{called} is damaged: {'; '.join(faults)}")
            (revision,) = copy.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
            (records,) = copy.execute("SELECT count(*) FROM records").fetchone()
            (hands,) = copy.execute("SELECT count(*) FROM hands").fetchone()
        except sqlite3.DatabaseError as error:
            raise BackupFailed(f"{called} is no database of Gleek Replay: {error}") from None
    if revision is None:
        raise BackupFailed(f"{called} is no database of Gleek Replay: it says of no migration")
    if not is_known_revision(revision):
        raise BackupFailed(
            f"{called} is of a newer version: its tables are those of migration {revision}, and this version "
            f"knows them to {newest_revision()}"
        )
    return Copied(records=records, hands=hands, revision=revision, size=file.stat().st_size)


def _forget_workers(file: Path) -> None:
    """Who worked when the copy was made is not who works now."""
    with closing(_opened(file)) as copy:
        copy.execute("DELETE FROM workers")
        copy.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _held_alone(database: Path) -> Iterator[None]:
    """Keep every process from opening the database as long as the block lasts; refused while one has it open.

    Every process of the service has a connection open from its start on, and so a lock on the file.
    """
    if not database.exists():
        yield
        return
    with database.open("r+b") as file:
        _lock(file, database)
        yield


def _lock(file: BinaryIO, database: Path) -> None:
    start, length = _LOCKED
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
    except OSError:
        raise BackupFailed(
            f"{database} is in use: stop the service and its workers first, and whatever else has it open"
        ) from None


def _put_aside(database: Path) -> Path | None:
    """Give the database and what is kept beside it another name, which says when."""
    if not database.exists():
        return None
    aside = database.with_name(f"{database.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
    if aside.exists():
        raise BackupFailed(f"{aside} is there already")
    _move(database, aside)
    return aside


def _move(database: Path, to: Path) -> None:
    """A log that was not written back yet belongs to its database, and goes with it."""
    for ending in ("", *_BESIDE):
        with contextlib.suppress(FileNotFoundError):
            _beside(database, ending).rename(_beside(to, ending))


def _belong_alike(draft: Path, database: Path) -> None:
    """Give a new file the owner and the rights of the one whose place it takes, or its folder's owner."""
    like = database if database.exists() else database.parent
    if database.exists():
        shutil.copymode(database, draft)
    if os.geteuid() == 0:
        owner = like.stat()
        os.chown(draft, owner.st_uid, owner.st_gid)


def _put_in_place(draft: Path, file: Path) -> None:
    """Give a draft its name once all of it is on the disk."""
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    draft.replace(file)
    folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _opened(file: Path) -> sqlite3.Connection:
    """A connection to a file that is there, on which every statement is a transaction of its own."""
    address = f"{file.resolve().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _is_of(file: Path, database: Path) -> bool:
    """Whether a name is the database's own, or that of a file which SQLite keeps beside it."""
    named = file.parent.resolve() / file.name
    return any(
        named == _beside(own, ending)
        for own in (database.parent.resolve() / database.name, database.resolve())
        for ending in ("", *_BESIDE)
    )


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(f"{file.name}{ending}")
