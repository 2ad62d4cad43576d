"""From a stream of bytes to single records: an object, an array, or NDJSON; plain or gzip.

The bytes of each record are handed on exactly as they came in, and a part that cannot be read costs
nothing but itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedReader
from typing import BinaryIO, Final

from gleek_replay.records.elements import elements
from gleek_replay.records.raw import BLANK, RawRecord, broken, is_json, sized, too_long
from gleek_replay.records.reader import LARGEST_RECORD
from gleek_replay.records.unpacking import GZIP, Unpacked, buffered, rejoined

_BOM: Final = b"\xef\xbb\xbf"
_LONGEST_LINE: Final = 4 * LARGEST_RECORD
_opens_array_of_objects: Final = re.compile(rb"[ \t\r\n]*\[[ \t\r\n]*(?:\{|$)").match
_has_line_with_object: Final = re.compile(rb"\n\{[ \t]*\"").search


def split_records(stream: BinaryIO, largest: int | None = None) -> Iterator[RawRecord]:
    """The records of a stream, one after the other, in its order.

    Raises :class:`TooLarge` when a packed stream turns out to hold more than ``largest`` bytes.
    """
    start, whole = buffered(stream)
    if start != GZIP:
        yield from _split(whole)
        return
    unpacked, last = Unpacked(whole, largest), None
    for record in _split(BufferedReader(unpacked, _LONGEST_LINE)):
        if last is not None:
            yield last
        last = record
    yield from _last_unpacked(last, unpacked.fault)


def _last_unpacked(last: RawRecord | None, fault: str | None) -> Iterator[RawRecord]:
    """The end of a packed stream, and what is wrong with it: the last part too, if it is broken."""
    if last is not None and (fault is None or (last.fault is None and is_json(last.raw))):
        yield last
        last = RawRecord(number=last.number + 1, raw=b"")
    if fault is not None:
        yield broken(last.number, last.raw, fault) if last else broken(1, b"", fault)


def _split(stream: BufferedReader) -> Iterator[RawRecord]:
    line, before = _first_line(stream)
    if line.lstrip(BLANK).startswith(b"["):
        yield from _array_or_lines(line, before, stream)
    elif is_json(line):
        yield from _lines(line, before, stream)
    elif line:
        yield from _document_or_lines(line, before, stream)


def _next_line(stream: BufferedReader) -> bytes:
    """A line or its beginning; blanks of any number before it are passed over."""
    line = stream.readline(_LONGEST_LINE)
    while line and not line.endswith(b"\n") and not line.strip(BLANK):
        line = stream.readline(_LONGEST_LINE)
    return line


def _first_line(stream: BufferedReader) -> tuple[bytes, int]:
    """The first line that is not blank, and how many blank ones came before."""
    line, blank = _next_line(stream).removeprefix(_BOM), 0
    while line and not line.strip(BLANK):
        blank += 1 + _pass_blank_lines(stream)
        line = _next_line(stream)
    return line, blank


def _pass_blank_lines(stream: BufferedReader) -> int:
    """Read past blank lines, however many, at the cost of a look at them; returns how many."""
    passed = 0
    while ahead := stream.peek(1):
        blank = len(ahead) - len(ahead.lstrip(BLANK))
        end = ahead.rfind(b"\n", 0, blank) + 1
        passed += ahead.count(b"\n", 0, end)
        stream.read(end)
        if end < len(ahead):
            break
    return passed


def _lines(line: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    """NDJSON: a record a line, ``line`` being the first of those that are left."""
    number = before
    while line:
        number += 1
        whole = line.endswith(b"\n") or len(line) < _LONGEST_LINE
        raw = line.strip(BLANK) if whole else line
        if raw:
            yield sized(number, raw)
        _pass_rest(line, stream)
        number += _pass_blank_lines(stream)
        line = _next_line(stream)


def _pass_rest(line: bytes, stream: BufferedReader) -> None:
    """Read past what is left of a line that was too long to be read at once."""
    while line and not line.endswith(b"\n"):
        line = stream.readline(_LONGEST_LINE)


def _array_or_lines(line: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    """An array; or NDJSON whose first line is broken and begins like one, as a line of a log may."""
    if not _opens_array_of_objects(line):
        following, blank = _first_line(stream)
        if following.startswith(b"{") and is_json(following):
            yield sized(before + 1, line.strip(BLANK))
            yield from _lines(following, before + 1 + blank, stream)
            return
        line += following
    number, following = yield from elements(line, stream)
    if following:
        for record in _split(rejoined(following, stream)):
            yield record._replace(number=number + record.number)


def _document_or_lines(line: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    """One object over several lines; or NDJSON whose first line is broken."""
    head = line + stream.read(2 * LARGEST_RECORD)
    ended = not stream.peek(1)
    if is_json(head) or (ended and not _has_line_with_object(head)):
        yield sized(before + 1, head.strip(BLANK))
    elif _has_line_with_object(head):
        yield from _lines_of(head, before, stream)
        return
    else:
        yield too_long(before + 1, head)
    yield from _lines_after(head, before, stream)


def _lines_of(head: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    *whole, last = head.split(b"\n")
    for number, line in enumerate(whole, before + 1):
        if line.strip(BLANK):
            yield sized(number, line.strip(BLANK))
    yield from _lines(last + stream.readline(_LONGEST_LINE), before + len(whole), stream)


def _lines_after(head: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    """What can still be read after something too long to be a record: lines that are objects."""
    _pass_rest(head, stream)
    number = before + head.count(b"\n") + (not head.endswith(b"\n"))
    while line := _next_line(stream):
        if line.startswith(b"{") and is_json(line):
            yield from _lines(line, number, stream)
            return
        number += 1
        _pass_rest(line, stream)
