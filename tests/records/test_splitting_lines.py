"""One object, or NDJSON with a record a line: what is split, its number, and what a broken line costs."""

from __future__ import annotations

import io

import orjson
import pytest

from gleek_replay.records import LARGEST_RECORD, read_record, split_records
from tests.records.streams import ONE, RECORDS, THREE, TWO, Told, numbered, split
from tests.records.written import EXAMPLES, example

TOO_LONG = "expected a record of at most 65,536 bytes"
PRETTY = orjson.dumps(example(), option=orjson.OPT_INDENT_2)


@pytest.mark.parametrize("content", [b"", b"\n", b" \t\r\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_in_an_empty_stream_there_is_nothing(content: bytes) -> None:
    assert split(content) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_one_object_is_one_record_however_it_is_written(name: str) -> None:
    compact = orjson.dumps(example(name))
    pretty = orjson.dumps(example(name), option=orjson.OPT_INDENT_2)
    for raw in (compact, pretty, pretty.replace(b"\n", b"\r\n"), compact.replace(b',"', b',\n"')):
        assert split(raw) == numbered(raw)
        assert split(b"\xef\xbb\xbf" + raw + b"\n\n") == numbered(raw)


def test_an_object_has_the_number_of_the_line_on_which_it_begins() -> None:
    assert split(b"\n\r\n  " + PRETTY) == [Told(3, PRETTY)]
    assert split(b"\n\r\n  " + ONE) == [Told(3, ONE)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b" \n", b"\t\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_every_line_is_a_record(end: bytes, last: bool) -> None:
    assert split(end.join(RECORDS) + (end if last else b"")) == numbered(*RECORDS)


def test_blank_lines_are_passed_over_but_counted() -> None:
    content = b"\n" + ONE + b"\n\n \r\n" + TWO + b"\n\t\n\n\n" + THREE
    assert split(content) == [Told(2, ONE), Told(5, TWO), Told(9, THREE)]


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" \t\n"])
@pytest.mark.parametrize("lines", [1, 87_381, 262_143, 262_144, 262_145, 700_000])
def test_blank_lines_without_end_are_counted_where_a_buffer_ends_too(blank: bytes, lines: int) -> None:
    content = ONE + b"\n" + blank * lines + TWO + b"\n" + blank * lines + b" " + THREE
    assert split(content) == [Told(1, ONE), Told(2 + lines, TWO), Told(3 + 2 * lines, THREE)]
    assert split(blank * lines + ONE) == [Told(1 + lines, ONE)]


def test_records_are_handed_on_byte_for_byte() -> None:
    odd = b'{ "format":"gleek-hand/1" , "n\\u006ftes" : "\\u00e9\xc3\xa9  " }'
    assert split(ONE + b"\n  " + odd + b" \r\n") == numbered(ONE, odd)


@pytest.mark.parametrize(
    "broken",
    [
        b"{",
        ONE[:-1],
        ONE + ONE,
        b"nonsense",
        b'{"a": "\xff"}',
        b"]",
        b"[1",
        b'"',
        b"{}x",
        b"\0",
        b"\x1f\x8b",
        b"PK\3\4",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_broken_line_costs_nothing_but_itself(broken: bytes, place: int) -> None:
    lines = [ONE, TWO]
    lines.insert(place, broken)
    if place > 0 or not broken.startswith(b"\x1f\x8b"):
        assert split(b"\n".join(lines) + b"\n") == numbered(*lines)


@pytest.mark.parametrize("first", [b"[2026-11-20 19:42] started", b"[]", b"[1, 2]", b'["a"]', b"[ERROR"])
def test_a_first_line_in_brackets_does_not_make_lines_an_array(first: bytes) -> None:
    assert split(b"\n" + first + b"\n\n" + ONE + b"\n" + TWO) == [Told(2, first), Told(4, ONE), Told(5, TWO)]


def test_lines_that_are_all_broken_are_told_one_by_one() -> None:
    lines = [ONE[:-1], TWO[:500], THREE[:-9]]
    assert split(b"\n".join(lines)) == numbered(*lines)


def test_lines_that_are_no_objects_are_records_of_their_own() -> None:
    assert split(b'5\nnull\n"x"\n' + ONE) == numbered(b"5", b"null", b'"x"', ONE)


@pytest.mark.parametrize(
    "content", [b"hand,dealer\n1,ann\n2,bess\n", b"<html>\n<body>\n</html>\n", b"GIF89a\n\0\n"]
)
def test_a_file_of_something_else_is_one_broken_record(content: bytes) -> None:
    assert split(content) == numbered(content.strip())


def test_an_object_that_breaks_off_is_one_broken_record() -> None:
    assert split(PRETTY[:-40]) == numbered(PRETTY[:-40].strip())
    assert split(PRETTY.replace(b'"deal":', b'"deal"')) == numbered(PRETTY.replace(b'"deal":', b'"deal"'))


def line_of(length: int) -> bytes:
    """A record that is so many bytes long."""
    return ONE[:-1] + b" " * (length - len(ONE)) + b"}"


def test_a_line_may_be_as_long_as_a_record_and_no_longer() -> None:
    longest, over = line_of(LARGEST_RECORD), line_of(LARGEST_RECORD + 1)
    assert split(longest + b"\n" + TWO) == numbered(longest, TWO)
    assert split(over + b"\n" + TWO) == [Told(1, over[:LARGEST_RECORD], TOO_LONG), Told(2, TWO)]
    assert split(TWO + b"\n" + over) == [Told(1, TWO), Told(2, over[:LARGEST_RECORD], TOO_LONG)]


@pytest.mark.parametrize("length", [100_000, 256 * 1024, 256 * 1024 + 1, 1_000_000])
@pytest.mark.parametrize("fill", [b" ", b"x", b"{", b'"', b"\\"])
def test_a_line_of_any_length_costs_nothing_but_itself(length: int, fill: bytes) -> None:
    over = b"{" + fill * length + b"}"
    expected = Told(2, over[:LARGEST_RECORD], TOO_LONG)
    assert split(ONE + b"\n" + over + b"\n" + TWO + b"\n") == [Told(1, ONE), expected, Told(3, TWO)]
    assert split(over + b"\n" + TWO) == [expected._replace(number=1), Told(2, TWO)]


def test_blanks_without_end_before_a_record_are_passed_over() -> None:
    assert split(b" " * 600_000 + ONE + b"\n" + b" " * 600_000 + b"\n" + TWO) == [Told(1, ONE), Told(3, TWO)]


@pytest.mark.parametrize("length", [LARGEST_RECORD, 130_000, 400_000, 1_500_000])
def test_an_object_too_long_for_a_record_is_told_once(length: int) -> None:
    lines = b',\n  "filler": [\n' + b"    0,\n" * (length // 7) + b"    0\n  ]"
    content = PRETTY.rstrip(b"}\n") + lines + b"\n}\n"
    assert split(content) == [Told(1, content[:LARGEST_RECORD], TOO_LONG)]


def test_lines_after_something_too_long_are_still_read() -> None:
    content = b"x\n" * 300_000
    after = content + ONE + b"\n\nbroken\n" + TWO
    first = Told(1, content[:LARGEST_RECORD], TOO_LONG)
    assert split(after) == [first, Told(300_001, ONE), Told(300_003, b"broken"), Told(300_004, TWO)]


def test_the_stream_is_left_open_for_its_owner() -> None:
    stream = io.BytesIO(ONE + b"\n" + TWO)
    assert len(list(split_records(stream))) == 2
    assert not stream.closed


def test_a_stream_is_read_as_it_comes_in() -> None:
    stream = io.BytesIO(b"\n".join([ONE] * 1000))
    assert next(split_records(stream)).raw == ONE
    assert stream.tell() < len(ONE) * 200


def test_what_is_split_can_be_read() -> None:
    records = [read_record(part.raw) for part in split_records(io.BytesIO(b"\n".join(RECORDS)))]
    assert [record.hand_id for record in records] == ["example-00012", "example-00023", "example-00033"]
