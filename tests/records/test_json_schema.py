"""What each field says of itself as JSON Schema: it admits every record, and refuses what it can tell."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gleek_replay.engine import LAYOUTS, PRESETS
from gleek_replay.records import HandHistorySchema
from gleek_replay.records.fields import ReaderField
from tests.records.written import EXAMPLES, GONE, changed, example, faults

FIELDS = HandHistorySchema().fields


@cache
def validator() -> Draft202012Validator:
    """One schema of all the fields, as a published one is put together."""
    properties: dict[str, Any] = {}
    for name, field in FIELDS.items():
        assert isinstance(field, ReaderField)
        properties[name] = field.json_schema()
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "required": [name for name, field in FIELDS.items() if field.required],
        "additionalProperties": False,
    }
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def places_refused(document: object) -> set[str]:
    """The fields that the schema refuses, and ``""`` for the whole."""
    return {
        str(error.absolute_path[0]) if error.absolute_path else ""
        for error in validator().iter_errors(document)
    }


def test_every_field_says_in_words_what_it_is() -> None:
    assert [name for name, field in FIELDS.items() if not field.metadata.get("description")] == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_schema_admits_every_example(name: str) -> None:
    assert places_refused(example(name)) == set()


ADMITTED: list[dict[str, object]] = [
    {"/rules": {"preset": preset, "options": dict(rules.options())}} for preset, rules in PRESETS.items()
]
ADMITTED += [
    {"/session": {"id": "a.b", "hand": 1}},
    {"/played_at": "2026-11-20T19:42:10.123456789-05:30"},
    {"/carried": {}},
    {"/carried": {"ruff_multiplier": 1 << 20}},
    {"/lift": [{"bess": "4S"}, {}]},
    {"/deal": {"turn_up": "7C"}},
    {"/actions/-": ["bess", "challenge", "pru", "mournival", "J"]},
    {"/actions/4": ["bess", "discard", 7]},
    {"/actions/-": ["bess", "stand"]},
    {"/payments": [], "/result": {}, "/notes": "", "/extensions": {"a": [None, {}]}},
    {"/client": {"name": "𝕲" * 80}},
]


@pytest.mark.parametrize("changes", ADMITTED)
def test_the_schema_admits_what_is_well_formed(changes: Mapping[str, object]) -> None:
    document = changed(changes)
    assert faults(document) == {}
    assert places_refused(document) == set()


REFUSED: list[tuple[dict[str, object], str]] = [
    ({"/format": "gleek-hand/2"}, "format"),
    ({"/format": GONE}, ""),
    ({"/dealer": GONE}, ""),
    ({"/winner": "bess"}, ""),
    ({"/hand_id": "a b"}, "hand_id"),
    ({"/hand_id": "x" * 65}, "hand_id"),
    ({"/hand_id": None}, "hand_id"),
    ({"/client": {}}, "client"),
    ({"/client/name": ""}, "client"),
    ({"/client/name": "x" * 81}, "client"),
    ({"/client/os": "none"}, "client"),
    ({"/session": {"id": "x"}}, "session"),
    ({"/session": {"id": "x", "hand": 0}}, "session"),
    ({"/session": {"id": "x", "hand": True}}, "session"),
    ({"/played_at": "2026-11-20"}, "played_at"),
    ({"/played_at": "2026-11-20T19:42:10"}, "played_at"),
    ({"/played_at": "2026-02-30T19:42:10Z"}, "played_at"),
    ({"/stake": "pound"}, "stake"),
    ({"/rules": "Parlett"}, "rules"),
    ({"/rules": {"preset": "parlett", "options": {"tidy": 1}}}, "rules"),
    ({"/rules": {"preset": "parlett", "options": {"tiddy": "x"}}}, "rules"),
    ({"/rules": {"preset": "parlett", "options": {"ruff_stake": 0}}}, "rules"),
    ({"/rules": {"preset": "parlett", "options": {"challenge": 1}}}, "rules"),
    ({"/rules": {"options": {}}}, "rules"),
    ({"/players": [{"id": "bess"}]}, "players"),
    ({"/players": [{"id": f"p{number}"} for number in range(7)]}, "players"),
    ({"/players/1/id": "pot"}, "players"),
    ({"/players/1/name": ""}, "players"),
    ({"/dealer": "ruff_pot"}, "dealer"),
    ({"/lift": {}}, "lift"),
    ({"/lift": [{"bess": "10S"}]}, "lift"),
    ({"/lift": [{"pot": "4S"}]}, "lift"),
    ({"/carried/ruff_multiplier": 3}, "carried"),
    ({"/carried/ruff_pot": -1}, "carried"),
    ({"/carried/x": 1}, "carried"),
    ({"/deal/turn_up": GONE}, "deal"),
    ({"/deal/turn_up": "7X"}, "deal"),
    ({"/deal/stock": "5D  TH"}, "deal"),
    ({"/deal/stock": ""}, "deal"),
    ({"/deal/hands/a b": "5D"}, "deal"),
    ({"/deal/hands/pot": "5D"}, "deal"),
    ({"/actions/-": []}, "actions"),
    ({"/actions/-": ["bess"]}, "actions"),
    ({"/actions/-": ["bess", "fold"]}, "actions"),
    ({"/actions/-": ["bess", "pass", 1]}, "actions"),
    ({"/actions/-": ["bess", "bid"]}, "actions"),
    ({"/actions/-": ["bess", "bid", 0]}, "actions"),
    ({"/actions/-": ["bess", "bid", 12, 13]}, "actions"),
    ({"/actions/-": ["bess", "play", "1S"]}, "actions"),
    ({"/actions/-": ["bess", "gleek", "T"]}, "actions"),
    ({"/actions/-": ["bess", "discard", -1]}, "actions"),
    ({"/actions/-": ["bess", "challenge", "pru", "tiddy", "A"]}, "actions"),
    ({"/actions/-": ["pot", "pass"]}, "actions"),
    ({"/payments/0": {}}, "payments"),
    ({"/payments/0/for": "rough"}, "payments"),
    ({"/payments/0/amount": -1}, "payments"),
    ({"/payments/0/why": ""}, "payments"),
    ({"/result/bess": 1.5}, "result"),
    ({"/result/pot": 1}, "result"),
    ({"/notes": "x" * 4001}, "notes"),
    ({"/extensions": []}, "extensions"),
]


@pytest.mark.parametrize(("changes", "field"), REFUSED)
def test_the_schema_refuses_what_it_can_tell(changes: Mapping[str, object], field: str) -> None:
    document = changed(changes)
    assert faults(document) != {}
    assert places_refused(document) == {field}


def test_the_schema_knows_how_many_may_play() -> None:
    field = FIELDS["players"]
    assert isinstance(field, ReaderField)
    schema = field.json_schema()
    numbers = [number for number, _ in LAYOUTS]
    assert (schema["minItems"], schema["maxItems"]) == (min(numbers), max(numbers))
