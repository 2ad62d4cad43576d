"""Auditing without storing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from gleek_replay.audit import audit_record, malformed_document
from gleek_replay.records import MalformedRecord, RawRecord, read_record, split_records
from gleek_replay.services.access import Action, Caller, require


def audit_upload(caller: Caller, stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """The audit of every record of a stream, one at a time in its order; a malformed record gives a
    document with its faults in place of one. Nothing is stored.
    """
    require(caller, Action.AUDIT)
    return (_document(raw) for raw in split_records(stream))


def _document(raw: RawRecord) -> dict[str, Any]:
    if raw.fault is not None:
        return malformed_document((raw.fault,), raw.number)
    try:
        return audit_record(read_record(raw.raw)).document
    except MalformedRecord as malformed:
        return malformed_document(malformed.faults, raw.number)
