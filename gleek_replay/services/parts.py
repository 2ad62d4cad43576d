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

    ``number`` is its line or element, ``whole`` whether the stream had it whole. ``projection`` is there
    once the hand has been audited.
    """

    number: int
    raw: bytes
    sha256: bytes
    status: Status
    whole: bool
    record: HandRecord | None = None
    facts: bytes | None = None
    projection: Projection | None = None
    faults: tuple[Fault, ...] = ()


def read_part(raw: RawRecord) -> Part:
    """What a part tells of, not yet audited."""
    sha256, whole = hashlib.sha256(raw.raw).digest(), raw.fault is None
    part = Part(number=raw.number, raw=raw.raw, sha256=sha256, status=Status.ACCEPTED, whole=whole)
    if raw.fault is not None:
        return replace(part, status=Status.MALFORMED, faults=(raw.fault,))
    try:
        record = read_record(raw.raw)
        return replace(part, record=record, facts=facts_digest(record))
    except MalformedRecord as malformed:
        return replace(part, status=Status.MALFORMED, faults=malformed.faults)
    except Exception:  # a bug of ours must not cost the rest of the upload
        log.exception(FAILED_WITH, part.sha256.hex())
        return failed_part(part)


def audit_part(part: Part) -> Part:
    """The part with what its audit projects; a part that tells of no hand stays as it is."""
    if part.record is None:
        return part
    try:
        return replace(part, projection=project(audit_record(part.record)))
    except Exception:  # a bug of ours must not cost the rest of the upload
        log.exception(FAILED_WITH, part.sha256.hex())
        return failed_part(part)


def failed_part(part: Part) -> Part:
    """The part as one on which the service failed."""
    return replace(part, status=Status.FAILED, record=None, facts=None, projection=None, faults=(FAILURE,))


def faults_json(part: Part) -> bytes | None:
    """The faults as the database keeps them; ``None`` if there are none."""
    if not part.faults:
        return None
    return orjson.dumps([{"pointer": fault.pointer, "message": fault.message} for fault in part.faults])
