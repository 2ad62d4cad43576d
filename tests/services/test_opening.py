"""Opening the service's database."""

from __future__ import annotations

from pathlib import Path

from gleek_replay.services import keys
from gleek_replay.services.opening import open_database
from gleek_replay.settings import Settings


def test_a_database_that_is_not_there_is_made_with_its_folder_and_tables(tmp_path: Path) -> None:
    settings = Settings(secret_key="x", database_url=f"sqlite:///{tmp_path / 'new' / 'gleek.sqlite3'}")
    for _ in range(2):
        database = open_database(settings)
        with database.session() as session:
            assert keys.operator(session).club_id == 1
        database.close()
