"""The published examples: what each audit must say of its hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.histories import audited

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = sorted(path.name.removesuffix(".hand.json") for path in EXAMPLES.glob("*.hand.json"))


def read(name: str, kind: str) -> Any:
    return json.loads((EXAMPLES / f"{name}.{kind}.json").read_text(encoding="utf-8"))


def differing(expected: Any, found: Any, place: str = "") -> list[str]:
    """The places where an expected part is not found with the value expected."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            fault
            for key, value in expected.items()
            for fault in differing(value, found.get(key, f"no {key}"), f"{place}/{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [fault for index, (one, other) in pairs for fault in differing(one, other, f"{place}/{index}")]
    return [] if expected == found else [f"{place}: expected {expected}, found {found}"]


def test_there_are_examples_of_every_preset_and_of_every_verdict() -> None:
    assert len(NAMES) == 14
    assert {read(name, "audit")["verdict"] for name in NAMES} == {
        "clean", "irregular", "misreported", "unplayable",
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_audit_of_an_example_says_what_is_expected(name: str) -> None:
    expected, document = read(name, "audit"), audited(read(name, "hand")).document
    assert differing(expected, document) == []
    assert expected["due"]["by_reason"] == document["due"]["by_reason"]
    assert expected["due"]["net"] == document["due"]["net"]


def test_a_missing_or_different_value_of_an_example_would_be_seen() -> None:
    assert differing({"a": [1, {"b": None}]}, {"a": [1, {"b": 2}]}) == ["/a/1/b: expected None, found 2"]
    assert differing({"a": [1]}, {"a": [1, 2]}) == ["/a: expected [1], found [1, 2]"]
    assert differing({"a": None}, {}) == ["/a: expected None, found no a"]
