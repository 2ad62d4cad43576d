"""From the bytes of one record to the record, or to every fault it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from gleek_replay.records.faults import (
    MOST_FAULTS,
    Fault,
    MalformedRecord,
    farther,
    faults_of,
    in_order,
    shown,
)
from gleek_replay.records.record import HandRecord
from gleek_replay.records.schema import HandHistorySchema

LARGEST_RECORD: Final = 64 * 1024
"""The most bytes that one record may have."""

_SCHEMA: Final = HandHistorySchema()
_FIELDS: Final = list(_SCHEMA.fields)
_TOKEN: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[][{}:,]')
_ESCAPED_COLON: Final = b"\\u003"


def read_record(raw: bytes) -> HandRecord:
    """Read one hand history. Raises :class:`MalformedRecord` with every fault found."""
    if len(raw) > LARGEST_RECORD:
        message = f"expected at most {LARGEST_RECORD:,} bytes; found {len(raw):,}"
        raise MalformedRecord((Fault("", message),))
    try:
        written = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise MalformedRecord((Fault("", _not_json(raw, error)),)) from None
    faults = list(islice(_repeated_keys(raw), MOST_FAULTS + 1)) if may_repeat_keys(raw, written) else []
    if type(written) is not dict:
        faults.append(Fault("", f"expected an object, one hand history; found {shown(written)}"))
        raise MalformedRecord(in_order(faults, _FIELDS))
    try:
        record: HandRecord = _SCHEMA.load(written)
    except ValidationError as error:
        faults += faults_of(error.messages_dict)
    if faults:
        raise MalformedRecord(in_order(faults, _FIELDS))
    return record


def _not_json(raw: bytes, error: orjson.JSONDecodeError) -> str:
    try:
        raw.decode()
    except UnicodeDecodeError as broken:
        return f"expected UTF-8; found the byte 0x{raw[broken.start]:02X} at place {broken.start:,}"
    return f"expected JSON: {error}"


def may_repeat_keys(raw: bytes, written: Any) -> bool:
    """Whether a key may stand twice in one object: the parser keeps the last of them in silence.

    Nothing is dropped where the value written anew is the record. What is dropped has a colon at least, so
    neither is anything where there are as many colons, and none of those that count is spelt as an escape.
    """
    try:
        anew = orjson.dumps(written)
    except orjson.JSONEncodeError:  # nested too deeply to be written
        return True
    return anew != raw and (anew.count(b":") != raw.count(b":") or _ESCAPED_COLON in raw)


def _repeated_keys(raw: bytes) -> Iterator[Fault]:
    """A fault for each key that stands twice in one object; the text is known to be JSON."""
    around: list[str] = []  # the place of each value that is open
    steps: list[str | int] = []  # and where in it we are
    keys: list[set[str]] = []
    string = b""
    for token in _TOKEN.finditer(raw):
        match mark := token[0]:
            case b"{" | b"[":
                around.append(farther(around[-1], steps[-1]) if around else "")
                steps.append("" if mark == b"{" else 0)
                keys.append(set())
            case b"}" | b"]":
                around.pop()
                steps.pop()
                keys.pop()
            case b",":
                if isinstance(step := steps[-1], int):
                    steps[-1] = step + 1
            case b":":
                steps[-1] = key = orjson.loads(string)
                if key in keys[-1]:
                    yield Fault(farther(around[-1], key), "this key stands twice in one object")
                keys[-1].add(key)
            case _:
                string = mark
