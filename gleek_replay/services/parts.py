"""One part of an upload as the service sees it: bytes, and the record or the faults that they hold."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, replace
from typing import Final

import orjson

from gleek_replay.audit import audit_record
from gleek_replay.records import Fault, HandRecord, MalformedRecord, RawRecord, facts_digest, read_record
from gleek_replay.storage.projection import Projection, project
from gleek_replay.storage.tables import Status

FAILURE: Final = Fault("", "the service failed on this record; it is kept, and a rebuild tries it again")
FAILED_WITH: Final = "a record could not be taken in: SHA-256 %s"
log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of an upload. It tells of a hand (``record``, the digest of its ``facts``), or it is
    malformed, or the service failed on it: then ``faults`` say why.

    ``number`` is its line or element in its ``file`` (``None``: the body itself), ``whole`` whether the
    stream had it whole. ``projection`` is there once the hand has been audited.
    """

    number: int
    file: str | None
    raw: bytes
    sha256: bytes
    status: Status
    whole: bool
    record: HandRecord | None = None
    facts: bytes | None = None
    projection: Projection | None = None
    faults: tuple[Fault, ...] = ()


def read_part(raw: RawRecord, file: str | None = None) -> Part:
    """What a part tells of, not yet audited."""
    sha256 = hashlib.sha256(raw.raw).digest()
    status, record, facts, faults = _told_by(raw, sha256)
    return Part(
        number=raw.number,
        file=file,
        raw=raw.raw,
        sha256=sha256,
        status=status,
        whole=raw.fault is None,
        record=record,
        facts=facts,
        faults=faults,
    )


def _told_by(
    raw: RawRecord, sha256: bytes
) -> tuple[Status, HandRecord | None, bytes | None, tuple[Fault, ...]]:
    if raw.fault is not None:
        return Status.MALFORMED, None, None, (raw.fault,)
    try:
        record = read_record(raw.raw)
        return Status.ACCEPTED, record, facts_digest(record), ()
    except MalformedRecord as malformed:
        return Status.MALFORMED, None, None, malformed.faults
    except Exception:  # a bug of ours must not cost the rest of the upload
        log.exception(FAILED_WITH, sha256.hex())
        return Status.FAILED, None, None, (FAILURE,)


def audit_part(part: Part) -> Part:
    """The part with what its audit projects; a part that tells of no hand stays as it is."""
    if part.record is None:
        return part
    try:
        return replace(part, projection=projection_of(part.record))
    except Exception:  # a bug of ours must not cost the rest of the upload
        log.exception(FAILED_WITH, part.sha256.hex())
        return failed_part(part)


def projection_of(record: HandRecord) -> Projection:
    """The rows of a record's audit."""
    return project(audit_record(record))


def failed_part(part: Part) -> Part:
    """The part as one on which the service failed."""
    return replace(part, status=Status.FAILED, record=None, facts=None, projection=None, faults=(FAILURE,))


def unread_part(raw: RawRecord, file: str | None = None) -> Part:
    """A part of which nothing is read, since a process ended over it: the service failed on it, unless the
    stream did not have it whole.
    """
    return Part(
        number=raw.number,
        file=file,
        raw=raw.raw,
        sha256=hashlib.sha256(raw.raw).digest(),
        status=Status.MALFORMED if raw.fault else Status.FAILED,
        whole=raw.fault is None,
        faults=(raw.fault or FAILURE,),
    )


def faults_json(part: Part) -> bytes | None:
    """The faults as the database keeps them; ``None`` if there are none."""
    if not part.faults:
        return None
    return orjson.dumps([{"pointer": fault.pointer, "message": fault.message} for fault in part.faults])
