"""What the service itself does in disputes, when the records of a hand come to conflict or to agree."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import orjson
from sqlalchemy import Connection

from gleek_replay.audit import audit_record
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import HandRecord
from gleek_replay.storage import disputes
from gleek_replay.storage.disputes import DisputeRow, NewStep
from gleek_replay.storage.tables import DisputeState, StepKind

IN_DISPUTE: Final = (DisputeState.OPEN, DisputeState.REOPENED)
"""The states in which somebody has yet to rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What there is to judge a hand by: what the records know together that it stands on (``None`` where none
    is left), the digests of the facts that other live records tell, and the keys of all live ones.
    """

    known: HandRecord | None
    contradictions: frozenset[bytes]
    live: Collection[int]


def take_notice(
    connection: Connection, club_key: int, hand_id: str, dispute: DisputeRow | None, evidence: Evidence
) -> bool:
    """Have the service do what falls to it when the records of a hand are what they are: open a dispute when
    they conflict, reopen one when something new contradicts what was ruled or the record is gone that this
    rests on, or let one lapse in which nobody but itself has done anything. Says whether the hand is in
    dispute then.
    """
    if dispute is None:
        if evidence.contradictions:
            step = _step(StepKind.OPENED, evidence)
            key = disputes.add_dispute(connection, club_key, hand_id, step.at, evidence.contradictions)
            disputes.add_step(connection, key, 1, step)
        return bool(evidence.contradictions)
    kind = _what_happened(connection, dispute, evidence)
    if kind is None:
        return dispute.state in IN_DISPUTE
    step, state = _step(kind, evidence), _STATE_AFTER.get(kind, dispute.state)
    number = disputes.advance(
        connection, dispute, step.at, state=state, contradictions=evidence.contradictions
    )
    assert number is not None, "in one club only one transaction writes at a time"
    disputes.add_step(connection, dispute.key, number, step)
    return state in IN_DISPUTE


def packed_audit(record: HandRecord) -> bytes:
    """The audit of what records know together, as a step keeps it."""
    return zlib.compress(orjson.dumps(audit_record(record).document))


def unpacked_audit(packed: bytes) -> dict[str, Any]:
    """The inverse of :func:`packed_audit`."""
    audit: dict[str, Any] = orjson.loads(zlib.decompress(packed))
    return audit


def rewritten_audit(packed: bytes, rewrite: Callable[[bytes], bytes]) -> bytes:
    """A packed audit with its JSON written otherwise; the same bytes where that is not."""
    kept = zlib.decompress(packed)
    written = rewrite(kept)
    return packed if written == kept else zlib.compress(written)


def finds_otherwise(packed: bytes, known: HandRecord) -> bool:
    """Whether today's engine comes to another verdict, or makes something else due, than an audit that a step
    keeps.
    """
    then, now = unpacked_audit(packed), audit_record(known).document
    return (then["verdict"], then["due"]["net"]) != (now["verdict"], now["due"]["net"])


def _what_happened(connection: Connection, dispute: DisputeRow, evidence: Evidence) -> StepKind | None:
    """What the service has to say in a dispute now; ``None`` if nothing has changed since it last looked."""
    if dispute.state is DisputeState.LAPSED:
        return StepKind.OPENED if evidence.contradictions else None
    new = evidence.contradictions - dispute.contradictions
    if dispute.state is DisputeState.RULED and (new or dispute.record_key not in evidence.live):
        return StepKind.REOPENED
    if evidence.contradictions == dispute.contradictions:
        return None
    if evidence.contradictions or dispute.state is not DisputeState.OPEN:
        return StepKind.RECORDS
    own = disputes.is_the_services_own(connection, dispute.key)
    return StepKind.LAPSED if own else StepKind.RECORDS


_STATE_AFTER: Final = {
    StepKind.OPENED: DisputeState.OPEN,
    StepKind.REOPENED: DisputeState.REOPENED,
    StepKind.LAPSED: DisputeState.LAPSED,
}


def _step(kind: StepKind, evidence: Evidence) -> NewStep:
    keeps = kind in (StepKind.OPENED, StepKind.REOPENED) and evidence.known is not None
    return NewStep(
        kind=kind,
        at=datetime.now(UTC),
        engine_version=ENGINE_VERSION if keeps else None,
        audit=packed_audit(evidence.known) if keeps and evidence.known is not None else None,
    )
