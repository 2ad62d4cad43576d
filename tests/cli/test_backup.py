"""`backup` copies the database while all goes on; `restore` puts a copy in its place when nothing does."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from gleek_replay.storage.condition import newest_revision
from gleek_replay.storage.database import make_engine, migrating
from gleek_replay.storage.migrating import scripts
from tests.cli.commands import SAMPLES, complaints, database, gleek
from tests.jobs.hands import many_hands
from tests.jobs.service import Client, Role, whole_service

EVENING = SAMPLES / "evening.ndjson"
PAUSE = 0.02
STOP_IT = "stop the service and its workers first, and whatever else has it open"
NEWER = "UPDATE alembic_version SET version_num = '9999'"
OLDER = "UPDATE alembic_version SET version_num = '0002'"


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A folder with a database of ten hands, and a copy of it."""
    assert gleek("import", EVENING, folder=tmp_path).returncode == 0
    made = gleek("backup", "copy.sqlite3", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    assert b"copy.sqlite3: 10 records, 10 hands" in made.stdout
    return tmp_path


def hands_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found: int = opened.execute("SELECT count(*) FROM hands").fetchone()[0]
        return found


def test_a_copy_is_one_private_file_and_a_whole_database(stored: Path) -> None:
    copy = stored / "copy.sqlite3"
    assert hands_in(copy) == 10
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(path.name for path in stored.iterdir()) == ["copy.sqlite3", "var"]


def test_a_file_that_is_there_is_kept_unless_forced(stored: Path) -> None:
    copy = stored / "copy.sqlite3"
    copy.write_text("something dear")
    refused = gleek("backup", "copy.sqlite3", folder=stored)
    assert refused.returncode == 2
    said = "copy.sqlite3 is there already; --force puts the new copy in its place"
    assert complaints(refused) == [f"gleek-replay: no backup was made: {said}"]
    assert copy.read_text() == "something dear"
    assert gleek("backup", "--force", "copy.sqlite3", folder=stored).returncode == 0
    assert hands_in(copy) == 10


@pytest.mark.parametrize(
    "where", ["var/gleek.sqlite3", "./var/../var/gleek.sqlite3", "var/gleek.sqlite3-wal"]
)
def test_a_copy_never_takes_the_place_of_the_database_itself(stored: Path, where: str) -> None:
    file = stored / "var" / "gleek.sqlite3"
    before = file.stat()
    refused = gleek("backup", "--force", where, folder=stored)
    assert refused.returncode == 2
    assert complaints(refused)[0].endswith("is the database itself, or belongs to it")
    assert file.stat().st_ino == before.st_ino
    assert sorted(path.name for path in stored.iterdir()) == ["copy.sqlite3", "var"]


@pytest.mark.parametrize("where", ["no/such/folder/copy.sqlite3", "var"])
def test_a_place_that_cannot_be_written_is_one_clear_line(stored: Path, where: str) -> None:
    refused = gleek("backup", "--force", where, folder=stored)
    assert refused.returncode == 2
    assert len(complaints(refused)) == 1
    assert sorted(path.name for path in stored.iterdir()) == ["copy.sqlite3", "var"]


def test_without_a_database_there_is_nothing_to_copy(tmp_path: Path) -> None:
    refused = gleek("backup", "copy.sqlite3", folder=tmp_path)
    assert complaints(refused)[0].startswith("gleek-replay: no backup was made: there is no database")
    assert not (tmp_path / "copy.sqlite3").exists()


def test_copies_made_while_hands_come_in_are_whole_up_to_a_moment(tmp_path: Path, sqlite_url: str) -> None:
    """What was answered with 201 before a copy was begun is in it, and every hand with its record."""
    with (
        whole_service(tmp_path, sqlite_url, workers=1) as service,
        ThreadPoolExecutor(1) as beside,
    ):
        client = Client(url=service.url, token=service.new_key("bess"))
        taken: list[str] = []

        def send() -> None:
            for number in range(60):
                name = f"while-{number}"
                client.upload(many_hands(20, name), name)
                taken.append(name)
                time.sleep(PAUSE)

        sending = beside.submit(send)
        for number in range(4):
            before = len(taken)
            copy = tmp_path / f"copy-{number}.sqlite3"
            made = gleek("backup", copy, folder=tmp_path, environment={"GLEEK_DATABASE_URL": sqlite_url})
            assert made.returncode == 0, made.stderr
            assert hands_in(copy) >= 20 * before
            with closing(sqlite3.connect(copy)) as opened:
                assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
                whole = "SELECT count(*) % 20 FROM hands"
                assert opened.execute(whole).fetchone() == (0,), "an upload is in it whole or not at all"
        sending.result()
        assert sorted(path.name for path in tmp_path.glob(".copy*")) == []


def test_a_copy_comes_back_and_what_was_there_is_kept(stored: Path) -> None:
    assert gleek("import", SAMPLES / "clean.json", folder=stored).returncode == 0
    restored = gleek("restore", "copy.sqlite3", folder=stored)
    assert restored.returncode == 0, restored.stderr
    first, second = restored.stdout.decode().splitlines()
    assert first == "The database has 10 records and 10 hands now."
    aside = stored / second.removeprefix("The one before is kept as ").removesuffix(".")
    assert (hands_in(stored / "var" / "gleek.sqlite3"), hands_in(aside)) == (10, 11)
    assert gleek("import", SAMPLES / "clean.json", folder=stored).stdout.endswith(b": 1 accepted\n")


def test_a_copy_comes_back_where_nothing_is(stored: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert gleek("restore", stored / "copy.sqlite3", folder=elsewhere).returncode == 0
    assert hands_in(elsewhere / "var" / "gleek.sqlite3") == 10


def test_a_database_that_somebody_has_open_is_not_put_aside(stored: Path) -> None:
    with closing(database(stored)) as beside:
        beside.execute("SELECT count(*) FROM hands").fetchone()
        refused = gleek("restore", "copy.sqlite3", folder=stored)
    assert refused.returncode == 2
    assert complaints(refused) == [
        f"gleek-replay: nothing was restored: var/gleek.sqlite3 is in use: {STOP_IT}"
    ]
    assert gleek("restore", "copy.sqlite3", folder=stored).returncode == 0


def test_a_service_that_runs_is_noticed_though_it_does_nothing(tmp_path: Path, sqlite_url: str) -> None:
    settings = {"GLEEK_DATABASE_URL": sqlite_url}
    assert gleek("backup", "copy.sqlite3", folder=tmp_path, environment=settings).returncode == 0
    with whole_service(tmp_path, sqlite_url, workers=1) as service:
        for pid in service.having(Role.JOB):
            os.kill(pid, signal.SIGSTOP)
        assert gleek("restore", "copy.sqlite3", folder=tmp_path, environment=settings).returncode == 2
        for pid in service.having(Role.JOB):
            os.kill(pid, signal.SIGCONT)
    assert gleek("restore", "copy.sqlite3", folder=tmp_path, environment=settings).returncode == 0


def test_a_damaged_database_is_put_aside_as_well(stored: Path) -> None:
    file = stored / "var" / "gleek.sqlite3"
    file.write_bytes(b"not a database at all" * 1000)
    assert gleek("restore", "copy.sqlite3", folder=stored).returncode == 0
    assert hands_in(file) == 10


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("text", "cannot be copied: file is not a database"),
        ("other", "is no database of Gleek Replay"),
        ("damaged", "is damaged|cannot be copied|malformed"),
        ("newer", "is of a newer version"),
        ("unmigrated", "is no database of Gleek Replay"),
        ("mislabelled", "duplicate column name"),
    ],
)
def test_what_is_no_good_copy_changes_nothing(stored: Path, what: str, said: str) -> None:
    copy, file = stored / "copy.sqlite3", stored / "var" / "gleek.sqlite3"
    spoil(copy, what)
    before = sorted(path.name for path in file.parent.iterdir())
    refused = gleek("restore", "copy.sqlite3", folder=stored)
    assert refused.returncode == 2
    assert any(word in complaints(refused)[0] for word in said.split("|")), refused.stderr
    assert sorted(path.name for path in file.parent.iterdir()) == before
    assert hands_in(file) == 10


def spoil(copy: Path, what: str) -> None:
    """Make of a copy what cannot be restored."""
    if what == "text":
        copy.write_text("no database" * 500)
    elif what == "damaged":
        content = bytearray(copy.read_bytes())
        content[8192:40_960] = bytes(32_768)
        copy.write_bytes(content)
    else:
        if what == "other":
            copy.unlink()
        with closing(sqlite3.connect(copy)) as opened:
            change = {
                "other": "CREATE TABLE hands (x)", "newer": NEWER, "mislabelled": OLDER,
                "unmigrated": "DELETE FROM alembic_version",
            }[what]  # fmt: skip
            opened.execute(change)
            opened.commit()


def test_a_copy_by_an_older_version_is_migrated_before_it_takes_its_place(tmp_path: Path) -> None:
    old = tmp_path / "old" / "gleek.sqlite3"
    engine = make_engine(f"sqlite:///{old}", foreign_keys=False)
    config = Config()
    config.set_main_option("script_location", str(scripts()))
    with migrating(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    engine.dispose()
    restored = gleek("restore", old, folder=tmp_path)
    assert restored.returncode == 0, restored.stderr
    with closing(database(tmp_path)) as opened:
        assert opened.execute("SELECT version_num FROM alembic_version").fetchone() == (newest_revision(),)


def test_a_postgresql_database_is_left_to_its_own_programs(tmp_path: Path) -> None:
    environment = {"GLEEK_DATABASE_URL": "postgresql://db.example/gleek", "GLEEK_SECRET_KEY": "x" * 40}
    for name in ("backup", "restore"):
        refused = gleek(name, "copy", folder=tmp_path, environment=environment)
        assert refused.returncode == 2
        assert "pg_dump" in complaints(refused)[0]
