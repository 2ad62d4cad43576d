"""How the ledger keeps a chunk: the raw records while it waits, what came of them when it is done."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import orjson

from gleek_replay.audit import Verdict
from gleek_replay.records import Fault, RawRecord
from gleek_replay.services.taking import Outcome
from gleek_replay.storage.tables import Status

FileRecord: TypeAlias = tuple[str | None, RawRecord]
"""A raw record, and the name of the file it came in; ``None`` for a body that is no form."""


def pack_records(records: Iterable[FileRecord]) -> bytes:
    """A line of JSON that says where each record begins and ends, and the records' bytes after it."""
    head = [
        [file, record.number, len(record.raw), record.fault and record.fault.message, record.rewritten]
        for file, record in records
    ]
    return b"\n".join((orjson.dumps(head), b"".join([record.raw for _, record in records])))


def unpack_records(payload: bytes) -> list[FileRecord]:
    """The inverse of :func:`pack_records`."""
    head, _, joined = payload.partition(b"\n")
    records: list[FileRecord] = []
    begin = 0
    for file, number, length, fault, *rewritten in orjson.loads(head):  # the version before had no last
        raw = joined[begin : begin + length]
        begin += length
        records.append((file, RawRecord(number, raw, fault and Fault("", fault), any(rewritten))))
    return records


def pack_outcomes(outcomes: Sequence[Outcome]) -> bytes:
    """What came of each record, as JSON; packed, since faults are long and much alike."""
    plain = orjson.dumps(
        [
            [outcome.file, outcome.number, outcome.status, outcome.hand_id, outcome.verdict,
             [[fault.pointer, fault.message] for fault in outcome.faults]]
            for outcome in outcomes
        ]
    )  # fmt: skip
    return zlib.compress(plain, level=1)


def unpack_outcomes(packed: bytes) -> list[Outcome]:
    """The inverse of :func:`pack_outcomes`."""
    return [
        Outcome(
            file=file,
            number=number,
            status=Status(status),
            hand_id=hand_id,
            verdict=None if verdict is None else Verdict(verdict),
            faults=tuple(Fault(pointer, message) for pointer, message in faults),
        )
        for file, number, status, hand_id, verdict, faults in orjson.loads(zlib.decompress(packed))
    ]
