"""One database, chosen by its URL: the engine, sessions, and write transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.orm import Session, sessionmaker

_WRITES: Final = "gleek_writes"
BUSY_SECONDS: Final = 20
"""How long a write waits for another to finish before it is refused."""
_CACHE_KIB: Final = 32 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """An open database. ``with database.session() as session:`` gives what every service takes."""

    engine: Engine
    sessions: sessionmaker[Session]

    def session(self) -> Session:
        """A new session. It reads one snapshot until it is closed or a service has written."""
        return self.sessions()

    def close(self) -> None:
        """Close every pooled connection."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Open the database at an SQLAlchemy URL; the folder of an SQLite file is made if it is missing.

    A forked process must open its own.
    """
    engine = make_engine(url)
    return Database(engine=engine, sessions=sessionmaker(engine, expire_on_commit=False, autoflush=False))


def make_engine(url: str, *, foreign_keys: bool = True) -> Engine:
    """The engine for a URL. Without ``foreign_keys`` SQLite lets a migration recreate a table."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed)
    if engine.dialect.name == "sqlite":
        _teach_sqlite(engine, foreign_keys)
    return engine


@contextmanager
def writing(session: Session) -> Iterator[Connection]:
    """A write transaction on the session's connection: committed at the end, rolled back on an error.

    What the session had read so far is a snapshot that others may have written past, so its transaction
    is ended first and the new one takes the write lock at once.
    """
    session.rollback()
    connection = session.connection(execution_options={_WRITES: True})
    try:
        yield connection
    except BaseException:
        session.rollback()
        raise
    session.commit()


@contextmanager
def writing_engine(engine: Engine) -> Iterator[Connection]:
    """:func:`writing` for an engine without sessions, as migrations use it."""
    with engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
        yield connection


def _teach_sqlite(engine: Engine, foreign_keys: bool) -> None:
    """Durable commits that readers need not wait for, and transactions that begin where we say so."""

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY_SECONDS * 1000}",
            "journal_mode = WAL",
            "synchronous = FULL",
            f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
            f"cache_size = -{_CACHE_KIB}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
