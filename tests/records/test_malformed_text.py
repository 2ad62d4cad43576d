"""Bytes that are no record at all, and text in which a key stands twice."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest

from gleek_replay.records import LARGEST_RECORD
from tests.records.written import EXAMPLES, changed, example, faults, faults_in

TWICE = ["this key stands twice in one object"]
PLAIN = orjson.dumps(example())


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "expected JSON: "),
        (b" \n ", "expected JSON: "),
        (b"\0", "expected JSON: "),
        (b"{", "expected JSON: "),
        (b"null null", "expected JSON: "),
        (b"{'format': 1}", "expected JSON: "),
        (b'{"format": gleek}', "expected JSON: "),
        (b'{"format": 1,}', "expected JSON: "),
        (b'{"format": NaN}', "expected JSON: "),
        (b'{"format": -Infinity}', "expected JSON: "),
        (b'{"format": 012}', "expected JSON: "),
        (b'{"format": "\t"}', "expected JSON: "),
        (b'{"format": "\\x"}', "expected JSON: "),
        (b'{"notes": "\\ud800"}', "expected JSON: "),
        (b'{"notes": "\\udc00\\ud800"}', "expected JSON: "),
        (b"\xef\xbb\xbf{}", "expected JSON: "),
        (b"{}" + PLAIN, "expected JSON: "),
        (b"// comment\n{}", "expected JSON: "),
        ('{"format": "gleek-hand/1"}'.encode("utf-16-le"), "expected JSON: "),
        ('{"format": "gleek-hand/1"}'.encode("utf-16"), "expected UTF-8; found the byte 0xFF at place 0"),
        (b'{"notes": "\xe9"}', "expected UTF-8; found the byte 0xE9 at place 11"),
        (b'{"notes": "\xed\xa0\x80"}', "expected UTF-8; found the byte 0xED at place 11"),
        (b'{"notes": "\xc0\xaf"}', "expected UTF-8; found the byte 0xC0 at place 11"),
        (b"null", "expected an object, one hand history; found null"),
        (b"true", "expected an object, one hand history; found true"),
        (b"12", "expected an object, one hand history; found 12"),
        (b'"gleek"', 'expected an object, one hand history; found "gleek"'),
        (b"[]", "expected an object, one hand history; found []"),
        (b"[" + PLAIN + b"]", 'expected an object, one hand history; found [{"format":"gleek-hand/1"'),
    ],
)
def test_what_is_no_object_in_json_is_a_fault_of_the_whole(raw: bytes, message: str) -> None:
    [(pointer, [said])] = faults_in(raw).items()
    assert pointer == ""
    assert said.startswith(message)


def test_a_record_may_have_64_kib_and_no_more() -> None:
    raw = PLAIN + b" " * (LARGEST_RECORD - len(PLAIN))
    assert faults_in(raw) == {}
    assert faults_in(raw + b"\n") == {"": ["expected at most 65,536 bytes; found 65,537"]}
    assert faults_in(b"x" * 10_000_000) == {"": ["expected at most 65,536 bytes; found 10,000,000"]}


@pytest.mark.parametrize("name", EXAMPLES)
def test_white_space_and_escapes_change_nothing(name: str) -> None:
    document = example(name)
    assert faults_in(json.dumps(document, indent="\t").encode()) == {}
    assert faults_in(json.dumps(document, separators=("\n, ", " \r\n:\t"), ensure_ascii=False).encode()) == {}
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in "format")
    assert faults_in(orjson.dumps(document).replace(b'"format"', f'"{escaped}"'.encode())) == {}


DOUBLED: list[tuple[str, str, str]] = [
    ('"hand_id":', '"hand_id":"x","hand_id":', "/hand_id"),
    ('"hand_id":', '"hand_id"  :"x","hand_id":', "/hand_id"),
    ('"hand_id":', '"hand_id"\n\t:"x","hand_id" \r:', "/hand_id"),
    ('"hand_id":', '"hand\\u005fid":"x","hand_id":', "/hand_id"),
    ('"hand_id":', '"\\u0068and_id":"x","hand_id":', "/hand_id"),
    ('"client":', '"client":{"name":"x"},"client":', "/client"),
    ('"turn_up":', '"turn_up":"AS","turn_up":', "/deal/turn_up"),
    ('"bess":"AS', '"bess":"KS","bess":"AS', "/deal/hands/bess"),
    ('"payments":[{', '"payments":[{"from":"pru",', "/payments/0/from"),
    ('{"id":"geraldine"', '{"id":"ann","id":"geraldine"', "/players/2/id"),
    ('"extensions":0', '"extensions":{"":[0,{"a/b":1,"c":2,"a/b":3}],"x":{}}', "/extensions//1/a~1b"),
    ('"extensions":0', '"extensions":{"say \\"so\\":":1,"say \\u0022so\\":":2}', '/extensions/say "so":'),
    ('"extensions":0', '"extensions":{"a":1,"n":"\\"\\u003a","a":2}', "/extensions/a"),
    ('"extensions":0', '"extensions":{"a":1,"n":"\\"\\u003A :","a":2}', "/extensions/a"),
    ('"extensions":0', '"extensions":{"a"  :1,"b":2,"b":"\\":"}', "/extensions/b"),
    ('"extensions":0', '"extensions":{"a":{"b":1,"c":":::"},"a":2}', "/extensions/a"),
    ('"extensions":0', '"extensions":{"a":{"b":1,"b":2},"c":{"b":3}}', "/extensions/a/b"),
]


@pytest.mark.parametrize(("single", "double", "pointer"), DOUBLED)
def test_a_key_that_stands_twice_is_a_fault_at_its_place(single: str, double: str, pointer: str) -> None:
    raw = orjson.dumps(example() | {"extensions": 0})
    assert raw.count(single.encode()) == 1
    raw = raw.replace(single.encode(), double.encode()).replace(b'"extensions":0', b'"extensions":{}')
    assert faults_in(raw) == {pointer: TWICE}


def test_a_key_that_stands_often_is_told_once() -> None:
    assert faults_in(PLAIN[:-1] + b',"notes":"x"' * 4000 + b"}") == {"/notes": TWICE}


def test_keys_twice_are_told_with_every_other_fault() -> None:
    raw = orjson.dumps(changed({"/dealer": "nobody"})).replace(b'"stake":', b'"stake":"x","stake":')
    assert sorted(faults_in(raw)) == ["/dealer", "/stake"]
    assert sorted(faults_in(b'[{"a":1,"a":2}]')) == ["", "/0/a"]


def test_a_number_of_any_length_is_no_trouble_to_the_search_for_keys() -> None:
    raw = PLAIN[:-1] + b',"notes":"", "notes" :"","extensions":{"long":0.' + b"1" * 5000 + b"}}"
    assert faults_in(raw) == {"/notes": TWICE}


@pytest.mark.parametrize(
    "number", ["1" + "0" * 30, "18446744073709551616", "-9223372036854775809", "1e2", "12E0", "12.0", "-0.0"]
)
def test_a_number_beyond_all_bounds_or_with_a_fraction_is_no_whole_number(number: str) -> None:
    raw = orjson.dumps(changed({"/actions/0/2": "here", "/result/bess": "here"}))
    assert sorted(faults_in(raw.replace(b'"here"', number.encode()))) == ["/actions/0", "/result/bess"]


def test_minus_nought_is_nought() -> None:
    assert faults_in(orjson.dumps(changed({"/result/bess": "here"})).replace(b'"here"', b"-0")) == {}


def nested(depth: int) -> Any:
    """An array within an array, so many deep."""
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize("depth", [1, 100, 300, 1000])
def test_extensions_may_be_nested_deeply(depth: int) -> None:
    raw = PLAIN[:-1] + b',"extensions":{"deep":' + b"[" * depth + b"]" * depth + b"}}"
    assert faults_in(raw) == {}
    twice = PLAIN[:-1] + b',"notes":"","extensions":{"deep":' + b"[" * depth + b"]" * depth + b'},"notes":""}'
    assert faults_in(twice) == {"/notes": TWICE}
    objects = b'{"":' * depth + b"0" + b"}" * depth
    assert faults_in(PLAIN[:-1] + b',"extensions":' + objects + b"}") == {}


@pytest.mark.parametrize("depth", [1100, 10_000, 13_000])
def test_what_is_nested_beyond_the_parser_is_a_fault_of_the_whole(depth: int) -> None:
    for raw in (b"[" * depth, b"[" * depth + b"]" * depth, b'{"":' * depth + b"0" + b"}" * depth):
        assert sorted(faults_in(raw)) == [""]


@pytest.mark.parametrize("depth", [2, 253, 254, 255, 600, 900])
@pytest.mark.parametrize("place", ["/actions", "/payments", "/players", "/lift", "/deal", "/notes", "/rules"])
def test_what_is_nested_deeply_in_the_wrong_place_is_a_fault_there(place: str, depth: int) -> None:
    raw = orjson.dumps(changed({place: "here"})).replace(b'"here"', b"[" * depth + b"]" * depth)
    assert any(pointer.startswith(place) for pointer in faults_in(raw))


def test_messages_stay_short_whatever_they_quote() -> None:
    found = faults(changed({"/notes": ["x" * 50_000], "/stake": "y" * 5000, "/extra": "z"}))
    assert sorted(found) == ["/extra", "/notes", "/stake"]
    assert max(len(said) for [said] in found.values()) < 200
