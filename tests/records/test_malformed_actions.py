"""Actions: each is a player, a verb and what the verb takes."""

from __future__ import annotations

import pytest

from tests.records.written import faults_after

ACTION = "expected an action: [player, verb, argument …]; found "
VERBS = (
    "expected a verb: one of bid, pass, discard, vie, see, revie, stand, gleek, mournival, tiddy, towser, "
    "tumbler, challenge, play; found "
)
BID = "expected a whole number from 1 to 1,000,000; found "
RANK = "expected one of the ranks A, K, Q, J; found "
DISCARD = "expected cards apart by single spaces, such as AS TH, or only their number; found "
CHALLENGE = "expected a player, gleek or mournival, and a rank after challenge; found "

MALFORMED: list[tuple[object, str]] = [
    (None, f"{ACTION}null"),
    ("bess pass", f'{ACTION}"bess pass"'),
    ({"bess": "pass"}, f'{ACTION}{{"bess":"pass"}}'),
    ([], f"{ACTION}[]"),
    (["bess"], f'{ACTION}["bess"]'),
    (["bess", "fold"], f'{VERBS}"fold"'),
    (["bess", "Pass"], f'{VERBS}"Pass"'),
    (["bess", ""], f'{VERBS}""'),
    (["bess", None], f"{VERBS}null"),
    (["bess", ["pass"]], f'{VERBS}["pass"]'),
    (["bess", {}, 1], f"{VERBS}{{}}"),
    (["bess", "out_of_turn"], f'{VERBS}"out_of_turn"'),
    *(
        (["bess", verb, None], f"expected nothing after {verb}; found [null]")
        for verb in ("pass", "vie", "see", "revie", "stand", "tiddy", "towser", "tumbler")
    ),
    *(
        (["bess", verb], f"expected one argument after {verb}; found []")
        for verb in ("bid", "discard", "gleek", "mournival", "play")
    ),
    (["bess", "bid", 12, 13], "expected one argument after bid; found [12,13]"),
    (["bess", "play", "AS", "KS"], 'expected one argument after play; found ["AS","KS"]'),
    (["bess", "discard", "AS", "KS"], 'expected one argument after discard; found ["AS","KS"]'),
    (["bess", "bid", 0], f"{BID}0"),
    (["bess", "bid", -12], f"{BID}-12"),
    (["bess", "bid", 1_000_001], f"{BID}1000001"),
    (["bess", "bid", 12.0], f"{BID}12.0"),
    (["bess", "bid", "12"], f'{BID}"12"'),
    (["bess", "bid", True], f"{BID}true"),
    (["bess", "bid", None], f"{BID}null"),
    (["bess", "bid", [12]], f"{BID}[12]"),
    (["bess", "gleek", "T"], f'{RANK}"T"'),
    (["bess", "gleek", "AS"], f'{RANK}"AS"'),
    (["bess", "gleek", "a"], f'{RANK}"a"'),
    (["bess", "gleek", ""], f'{RANK}""'),
    (["bess", "mournival", 4], f"{RANK}4"),
    (["bess", "mournival", ["A"]], f'{RANK}["A"]'),
    (["bess", "mournival", {}], f"{RANK}{{}}"),
    (["bess", "discard", None], f"{DISCARD}null"),
    (["bess", "discard", True], f"{DISCARD}true"),
    (["bess", "discard", 7.0], f"{DISCARD}7.0"),
    (["bess", "discard", ["AS"]], f'{DISCARD}["AS"]'),
    (["bess", "discard", -1], "expected a whole number from 0 to 52; found -1"),
    (["bess", "discard", 53], "expected a whole number from 0 to 52; found 53"),
    (
        ["bess", "discard", ""],
        'expected a string of cards apart by single spaces, such as AS TH; found ""',
    ),
    (["bess", "challenge"], f"{CHALLENGE}[]"),
    (["bess", "challenge", "pru"], f'{CHALLENGE}["pru"]'),
    (["bess", "challenge", "pru", "gleek"], f'{CHALLENGE}["pru","gleek"]'),
    (["bess", "challenge", "pru", "gleek", "A", 1], f'{CHALLENGE}["pru","gleek","A",1]'),
    (["bess", "challenge", "pru", "tiddy", "A"], 'expected gleek or mournival; found "tiddy"'),
    (["bess", "challenge", "pru", None, "A"], "expected gleek or mournival; found null"),
    (["bess", "challenge", "pru", ["gleek"], "A"], 'expected gleek or mournival; found ["gleek"]'),
    (["bess", "challenge", "pru", "gleek", "T"], f'{RANK}"T"'),
    (["bess", "challenge", "pru", "gleek", []], f"{RANK}[]"),
]


@pytest.mark.parametrize(("action", "message"), MALFORMED)
def test_a_malformed_action_is_told_by_its_index(action: object, message: str) -> None:
    assert faults_after({"/actions/3": action}) == {"/actions/3": [message]}


@pytest.mark.parametrize("actions", [None, {}, "pass", 0])
def test_actions_are_an_array(actions: object) -> None:
    [said] = faults_after({"/actions": actions})["/actions"]
    assert said.startswith("expected an array of actions; found ")


def test_an_action_tells_all_that_is_wrong_with_it() -> None:
    nobody = 'expected one of the players bess, pru, geraldine; found "nobody"'
    strange = nobody.replace("nobody", "stranger")
    found = faults_after(
        {
            "/actions/0": ["nobody", "bid", 0],
            "/actions/1": ["nobody", "fold"],
            "/actions/2": ["nobody", "challenge", "stranger", "tiddy", "T"],
        }
    )
    assert found["/actions/0"] == [f"{BID}0", nobody]
    assert found["/actions/1"] == [f'{VERBS}"fold"', nobody]
    kind, rank = 'expected gleek or mournival; found "tiddy"', f'{RANK}"T"'
    assert found["/actions/2"] == [kind, rank, nobody, strange]


def test_every_malformed_action_is_told() -> None:
    found = faults_after({"/actions": [["bess"], ["bess", "pass"], 5] * 7})
    assert list(found) == [f"/actions/{index}" for index in range(21) if index % 3 != 1]


@pytest.mark.parametrize(
    "action",
    [
        ["bess", "bid", 1],
        ["bess", "bid", 1_000_000],
        ["bess", "discard", 0],
        ["bess", "discard", 52],
        ["bess", "discard", "AS"],
        ["bess", "challenge", "bess", "mournival", "J"],
        ["bess", "stand"],
        ["bess", "tumbler"],
    ],
)
def test_an_action_that_only_the_rules_forbid_is_well_formed(action: list[object]) -> None:
    assert faults_after({"/actions": [action]}) == {}


def test_a_record_may_end_before_anything_is_done() -> None:
    assert faults_after({"/actions": []}) == {}
