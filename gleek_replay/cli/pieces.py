"""A file cut into pieces that one request takes each: whole records, a line each, packed."""

from __future__ import annotations

import gzip
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

import orjson

from gleek_replay.records import Fault, MalformedRecord, RawRecord, read_record, split_records

BYTES_A_PIECE: Final = 2 * 1024 * 1024
"""How many bytes of records make a piece; the same file always makes the same pieces."""
_LINE: Final = 1
"""What a line costs beside its bytes, so that many small records are a piece too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a file: NDJSON, packed with gzip, and empty if no record can be sent. The record on line
    ``n`` of it is ``numbers[n - 1]`` of its file. ``broken`` are those that no service could read.
    """

    number: int
    body: bytes
    numbers: array[int]
    broken: tuple[tuple[int, tuple[Fault, ...]], ...]


def pieces_of(stream: BinaryIO) -> Iterator[Piece]:
    """The pieces of a file, in order."""
    cutting = _Cutting()
    for raw in split_records(stream):
        cutting.add(raw)
        if cutting.size >= BYTES_A_PIECE:
            yield cutting.cut()
    if cutting.size:
        yield cutting.cut()


class _Cutting:
    """The piece that is being filled."""

    def __init__(self) -> None:
        self._number = -1
        self._begin()

    def _begin(self) -> None:
        self._number += 1
        self.size = 0
        self._lines: list[bytes] = []
        self._numbers = array("Q")
        self._broken: list[tuple[int, tuple[Fault, ...]]] = []

    def add(self, raw: RawRecord) -> None:
        """Put a record into the piece."""
        self.size += len(raw.raw) + _LINE
        faults = _broken(raw)
        if faults:
            self._broken.append((raw.number, faults))
        else:
            self._lines.append(raw.raw.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n")
            self._numbers.append(raw.number)

    def cut(self) -> Piece:
        """The piece as it is; what is added from now on belongs to the next."""
        piece = Piece(
            number=self._number,
            body=gzip.compress(b"".join(self._lines), compresslevel=6, mtime=0) if self._lines else b"",
            numbers=self._numbers,
            broken=tuple(self._broken),
        )
        self._begin()
        return piece


def _broken(raw: RawRecord) -> tuple[Fault, ...]:
    """Why bytes are no JSON object, which alone can stand on a line of its own; nothing if they are one."""
    if raw.fault is not None:
        return (raw.fault,)
    if isinstance(_parsed(raw.raw), dict):
        return ()
    try:
        read_record(raw.raw)
    except MalformedRecord as malformed:
        return malformed.faults
    raise AssertionError("a hand history that is no object")


def _parsed(raw: bytes) -> object:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
