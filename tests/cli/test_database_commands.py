"""The commands that work on the database: each run on one of its own."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from gleek_replay.simulation import simulate
from tests.cli.commands import SAMPLES, complaints, gleek

CLEAN = (SAMPLES / "clean.json").read_bytes()


def test_import_says_what_became_of_each_file(tmp_path: Path) -> None:
    names = [SAMPLES / name for name in ("clean.json", "evening.ndjson", "malformed.json")]
    ended = gleek("import", *names, "missing.json", folder=tmp_path)
    assert ended.stdout.decode().splitlines() == [
        f"{SAMPLES}/clean.json: 1 accepted",
        f"{SAMPLES}/evening.ndjson: 10 accepted",
        f"{SAMPLES}/malformed.json: 1 malformed",
    ]
    assert len(complaints(ended)) == 8
    assert complaints(ended)[-1] == "gleek-replay: missing.json: No such file or directory"
    assert f"{SAMPLES}/malformed.json, record 1: /dealer: " in complaints(ended)[1]
    assert ended.returncode == 2


def test_what_was_imported_before_is_a_duplicate_and_what_contradicts_it_is_kept_apart(
    tmp_path: Path,
) -> None:
    assert gleek("import", "-", stdin=CLEAN, folder=tmp_path).stdout == b"standard input: 1 accepted\n"
    again = gleek("import", "-", stdin=CLEAN, folder=tmp_path)
    assert (again.returncode, again.stdout) == (0, b"standard input: 1 duplicate\n")
    other = orjson.loads(CLEAN) | {"stake": "crown"}
    ended = gleek("import", "-", stdin=orjson.dumps(other), folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, b"standard input: 1 conflicting\n")
    assert complaints(ended)[0].endswith(
        "record 1: another record tells otherwise of the hand clean; both are kept"
    )


def test_what_was_imported_can_be_rebuilt(tmp_path: Path) -> None:
    hands = b"\n".join(orjson.dumps(hand) for hand in simulate("parlett", hands=30, seed=1))
    gleek("import", "-", stdin=hands, folder=tmp_path)
    ended = gleek("rebuild", folder=tmp_path)
    assert ended.returncode == 0
    assert ended.stdout == b"30 records read, 30 hands audited again: 0 came out otherwise, 0 failed.\n"


def test_a_file_without_a_hand_is_said_to_have_none(tmp_path: Path) -> None:
    ended = gleek("import", "-", stdin=b"", folder=tmp_path)
    assert complaints(ended) == ["gleek-replay: standard input: there is no hand history in it"]
    assert ended.returncode == 2


def test_migrate_makes_the_tables_and_can_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        ended = gleek("migrate", folder=tmp_path)
        assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "var" / "gleek.sqlite3").stat().st_size > 0


def test_a_key_is_shown_once_and_alone_on_standard_output(tmp_path: Path) -> None:
    asked = ["keys", "create", "--name", "bot", "--role", "uploader", "--owner", "mitre"]
    ended = gleek(*asked, folder=tmp_path)
    assert ended.returncode == 0
    assert ended.stdout.startswith(b"gleek_")
    assert ended.stdout.count(b"\n") == 1
    assert complaints(ended) == ["The key bot (uploader) of mitre; it cannot be shown again:"]
    again = gleek(*asked, folder=tmp_path)
    assert (again.returncode, again.stdout) == (2, b"")
    assert complaints(again) == ["gleek-replay: There is a key bot already."]


def test_a_key_needs_a_role_that_there_is(tmp_path: Path) -> None:
    ended = gleek("keys", "create", "--name", "bot", "--role", "king", folder=tmp_path)
    assert ended.returncode == 2
    assert complaints(ended)[0].startswith("gleek-replay: --role: expected one of reader, ")


def test_schemas_writes_the_contracts_into_a_folder(tmp_path: Path) -> None:
    ended = gleek("schemas", tmp_path / "schemas")
    assert ended.returncode == 0
    written = {path.name for path in (tmp_path / "schemas").iterdir()}
    assert written == {"hand-history.schema.json", "audit.schema.json", "openapi.json"}
    assert {Path(line).name for line in ended.stdout.decode().splitlines()} == written


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"GLEEK_COLOUR": "red"}, "unknown setting GLEEK_COLOUR"),
        ({"GLEEK_DATABASE_URL": "nonsense"}, "GLEEK_DATABASE_URL is no database URL"),
        (
            {"GLEEK_DATABASE_URL": "oracle9://host/x", "GLEEK_SECRET_KEY": "x" * 40},
            "the database cannot be opened",
        ),
        (
            {"GLEEK_DATABASE_URL": "postgresql+psycopg1://host/x", "GLEEK_SECRET_KEY": "x" * 40},
            "the database cannot be opened",
        ),
        (
            {"GLEEK_DATABASE_URL": "postgresql://gleek:secret@127.0.0.1:1/x", "GLEEK_SECRET_KEY": "x" * 40},
            'the database cannot be used: connection failed: connection to server at "127.0.0.1", port 1',
        ),
        (
            {"GLEEK_DATABASE_URL": "sqlite:////proc/gleek.sqlite3"},
            "The folder of the database cannot be used",
        ),
    ],
)
def test_a_database_that_cannot_be_had_is_one_clear_line(
    environment: dict[str, str], complaint: str, tmp_path: Path
) -> None:
    ended = gleek("migrate", folder=tmp_path, environment=environment)
    assert ended.returncode == 2
    (said,) = complaints(ended)
    assert said.startswith(f"gleek-replay: {complaint}")
    assert "secret@" not in said


def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "gleek.sqlite3").write_bytes(b"this is a letter and no database" * 64)
    ended = gleek("migrate", folder=tmp_path)
    assert ended.returncode == 2
    assert complaints(ended) == ["gleek-replay: the database cannot be used: file is not a database"]


@pytest.mark.parametrize("asked", [["--help"], ["audit", "--help"], ["rules", "--help"], ["--version"]])
def test_help_is_there_for_the_asking(asked: list[str]) -> None:
    ended = gleek(*asked)
    assert ended.returncode == 0
    assert b"gleek-replay" in ended.stdout


@pytest.mark.parametrize("asked", [[], ["shuffle"], ["audit"]])
def test_what_is_no_command_is_refused_with_the_usage(asked: list[str]) -> None:
    ended = gleek(*asked)
    assert ended.returncode == 2
    assert complaints(ended)[0].startswith("usage: gleek-replay")
