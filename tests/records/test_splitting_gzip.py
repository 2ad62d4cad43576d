"""Streams packed with gzip: the same records come out, and what breaks off costs no more than it must."""

from __future__ import annotations

import gzip
import io
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

import orjson
import pytest

from gleek_replay.records import TooLarge, split_records
from tests.records.streams import ONE, RECORDS, THREE, TWO, Endless, Told, numbered, split, split_measured
from tests.records.written import example

BREAKS_OFF = "the gzip stream breaks off: "
LINES = b"\n".join(RECORDS)
ARRAY = b"[" + b",".join(RECORDS) + b"]"
PRETTY = orjson.dumps(example(), option=orjson.OPT_INDENT_2)


@pytest.mark.parametrize("level", [0, 1, 9])
@pytest.mark.parametrize(
    ("content", "raws"),
    [(b"", []), (PRETTY, [PRETTY]), (LINES, RECORDS), (ARRAY, RECORDS), (b"\xef\xbb\xbf" + ARRAY, RECORDS)],
)
def test_a_packed_stream_holds_what_it_holds_unpacked(level: int, content: bytes, raws: list[bytes]) -> None:
    assert split(gzip.compress(content, level)) == numbered(*raws)


def test_a_packed_stream_may_have_a_name_a_comment_and_a_time() -> None:
    packed = gzip.compress(LINES, mtime=0)
    extra = struct.pack("<H", 4) + b"gree" + b"hands.ndjson\0" + b"a comment\0"
    assert split(packed[:3] + bytes([4 | 8 | 16]) + packed[4:10] + extra + packed[10:]) == numbered(*RECORDS)


def test_several_packed_members_are_one_stream() -> None:
    middle = len(LINES) // 2
    packed = gzip.compress(LINES[:middle]) + gzip.compress(b"") + gzip.compress(LINES[middle:])
    assert split(packed) == numbered(*RECORDS)
    assert split(gzip.compress(ARRAY[:10]) + gzip.compress(ARRAY[10:])) == numbered(*RECORDS)
    assert split(packed + b"\0" * 600) == numbered(*RECORDS)


def test_what_follows_a_packed_stream_is_told() -> None:
    *records, last = split(gzip.compress(LINES) + b"and more")
    assert records == numbered(*RECORDS)
    assert last == Told(4, b"", f"{BREAKS_OFF}Not a gzipped file (b'an')")


@pytest.mark.parametrize("content", [LINES, ARRAY, PRETTY])
def test_a_stream_whose_end_is_missing_gives_all_that_it_has(content: bytes) -> None:
    packed = gzip.compress(content)
    whole = split(packed)
    for missing in range(1, 9):  # the check sum and the length
        *records, last = split(packed[:-missing])
        assert records == whole
        assert last == Told(whole[-1].number + 1, b"", f"{BREAKS_OFF}{SHORT}")


SHORT = "Compressed file ended before the end-of-stream marker was reached"
LONG = b"\n".join(RECORDS * 40)


@pytest.mark.parametrize("part", [0.1, 0.25, 0.5, 0.75, 0.97])
def test_a_stream_that_breaks_off_gives_the_records_before(part: float) -> None:
    packed = gzip.compress(LONG, 1)
    kept = packed[: int(len(packed) * part)]
    unpacked = zlib.decompressobj(wbits=31).decompress(kept)
    *records, cut = split(kept)
    assert records == numbered(*unpacked.split(b"\n")[:-1])
    assert cut == Told(len(records) + 1, unpacked.split(b"\n")[-1], f"{BREAKS_OFF}{SHORT}")


def test_an_array_that_breaks_off_with_its_packing_is_told_once() -> None:
    *records, last = split(gzip.compress(b"[" + ONE + b"," + TWO[:900], 0)[:-8])
    assert records == numbered(ONE)
    assert last == Told(2, TWO[:900], f"{BREAKS_OFF}{SHORT}")


@pytest.mark.parametrize("length", range(2, 11))
def test_a_header_that_breaks_off_is_told(length: int) -> None:
    [only] = split(gzip.compress(LINES)[:length])
    assert (only.number, only.raw) == (1, b"")
    assert (only.fault or "").startswith(BREAKS_OFF)


def test_a_stream_corrupt_in_the_middle_gives_the_records_before() -> None:
    packed = bytearray(gzip.compress(LONG, 1))
    place = len(packed) * 3 // 4
    packed[place : place + 64] = b"\xff" * 64
    *records, last = split(bytes(packed))
    before = zlib.decompressobj(wbits=31).decompress(bytes(packed[: place - 300])).split(b"\n")[:-1]
    assert len(before) > 50
    assert records[: len(before)] == numbered(*before)
    assert (last.fault or "").startswith(BREAKS_OFF)


def test_a_wrong_check_sum_is_told_after_the_records() -> None:
    packed = gzip.compress(LINES)
    wrong = packed[:-8] + bytes([packed[-8] ^ 1]) + packed[-7:]
    *records, last = split(wrong)
    assert records == numbered(*RECORDS)
    assert (last.fault or "").startswith(f"{BREAKS_OFF}CRC check failed")


@pytest.mark.parametrize("start", [b"\x1f", b"\x1f\x8c", b"\x1fx", b"\x8b\x1f"])
def test_what_only_resembles_gzip_is_a_broken_line(start: bytes) -> None:
    assert split(start + b"\n" + ONE + b"\n" + TWO) == numbered(start, ONE, TWO)


class Counted(Endless):
    """A stream that knows how much of it was taken."""

    taken = 0

    def read(self, size: int) -> bytes:
        piece = super().read(size)
        self.taken += len(piece)
        return piece


def packed_pieces(piece: bytes, count: int, end: bytes = b"") -> Iterator[bytes]:
    """A packed stream of a piece that is repeated, made as it is read."""
    packer = zlib.compressobj(9, wbits=31)
    for _ in range(count):
        yield packer.compress(piece)
    yield packer.compress(end) + packer.flush()


@pytest.mark.parametrize(
    ("start", "piece", "end"),
    [
        (b"", b" " * 1_000_000, b"\n" + THREE),
        (b"", b"x" * 1_000_000, b"\n" + THREE),
        (b"", b"\0" * 1_000_000, b"\n" + THREE),
        (b"[", b" " * 1_000_000, THREE + b"]"),
        (b'[{"format":"', b"x" * 1_000_000, b'"},' + THREE + b"]"),
    ],
)
def test_a_small_stream_that_unpacks_to_a_huge_one_takes_little_room(
    start: bytes, piece: bytes, end: bytes
) -> None:
    def pieces() -> Iterator[bytes]:
        if start:
            yield gzip.compress(start)
        yield from packed_pieces(piece, 40, end)

    number, last, room = split_measured(pieces())
    assert number <= 2
    assert (last.raw, last.fault) == (THREE, None)
    assert room < 8_000_000


def test_a_packed_stream_may_hold_as_much_as_is_allowed_and_no_more() -> None:
    packed = gzip.compress(LINES[:50]) + gzip.compress(LINES[50:])
    assert [part.raw for part in split_records(io.BytesIO(packed), largest=len(LINES))] == RECORDS
    with pytest.raises(TooLarge, match=f"the gzip stream holds more than {len(LINES) - 1:,} bytes") as raised:
        list(split_records(io.BytesIO(packed), largest=len(LINES) - 1))
    assert raised.value.largest == len(LINES) - 1


def test_the_limit_is_of_what_is_unpacked() -> None:
    assert [part.raw for part in split_records(io.BytesIO(LINES), largest=1)] == RECORDS


@pytest.mark.parametrize("piece", [b" " * 1_000_000, b"x" * 1_000_000, LINES * 100 + b"\n"])
def test_a_stream_that_unpacks_to_far_too_much_is_given_up_at_the_limit(piece: bytes) -> None:
    packed = Counted(packed_pieces(piece, 2000))
    with pytest.raises(TooLarge):
        for _ in split_records(cast(BinaryIO, packed), largest=3_000_000):
            pass
    assert packed.taken < 100_000
