"""One database, chosen by its URL: the engine, sessions, and write transactions.

SQLite and PostgreSQL keep the same promises: a session that only reads sees one snapshot, a write sees what
was committed before it began, and those who write in one club do so one after the other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg.abc import Buffer
from psycopg.types.string import StrDumper
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.orm import Session, sessionmaker

from gleek_replay.storage.ailments import READ_ONLY
from gleek_replay.storage.prepared import driver_errors

BUSY_SECONDS: Final = 20
"""How long a write waits for another to finish before it is refused."""

_WRITES: Final = "gleek_writes"
_CACHE_KIB: Final = 12 * 1024
"""How much of an SQLite database each connection keeps at hand; the system keeps more of it for all."""
_CHECKPOINT_PAGES: Final = 4096
"""How long the write-ahead log grows, in pages of 4 KiB, before what it holds is moved into the database."""
_DELETED: Final = "FAST"
"""Zeros over what is deleted, but not over pages that are left free as a whole, such as those of a chunk that
is done: many a build of SQLite would write them once more. What must not be left over is taken out by writing
the file anew, see :func:`gleek_replay.storage.erasing.scrub`.
"""
_POOL: Final = {"pool_size": 5, "max_overflow": 5}
"""Connections of one process: enough for every thread of a server, and a few processes within what
PostgreSQL takes unless it is told otherwise.
"""
_LIFO: Final = {"pool_use_lifo": True}
"""The connection that was used last has its part of the database at hand; others need not fetch it too."""
_POSTGRESQL: Final = "postgresql+psycopg"
_POSTGRESQL_NAMES: Final = {"postgres", "postgresql"}
_POSTGRESQL_USUAL: Final = {"application_name": "gleek-replay", "connect_timeout": "10"}
_POSTGRESQL_SETTINGS: Final = {
    "lock_timeout": f"{BUSY_SECONDS}s",
    "random_page_cost": "1.1",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
}
"""What is asked for is read by an index, in its order, and mostly lies in memory: to sort it anew, to compile
the question or to have several processes answer it would take longer than to answer it.
"""
_TAKE_TURNS: Final = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")

UNAVAILABLE: Final = (OperationalError, InterfaceError)
"""What is raised when the database does not answer, or cannot be written to: to be tried again later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """An open database. ``with database.session() as session:`` gives what every service takes."""

    engine: Engine
    sessions: sessionmaker[Session]

    def session(self) -> Session:
        """A new session. It reads one snapshot until it is closed or a service has written."""
        return self.sessions()

    def hold(self) -> None:
        """Have a connection open from now on: by it is seen that an SQLite file is in use, and must not be
        put aside.
        """
        self.engine.connect().close()

    def limit_statements(self, seconds: int) -> None:
        """Let no statement take longer from now on: PostgreSQL breaks it off with an ``OperationalError``.
        SQLite knows no such limit, but what it waits for is limited too.
        """
        if self.engine.dialect.name != "postgresql":
            return

        @event.listens_for(self.engine, "connect")
        def limit(connection: psycopg.Connection, _: Any) -> None:
            connection.execute("SELECT set_config('statement_timeout', %s, false)", [f"{seconds}s"])
            connection.commit()

        self.engine.dispose()  # connections that were open before have no limit

    def close(self) -> None:
        """Close every pooled connection."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Open the database at an SQLAlchemy URL; the folder of an SQLite file is made if it is missing.

    ``postgres://`` and ``postgresql://`` are served by psycopg. A forked process must open its own.
    """
    engine = make_engine(url)
    return Database(engine=engine, sessions=sessionmaker(engine, expire_on_commit=False, autoflush=False))


def make_engine(url: str, *, foreign_keys: bool = True) -> Engine:
    """The engine for a URL. Without ``foreign_keys`` SQLite lets a migration recreate a table."""
    parsed = make_url(url)
    if parsed.drivername in _POSTGRESQL_NAMES:
        parsed = parsed.set(drivername=_POSTGRESQL)
    if parsed.get_backend_name() == "postgresql":
        return _postgresql(parsed)
    file = sqlite_file(parsed)
    if file is not None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(parsed, **(_LIFO if file is not None else {}))
    if engine.dialect.name == "sqlite":
        _teach_sqlite(engine, foreign_keys)
    return engine


def sqlite_file(url: URL) -> Path | None:
    """The file of an SQLite database; ``None`` for one that is no file."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(str(url.database))


@contextmanager
def writing(session: Session, club_key: int | None = None) -> Iterator[Connection]:
    """A write transaction on the session's connection: committed at the end, rolled back on an error.

    What the session had read so far is a snapshot that others may have written past, so its transaction
    is ended first. SQLite has one writer at a time; PostgreSQL one for each club, which is to be named by
    those who write what depends on the hands, players or uploads of a club.
    """
    session.rollback()
    connection = session.connection(execution_options=_writer(session.get_bind().dialect.name))
    try:
        if club_key is not None:
            _take_turns(connection, f"club {club_key}")
        yield connection
    except BaseException as error:
        session.rollback()
        if isinstance(error, DBAPIError) and isinstance(error.orig, READ_ONLY):
            # The server takes no writes at the moment: it is unavailable, not wrongly asked.
            raise OperationalError(error.statement, None, error.orig) from error
        raise
    session.commit()


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """A write transaction that creates or changes tables: there is one at a time."""
    options = _writer(engine.dialect.name)
    with engine.connect().execution_options(**options) as connection, connection.begin():
        _take_turns(connection, "migrations")
        yield connection


def _writer(dialect: str) -> dict[str, Any]:
    """What makes a transaction a write: it sees what others committed while it waited for its turn."""
    return {"isolation_level": "READ COMMITTED"} if dialect == "postgresql" else {_WRITES: True}


def _take_turns(connection: Connection, whose: str) -> None:
    """Wait until no other transaction holds this turn, and hold it until the end of this one."""
    if connection.dialect.name == "postgresql":
        connection.execute(_TAKE_TURNS, {"whose": f"gleek-replay {whose}"})


def _postgresql(url: URL) -> Engine:
    """Reads of one snapshot, waits that end, and a look at each connection that has lain idle before it is
    used again, so that a restart of the server breaks off nothing but what was under way.
    """
    engine = create_engine(
        url.set(query={**_POSTGRESQL_USUAL, **url.query}),
        isolation_level="REPEATABLE READ",
        pool_pre_ping=True,
        **_POOL,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: psycopg.Connection, _: Any) -> None:
        connection.adapters.register_dumper(str, _WithoutNul)
        for name, value in _POSTGRESQL_SETTINGS.items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, value])
        connection.commit()

    return engine


class _WithoutNul(StrDumper):
    """Text as PostgreSQL can have it: asked for what it cannot hold, it finds nothing instead of failing."""

    def dump(self, obj: str) -> Buffer | None:
        """The text, with a replacement character for each that has the code zero."""
        return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}") if "\0" in obj else obj)


def _say_what_needs_no_adapting() -> None:
    """Have the driver take these values as they are. It would do so all the same, but looks first whether any
    of them, one by one, is to be adapted: a twelfth of the time that it takes to store the rows of a hand.
    """
    sqlite3.register_adapter(bool, int)
    sqlite3.register_adapter(bytes, bytes)
    sqlite3.register_adapter(type(None), lambda nothing: nothing)


_say_what_needs_no_adapting()


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
            f"wal_autocheckpoint = {_CHECKPOINT_PAGES}",
            f"secure_delete = {_DELETED}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        statement = "BEGIN IMMEDIATE" if writes else "BEGIN"
        with driver_errors(connection, statement):
            connection.connection.cursor().execute(statement)
