"""`gleek-replay simulate`: hand histories on standard output."""

from __future__ import annotations

import pytest

from tests.cli.commands import complaints, gleek, objects


def test_simulated_hands_are_ndjson_and_audit_clean() -> None:
    simulated = gleek("simulate", "--rules", "parlett", "--hands", "20", "--seed", "7")
    assert simulated.returncode == 0
    assert len(objects(simulated.stdout)) == 20
    assert gleek("audit", "-", stdin=simulated.stdout).returncode == 0


def test_the_same_command_writes_the_same_bytes() -> None:
    first, again, other = (
        gleek("simulate", "--rules", "wikipedia", "--hands", "12", "--seed", seed, "--rare").stdout
        for seed in ("1", "1", "2")
    )
    assert first == again != other


def test_players_and_options_may_be_chosen() -> None:
    options = ["--option", "deck=48", "--option", "challenge=false", "--option", "honours_to=holder"]
    asked = ["simulate", "--rules", "knauer-2008", "--hands", "3", "--seed", "1", "--players", "4", *options]
    hands = objects(gleek(*asked).stdout)
    assert {len(hand["players"]) for hand in hands} == {4}
    assert hands[0]["rules"] == {
        "preset": "knauer-2008",
        "options": {"deck": 48, "challenge": False, "honours_to": "holder"},
    }


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["--rules", "hoyle"], "--rules: expected one of cotgrave-1662,"),
        (["--rules", "parlett", "--players", "4"], "--players: parlett is for 3 players, not 4"),
        (["--rules", "parlett", "--players", "0"], "--players: parlett is for 3 players, not 0"),
        (["--rules", "parlett", "--option", "tidy=off"], "--option tidy: no such option"),
        (["--rules", "parlett", "--option", "unvied=carry_pot"], "--option unvied: carry_pot needs"),
        (["--rules", "parlett", "--option", "challenge=yes"], "--option challenge: expected false or true"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_with_the_reason(asked: list[str], complaint: str) -> None:
    ended = gleek("simulate", "--hands", "1", "--seed", "1", *asked)
    assert ended.returncode == 2
    assert ended.stdout == b""
    assert [line.startswith(f"gleek-replay: {complaint}") for line in complaints(ended)] == [True]


@pytest.mark.parametrize(
    "asked",
    [["--hands", "many"], ["--hands", "-1"], ["--hands", "0"], ["--seed", "x"], ["--option", "challenge"]],
)
def test_words_that_mean_nothing_are_refused_with_the_usage(asked: list[str]) -> None:
    ended = gleek("simulate", "--rules", "parlett", "--hands", "1", "--seed", "1", *asked)
    assert ended.returncode == 2
    assert complaints(ended)[0].startswith("usage: gleek-replay simulate")
