"""An array that is broken somewhere: what is broken is told, and costs nothing but itself."""

from __future__ import annotations

import time
from collections.abc import Iterator

import orjson
import pytest

from gleek_replay.records import LARGEST_RECORD
from tests.records.streams import ONE, RECORDS, THREE, TWO, Told, numbered, split, split_measured

NO_COMMA = "expected a comma or the closing bracket after this element of the array"
NO_ELEMENT = "expected an element of the array; found nothing"
UNCLOSED = "the array breaks off before its closing bracket"
TRAILING = "expected nothing after the array"

BROKEN = {
    "a word": b"nonsense",
    "a literal": b"tru",
    "a number": b"12x",
    "a key without quotes": b'{"format": gleek}',
    "a colon left out": b'{"format" 1}',
    "a comma left out": b'{"format": 1 "hand_id": 2}',
    "a comma too many": b'{"format": [1,],}',
    "a control character": b'{"notes": "\t\0"}',
    "an escape that is none": b'{"notes": "\\x, {\\y"}',
    "no key": b'{"format": {1}}',
    "two values": b'{"format": 1} 2',
    "not UTF-8": b'{"format": "\xff"}',
    "brackets that do not match": b'{"format": [1}',
    "one bracket too few": ONE[:-1],
    "two brackets too few": b'{"format": {"a": [1}',
    "one bracket too many": ONE + b"}",
    "cut in a string": ONE[:150],
    "cut in a key": ONE[: ONE.index(b'"deal"') + 3],
    "cut among the actions": ONE[: ONE.index(b'"pass"') + 4],
    "a quotation mark left out": ONE.replace(b'"dealer"', b'"dealer', 1),
    "a quotation mark too many": ONE.replace(b'"dealer"', b'"dealer""', 1),
    "a string that runs on": b'{"format": "gleek}',
    "only a bracket": b"{",
    "only a quotation mark": b'"',
    "a backslash": b"\\",
    "a slash": b'{"format": 1} // comment',
}


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("comma", [b",", b", ", b",\n  "])
def test_a_broken_element_costs_nothing_but_itself(kind: str, comma: bytes) -> None:
    broken = BROKEN[kind]
    for place in range(3):
        elements = [ONE, TWO]
        elements.insert(place, broken)
        assert split(b"[" + comma.join(elements) + b"]") == numbered(*elements)


@pytest.mark.parametrize("first", BROKEN)
@pytest.mark.parametrize(
    "second", ["one bracket too few", "cut in a string", "a literal", "a quotation mark too many"]
)
def test_broken_elements_apart_cost_the_others_nothing(first: str, second: str) -> None:
    elements = [ONE, BROKEN[first], TWO, BROKEN[second], THREE]
    assert split(b"[" + b",".join(elements) + b"]") == numbered(*elements)


def test_records_whose_keys_stand_in_another_order_are_found_again() -> None:
    elements = [
        b'{"actions":[],"format":1}',
        b'{"actions":[',
        b'{"client" : {},"x":"}"}',
        b'{"deal":"',
        b'{\n"lift":[]}',
    ]
    assert split(b"[" + b",".join(elements) + b"]") == numbered(*elements)


def test_a_record_within_a_record_is_not_taken_for_one() -> None:
    inner = b'{"format":1,"extensions":{"last": {"format":2}}'
    assert split(b"[" + inner + b"," + ONE + b"]") == numbered(inner, ONE)


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"[,]", [Told(1, b"", NO_ELEMENT), Told(2, b"", NO_ELEMENT)]),
        (b"[" + ONE + b",]", [Told(1, ONE), Told(2, b"", NO_ELEMENT)]),
        (b"[," + ONE + b"]", [Told(1, b"", NO_ELEMENT), Told(2, ONE)]),
        (b"[" + ONE + b" ,\n, " + TWO + b"]", [Told(1, ONE), Told(2, b"", NO_ELEMENT), Told(3, TWO)]),
        (
            b"[" + ONE + b"\n" + TWO + b"," + THREE + b"]",
            [Told(1, ONE, NO_COMMA), Told(2, TWO), Told(3, THREE)],
        ),
        (b"[" + b"".join(RECORDS) + b"]", [Told(1, ONE, NO_COMMA), Told(2, TWO, NO_COMMA), Told(3, THREE)]),
    ],
)
def test_commas_stand_between_elements(content: bytes, parts: list[Told]) -> None:
    assert split(content) == parts


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"[", [Told(1, b"", UNCLOSED)]),
        (b"[\n", [Told(1, b"", UNCLOSED)]),
        (b"[" + ONE, [Told(1, ONE), Told(2, b"", UNCLOSED)]),
        (b"[" + ONE + b" ,\n", [Told(1, ONE), Told(2, b"", UNCLOSED)]),
        (b"[" + ONE + b"," + TWO[:700], [Told(1, ONE), Told(2, TWO[:700], UNCLOSED)]),
        (b"[" + ONE + b"," + TWO[:-1], [Told(1, ONE), Told(2, TWO[:-1], UNCLOSED)]),
        (b"[" + ONE + b',{"a":"\\', [Told(1, ONE), Told(2, b'{"a":"\\', UNCLOSED)]),
        (b"[" + ONE[:-1] + b"," + TWO, [*numbered(ONE[:-1], TWO), Told(3, b"", UNCLOSED)]),
    ],
)
def test_an_array_that_breaks_off_gives_what_it_has(content: bytes, parts: list[Told]) -> None:
    assert split(content) == parts


@pytest.mark.parametrize("cut", range(1, len(ONE) + 40, 97))
def test_wherever_an_array_breaks_off_the_whole_elements_are_there(cut: int) -> None:
    content = (b"[" + TWO + b"," + ONE + b"," + THREE)[: len(TWO) + 1 + cut]
    parts = split(content)
    assert parts[0] == Told(1, TWO)
    assert [part.fault for part in parts[-1:]] == [UNCLOSED]


@pytest.mark.parametrize("trailing", [b"]", b",", b"x", b", " + TWO, b"\0" * 10, b'"'])
def test_nothing_but_records_follows_an_array(trailing: bytes) -> None:
    assert split(b"[" + ONE + b"] \n" + trailing + b"\n") == [Told(1, ONE), Told(2, trailing, TRAILING)]
    assert split(b"[ ]" + trailing) == [Told(1, trailing, TRAILING)]


@pytest.mark.parametrize("between", [b"", b"\n", b" \r\n\n"])
def test_arrays_that_follow_an_array_are_read_on(between: bytes) -> None:
    arrays = [b"[" + ONE + b"," + TWO + b"]", b"[]", b"[" + THREE + b"]"]
    assert split(between.join(arrays)) == numbered(*RECORDS)
    assert split(between.join([*arrays, b"[" + ONE])) == [
        *numbered(*RECORDS, ONE),
        Told(5, b"", UNCLOSED),
    ]
    assert split(between.join([*arrays, b"]"])) == [*numbered(*RECORDS), Told(4, b"]", TRAILING)]


@pytest.mark.parametrize("between", [b"", b"\n"])
def test_lines_of_objects_that_follow_an_array_are_read_on(between: bytes) -> None:
    lines = [TWO, b"nonsense", THREE]
    assert split(b"[" + ONE + b"]" + between + b"\n".join(lines)) == numbered(ONE, *lines)
    laid_out = orjson.dumps(orjson.loads(TWO), option=orjson.OPT_INDENT_2)
    assert split(b"[" + ONE + b"]" + between + laid_out) == numbered(ONE, laid_out)


def test_however_much_follows_an_array_all_of_it_is_read() -> None:
    many = 5_000
    for following in (b"[" + ONE + b"]\n", ONE + b"\n"):
        parts, last, most = split_measured([b"[" + TWO + b"]\n", *[following] * many])
        assert (parts, last.number, last.raw) == (many + 1, many + 1, ONE)
        assert most < 4_000_000


def test_of_a_long_text_after_an_array_the_beginning_is_kept() -> None:
    for length in (LARGEST_RECORD, LARGEST_RECORD + 1, 2_000_000):
        [_, last] = split(b"[" + ONE + b"]" + b"x" * length)
        assert last == Told(2, b"x" * LARGEST_RECORD, TRAILING)


ENDLESS = {
    "a string": (b'[{"format":"', b"x" * 65536, b'"},' + ONE + b"]"),
    "escapes in a string": (b'[{"format":"', b'\\"\\\\' * 16384, b'"},' + ONE + b"]"),
    "blanks": (b"[" + TWO + b",", b" \n" * 32768, ONE + b"]"),
    "an array of numbers": (b'[{"format":[0', b",0" * 32768, b"]}," + ONE + b"]"),
    "open brackets": (b'[{"format":', b"[" * 65536, b"}," + ONE + b"]"),
    "open strings": (b'[{"format":', b'"x' * 32768, b"}," + ONE + b"]"),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_element_without_end_is_passed_over_in_good_time(kind: str) -> None:
    start, piece, end = ENDLESS[kind]

    def pieces() -> Iterator[bytes]:
        yield start
        for _ in range(400):
            yield piece
        yield end

    began = time.perf_counter()
    number, last, room = split_measured(pieces())
    assert (number, last.number, last.raw, last.fault) == (2, 2, ONE, None)
    assert room < 8_000_000
    assert time.perf_counter() - began < 30
