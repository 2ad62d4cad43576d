"""A record as it came in: its bytes, not yet read."""

from __future__ import annotations

from typing import Final, NamedTuple

import orjson

from gleek_replay.records.faults import Fault
from gleek_replay.records.reader import LARGEST_RECORD

BLANK: Final = b" \t\r\n"
"""What may stand between the records of a stream: JSON's white space."""


class RawRecord(NamedTuple):
    """The bytes of one record and its number: the element of an array, or the line on which it begins,
    from 1. ``fault`` says why the bytes cannot be the record that was meant, if so; there may then be
    only the first of them, or none. ``rewritten``: they are not quite those that came in, since they named
    somebody who was erased.
    """

    number: int
    raw: bytes
    fault: Fault | None = None
    rewritten: bool = False


def sized(number: int, raw: bytes) -> RawRecord:
    """A record as it is, or the beginning of one that is too long."""
    return too_long(number, raw) if len(raw) > LARGEST_RECORD else RawRecord(number, raw)


def too_long(number: int, raw: bytes) -> RawRecord:
    """The beginning of a record that goes on for longer than one may."""
    return broken(number, raw, f"expected a record of at most {LARGEST_RECORD:,} bytes")


def broken(number: int, raw: bytes, message: str) -> RawRecord:
    """A part that cannot be the record that was meant."""
    return RawRecord(number=number, raw=raw[:LARGEST_RECORD], fault=Fault("", message))


def is_json(raw: bytes) -> bool:
    """Whether this is a JSON value by itself."""
    try:
        orjson.loads(raw)
    except orjson.JSONDecodeError:
        return False
    return True
