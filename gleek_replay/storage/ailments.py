"""What keeps a database from doing what it was asked, told from the error that it raised."""

from __future__ import annotations

import sqlite3
from enum import StrEnum
from typing import Final

import psycopg
from sqlalchemy.exc import DBAPIError

_PLAIN: Final = 0xFF
"""SQLite's extended codes have the plain one in their last byte."""


class Ailment(StrEnum):
    """Why a database cannot do something, though nothing is wrong with what it was asked."""

    AWAY = "away"
    """It does not answer, or breaks off."""
    FULL = "full"
    """There is no room for what is to be written."""
    READ_ONLY = "read_only"
    """It can be read, but not be written to."""


def ailment_of(error: DBAPIError) -> Ailment:
    """What ails a database that raised an error which is nobody's fault."""
    told = error.orig
    if isinstance(told, sqlite3.Error):
        code = getattr(told, "sqlite_errorcode", 0)
        return _SQLITE.get(code, _SQLITE.get(code & _PLAIN, Ailment.AWAY))
    if isinstance(told, psycopg.errors.DiskFull):
        return Ailment.FULL
    return Ailment.READ_ONLY if isinstance(told, READ_ONLY) else Ailment.AWAY


READ_ONLY: Final = psycopg.errors.ReadOnlySqlTransaction
_SQLITE: Final = {
    sqlite3.SQLITE_FULL: Ailment.FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: Ailment.FULL,
    sqlite3.SQLITE_READONLY: Ailment.READ_ONLY,
}
