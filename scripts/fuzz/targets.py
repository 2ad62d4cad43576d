"""What is done with an input, and what has to hold of it; whatever is raised here is a finding."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import orjson

from gleek_replay.audit import Audit, audit_record, audit_sessions
from gleek_replay.audit.account import account
from gleek_replay.records import (
    LARGEST_RECORD,
    HandRecord,
    MalformedRecord,
    TooLarge,
    facts_digest,
    read_record,
    split_records,
    unite,
)

SLOW: Final = 0.05
"""How many seconds of the processor a record may take."""
_BEYOND_THE_LIMIT: Final = 512
_MOST_UNPACKED: Final = 4 * LARGEST_RECORD


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """``check`` raises when something does not hold of an input of at most ``longest`` bytes, and else
    returns how many records it had to deal with, each of which may take its time. ``share`` of all time is
    its own, and ``makes_records`` whether its inputs are changed as records are.
    """

    check: Callable[[bytes], int]
    longest: int
    share: float
    makes_records: bool = True


def record(raw: bytes) -> int:
    """One record: read, audited, written as a document and told in words."""
    found = _read(raw)
    if found is not None:
        _audited(found)
    return 1


def two_records(raw: bytes) -> int:
    """Two records, a line each: united either way round they say the same, and that has an audit."""
    first, second = map(_read, raw.partition(b"\n")[::2])
    if first is None or second is None:
        return 2
    one, other = unite(first, second), unite(second, first)
    if one is not None:
        _audited(one)
    if one is not None and other is not None:
        assert facts_digest(one) == facts_digest(other), "what two records know depends on which is the first"
    return 2


def stream(raw: bytes) -> int:
    """A file of records of any kind: its parts come in order, and each is bytes or a fault."""
    last = parts = 0
    try:
        for part in split_records(io.BytesIO(raw), _MOST_UNPACKED):
            assert part.number > last, "parts are numbered from first to last"
            assert part.raw or part.fault is not None, "a part has bytes, or says what is wrong"
            last, parts = part.number, parts + 1
            if part.fault is None:
                record(part.raw)
    except TooLarge:
        pass
    return max(parts, 1)


TARGETS: Final = {
    "record": Target(check=record, longest=LARGEST_RECORD + _BEYOND_THE_LIMIT, share=0.6),
    "two_records": Target(check=two_records, longest=2 * LARGEST_RECORD, share=0.2),
    "stream": Target(check=stream, longest=LARGEST_RECORD, share=0.2, makes_records=False),
}


def _read(raw: bytes) -> HandRecord | None:
    try:
        return read_record(raw)
    except MalformedRecord as malformed:
        faults = malformed.faults
    assert faults, "what is malformed has faults"
    assert all(fault.message for fault in faults), "a fault says what was expected"
    return None


def _audited(found: HandRecord) -> Audit:
    audit = audit_record(found)
    assert sum(audit.result.net) == 0, "what one loses another wins"
    assert orjson.dumps(audit.document), "an audit can be written"
    assert all(section.lines for section in account(audit).sections), "a section says something"
    assert len(facts_digest(found)) == 32, "a record has facts"
    audit_sessions([audit])
    return audit
