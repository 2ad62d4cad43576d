"""A database of its own for every test that asks for one: once in SQLite, and once in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gleek_replay.storage import Database, open_database


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A fresh database with all tables, open."""
    opened = open_database(database_url)
    yield opened
    opened.close()
