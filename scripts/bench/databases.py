"""New databases to measure on, which keep what was committed when the power fails."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url

from gleek_replay.storage import migrate
from tests.postgres import find_postgresql, new_database, own_postgresql


@contextmanager
def sqlite_file() -> Iterator[str]:
    """The URL of an SQLite database that is not there yet."""
    with tempfile.TemporaryDirectory(prefix="gleek") as folder:
        yield f"sqlite:///{Path(folder) / 'bench.sqlite3'}"


@contextmanager
def sqlite_database() -> Iterator[str]:
    """The URL of a new SQLite database with the service's tables."""
    with sqlite_file() as url:
        migrate(url)
        yield url


@contextmanager
def postgresql_server() -> Iterator[str]:
    """The URL of the PostgreSQL server that the tests would use, but for one that could lose a commit."""
    found = find_postgresql()
    if found is not None:
        yield found
        return
    with own_postgresql(durable=True) as url:
        yield url


@contextmanager
def postgresql_database(server: str) -> Iterator[str]:
    """The URL of a new database in PostgreSQL with the service's tables."""
    with new_database(make_url(server)) as url:
        migrate(url)
        yield url
