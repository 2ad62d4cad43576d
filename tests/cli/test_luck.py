"""`gleek-replay luck`: what the cards dealt are worth in a club."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from gleek_replay.simulation import simulate
from tests.cli.commands import complaints, gleek, objects


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of two hundred hands at a table of three, and five at one of four."""
    made = tmp_path_factory.mktemp("luck")
    documents = [
        *simulate("parlett", hands=200, seed=1),
        *simulate("knauer-2008", hands=5, seed=1, players=4),
    ]
    assert gleek("import", "-", stdin=b"\n".join(map(orjson.dumps, documents)), folder=made).returncode == 0
    return made


def test_a_fit_is_made_for_each_table_with_hands_enough_and_listed(folder: Path) -> None:
    ended = gleek("luck", "fit", folder=folder)
    assert (ended.returncode, complaints(ended)) == (0, [])
    for_four, for_three = ended.stdout.decode().splitlines()
    assert for_three.startswith("parlett with 3 players: version 1, from 200 hands, removes ")
    assert for_four == "knauer-2008 with 4 players: no fit from 5 hands, since it takes 200"
    assert gleek("luck", "fit", "--rules", "parlett", "--players", "3", folder=folder).returncode == 0
    first, second = objects(gleek("luck", "list", "--format", "ndjson", folder=folder).stdout)
    assert (first["version"], first["in_force"]) == (1, False)
    assert (second["version"], second["in_force"]) == (2, True)
    assert first["removed"] == second["removed"] > 0.4
    header, _, *rows = gleek("luck", "list", folder=folder).stdout.decode().split("\n")[:4]
    assert header.split()[:4] == ["preset", "players", "version", "made"]
    assert [row.split()[-1] for row in rows] == ["no", "yes"]


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["--rules", "whist"], "There is no preset whist; there are "),
        (["--rules", "cotton-1674"], "there are no such hands"),
        (["--club", "southwark"], "There is no club southwark."),
    ],
)
def test_a_fit_of_no_hands_is_refused(asked: list[str], complaint: str, folder: Path) -> None:
    ended = gleek("luck", "fit", *asked, folder=folder)
    assert (ended.returncode, ended.stdout) == (2, b"")
    (said,) = complaints(ended)
    assert said.startswith(f"gleek-replay: {complaint}")


def test_where_there_are_too_few_hands_alone_that_is_said_and_fails(folder: Path) -> None:
    ended = gleek("luck", "fit", "--players", "4", folder=folder)
    assert (ended.returncode, ended.stdout.count(b"no fit")) == (2, 1)
