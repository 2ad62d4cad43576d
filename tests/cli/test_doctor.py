"""`gleek-replay doctor` tells of everything that is not well, and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.cli.commands import SAMPLES, database, gleek, objects
from tests.jobs.service import whole_service

WELL = {
    "python", "packages", "settings", "disk", "database_file", "rights", "secret_key", "database",
    "migrations", "storage", "integrity", "wal", "workers", "queue", "engine",
    "statistics", "keys",
}  # fmt: skip


def examined(
    folder: Path, environment: Mapping[str, str] = MappingProxyType({})
) -> tuple[int, dict[str, Any]]:
    """The exit status, and what was found, by the name of the check."""
    ended = gleek("doctor", "--format", "ndjson", folder=folder, environment=environment)
    assert ended.stderr == b""
    found = {check["check"]: check for check in objects(ended.stdout)}
    assert all(check["ok"] is (check["remedy"] is None) for check in found.values())
    assert ended.returncode == (0 if all(check["ok"] for check in found.values()) else 1)
    return ended.returncode, found


def ailing(folder: Path, **environment: str) -> dict[str, str]:
    """What is not well but for what the machine of the tests has installed, and what to do."""
    _, found = examined(folder, environment)
    return {name: check["remedy"] for name, check in found.items() if not check["ok"] and name != "packages"}


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A folder with a database of hands."""
    assert gleek("import", SAMPLES / "evening.ndjson", folder=tmp_path).returncode == 0
    return tmp_path


def test_a_service_that_runs_is_well(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'var' / 'gleek.sqlite3'}"
    with whole_service(tmp_path, url, workers=1) as service:
        environment = {**service.environment, "GLEEK_SECRET_KEY": ""}
        assert gleek("keys", "list", folder=tmp_path, environment=environment).returncode == 0
        found = examined(tmp_path, environment)[1]
        assert found.keys() == WELL
        assert ailing(tmp_path, **environment) == {}


def test_what_is_found_is_told_in_a_line_for_people(stored: Path) -> None:
    ended = gleek("doctor", folder=stored)
    lines = ended.stdout.decode().splitlines()
    assert "✓ database: answers" in lines
    assert "✗ workers: 0 heard of within a minute → run gleek-replay serve or work" in lines
    assert ended.returncode == 1


def test_looking_makes_nothing(tmp_path: Path) -> None:
    found = ailing(tmp_path, GLEEK_DATABASE_URL="sqlite:///none/gleek.sqlite3")
    assert found["database"] == "run gleek-replay migrate"
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_somebody_else_is_not_to_be_migrated(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "theirs.sqlite3") as theirs:
        theirs.execute("CREATE TABLE songs (title)")
    theirs.close()
    found = ailing(tmp_path, GLEEK_DATABASE_URL="sqlite:///theirs.sqlite3")
    assert found["migrations"] == "see GLEEK_DATABASE_URL"


def test_a_short_token_for_the_metrics_is_told(stored: Path) -> None:
    assert "metrics_token" in ailing(stored, GLEEK_METRICS_TOKEN="x" * 15)
    assert "metrics_token" not in ailing(stored, GLEEK_METRICS_TOKEN="x" * 16)


def test_settings_that_cannot_be_read_are_the_last_thing_told(tmp_path: Path) -> None:
    _, found = examined(tmp_path, {"GLEEK_PROT": "80"})
    assert list(found) == ["python", "packages", "settings"]
    assert found["settings"]["found"].startswith("unknown setting GLEEK_PROT")


@pytest.mark.parametrize(
    ("statement", "check", "remedy"),
    [
        ("UPDATE hands SET engine_version = '0.1.0'", "engine", "run gleek-replay rebuild"),
        ("DELETE FROM hand_days", "statistics", "run gleek-replay rebuild"),
        ("UPDATE alembic_version SET version_num = '0002'", "migrations", "run gleek-replay migrate"),
        (
            "UPDATE alembic_version SET version_num = '9999'",
            "migrations",
            "install that version, or restore a backup",
        ),
        (
            "UPDATE api_keys SET expires_at = 1000000 * (unixepoch() + 86400)",
            "keys",
            "gleek-replay keys create others in their place",
        ),
    ],
)
def test_what_the_database_says_is_not_well_has_a_remedy(
    stored: Path, statement: str, check: str, remedy: str
) -> None:
    with database(stored) as opened:
        opened.execute(statement)
    assert ailing(stored)[check] == remedy


def test_files_that_others_can_come_at_are_told(stored: Path) -> None:
    folder = stored / "var"
    folder.chmod(0o755)
    (folder / "secret_key").chmod(0o640)
    (folder / "gleek.sqlite3").chmod(0o644)
    found = ailing(stored)
    assert found["secret_key"] == "chmod 600 var/secret_key"
    assert found["database_file"] == "chmod 600 var/gleek.sqlite3"
    folder.chmod(0o700)
    assert {"secret_key", "database_file"} & ailing(stored).keys() == set()


def test_a_damaged_file_is_told(stored: Path) -> None:
    file = stored / "var" / "gleek.sqlite3"
    content = bytearray(file.read_bytes())
    content[16_384:] = b"\xff" * (len(content) - 16_384)
    file.write_bytes(content)
    assert {"integrity", "database"} & ailing(stored).keys()


def test_a_database_and_a_broker_that_do_not_answer_are_told(tmp_path: Path) -> None:
    found = ailing(
        tmp_path,
        GLEEK_DATABASE_URL="postgresql://gleek:Tiddy@127.0.0.1:1/gleek",
        GLEEK_BROKER_URL="redis://:Towser@127.0.0.1:1/0",
        GLEEK_SECRET_KEY="x" * 40,
    )
    assert {"database", "broker"} <= found.keys()
    assert "Tiddy" not in str(found)
    assert "Towser" not in str(found)


def test_postgresql_and_a_broker_are_looked_at_as_well(
    tmp_path: Path, postgresql_url: str, redis_url: str
) -> None:
    environment = {
        "GLEEK_DATABASE_URL": postgresql_url, "GLEEK_BROKER_URL": redis_url, "GLEEK_SECRET_KEY": "x" * 40,
    }  # fmt: skip
    _, found = examined(tmp_path, environment)
    assert {"clock", "broker", "storage"} <= found.keys()
    assert all(found[name]["ok"] for name in ("clock", "broker", "storage", "database", "migrations"))
