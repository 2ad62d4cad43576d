"""Opening the service's database."""

from __future__ import annotations

from pathlib import Path

from gleek_replay.services import keys
from gleek_replay.services.opening import open_database
from gleek_replay.settings import Settings


def test_a_database_that_is_not_there_is_made_with_its_folder_and_tables(tmp_path: Path) -> None:
    open_twice(f"sqlite:///{tmp_path / 'new' / 'gleek.sqlite3'}")


def test_an_empty_database_of_postgresql_gets_its_tables(empty_postgresql_url: str) -> None:
    open_twice(empty_postgresql_url)


def open_twice(url: str) -> None:
    settings = Settings(secret_key="x", database_url=url)
    for _ in range(2):
        database = open_database(settings)
        with database.session() as session:
            assert keys.operator(session).club_id == 1
        database.close()
