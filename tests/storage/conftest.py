"""A database of its own for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gleek_replay.storage import Database, migrate, open_database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """A fresh database in a file, migrated and open."""
    url = f"sqlite:///{tmp_path / 'gleek.sqlite3'}"
    migrate(url)
    opened = open_database(url)
    yield opened
    opened.close()
