"""`gleek-replay export`: what came in comes out, whole or as a table."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import orjson
import pytest

from tests.cli.commands import SAMPLES, complaints, gleek

EVENING = (SAMPLES / "evening.ndjson").read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose database has an evening, and a hand of a player with a dangerous name."""
    made = tmp_path_factory.mktemp("exported")
    hand = orjson.loads((SAMPLES / "tu-quoque.json").read_bytes())
    hand["players"][0]["name"] = '=cmd|"/c calc", x'
    gleek("import", "-", stdin=EVENING + orjson.dumps(hand) + b"\n", folder=made)
    return made


def test_the_bytes_that_came_in_come_out(folder: Path) -> None:
    ended = gleek("export", "--session", "mitre-2026-05-16", folder=folder)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert sorted(ended.stdout.splitlines()) == sorted(EVENING.splitlines())


def test_all_records_of_a_hand_come_out_if_asked_for(folder: Path) -> None:
    first, *_ = EVENING.splitlines()
    gleek("import", "-", stdin=orjson.dumps(orjson.loads(first) | {"stake": "crown"}), folder=folder)
    asked = ["export", "--session", "mitre-2026-05-16", "--to", "2026-05-17", "--rules", "parlett"]
    assert len(gleek(*asked, folder=folder).stdout.splitlines()) == 10
    assert len(gleek(*asked, "--records", "all", folder=folder).stdout.splitlines()) == 11
    assert gleek(*asked, "--from", "2026-05-17", folder=folder).stdout == b""
    assert gleek(*asked, "--disputed", folder=folder).stdout == first + b"\n"


def test_the_table_has_a_row_for_each_player_and_no_name_that_is_a_formula(folder: Path) -> None:
    ended = gleek("export", "--format", "csv", folder=folder)
    rows = list(csv.DictReader(io.StringIO(ended.stdout.decode(), newline=""), strict=True))
    assert ended.stdout.count(b"\r\n") == len(rows) + 1 == 34
    assert {row["name"] for row in rows} >= {"Hester Lowe", '\'=cmd|"/c calc", x'}
    assert sum(int(row["net"]) for row in rows if row["player_id"] == "hester") == -52
    assert rows[0].keys() >= {"hand_id", "played_at", "position", "net_ruff", "verdict"}
    assert {row["played_at"][-6:] for row in rows} == {"+00:00"}
    assert {row["bought"] for row in rows} == {"true", "false"}


def test_a_file_is_put_in_its_place_when_it_is_complete(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "hands.ndjson"
    out.write_text("what stood there")
    ended = gleek("export", "--output", out, folder=folder)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
    assert len(out.read_bytes().splitlines()) == 11
    assert [path.name for path in tmp_path.iterdir()] == ["hands.ndjson"]
    ended = gleek("export", "--output", tmp_path / "missing" / "hands.ndjson", folder=folder)
    assert ended.returncode == 2
    assert complaints(ended) == [f"gleek-replay: {tmp_path}/missing/hands.ndjson: No such file or directory"]


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["--verdict", "dirty"], "--verdict: expected one of unplayable, "),
        (["--rules", "whist"], "--rules: expected one of cotgrave-1662, "),
        (["--format", "csv", "--records", "all"], "--records: a table has one row for each player"),
    ],
)
def test_what_cannot_be_asked_for_is_one_clear_line(folder: Path, asked: list[str], complaint: str) -> None:
    ended = gleek("export", *asked, folder=folder)
    assert ended.returncode == 2
    (line,) = complaints(ended)
    assert line.startswith(f"gleek-replay: {complaint}")


def test_a_moment_that_is_none_is_refused(folder: Path) -> None:
    ended = gleek("export", "--from", "yesterday", folder=folder)
    assert ended.returncode == 2
    assert complaints(ended)[-1].endswith(
        "expected a date such as 2026-11-20, or a moment such as 2026-11-20T19:42:10Z, not 'yesterday'"
    )
