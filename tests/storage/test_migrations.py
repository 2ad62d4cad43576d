"""The migrations give the tables that the models say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select

from gleek_replay.engine import Reason
from gleek_replay.storage import Database, migrate, migrating, open_database
from gleek_replay.storage.database import make_engine, writing_engine
from gleek_replay.storage.projection import NET_COLUMNS
from gleek_replay.storage.tables import Base, Club, HandPlayer


def differences(database: Database) -> list[Any]:
    with database.engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))


def test_migrated_tables_are_those_of_the_models(database: Database) -> None:
    assert differences(database) == []


def test_a_difference_between_tables_and_models_would_be_seen(database: Database) -> None:
    with database.engine.connect() as connection:
        connection.exec_driver_sql("ALTER TABLE players DROP COLUMN name")
        connection.exec_driver_sql("DROP INDEX ix_records_hand_key")
        connection.commit()
    assert {str(difference[0]) for difference in differences(database)} == {"add_column", "add_index"}


def test_a_fresh_installation_has_one_club_home(database: Database) -> None:
    with database.session() as session:
        assert session.scalars(select(Club.name)).all() == ["home"]


def test_migrating_again_changes_nothing(database: Database) -> None:
    migrate(str(database.engine.url))
    assert differences(database) == []


def test_processes_that_start_together_migrate_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'gleek.sqlite3'}"
    script = "import sys; from gleek_replay.storage import migrate; migrate(sys.argv[1])"
    together = [subprocess.Popen([sys.executable, "-c", script, url]) for _ in range(3)]
    assert [process.wait() for process in together] == [0, 0, 0]
    opened = open_database(url)
    assert differences(opened) == []
    opened.close()


def test_the_first_migration_can_be_undone(database: Database) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrating.scripts()))
    engine = make_engine(str(database.engine.url), foreign_keys=False)
    with writing_engine(engine) as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert inspect(engine).get_table_names() == ["alembic_version"]
    engine.dispose()


def test_every_reason_of_payment_has_a_column() -> None:
    assert set(NET_COLUMNS) == set(Reason)
    assert set(NET_COLUMNS.values()) <= set(HandPlayer.__table__.columns.keys())


def test_missing_migrations_are_named_with_the_places_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrating, "_PACKAGE", tmp_path / "gleek_replay")
    with pytest.raises(FileNotFoundError, match=r"no migrations at .*gleek_replay/migrations or "):
        migrating.scripts()
