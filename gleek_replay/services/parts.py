"""One part of an upload as the service sees it: bytes, and the record or the faults that they hold."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from typing import Final, NamedTuple

import orjson

from gleek_replay.audit import audit_record
from gleek_replay.records import Fault, HandRecord, MalformedRecord, RawRecord, facts_digest, read_record
from gleek_replay.storage.projection import Projection, project
from gleek_replay.storage.tables import Status

FAILURE: Final = Fault("", "the service failed on this record; it is kept, and a rebuild tries it again")
FAILED_WITH: Final = "a record could not be taken in: SHA-256 %s"
log: Final = logging.getLogger(__name__)


class Part(NamedTuple):
    """A part of an upload. It tells of a hand (``hand_id``, the digest of its ``facts``), or it is
    malformed, or the service failed on it: then ``faults`` say why.

    ``number`` is its line or element in its ``file`` (``None``: the body itself), ``whole`` whether the
    stream had it whole, ``rewritten`` whether it is without somebody who was erased. ``record`` is there
    until the hand has been audited, and ``projection`` from then on.
    """

    number: int
    file: str | None
    raw: bytes
    sha256: bytes
    status: Status
    whole: bool
    hand_id: str | None = None
    facts: bytes | None = None
    record: HandRecord | None = None
    projection: Projection | None = None
    faults: tuple[Fault, ...] = ()
    rewritten: bool = False


def read_part(raw: RawRecord, file: str | None = None) -> Part:
    """What a part tells of, not yet audited."""
    number, content, fault, rewritten = raw
    sha256 = hashlib.sha256(content).digest()
    record, facts, status = None, None, Status.MALFORMED
    faults: tuple[Fault, ...] = ()
    try:
        if fault is not None:
            faults = (fault,)
        else:
            record = read_record(content)
            facts, status = facts_digest(record), Status.ACCEPTED
    except MalformedRecord as malformed:
        faults = malformed.faults
    except Exception:  # a bug of ours must not cost the rest of the upload
        log.exception(FAILED_WITH, sha256.hex())
        record, status, faults = None, Status.FAILED, (FAILURE,)
    hand_id = None if record is None else record.hand_id
    return Part(
        number=number, file=file, raw=content, sha256=sha256, status=status, whole=fault is None,
        hand_id=hand_id, facts=facts, record=record, faults=faults, rewritten=rewritten,
    )  # fmt: skip


def audit_part(part: Part) -> Part:
    """The part with what its audit projects; a part that tells of no hand stays as it is."""
    if part.record is None:
        return part
    try:
        return part._replace(record=None, projection=projection_of(part.record))
    except Exception:  # a bug of ours must not cost the rest of the upload
        log.exception(FAILED_WITH, part.sha256.hex())
        return failed_part(part)


def projection_of(record: HandRecord) -> Projection:
    """The rows of a record's audit."""
    return project(audit_record(record))


def failed_part(part: Part) -> Part:
    """The part as one on which the service failed."""
    return part._replace(
        status=Status.FAILED, hand_id=None, facts=None, record=None, projection=None, faults=(FAILURE,)
    )


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
        rewritten=raw.rewritten,
    )


def faults_json(part: Part) -> bytes | None:
    """The faults as the database keeps them; ``None`` if there are none."""
    return faults_kept(part.faults) if part.faults else None


def faults_kept(faults: Iterable[Fault]) -> bytes:
    """Faults as the database keeps them."""
    return orjson.dumps([{"pointer": fault.pointer, "message": fault.message} for fault in faults])
