"""A copy of the database made while the service runs, and one brought back."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import make_url

from gleek_replay.services.refusals import Conflict
from gleek_replay.settings import Settings
from gleek_replay.storage import backup
from gleek_replay.storage.backup import BackupFailed, Copied
from gleek_replay.storage.database import sqlite_file

__all__ = ["Copied", "back_up_database", "restore_database"]

_NOT_OURS: Final = (
    "this is for SQLite; PostgreSQL has its own: pg_dump --format custom --file FILE makes a copy, and "
    "pg_restore --clean --if-exists --dbname NAME FILE brings it back"
)


def back_up_database(settings: Settings, file: Path, *, overwrite: bool) -> Copied:
    """Copy the database of the settings to a file; raises :class:`Conflict` when that cannot be done."""
    database = _database(settings)
    try:
        return backup.back_up(database, file, overwrite=overwrite)
    except BackupFailed as error:
        raise Conflict(f"no backup was made: {error}") from error


def restore_database(settings: Settings, file: Path) -> Copied:
    """Put a copy in the place of the database of the settings; raises :class:`Conflict` when that cannot be
    done, and the database is then what it was.
    """
    database = _database(settings)
    try:
        return backup.restore(file, database)
    except BackupFailed as error:
        raise Conflict(f"nothing was restored: {error}") from error


def _database(settings: Settings) -> Path:
    file = sqlite_file(make_url(settings.database_url))
    if file is None:
        raise Conflict(_NOT_OURS)
    return file
