"""The migrations give the tables that the models say."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import insert, inspect, make_url, select, text
from sqlalchemy.orm import Session

from gleek_replay.engine import Reason
from gleek_replay.services.access import Caller
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.disputes import RulingKind, find_disputes, get_dispute, open_dispute
from gleek_replay.services.hands import find_hands
from gleek_replay.services.keys import operator
from gleek_replay.services.rebuild import rebuild
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.storage import Database, migrate, migrating, open_database, writing
from gleek_replay.storage.database import make_engine
from gleek_replay.storage.database import migrating as migrating_alone
from gleek_replay.storage.projection import NET_COLUMNS
from gleek_replay.storage.tables import Base, Club, HandPlayer, Record, Status
from tests.postgres import connected
from tests.services.disputed_hands import HAND, conflict, people_of_a_club, ruled, told_steps
from tests.services.told_hands import told, upload

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any tables; that of SQLite is not there yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new' / 'gleek.sqlite3'}"
    url: str = request.getfixturevalue("empty_postgresql_url")
    return url


@pytest.fixture
def database_url(empty_url: str) -> str:
    """A database with all tables, which may be changed."""
    migrate(empty_url)
    return empty_url


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


def test_migrating_again_changes_nothing(database: Database, database_url: str) -> None:
    migrate(database_url)
    assert differences(database) == []


def test_processes_that_start_together_migrate_once(empty_url: str) -> None:
    script = "import sys; from gleek_replay.storage import migrate; migrate(sys.argv[1])"
    together = [subprocess.Popen([sys.executable, "-c", script, empty_url]) for _ in range(3)]
    assert [process.wait() for process in together] == [0, 0, 0]
    opened = open_database(empty_url)
    assert differences(opened) == []
    opened.close()


def test_every_migration_can_be_undone(database_url: str) -> None:
    database = open_database(database_url)
    downgrade(database, "base")
    assert inspect(database.engine).get_table_names() == ["alembic_version"]
    database.close()


@pytest.mark.parametrize("status", ["withdrawn", "replaced"])
def test_records_that_the_version_before_cannot_have_keep_it_from_coming_back(
    database: Database, status: str
) -> None:
    with database.session() as session:
        caller = operator(session)
        with writing(session) as connection:
            for key in (20, 21):
                connection.execute(insert(Record), ended_record(caller, key, status))
    with pytest.raises(CommandError, match="2 records are withdrawn or replaced"):
        downgrade(database, "0001")
    assert differences(database) == []
    with database.session() as session:
        assert session.scalars(select(Record.key).order_by(Record.key)).all() == [20, 21]


def test_uploads_that_wait_for_a_worker_keep_the_version_before_from_coming_back(database: Database) -> None:
    with database.session() as session:
        sent = [SentFile(stream=io.BytesIO(b"{}\n{}\n{}"))]
        receive_upload(session, operator(session), sent, Wishes(defer=True))
    with pytest.raises(CommandError, match="3 uploaded records wait for a worker"):
        downgrade(database, "0001")
    with database.session() as session:
        assert work(session, new_worker(timedelta(minutes=1)))
    downgrade(database, "0001")
    assert "upload_chunks" not in inspect(database.engine).get_table_names()


def test_disputes_and_rulings_end_with_their_version_and_what_conflicts_is_disputed_again(
    database: Database,
) -> None:
    with database.session() as session:
        people = people_of_a_club(session)
        conflict(session, people)
        ruled(session, people, RulingKind.RECORD, record=1)
        upload(session, people.ann, told(hand_id="claimed"))
        open_dispute(session, people.pru, "claimed", "Not so.")
        upload(session, people.ann, told(hand_id="quiet"))
        due = hands_of(session)
    downgrade(database, "0003")
    with database.engine.connect() as connection:
        nets = connection.execute(text("SELECT net FROM hand_players ORDER BY hand_key, seat"))
        assert [net for (net,) in nets] == [-7, -24, 30] * 3
        disputed = text("SELECT hand_id FROM hands WHERE disputed")
        assert [hand_id for (hand_id,) in connection.execute(disputed)] == [HAND]
    migrate(database.engine.url.render_as_string(hide_password=False))
    assert differences(database) == []
    with database.session() as session:
        found = get_dispute(session, people.steward, HAND)
        assert (found.state, found.version, told_steps(found)) == ("open", 1, [("opened", None)])
        assert [one.hand_id for one in find_disputes(session, people.steward).items] == [HAND]
        assert hands_of(session) == {
            **due, HAND: (True, None, [-7, -24, 30]), "claimed": (False, None, [-7, -24, 30]),
        }  # fmt: skip
        assert rebuild(session).changed == 3, "they have lines again"
        assert rebuild(session).changed == 0
        assert get_dispute(session, people.steward, HAND) == found


def hands_of(session: Session) -> dict[str, tuple[bool, str | None, list[int]]]:
    """Of every hand whether it is disputed, what was ruled, and what its players have won."""
    return {
        hand.hand_id: (hand.disputed, hand.ruling, [seat.net for seat in hand.seats])
        for hand in find_hands(session, operator(session)).items
    }


def downgrade(database: Database, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrating.scripts()))
    engine = make_engine(database.engine.url.render_as_string(hide_password=False), foreign_keys=False)
    database.close()
    try:
        with migrating_alone(engine) as connection:
            config.attributes["connection"] = connection
            command.downgrade(config, revision)
    finally:
        engine.dispose()


def ended_record(caller: Caller, key: int, status: str) -> dict[str, Any]:
    """A record whose hand is gone: the same bytes under any key."""
    return {
        "key": key,
        "club_key": caller.club_id,
        "uploaded_by": caller.key_id,
        "received_at": datetime.now(UTC),
        "whole": True,
        "status": Status(status),
        "sha256": b"s" * 32,
        "raw": b"{}",
    }


@pytest.mark.parametrize("removed", ["uploads", "upload_chunks", "hands", "players", "play_sessions"])
def test_nothing_is_looked_through_when_what_it_refers_to_is_removed(
    database: Database, removed: str
) -> None:
    found = inspect(database.engine)
    for table in found.get_table_names():
        begins = {index["column_names"][0] for index in found.get_indexes(table)}
        begins |= {unique["column_names"][0] for unique in found.get_unique_constraints(table)}
        begins |= set(found.get_pk_constraint(table)["constrained_columns"][:1])
        for key in found.get_foreign_keys(table):
            if key["referred_table"] == removed:
                assert key["constrained_columns"][0] in begins, (table, key)


def test_alembic_by_itself_migrates_the_database_of_the_settings(empty_url: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "alembic", "--config", ROOT / "alembic.ini", "upgrade", "head"],
        cwd=tmp_path,
        env=os.environ | {"GLEEK_DATABASE_URL": empty_url, "GLEEK_SECRET_KEY": "x" * 40},
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    opened = open_database(empty_url)
    assert differences(opened) == []
    opened.close()


def test_ids_are_ordered_alike_whatever_language_the_database_speaks(empty_postgresql_url: str) -> None:
    migrate(empty_postgresql_url)
    ids = {"hand_id", "player_id", "session_id"}
    with connected(make_url(empty_postgresql_url)) as connection:
        found = connection.execute(
            "SELECT column_name, collation_name FROM information_schema.columns WHERE column_name = ANY(%s)",
            [sorted(ids)],
        )
        assert set(found) == {(name, "C") for name in ids}


def test_every_reason_of_payment_has_a_column() -> None:
    assert set(NET_COLUMNS) == set(Reason)
    assert set(NET_COLUMNS.values()) <= set(HandPlayer.__table__.columns.keys())


def test_missing_migrations_are_named_with_the_places_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrating, "_PACKAGE", tmp_path / "gleek_replay")
    with pytest.raises(FileNotFoundError, match=r"no migrations at .*gleek_replay/migrations or "):
        migrating.scripts()
