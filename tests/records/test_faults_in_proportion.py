"""However much is wrong with a record, a thousand faults are named, and none of them takes much to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import orjson
import pytest

from gleek_replay.records import LARGEST_RECORD, Fault, MalformedRecord, read_record
from gleek_replay.records.faults import MOST_FAULTS
from tests.records.written import changed, faults_in

PLAIN = orjson.dumps(changed({}))
LONG = "x" * 5000


def filled(place: str, make: Callable[[int], Any], count: int, **changes: Any) -> bytes:
    """A record with so many of something at a place."""
    raw = orjson.dumps(changed({place: make(count)}) | changes)
    assert len(raw) <= LARGEST_RECORD
    return raw


def faults_of(raw: bytes) -> tuple[Fault, ...]:
    """All faults of a record that has some."""
    with pytest.raises(MalformedRecord) as raised:
        read_record(raw)
    return raised.value.faults


def size(fault: Fault) -> int:
    """How many bytes a fault takes to say."""
    return len(fault.pointer.encode()) + len(fault.message.encode())


def crowd(count: int, name: str = "player-{}") -> list[dict[str, str]]:
    """So many players."""
    return [{"id": name.format(number)} for number in range(count)]


RUBBISH = {
    "actions by nobody": (filled("/actions", lambda n: [["", "pass"]] * n, 4000), 4000),
    "actions by nobody among many": (
        filled("/actions", lambda n: [["", "pass"]] * n, 1500, players=crowd(1500)), 1500,
    ),
    "actions by nobody among long ids": (
        filled("/actions", lambda n: [["", "pass"]] * n, 3000, players=crowd(3, LONG + "{}")), 3000,
    ),
    "options": (
        filled("/rules", lambda n: {"preset": "parlett", "options": {str(i): 1 for i in range(n)}}, 4000),
        4000,
    ),
    "hands of nobody": (filled("/deal/hands", lambda n: {str(i): "AS" for i in range(n)}, 3000), 3000),
    "payments": (filled("/payments", lambda n: [{}] * n, 15_000), 60_000),
    "players of one id": (filled("/players", lambda n: [{"id": "a"}] * n, 4000), 3999),
    "long keys": (filled("/deal/hands", lambda n: {f"{LONG}{i}": "AS" for i in range(n)}, 9), 1),
    "keys twice under a long one": (
        b'{"' + LONG.encode() + b'":{' + b",".join(b'"%d":1,"%d":1' % (i, i) for i in range(3000)) + b"}}",
        3000,
    ),
    "keys twice, nested deeply": (
        b'{"x":' + b"[" * 900 + b'{"a":1,"a":1,"b":1,"b":1}' + b"]" * 900 + b"}", 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "least"), RUBBISH.values(), ids=RUBBISH)
def test_the_faults_of_rubbish_are_named_and_short(raw: bytes, least: int) -> None:
    found = faults_of(raw)
    assert len(found) >= min(least, MOST_FAULTS + 1)
    assert max(map(size, found)) <= 640
    assert sum(map(size, found)) <= 64 * len(raw)


MORE: Final = Fault("", "there are more faults than these 1,000")


@pytest.mark.parametrize("kind", [kind for kind, (_, least) in RUBBISH.items() if least > MOST_FAULTS])
def test_of_more_than_a_thousand_faults_the_first_are_listed_and_one_that_says_so(kind: str) -> None:
    found = faults_of(RUBBISH[kind][0])
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == MORE
    assert MORE not in found[:-1]


def test_a_thousand_faults_are_listed_whole() -> None:
    assert len(faults_of(filled("/actions", lambda n: [["", "pass"]] * n, MOST_FAULTS))) == MOST_FAULTS


@pytest.mark.parametrize(
    ("place", "make"),
    [
        ("/actions", lambda n: [0] * n),
        ("/actions", lambda n: [["", "pass"]] * n),
        ("/payments", lambda n: [0] * n),
        ("/payments", lambda n: [{"from": "a", "to": "a", "amount": 0, "for": "ruff"}] * n),
        ("/lift", lambda n: [0] * n),
        ("/lift", lambda n: [{str(number): "AS" for number in range(n)}]),
        ("/result", lambda n: {str(number): 0 for number in range(n)}),
        ("/result", lambda n: {str(number): "" for number in range(n)}),
        ("/session", lambda n: {str(number): 0 for number in range(n)}),
        ("/players", lambda n: [0] * n),
        ("/rules", lambda n: {"preset": "parlett", "options": {str(number): 0 for number in range(n)}}),
    ],
)
def test_what_comes_first_is_listed_of_whatever_there_is_too_much(
    place: str, make: Callable[[int], Any]
) -> None:
    many, more = (faults_of(filled(place, make, count)) for count in (MOST_FAULTS + 1, MOST_FAULTS + 300))
    assert [fault.pointer for fault in many] == [fault.pointer for fault in more]
    assert many[-1] == MORE
    assert sum(fault.pointer.startswith(place) for fault in many) >= MOST_FAULTS - 10


def test_of_too_many_fields_that_there_are_none_of_a_thousand_are_listed() -> None:
    found = faults_of(orjson.dumps(changed({}) | {f"x{number}": 0 for number in range(6000)}))
    assert found[-1] == MORE
    assert {fault.message for fault in found[:-1]} == {"no such field"}
    assert len(found) == MOST_FAULTS + 1


def test_what_is_wrong_with_a_crowd_of_players_is_told_without_their_names() -> None:
    found = faults_in(filled("/actions", lambda n: [["", "pass"]] * n, 1, players=crowd(1500)))
    assert found["/actions/0"] == ['expected one of the 1,500 players; found ""']
    assert found["/dealer"] == ['expected one of the 1,500 players; found "bess"']


def test_a_key_too_long_for_any_is_cut_short_in_the_pointer() -> None:
    found = faults_in(orjson.dumps(changed({f"/{LONG}": 1})))
    assert found == {f"/{'x' * 63}…": ["no such field"]}
    found = faults_in(orjson.dumps(changed({f"/deal/hands/{LONG}": "AS"})))
    assert [pointer for pointer in found if "x" in pointer] == [f"/deal/hands/{'x' * 63}…"]


def test_a_key_that_stands_twice_too_deep_to_be_told_has_the_place_around_it() -> None:
    raw = PLAIN[:-1] + b',"extensions":{"a":' + b"[" * 300 + b'{"a":1,"a":2}' + b"]" * 300 + b"}}"
    [pointer] = faults_in(raw)
    assert pointer.startswith("/extensions/a/0/0/0")
    assert pointer.endswith("/0/…")


def test_the_exception_says_the_first_faults_and_how_many_more_there_are() -> None:
    with pytest.raises(MalformedRecord) as raised:
        read_record(filled("/payments", lambda n: [{}] * n, 200))
    assert str(raised.value).startswith("/payments/0/amount: this field is required; /payments/0/for: ")
    assert str(raised.value).endswith("; and 792 more")
