"""Where the large databases are kept from one run to the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from psycopg import sql
from sqlalchemy import make_url

from gleek_replay.storage.database import sqlite_file
from tests.postgres import OwnPostgresql, connected, find_postgresql
from tests.servers import short_folder

KEPT: Final = Path(__file__).parents[2] / "var" / "bench_large"


@contextmanager
def sqlite(*names: str) -> Iterator[list[str]]:
    """The URLs of the SQLite databases of these names, which may not be there yet."""
    KEPT.mkdir(parents=True, exist_ok=True)
    yield [f"sqlite:///{KEPT / name}.sqlite3" for name in names]


@contextmanager
def postgresql(*names: str) -> Iterator[list[str]]:
    """The URLs of the databases of these names, made if they are not there yet, in the PostgreSQL server that
    the tests would use; where there is none, in one of our own whose files are kept.
    """
    with _server() as server, connected(make_url(server)) as administrator:
        databases = [f"gleek_bench_large_{name}" for name in names]
        known = {name for (name,) in administrator.execute("SELECT datname FROM pg_database")}
        for database in databases:
            if database not in known:
                administrator.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
        yield [
            make_url(server).set(database=name).render_as_string(hide_password=False) for name in databases
        ]


def settle(url: str) -> None:
    """Have PostgreSQL do what it would do by itself in the minutes after so many hands."""
    if sqlite_file(make_url(url)) is None:
        with closing(connected(make_url(url))) as connection:
            connection.execute("VACUUM (ANALYZE)")


def size_of(url: str) -> int:
    """How many bytes a database takes."""
    file = sqlite_file(make_url(url))
    if file is not None:
        return file.stat().st_size
    with closing(connected(make_url(url))) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        return int(row[0]) if row else 0


@contextmanager
def _server() -> Iterator[str]:
    found = find_postgresql()
    if found is not None:
        yield found
        return
    with short_folder() as folder:
        server = OwnPostgresql(folder, durable=True, files=KEPT / "postgresql")
        server.start()
        try:
            yield server.url
        finally:
            server.stop()
