"""From a stream of bytes to single records: an object, an array, or NDJSON; plain or gzip.

The bytes of each record are handed on exactly as they came in, and a part that cannot be read costs
nothing but itself.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from typing import BinaryIO, Final, cast

import orjson

from gleek_replay.records.faults import Fault
from gleek_replay.records.reader import LARGEST_RECORD

_GZIP: Final = b"\x1f\x8b"
_BOM: Final = b"\xef\xbb\xbf"
_SPACE: Final = b" \t\r\n"
_CHUNK: Final = 256 * 1024
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class RawRecord:
    """The bytes of one record and its number: the line of an NDJSON stream, or the element of an array,
    from 1. ``fault`` says why the bytes cannot be the record that was meant, if so.
    """

    number: int
    raw: bytes
    fault: Fault | None = None


def split_records(stream: BinaryIO) -> Iterator[RawRecord]:
    """The records of a stream, one after the other, in its order."""
    buffered = _buffered(stream)
    if buffered.peek(2)[:2] == _GZIP:
        yield from _guarded(_split(BufferedReader(cast(RawIOBase, gzip.GzipFile(fileobj=buffered)))))
    else:
        yield from _split(buffered)


def _buffered(stream: BinaryIO) -> BufferedReader:
    if isinstance(stream, BufferedReader):
        return stream
    return BufferedReader(cast(RawIOBase, _Readable(stream)), _CHUNK)


class _Readable(RawIOBase):
    """Any object with ``read`` as a raw stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        piece = self._stream.read(len(view))
        view[: len(piece)] = piece
        return len(piece)


def _guarded(records: Iterator[RawRecord]) -> Iterator[RawRecord]:
    """Hand on what a gzip stream holds up to where it breaks off."""
    number = 0
    try:
        for record in records:
            number = record.number
            yield record
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield RawRecord(number=number + 1, raw=b"", fault=Fault("", f"the gzip stream breaks off: {error}"))


def _split(stream: BufferedReader) -> Iterator[RawRecord]:
    start = stream.peek(3)[:3]
    if start == _BOM:
        stream.read(3)
    first_line, lines_before = _first_line(stream)
    if not first_line:
        return
    if first_line.lstrip(_SPACE).startswith(b"["):
        yield from _elements(first_line, stream)
    elif _is_whole(first_line):
        yield from _lines(first_line, lines_before, stream)
    else:
        yield from _document_or_lines(first_line, lines_before, stream)


def _first_line(stream: BufferedReader) -> tuple[bytes, int]:
    """The first line that is not blank, and how many blank ones came before."""
    blank = 0
    while line := stream.readline(_CHUNK):
        if line.strip(_SPACE):
            return line, blank
        blank += 1
    return b"", blank


def _is_whole(line: bytes) -> bool:
    """Whether a line is a JSON value by itself."""
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _lines(line: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    """NDJSON: a record a line. A line over the limit is read past and reported."""
    number = before
    while line:
        number += 1
        if len(line) > LARGEST_RECORD and not line.endswith(b"\n"):
            yield _too_long(number, line[:LARGEST_RECORD])
            while line and not line.endswith(b"\n"):
                line = stream.readline(_CHUNK)
        elif line.strip(_SPACE):
            yield RawRecord(number=number, raw=line.strip(_SPACE))
        line = stream.readline(_CHUNK)


def _too_long(number: int, raw: bytes) -> RawRecord:
    message = f"expected a record of at most {LARGEST_RECORD:,} bytes"
    return RawRecord(number=number, raw=raw, fault=Fault("", message))


def _document_or_lines(line: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    """One object over several lines; or NDJSON whose first line is broken."""
    head = line + stream.read(2 * LARGEST_RECORD)
    rest = stream.peek(1)
    if not rest and (_is_whole(head) or not _has_whole_line(head)):
        yield RawRecord(number=1, raw=head.strip(_SPACE))
        return
    yield from _lines_of(head, before, stream)


def _has_whole_line(text: bytes) -> bool:
    """Whether some line after the first is an object by itself, as in NDJSON."""
    return any(
        line.startswith(b"{") and _is_whole(line) for line in text.split(b"\n")[1:] if line.strip(_SPACE)
    )


def _lines_of(head: bytes, before: int, stream: BufferedReader) -> Iterator[RawRecord]:
    number = before
    *whole, last = head.split(b"\n")
    for line in whole:
        number += 1
        if line.strip(_SPACE):
            yield _sized(number, line.strip(_SPACE))
    yield from _lines(last + stream.readline(_CHUNK), number, stream)


def _sized(number: int, raw: bytes) -> RawRecord:
    return (
        _too_long(number, raw[:LARGEST_RECORD])
        if len(raw) > LARGEST_RECORD
        else RawRecord(number=number, raw=raw)
    )


class _Scan:
    """Cuts the elements out of an array as its text comes in, by brackets outside strings."""

    def __init__(self) -> None:
        self.depth = 0
        self.number = 0
        self.closed = False
        self._piece = bytearray()
        self._overlong = False

    def feed(self, text: bytes) -> Iterator[RawRecord]:
        """The elements that end within this text; a string cut off at its end must not be fed."""
        start = 0
        for token in _TOKEN.finditer(text):
            mark = token[0]
            if mark in (b"[", b"{"):
                self.depth += 1
                if self.depth == 1:
                    start = token.end()
            elif mark in (b"]", b"}"):
                self.depth -= 1
                if self.depth == 0:
                    self._keep(text[start : token.start()])
                    yield from self._flush(last=True)
                    self.closed = True
                    self._piece += text[token.end() :]
                    return
            elif mark == b"," and self.depth == 1:
                self._keep(text[start : token.start()])
                yield from self._flush(last=False)
                start = token.end()
        if self.depth:
            self._keep(text[start:])

    def _keep(self, text: bytes) -> None:
        if len(self._piece) <= LARGEST_RECORD:
            self._piece += text
        self._overlong = len(self._piece) > LARGEST_RECORD

    def _flush(self, *, last: bool) -> Iterator[RawRecord]:
        piece = bytes(self._piece).strip(_SPACE)
        self._piece.clear()
        if last and not piece and not self.number:
            return
        self.number += 1
        if self._overlong:
            self._overlong = False
            yield _too_long(self.number, piece[:LARGEST_RECORD])
        else:
            yield RawRecord(number=self.number, raw=piece)

    def rest(self) -> bytes:
        """What follows the array, or what of an element has come in when the array breaks off."""
        return bytes(self._piece).strip(_SPACE)


def _elements(head: bytes, stream: BufferedReader) -> Iterator[RawRecord]:
    """The elements of an array."""
    scan, text = _Scan(), head
    while text:
        cut = _cut_before_open_string(text)
        yield from scan.feed(text[:cut])
        if scan.closed:
            break
        more = stream.read1(_CHUNK)
        if not more:
            yield from scan.feed(text[cut:])
            break
        text = text[cut:] + more
    trailing = scan.rest() + (stream.peek(1).strip(_SPACE) if scan.closed else b"")
    if not scan.closed:
        fault = Fault("", "the array breaks off before its closing bracket")
        yield RawRecord(number=scan.number + 1, raw=trailing, fault=fault)
    elif trailing:
        fault = Fault("", "expected nothing after the array")
        yield RawRecord(number=scan.number + 1, raw=trailing[:LARGEST_RECORD], fault=fault)


def _cut_before_open_string(text: bytes) -> int:
    """Where a string begins that does not end within the text; the text's length if there is none."""
    end = 0
    for token in _TOKEN.finditer(text):
        end = token.end()
    quote = text.find(b'"', end)
    return len(text) if quote < 0 else quote
