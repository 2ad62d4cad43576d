"""The commands that work on the database: each run on one of its own."""

from __future__ import annotations

import zlib
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from gleek_replay.audit import audit_record
from gleek_replay.audit.account.words import signed
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import read_record
from gleek_replay.services import disputes, keys
from gleek_replay.services.disputes import RulingKind
from gleek_replay.services.opening import open_database
from gleek_replay.settings import Settings
from gleek_replay.simulation import simulate
from tests.cli.commands import SAMPLES, complaints, database, gleek, objects

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


def test_a_rebuild_tells_each_hand_that_is_judged_otherwise(tmp_path: Path) -> None:
    damage = (
        "UPDATE hands SET verdict = 'misreported', engine_version = '0.9.0'",
        "UPDATE hand_players SET net_score = net_score + 2, net = net + 2 WHERE seat = 0",
    )
    told = {}
    gleek("import", "-", stdin=CLEAN, folder=tmp_path)
    for form in ("text", "ndjson"):
        with closing(database(tmp_path)) as connection:
            for statement in damage:
                connection.execute(statement)
        ended = gleek("rebuild", "--format", form, folder=tmp_path)
        assert ended.returncode == 0
        told[form] = ended.stdout
    record = read_record(CLEAN)
    player, net = record.players[0].id, audit_record(record).result.net
    hand, total = told["text"].decode().splitlines()
    assert hand == (
        f"clean (home): misreported → clean; {player} {signed(net[0] + 2)} → {signed(net[0])}; "
        f"engine 0.9.0 → {ENGINE_VERSION}"
    )
    assert total == "1 records read, 1 hands audited again: 1 came out otherwise, 0 failed."
    after = {each.id: amount for each, amount in zip(record.players, net, strict=False)}
    assert objects(told["ndjson"]) == [
        {
            "club": "home",
            "hand_id": "clean",
            "before": {
                "verdict": "misreported", "engine": "0.9.0", "due": after | {player: net[0] + 2},
            },
            "after": {"verdict": "clean", "engine": ENGINE_VERSION, "due": after},
            "ruling": None,
            "stands_otherwise": False,
        },
        {"records": 1, "hands": 1, "changed": 1, "failed": 0, "tallies": 0},
    ]  # fmt: skip


def test_a_rebuild_marks_a_ruling_made_when_the_engine_found_otherwise(tmp_path: Path) -> None:
    gleek("import", "-", stdin=CLEAN, folder=tmp_path)
    opened = open_database(Settings(secret_key="s", database_url=f"sqlite:///{tmp_path}/var/gleek.sqlite3"))
    with opened.session() as session:
        steward = keys.operator(session)
        version = disputes.open_dispute(session, steward, "clean", "It was not so.").version
        ruling = RulingKind.SETTLEMENT
        disputes.rule(session, steward, "clean", version=version, ruling=ruling, grounds="Heard.")
    opened.close()
    then = audit_record(read_record(CLEAN)).document | {"verdict": "misreported"}
    with closing(database(tmp_path)) as connection:
        packed = zlib.compress(orjson.dumps(then))
        connection.execute("UPDATE dispute_steps SET audit = ? WHERE ruling IS NOT NULL", (packed,))
        connection.execute("UPDATE hands SET verdict = 'misreported', engine_version = '0.9.0'")
    told = gleek("rebuild", folder=tmp_path).stdout.decode()
    assert told.splitlines()[0] == (
        f"clean (home): misreported → clean; engine 0.9.0 → {ENGINE_VERSION}; "
        "ruled (settlement): today's engine finds otherwise"
    )


def test_a_file_without_a_hand_is_said_to_have_none(tmp_path: Path) -> None:
    ended = gleek("import", "-", stdin=b"", folder=tmp_path)
    assert complaints(ended) == ["gleek-replay: standard input: there is no hand history in it"]
    assert ended.returncode == 2


def test_migrate_makes_the_tables_and_can_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        ended = gleek("migrate", folder=tmp_path)
        assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "var" / "gleek.sqlite3").stat().st_size > 0


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
            "GLEEK_DATABASE_URL must begin with one of sqlite://, postgresql://",
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
