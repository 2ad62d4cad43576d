"""Whatever comes in, reading gives a record or its faults, and never another exception."""

from __future__ import annotations

import copy
import json
from typing import Any

import orjson
from hypothesis import example as for_example
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.engine.cards import CARD_BY_NAME
from gleek_replay.records import Fault, MalformedRecord, facts_digest, read_record
from tests.records.written import EXAMPLES, example, faults_in

WORDS = st.sampled_from(
    [
        "bess",
        "pot",
        "parlett",
        "knauer-2008",
        "play",
        "discard",
        "challenge",
        "gleek",
        "A",
        "carry_pot",
        "options",
    ]
)
CARDS = st.lists(st.sampled_from(sorted(CARD_BY_NAME)), max_size=14).map(" ".join)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS | CARDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5) | WORDS, inner, max_size=4)
    ),
    max_leaves=12,
)


def places(value: Any, *steps: str | int) -> list[tuple[str | int, ...]]:
    """The way to every value within a value."""
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [steps, *(place for step, member in members for place in places(member, *steps, step))]


@st.composite
def mutants(draw: st.DrawFn) -> Any:
    """An example with a few values in it replaced, taken out, doubled or moved."""
    document = example(draw(st.sampled_from(EXAMPLES)))
    for _ in range(draw(st.integers(1, 3))):
        place: Any = draw(st.sampled_from(places(document)[1:] or [("",)]))
        *way, last = place
        whole = document
        for step in way:
            whole = whole[step]
        steps = list(whole) if isinstance(whole, dict) else list(range(len(whole)))
        match draw(st.sampled_from(["replace", "remove", "double", "swap"])):
            case "remove" if last in steps:
                del whole[last]
            case "double" if isinstance(whole, list):
                whole.insert(draw(st.integers(0, len(whole))), copy.deepcopy(whole[last]))
            case "swap" if last in steps:
                other = draw(st.sampled_from(steps))
                whole[last], whole[other] = whole[other], whole[last]
            case _:
                whole[last] = draw(VALUES)
    return document


def points_into(document: Any, pointer: str) -> bool:
    """Whether a pointer leads to a value, or to where one is missing in an object."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for index, step in enumerate(steps):
        if isinstance(document, list):
            document = document[int(step)]
        elif step in document:
            document = document[step]
        else:
            return index == len(steps) - 1
    return True


def check(raw: bytes) -> None:
    """Read it; a record has facts, and faults are told once each, in words."""
    faults: tuple[Fault, ...] = ()
    try:
        facts_digest(read_record(raw))
    except MalformedRecord as malformed:
        faults = malformed.faults
    assert all(fault.message for fault in faults)
    assert len(set(faults)) == len(faults)
    assert bool(faults) == bool(faults_in(raw))


@given(mutants())
def test_a_record_changed_at_random_is_a_record_or_has_faults_in_it(document: Any) -> None:
    raw = json.dumps(document).encode()
    check(raw)
    if b"NaN" not in raw and b"Infinity" not in raw:
        assert all(points_into(document, pointer) for pointer in faults_in(raw))


@given(mutants())
def test_how_a_record_is_written_out_changes_no_fault(document: Any) -> None:
    compact = faults_in(json.dumps(document, separators=(",", ":")).encode())
    if "" not in compact:
        assert faults_in(json.dumps(document, ensure_ascii=False, indent=1).encode()) == compact


@given(VALUES)
def test_any_json_is_a_record_or_has_faults(value: Any) -> None:
    check(json.dumps(value).encode())


@given(st.binary())
@for_example(b"\xff" * 70_000)
@for_example(b'"' * 65_000)
@for_example(b"[" * 65_000)
@for_example(b"\\" * 65_000)
def test_any_bytes_are_a_record_or_have_faults(raw: bytes) -> None:
    check(raw)


@given(st.sampled_from(EXAMPLES), st.integers(0, 4000), st.integers(0, 4000), st.binary(max_size=6))
def test_a_record_cut_open_is_a_record_or_has_faults(
    name: str, start: int, length: int, put_in: bytes
) -> None:
    raw = orjson.dumps(example(name))
    start %= len(raw)
    check(raw[:start] + put_in + raw[start + length % 40 :])


@given(st.sampled_from(EXAMPLES), st.dictionaries(st.text(max_size=4), VALUES, max_size=3))
def test_extensions_are_kept_and_never_read(name: str, extensions: dict[str, Any]) -> None:
    plain = example(name)
    plain.pop("extensions", None)
    raw = json.dumps(plain | {"extensions": extensions}).encode()
    if b"NaN" not in raw and b"Infinity" not in raw:
        assert facts_digest(read_record(raw)) == facts_digest(read_record(orjson.dumps(plain)))


@given(st.lists(st.sampled_from(["a", "b", "", ":", '"', "\\", "é"]), max_size=6), st.booleans())
def test_a_key_is_told_to_stand_twice_exactly_where_it_does(keys: list[str], ascii_only: bool) -> None:
    inner = ", ".join(f"{json.dumps(key, ensure_ascii=ascii_only)} : {{}}" for key in keys)
    raw = orjson.dumps(example())[:-1] + b',"extensions":{' + inner.encode() + b"}}"
    told = {pointer.removeprefix("/extensions/") for pointer in faults_in(raw)}
    assert told == {key for key in keys if keys.count(key) > 1}
