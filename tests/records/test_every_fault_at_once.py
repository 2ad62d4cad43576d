"""A record that has many faults tells them all at once, in whatever order its fields stand."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from gleek_replay.records import Fault, MalformedRecord, pointer, read_record
from tests.records.written import GONE, changed, example, faults, faults_in

BESS = example()["deal"]["hands"]["bess"]
APART: dict[str, tuple[object, str]] = {
    "/format": ("gleek-hand/2", "/format"),
    "/hand_id": ("a b", "/hand_id"),
    "/client/version": (2, "/client/version"),
    "/session": ({"id": "x"}, "/session/hand"),
    "/played_at": ("yesterday", "/played_at"),
    "/stake": ("guinea", "/stake"),
    "/rules": ({"preset": "parlett", "options": {"tiddy": "maybe"}}, "/rules/options/tiddy"),
    "/players/0/name": ("", "/players/0/name"),
    "/dealer": ("nobody", "/dealer"),
    "/lift": ([{"bess": "2S"}], "/lift/0/bess"),
    "/carried/ruff_pot": (-1, "/carried/ruff_pot"),
    "/deal/hands/bess": (BESS[3:], "/deal/hands/bess"),
    "/deal/turn_up": ("7X", "/deal/turn_up"),
    "/deal/stock": ("5D TH 6H JH 4D 9D AH", "/deal/stock"),
    "/actions/0": (["nobody", "bid", 12], "/actions/0"),
    "/actions/5": (["pru", "play", "3S"], "/actions/5"),
    "/actions/9": (["bess", "gleek", "T"], "/actions/9"),
    "/payments/0/amount": (-5, "/payments/0/amount"),
    "/payments/1/from": ("nobody", "/payments/1/from"),
    "/result/nobody": (0, "/result/nobody"),
    "/notes": (None, "/notes"),
    "/extensions": ([], "/extensions"),
    "/what": ("else", "/what"),
}
CHANGES = {place: value for place, (value, _) in APART.items()}
POINTERS = {found for _, found in APART.values()}


def test_one_fault_in_every_part_is_told_for_every_part() -> None:
    assert set(faults(changed(CHANGES))) == POINTERS


@pytest.mark.parametrize("left_out", APART)
def test_no_fault_depends_on_another(left_out: str) -> None:
    rest = {place: value for place, value in CHANGES.items() if place != left_out}
    assert set(faults(changed(rest))) == POINTERS - {APART[left_out][1]}


@pytest.mark.parametrize("seed", range(20))
def test_any_two_faults_are_told_together_with_the_same_words(seed: int) -> None:
    two = random.Random(seed).sample(list(APART), 2)
    apart: dict[str, list[str]] = {}
    for place in two:
        apart |= faults(changed({place: CHANGES[place]}))
    assert faults(changed({place: CHANGES[place] for place in two})) == apart


def shuffled(value: Any, chance: random.Random) -> Any:
    """The same value with the members of its objects in another order."""
    if isinstance(value, dict):
        members = [(key, shuffled(member, chance)) for key, member in value.items()]
        return dict(chance.sample(members, len(members)))
    return [shuffled(member, chance) for member in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_fields_changes_neither_the_faults_nor_their_order(seed: int) -> None:
    document = changed(CHANGES)
    other = orjson.dumps(shuffled(document, random.Random(seed)))
    assert list(faults_in(other).items()) == list(faults(document).items())


def test_faults_are_told_in_the_order_of_the_format_and_array_entries_by_number() -> None:
    found = faults(changed({"/actions": [["bess"]] * 12, "/dealer": 5, "/zzz": 1, "/aaa": 1, "/format": 1}))
    assert list(found) == [
        "/format",
        "/dealer",
        *(f"/actions/{index}" for index in range(12)),
        "/aaa",
        "/zzz",
    ]


def test_the_exception_names_every_fault() -> None:
    with pytest.raises(MalformedRecord) as caught:
        read_record(orjson.dumps(changed({"/dealer": GONE, "/stake": 1})))
    stake, dealer = caught.value.faults
    assert dealer == Fault("/dealer", "this field is required")
    assert stake.pointer == "/stake"
    assert str(caught.value) == f"/stake: {stake.message}; /dealer: {dealer.message}"


def test_a_fault_of_the_whole_is_named_so() -> None:
    with pytest.raises(MalformedRecord, match=r"^record: expected an object, one hand history; found 5$"):
        read_record(b"5")


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ((), ""),
        (("",), "/"),
        ((0, "a"), "/0/a"),
        (("a/b", "~"), "/a~1b/~0"),
        (("~1",), "/~01"),
        (('"',), '/"'),
    ],
)
def test_a_pointer_is_written_as_rfc_6901_says(steps: tuple[str | int, ...], text: str) -> None:
    assert pointer(*steps) == text
