"""Each field of a record that is not what it should be is named with its place and with what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from tests.records.written import EXAMPLES, GONE, example, faults, faults_after

ID = "expected an id of 1 to 64 letters A-Z a-z, digits and ._:@+- that begins with a letter or digit"
REQUIRED = "this field is required"
NAME = "expected a string of 1 to 80 characters"
LONG = "x" * 81

CHANGES: list[tuple[str, object, str, str]] = [
    ("/format", "gleek-hand/2", "/format", 'expected "gleek-hand/1"; found "gleek-hand/2"'),
    ("/format", "Gleek-Hand/1", "/format", 'expected "gleek-hand/1"; found "Gleek-Hand/1"'),
    ("/format", ["gleek-hand/1"], "/format", 'expected "gleek-hand/1"; found ["gleek-hand/1"]'),
    ("/format", None, "/format", 'expected "gleek-hand/1"; found null'),
    ("/hand_id", "", "/hand_id", f'{ID}; found ""'),
    ("/hand_id", "two words", "/hand_id", f'{ID}; found "two words"'),
    ("/hand_id", "-begins", "/hand_id", f'{ID}; found "-begins"'),
    ("/hand_id", "a/b", "/hand_id", f'{ID}; found "a/b"'),
    ("/hand_id", "ann\n", "/hand_id", f'{ID}; found "ann\\n"'),
    ("/hand_id", "zoë", "/hand_id", f'{ID}; found "zoë"'),
    ("/hand_id", "٣", "/hand_id", f'{ID}; found "٣"'),
    ("/hand_id", "nul\0", "/hand_id", f'{ID}; found "nul\\u0000"'),
    ("/hand_id", "x" * 65, "/hand_id", ID),
    ("/hand_id", 7, "/hand_id", f"{ID}; found 7"),
    ("/hand_id", None, "/hand_id", f"{ID}; found null"),
    ("/client", "tabletop", "/client", 'expected an object with name, version; found "tabletop"'),
    ("/client", {}, "/client/name", REQUIRED),
    ("/client/name", "", "/client/name", f'{NAME}; found ""'),
    ("/client/name", LONG, "/client/name", f"{NAME}; found 81 characters: "),
    ("/client/name", None, "/client/name", f"{NAME}; found null"),
    ("/client/version", 2.3, "/client/version", f"{NAME}; found 2.3"),
    ("/client/os", "none", "/client/os", "no such field here; expected only name, version"),
    ("/session", [], "/session", "expected an object with id, hand; found []"),
    ("/session", {"id": "evening"}, "/session/hand", REQUIRED),
    ("/session", {"hand": 7}, "/session/id", REQUIRED),
    ("/session", {"id": "", "hand": 7}, "/session/id", f'{ID}; found ""'),
    ("/session", {"id": "evening", "hand": 0}, "/session/hand", "expected a whole number from 1 to"),
    ("/session", {"id": "evening", "hand": True}, "/session/hand", "found true"),
    ("/session", {"id": "evening", "hand": 7.0}, "/session/hand", "found 7.0"),
    ("/session", {"id": "evening", "hand": "7"}, "/session/hand", 'found "7"'),
    ("/session", {"id": "evening", "hand": 1, "of": 9}, "/session/of", "no such field here"),
    (
        "/stake",
        "pound",
        "/stake",
        "expected one of farthing, halfpenny, penny, twopence, threepence, groat, ",
    ),
    ("/stake", "Penny", "/stake", 'found "Penny"'),
    ("/stake", 1, "/stake", "found 1"),
    ("/stake", None, "/stake", "found null"),
    ("/stake", ["penny"], "/stake", 'found ["penny"]'),
    ("/carried", [], "/carried", "expected an object with ruff_multiplier, ruff_pot, pot; found []"),
    (
        "/carried/ruff_multiplier",
        3,
        "/carried/ruff_multiplier",
        "expected a power of two from 1 to 1,048,576",
    ),
    ("/carried/ruff_multiplier", 0, "/carried/ruff_multiplier", "found 0"),
    ("/carried/ruff_multiplier", -2, "/carried/ruff_multiplier", "found -2"),
    ("/carried/ruff_multiplier", 2 << 20, "/carried/ruff_multiplier", "found 2097152"),
    ("/carried/ruff_multiplier", 2.0, "/carried/ruff_multiplier", "found 2.0"),
    ("/carried/ruff_multiplier", True, "/carried/ruff_multiplier", "found true"),
    ("/carried/ruff_pot", -1, "/carried/ruff_pot", "expected a whole number from 0 to 100,000,000; found -1"),
    ("/carried/pot", 100_000_001, "/carried/pot", "expected a whole number from -100,000,000 to 100,000,000"),
    ("/carried/pot", -100_000_001, "/carried/pot", "found -100000001"),
    (
        "/carried/purse",
        0,
        "/carried/purse",
        "no such field here; expected only ruff_multiplier, ruff_pot, pot",
    ),
    ("/notes", "x" * 4001, "/notes", "expected a string of at most 4,000 characters; found 4,001 characters"),
    ("/notes", None, "/notes", "expected a string of at most 4,000 characters; found null"),
    ("/extensions", [], "/extensions", "expected an object; found []"),
    ("/extensions", None, "/extensions", "expected an object; found null"),
    ("/result", [4, 2, -6], "/result", "expected an object by player; found [4,2,-6]"),
    (
        "/result/bess",
        2.5,
        "/result/bess",
        "expected a whole number from -100,000,000 to 100,000,000; found 2.5",
    ),
    ("/result/bess", False, "/result/bess", "found false"),
    ("/result/bess", "12", "/result/bess", 'found "12"'),
    ("/payments", {}, "/payments", "expected an array of payments; found {}"),
    ("/payments", None, "/payments", "expected an array of payments; found null"),
    ("/payments/1", 16, "/payments/1", "expected an object with from, to, amount, for; found 16"),
    (
        "/payments/1/amount",
        -1,
        "/payments/1/amount",
        "expected a whole number from 0 to 100,000,000; found -1",
    ),
    ("/payments/1/amount", 100_000_001, "/payments/1/amount", "found 100000001"),
    ("/payments/1/amount", 16.0, "/payments/1/amount", "found 16.0"),
    ("/payments/1/amount", True, "/payments/1/amount", "found true"),
    (
        "/payments/1/for",
        "rough",
        "/payments/1/for",
        "expected one of turn_up, stock, ruff, gleek, mournival, ",
    ),
    ("/payments/1/for", ["ruff"], "/payments/1/for", 'found ["ruff"]'),
    ("/payments/1/from", None, "/payments/1/from", f"{ID}; found null"),
    ("/payments/1/to", {}, "/payments/1/to", f"{ID}; found {{}}"),
    ("/payments/1/why", "", "/payments/1/why", "no such field here; expected only from, to, amount, for"),
    ("/payments/1/amount", GONE, "/payments/1/amount", REQUIRED),
    ("/payments/1/from", GONE, "/payments/1/from", REQUIRED),
    ("/winner", "bess", "/winner", "no such field"),
    ("/Notes", "", "/Notes", "no such field"),
    ("/", 1, "/", "no such field"),
    ("/_schema", 1, "/_schema", "no such field"),
    ("/client/_schema", 1, "/client/_schema", "no such field here"),
    ("/a~1b~0c", 1, "/a~1b~0c", "no such field"),
    ("/client/~01", 1, "/client/~01", "no such field here"),
]


@pytest.mark.parametrize(("place", "value", "pointer", "message"), CHANGES)
def test_a_field_that_is_not_what_it_should_be_is_named(
    place: str, value: object, pointer: str, message: str
) -> None:
    found = faults_after({place: value})
    assert list(found) == [pointer]
    [said] = found[pointer]
    assert message in said


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_well_formed(name: str) -> None:
    assert faults(example(name)) == {}


@pytest.mark.parametrize("field", ["format", "hand_id", "client", "played_at", "dealer", "deal", "actions"])
def test_a_required_field_that_is_missing_is_named(field: str) -> None:
    assert faults_after({f"/{field}": GONE}) == {f"/{field}": [REQUIRED]}


@pytest.mark.parametrize("field", ["rules", "players"])
def test_without_rules_or_players_the_rest_is_judged_no_further_than_it_can_be(field: str) -> None:
    assert faults_after({f"/{field}": GONE}) == {f"/{field}": [REQUIRED]}


def test_an_empty_object_lacks_every_required_field() -> None:
    required = ["actions", "client", "deal", "dealer", "format", "hand_id", "played_at", "players", "rules"]
    assert faults({}) == {f"/{field}": [REQUIRED] for field in required}


OPTIONAL: dict[str, Any] = {
    "session": {"id": "evening.1", "hand": 1_000_000},
    "stake": "crown",
    "lift": [],
    "carried": {},
    "payments": [],
    "result": {},
    "notes": "",
    "extensions": {"of": {"any": [None, 1.5, True, "", {}]}, "": 0},
}


@pytest.mark.parametrize("field", OPTIONAL)
def test_an_optional_field_may_be_missing_or_empty(field: str) -> None:
    without = example()
    without.pop(field, None)
    assert faults(without) == {}
    assert faults(without | {field: OPTIONAL[field]}) == {}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("/hand_id", "x" * 64),
        ("/hand_id", "A._:@+-9"),
        ("/hand_id", "pot"),
        ("/client/name", "x" * 80),
        ("/client/name", "𝕲" * 80),
        ("/client/name", " "),
        ("/client/name", "nul\0"),
        ("/notes", "é" * 4000),
        ("/carried", {"ruff_multiplier": 1 << 20, "ruff_pot": 100_000_000, "pot": -100_000_000}),
        ("/payments/1/amount", 0),
        ("/payments/1/amount", 100_000_000),
        ("/result/bess", -100_000_000),
        ("/rules", {"preset": "parlett", "options": {}}),
        ("/rules", {"preset": "parlett"}),
    ],
)
def test_what_the_format_allows_to_its_very_edge_is_well_formed(place: str, value: object) -> None:
    assert faults_after({place: value}) == {}
