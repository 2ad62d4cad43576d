"""Streams of bytes to read from, whatever they come from: short reads are joined, gzip is unpacked."""

from __future__ import annotations

import gzip
import zlib
from io import BufferedReader, RawIOBase
from typing import BinaryIO, Final, cast

GZIP: Final = b"\x1f\x8b"
"""How a gzip stream begins."""
_CHUNK: Final = 256 * 1024
_SIP: Final = 128


def buffered(stream: BinaryIO) -> tuple[bytes, BufferedReader]:
    """How a stream begins, as far as needed to tell gzip, and a reader of all of it."""
    start = b""
    while len(start) < len(GZIP) and (piece := stream.read(len(GZIP) - len(start))):
        start += piece
    return start, rejoined(start, stream)


def rejoined(start: bytes, stream: BinaryIO) -> BufferedReader:
    """A stream with the beginning that was read from it put back."""
    return BufferedReader(_Rejoined(start, stream), _CHUNK)


class _Rejoined(RawIOBase):
    """Any object with ``read`` as a raw stream, with the beginning that was read from it put back.

    The object is not closed with it: it is its owner's.
    """

    def __init__(self, start: bytes, stream: BinaryIO) -> None:
        self._start, self._stream = start, stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        piece = self._start[: len(view)] or self._stream.read(len(view))
        self._start = self._start[len(piece) :]
        view[: len(piece)] = piece
        return len(piece)


class TooLarge(ValueError):
    """A packed stream holds more than it may: at most ``largest`` bytes."""

    def __init__(self, largest: int) -> None:
        super().__init__(f"the gzip stream holds more than {largest:,} bytes")
        self.largest = largest


class Unpacked(RawIOBase):
    """What a gzip stream holds, up to where it breaks off: then ``fault`` says why. Raises :class:`TooLarge`
    after ``largest`` bytes, if there are more.
    """

    def __init__(self, packed: BufferedReader, largest: int | None = None) -> None:
        self.fault: str | None = None
        self._largest, self._so_far = largest, 0
        self._unpacked = gzip.GzipFile(fileobj=cast(BinaryIO, _Sips(packed)))

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        piece = b""
        if self.fault is None:
            try:
                piece = self._unpacked.read1(len(view))
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                self.fault = f"the gzip stream breaks off: {error}"
        self._so_far += len(piece)
        if self._largest is not None and self._so_far > self._largest:
            raise TooLarge(self._largest)
        view[: len(piece)] = piece
        return len(piece)


class _Sips:
    """A packed stream in small pieces: what unpacks of a piece is lost where the piece is corrupt."""

    def __init__(self, packed: BufferedReader) -> None:
        self._packed = packed

    def read(self, size: int) -> bytes:
        return self._packed.read(min(size, _SIP))
