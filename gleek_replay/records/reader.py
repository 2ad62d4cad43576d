"""From the bytes of one record to the record, or to every fault it has."""

from __future__ import annotations

import json
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from gleek_replay.records.faults import Fault, MalformedRecord, faults_of, pointer
from gleek_replay.records.record import HandRecord
from gleek_replay.records.schema import HandHistorySchema

LARGEST_RECORD: Final = 64 * 1024
"""The most bytes that one record may have."""

_SCHEMA: Final = HandHistorySchema()
_SPACED_COLONS: Final = (b'" :', b'"\t:', b'"\n:', b'"\r:')


def read_record(raw: bytes) -> HandRecord:
    """Read one hand history. Raises :class:`MalformedRecord` with every fault found."""
    if len(raw) > LARGEST_RECORD:
        message = f"expected at most {LARGEST_RECORD:,} bytes; found {len(raw):,}"
        raise MalformedRecord((Fault("", message),))
    try:
        written = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise MalformedRecord((Fault("", f"expected JSON in UTF-8: {error}"),)) from None
    try:
        return _load(raw, written)
    except RecursionError:
        raise MalformedRecord((Fault("", "expected values nested less deeply"),)) from None


def _load(raw: bytes, written: Any) -> HandRecord:
    faults = repeated_keys(raw, written)
    try:
        record: HandRecord = _SCHEMA.load(written)
    except ValidationError as error:
        faults += faults_of(error.messages)
    if faults:
        raise MalformedRecord(tuple(faults))
    return record


def repeated_keys(raw: bytes, written: Any) -> list[Fault]:
    """The faults of keys that stand twice in one object.

    The parser keeps the last of them in silence. Every key is followed by a colon, so where the text has
    no more ``":`` than the value has keys, none is repeated; only otherwise the text is parsed with care.
    """
    if raw.count(b'":') == _count_keys(written) and not any(colon in raw for colon in _SPACED_COLONS):
        return []
    faults: list[Fault] = []
    _find_repeats(json.loads(raw, object_pairs_hook=_Pairs), (), faults)
    return faults


class _Pairs(list[tuple[str, Any]]):
    """The members of an object, repeated ones and all."""


def _count_keys(value: Any) -> int:
    if type(value) is dict:
        return len(value) + sum(
            [_count_keys(member) for member in value.values() if type(member) in (dict, list)]
        )
    if type(value) is list:
        return sum([_count_keys(member) for member in value if type(member) is dict or type(member) is list])
    return 0


def _find_repeats(value: Any, place: tuple[str | int, ...], faults: list[Fault]) -> None:
    if isinstance(value, _Pairs):
        seen: set[str] = set()
        for key, member in value:
            if key in seen:
                faults.append(Fault(pointer(*place, key), "this key stands twice in one object"))
            seen.add(key)
            _find_repeats(member, (*place, key), faults)
    elif isinstance(value, list):
        for index, member in enumerate(value):
            _find_repeats(member, (*place, index), faults)
