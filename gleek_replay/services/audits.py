"""Auditing without storing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from gleek_replay.audit import audit_record, malformed_document
from gleek_replay.records import MalformedRecord, RawRecord, TooLarge, read_record, split_records
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.refusals import TooMuch
from gleek_replay.services.tallies import HANDS_AUDITED

MOST_AUDITED: Final = 1_000
"""How many records are audited for one request, which has to hold all of its answer."""


def audit_upload(caller: Caller, stream: BinaryIO, largest: int | None = None) -> Iterator[dict[str, Any]]:
    """The audit of every record of a stream, one at a time in its order; a malformed record gives a
    document with its faults in place of one. Nothing is stored.

    Raises :class:`TooMuch` for more than :data:`MOST_AUDITED` records, and for a packed stream that unpacks
    to more than ``largest`` bytes.
    """
    require(caller, Action.AUDIT)
    return _documents(stream, largest)


def _documents(stream: BinaryIO, largest: int | None) -> Iterator[dict[str, Any]]:
    try:
        for count, raw in enumerate(split_records(stream, largest)):
            if count == MOST_AUDITED:
                raise TooMuch(
                    f"More than {MOST_AUDITED:,} records are not audited at once: send fewer, or upload them."
                )
            yield _document(raw)
    except TooLarge as error:
        raise TooMuch(f"The body cannot be taken: {error}.") from error


def _document(raw: RawRecord) -> dict[str, Any]:
    if raw.fault is not None:
        return malformed_document((raw.fault,), raw.number)
    try:
        audit = audit_record(read_record(raw.raw))
    except MalformedRecord as malformed:
        return malformed_document(malformed.faults, raw.number)
    HANDS_AUDITED.labels(audit.verdict.value).inc()
    return audit.document
