"""A JSON array of records: its elements are cut out as they stand, however the array is written."""

from __future__ import annotations

import io
import json
from itertools import chain, repeat
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.records import LARGEST_RECORD, split_records
from tests.records.streams import ONE, RECORDS, THREE, TWO, Told, numbered, split, split_measured
from tests.records.written import EXAMPLES, example

TOO_LONG = "expected a record of at most 65,536 bytes"


@pytest.mark.parametrize("content", [b"[]", b" [ ] ", b"\n[\n\n]\n", b"\xef\xbb\xbf[\r\n]\r\n"])
def test_in_an_empty_array_there_is_nothing(content: bytes) -> None:
    assert split(content) == []


@pytest.mark.parametrize("comma", [b",", b", ", b",\n", b"\n,\r\n", b" \t,"])
@pytest.mark.parametrize(
    ("start", "end"), [(b"[", b"]"), (b" \n[\n  ", b"\n]\n"), (b"\xef\xbb\xbf[ ", b" ]  ")]
)
def test_the_elements_of_an_array_are_records(comma: bytes, start: bytes, end: bytes) -> None:
    assert split(start + comma.join(RECORDS) + end) == numbered(*RECORDS)


@pytest.mark.parametrize("indent", [None, 0, 1, 2, "\t"])
def test_an_array_may_be_written_in_any_way(indent: int | str | None) -> None:
    documents = [example(name) for name in EXAMPLES]
    content = json.dumps(documents, indent=indent).encode()
    parts = split(content)
    assert [part.number for part in parts] == list(range(1, len(documents) + 1))
    assert [orjson.loads(part.raw) for part in parts] == documents
    assert all(part.raw in content and part.fault is None for part in parts)


@pytest.mark.parametrize(
    "element",
    [
        b'{"notes":"[{,]}"}',
        b'{"notes":"\\"},{\\""}',
        b'{"notes":"\\\\"}',
        b'{"notes":"\\\\\\"]"}',
        b'{"a":[[],[{}],{"b":[]}]}',
        b'{"\xc3\xa9\xe2\x80\x9c":"\xf0\x9f\x82\xa1\xc2\xa0\xc2\x85"}',
        b'{"a" : 1e400, "b":-0, "c":' + b"9" * 6000 + b"}",
        b'{"format":"x","extensions":{"format":"gleek-hand/1","of":[{"format":"y"}]}}',
        b"[]",
        b'[{"format":1},{"format":2}]',
        b"12",
        b"-1.5E+3",
        b'"x,]"',
        b"null",
        b"true",
    ],
)
def test_an_element_may_be_any_json(element: bytes) -> None:
    assert split(b"[" + ONE + b"," + element + b"," + TWO + b"]") == numbered(ONE, element, TWO)
    assert split(b"[" + element + b"\n]") == numbered(element)


def test_an_element_may_be_nested_deeply() -> None:
    for depth in (500, 900, 1000, 5000):
        element = b'{"a":' * depth + b"0" + b"}" * depth
        assert split(b"[" + element + b"," + ONE + b"]") == numbered(element, ONE)


def padded(length: int) -> bytes:
    """A record that is so many bytes long."""
    return ONE[:-1] + b',"extensions":{"x":"' + b"[" * (length - len(ONE) - 22) + b'"}}'


def test_an_element_may_be_as_long_as_a_record_and_no_longer() -> None:
    longest, over = padded(LARGEST_RECORD), padded(LARGEST_RECORD + 1)
    assert len(longest) == LARGEST_RECORD
    assert split(b"[" + longest + b"," + TWO + b"]") == numbered(longest, TWO)
    parts = split(b"[" + over + b"," + TWO + b"]")
    assert parts == [Told(1, over[:LARGEST_RECORD], TOO_LONG), Told(2, TWO)]


@pytest.mark.parametrize("length", [100_000, 520_000, 600_000, 1_100_000, 3_000_000])
def test_an_element_of_any_length_costs_nothing_but_itself(length: int) -> None:
    over = padded(length)
    expected = Told(2, over[:LARGEST_RECORD], TOO_LONG)
    assert split(b"[" + ONE + b"," + over + b",\n" + TWO + b"]") == [Told(1, ONE), expected, Told(3, TWO)]
    assert split(b"[" + ONE + b", " + over + b"]\n") == [Told(1, ONE), expected]


def test_blanks_without_end_between_elements_are_passed_over() -> None:
    blanks = b" " * 700_000
    content = blanks + b"[" + blanks + ONE + blanks + b"," + blanks + TWO + blanks + b"]" + blanks
    assert split(content) == numbered(ONE, TWO)


def test_elements_are_handed_on_as_they_come_in() -> None:
    stream = io.BytesIO(b"[" + b",".join([ONE] * 5000) + b"]")
    assert next(split_records(stream)).raw == ONE
    assert stream.tell() < 1_500_000


def test_a_long_array_is_split_in_little_room() -> None:
    pieces = chain([b"[" + ONE], repeat(b",\n" + THREE, 4000), [b"]"])
    number, last, room = split_measured(pieces)
    assert (number, last.number, last.raw) == (4001, 4001, THREE)
    assert room < 4_000_000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.just("format"), inner, max_size=4)
    ),
    max_leaves=15,
)


@given(st.lists(JSON, max_size=6), st.sampled_from([None, 0, 2]), st.booleans())
def test_any_array_is_split_as_a_parser_reads_it(
    array: list[Any], indent: int | None, ascii_only: bool
) -> None:
    content = json.dumps(array, indent=indent, ensure_ascii=ascii_only).encode()
    lines = [line for line in content.split(b"\n") if line]
    if len(lines) > 1 or not array or isinstance(array[0], dict):
        parts = list(split_records(io.BytesIO(content)))
        assert [json.loads(part.raw) for part in parts] == array
        assert [part.number for part in parts] == list(range(1, len(array) + 1))
        assert all(part.fault is None for part in parts)


@given(st.lists(st.sampled_from(RECORDS), max_size=4), st.binary(max_size=40), st.integers(0, 9000))
def test_any_bytes_put_into_an_array_are_split_into_something(
    records: list[bytes], put_in: bytes, place: int
) -> None:
    content = b"[" + b",".join(records) + b"]"
    place %= len(content) + 1
    parts = list(split_records(io.BytesIO(content[:place] + put_in + content[place:])))
    assert all(len(part.raw) <= LARGEST_RECORD for part in parts)
    assert len({part.number for part in parts}) == len(parts)
