"""Streams to split: bytes that come in as pieces of any size, and what is made of them."""

from __future__ import annotations

import io
import tracemalloc
from collections import deque
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple, cast

import orjson

from gleek_replay.records import RawRecord, split_records
from tests.records.written import example

ONE, TWO, THREE = (orjson.dumps(example(name)) for name in ("parlett", "revoke", "hidden-cards"))
"""Three records on one line each; the last has letters beyond ASCII."""
RECORDS = [ONE, TWO, THREE]


class Told(NamedTuple):
    """A part of a stream: its number, its bytes, and what is said against it."""

    number: int
    raw: bytes
    fault: str | None = None


class Trickle(io.RawIOBase):
    """A raw stream that gives a few bytes at a time, as a network may."""

    def __init__(self, content: bytes, at_once: int) -> None:
        self._content, self._at_once = io.BytesIO(content), at_once

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        piece = self._content.read(min(self._at_once, len(view)))
        view[: len(piece)] = piece
        return len(piece)


class Endless:
    """A stream made as it is read, so that only the splitter can keep much of it."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._left = b""

    def read(self, size: int) -> bytes:
        if not self._left:
            self._left = next((piece for piece in self._pieces if piece), b"")
        piece, self._left = self._left[:size], self._left[size:]
        return piece


def told(part: RawRecord) -> Told:
    """A part as tests write it."""
    if part.fault is None:
        return Told(part.number, part.raw)
    assert part.fault.pointer == ""
    return Told(part.number, part.raw, part.fault.message)


def split(content: bytes) -> list[Told]:
    """The parts of a stream, which must be the same however the bytes come in."""
    whole = [told(part) for part in split_records(io.BytesIO(content))]
    ways: list[object] = [Trickle(content, 1), Trickle(content, 7), io.BufferedReader(Trickle(content, 3))]
    for way in ways if len(content) < 100_000 else ways[1:2]:
        assert [told(part) for part in split_records(cast(BinaryIO, way))] == whole
    return whole


def split_pieces(pieces: Iterable[bytes]) -> Iterator[RawRecord]:
    """The parts of a stream that is made as it is read."""
    return split_records(cast(BinaryIO, Endless(pieces)))


def split_measured(pieces: Iterable[bytes]) -> tuple[int, RawRecord, int]:
    """How many parts a stream has, the last of them, and the most bytes that splitting it took at once."""
    tracemalloc.start()
    try:
        [(number, last)] = deque(enumerate(split_pieces(pieces), 1), maxlen=1)
        return number, last, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def numbered(*raws: bytes) -> list[Told]:
    """Records numbered from 1, with nothing said against them."""
    return [Told(number, raw) for number, raw in enumerate(raws, 1)]
