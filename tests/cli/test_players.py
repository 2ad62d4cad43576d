"""`gleek-replay players`: what administrators do to players."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import SAMPLES, complaints, gleek, objects

NOBODY = ["gleek-replay: There is no player nobody."]


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose database has the hands of an evening, and one of other people."""
    made = tmp_path_factory.mktemp("imported")
    gleek("import", SAMPLES / "evening.ndjson", SAMPLES / "tu-quoque.json", folder=made)
    return made


@pytest.fixture
def folder(imported: Path, tmp_path: Path) -> Path:
    """A copy of it, which may be changed."""
    return shutil.copytree(imported, tmp_path / "club")


def said(*arguments: str, folder: Path) -> str:
    """What a command that goes well says."""
    ended = gleek("players", *arguments, folder=folder)
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode()


def test_players_are_listed_for_people_and_for_programs(folder: Path) -> None:
    head, _, first, *_ = said("list", folder=folder).splitlines()
    assert head.split() == ["id", "name", "hands", "net", "last", "played", "also"]
    assert first.split() == ["hester", "Hester", "Lowe", "10", "-52", "2026-05-16", "20:10", "–"]
    listed = objects(said("list", "--format", "ndjson", folder=folder).encode())
    assert [player["player_id"] for player in listed] == [
        "hester", "lettice", "longfield", "roger", "scattergood", "staines",
    ]  # fmt: skip
    assert listed[0].items() >= {"name": "Hester Lowe", "hands": 10, "net": -52}.items()


def test_a_player_is_renamed_and_called_as_before(folder: Path) -> None:
    assert said("rename", "hester", "Hetty", folder=folder) == "The player hester is called Hetty.\n"
    assert "hester       Hetty" in said("list", folder=folder)
    back = said("rename", "hester", "--back", folder=folder)
    assert back == "The player hester is called Hester Lowe.\n"


def test_ids_of_one_person_are_merged_and_taken_apart(folder: Path) -> None:
    merged = said("merge", "staines", "hester", folder=folder)
    assert merged == "staines means the player hester, who has played 11 hands.\n"
    assert re.search(r"^hester .* 11 .* staines$", said("list", folder=folder), re.MULTILINE)
    ended = gleek("players", "merge", "roger", "hester", folder=folder)
    assert ended.returncode == 2
    (refused,) = complaints(ended)
    assert refused.startswith("gleek-replay: roger and hester cannot be one player: both sat in the hand ")
    assert said("unmerge", "staines", folder=folder) == "staines stands for itself again.\n"
    trail = said("changes", "staines", folder=folder).splitlines()[2:4]
    assert [re.split(r" {2,}", line)[1:5] for line in trail] == [
        ["operator", "staines", "unmerged", "into: hester"],
        ["operator", "staines", "merged", "into: hester"],
    ]


def test_a_player_is_erased_only_when_it_is_said_twice(folder: Path) -> None:
    unsure = gleek("players", "erase", "hester", folder=folder)
    assert (unsure.returncode, unsure.stdout) == (2, b"")
    assert complaints(unsure) == [
        "gleek-replay: hester has played 10 hands; erasing cannot be undone, and wants --yes"
    ]
    ended = gleek("players", "erase", "hester", "--yes", folder=folder)
    assert ended.returncode == 0
    assert complaints(ended) == ["gleek-replay: records rewritten: 10; keys revoked: 0; the pseudonym is:"]
    pseudonym = ended.stdout.decode().strip()
    exported = gleek("export", folder=folder).stdout
    assert (b"hester" in exported, exported.count(pseudonym.encode()) > 100) == (False, True)
    (change,) = objects(said("changes", pseudonym, "--format", "ndjson", folder=folder).encode())
    assert (change["kind"], change["details"]) == ("erased", {"records": 10})
    again = gleek("import", SAMPLES / "evening.ndjson", "--again", folder=folder)
    assert b"10 duplicate" in again.stdout
    file = (folder / "var" / "gleek.sqlite3").read_bytes()
    assert b"hester" not in file.replace(b"Hester", b"hester")


def test_the_file_can_be_written_anew_by_itself(folder: Path) -> None:
    expected = "Nothing that was erased is left in the file of the database.\n"
    assert said("scrub", folder=folder) == expected


@pytest.mark.parametrize(
    "asked",
    [
        ["rename", "nobody", "Nobody"],
        ["merge", "nobody", "hester"],
        ["merge", "hester", "nobody"],
        ["erase", "nobody"],
        ["erase", "nobody", "--yes"],
    ],
)
def test_nobody_is_no_player(folder: Path, asked: list[str]) -> None:
    ended = gleek("players", *asked, folder=folder)
    assert (ended.returncode, ended.stdout, complaints(ended)) == (2, b"", NOBODY)


def test_what_cannot_be_a_name_is_refused(folder: Path) -> None:
    ended = gleek("players", "rename", "hester", "two\nlines", folder=folder)
    assert ended.returncode == 2
    assert complaints(ended)[0].startswith("gleek-replay: name: expected 1 to 80 characters on one line")
