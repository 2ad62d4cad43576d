"""`gleek-replay conformance`: the kit on disk, and what answers to it come to."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from tests.cli.commands import complaints, gleek, objects


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit as the command writes it."""
    folder = tmp_path_factory.mktemp("conformance")
    ended = gleek("conformance", "write", "kit", folder=folder)
    assert ended.returncode == 0
    assert ended.stdout.decode().split() == [
        f"kit/{name}" for name in ("hands", "audits.ndjson", "scripts.ndjson", "README.md", "manifest.json")
    ]
    return folder / "kit"


def test_the_audits_of_gleek_replay_itself_conform(kit: Path, tmp_path: Path) -> None:
    answers = []
    for path in sorted((kit / "hands").iterdir()):
        (audit, *_) = objects(gleek("audit", "--format", "ndjson", path).stdout)
        answers.append(orjson.dumps({**audit, "case": path.stem}))
        if len(answers) == 12:
            break
    (tmp_path / "answers.ndjson").write_bytes(b"\n".join(answers))
    ended = gleek("conformance", "check", tmp_path / "answers.ndjson")
    told = ended.stdout.decode()
    assert ended.returncode == 1
    assert ": expected an answer; found none" in told
    assert f"{len(list((kit / 'hands').iterdir()))} audits: 12 conform, " in told


def test_the_audits_of_the_kit_conform_from_standard_input(kit: Path) -> None:
    ended = gleek("conformance", "check", "-", stdin=(kit / "audits.ndjson").read_bytes())
    assert (ended.returncode, complaints(ended)) == (0, [])
    assert ended.stdout.decode().endswith(" conform, 0 do not.\n")


def test_a_folder_of_answers_is_read_and_a_wrong_one_told(kit: Path, tmp_path: Path) -> None:
    for line in (kit / "audits.ndjson").read_bytes().splitlines():
        audit = orjson.loads(line)
        if audit["case"] == "preset-parlett-1":
            audit["due"]["net"]["pot"] = 1000
        (tmp_path / f"{audit['case']}.json").write_bytes(orjson.dumps(audit))
    ended = gleek("conformance", "check", tmp_path)
    lines = ended.stdout.decode().splitlines()
    assert ended.returncode == 1
    assert lines[0].startswith("preset-parlett-1: /net/pot: expected ")
    assert lines[0].endswith("; found 1000")
    assert "due in all: " in lines[1]
    assert lines[2].endswith(" conform, 1 do not.")


def test_what_cannot_be_read_is_told_in_one_line_with_status_2(tmp_path: Path) -> None:
    assert gleek("conformance", "check", tmp_path).returncode == 2
    assert gleek("conformance", "check", tmp_path / "none").returncode == 2
    ended = gleek("conformance", "check", "-", stdin=b'{"case": "hoyle", "verdict": "clean"}\n')
    assert ended.returncode == 2
    (line,) = complaints(ended)
    assert line.startswith(
        "gleek-replay: standard input, record 1: expected the name of a hand of the kit as"
    )
    assert line.endswith('found "hoyle"')


def test_a_malformed_record_has_status_2() -> None:
    ended = gleek("conformance", "check", "-", stdin=b'{"hand_id": "write-parlett", "actions": []}\n')
    assert ended.returncode == 2
    assert "write-parlett: /dealer: expected " in ended.stdout.decode()


def test_a_kit_is_not_written_over_other_files(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    ended = gleek("conformance", "write", tmp_path)
    assert ended.returncode == 2
    assert complaints(ended) == [f"gleek-replay: {tmp_path} is not empty"]
