"""Taking in an upload: every part of it is kept, and what came of each is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import BinaryIO, Final

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.records import Fault, RawRecord, split_records
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.parts import (
    FAILED_WITH,
    Part,
    audit_part,
    failed_part,
    faults_json,
    log,
    read_part,
)
from gleek_replay.storage import intake, writing
from gleek_replay.storage.intake import NewHand, StandingHand
from gleek_replay.storage.projection import Row
from gleek_replay.storage.tables import Status
from gleek_replay.storage.time_keys import new_keys

HANDS_A_COMMIT: Final = 500
_BYTES_A_COMMIT: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one part of an upload. ``number`` is its line or element, from 1. ``hand_id`` and
    ``verdict`` are of the hand as it now stands, ``faults`` of a part that told of none.
    """

    number: int
    status: Status
    hand_id: str | None = None
    verdict: Verdict | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadReport:
    """What came of an upload, part by part in its order."""

    outcomes: tuple[Outcome, ...]

    def count(self, status: Status) -> int:
        """How many parts came to this."""
        return sum(outcome.status is status for outcome in self.outcomes)


def take_upload(session: Session, caller: Caller, stream: BinaryIO) -> UploadReport:
    """Store every record of a stream, audited; what is committed stays, should the stream break off.

    Raises :class:`Forbidden`, and what the database raises when it cannot be written to.
    """
    return UploadReport(outcomes=tuple(follow_upload(session, caller, stream)))


def follow_upload(session: Session, caller: Caller, stream: BinaryIO) -> Iterator[Outcome]:
    """:func:`take_upload` for a caller who wants to see how far it is: each outcome once it is committed."""
    require(caller, Action.UPLOAD)
    return _follow(session, caller, stream)


def _follow(session: Session, caller: Caller, stream: BinaryIO) -> Iterator[Outcome]:
    for parts in _batches(split_records(stream)):
        yield from _take(session, caller, _audit_new(session, caller, parts))


def _batches(stream: Iterator[RawRecord]) -> Iterator[list[Part]]:
    batch: list[Part] = []
    size = 0
    for raw in stream:
        batch.append(read_part(raw))
        size += len(raw.raw)
        if len(batch) == HANDS_A_COMMIT or size >= _BYTES_A_COMMIT:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _audit_new(session: Session, caller: Caller, parts: Sequence[Part]) -> list[Part]:
    """The parts, audited where no hand stands yet; before the write lock is taken, since it takes longest."""
    told = set(intake.standing_hands(session.connection(), caller.club_id, _hand_ids(parts)))
    audited = []
    for part in parts:
        new = part.record is not None and part.record.hand_id not in told
        audited.append(audit_part(part) if new else part)
        if part.record is not None:
            told.add(part.record.hand_id)
    return audited


def _take(session: Session, caller: Caller, parts: Sequence[Part]) -> list[Outcome]:
    """Store parts in one transaction. One that the database will not take costs the others nothing."""
    try:
        with writing(session) as connection:
            return _Batch(connection, caller, parts).store(parts)
    except OperationalError:
        raise
    except Exception:
        if len(parts) > 1:
            return [outcome for part in parts for outcome in _take(session, caller, [part])]
        if parts[0].status is Status.FAILED:
            raise
        log.exception(FAILED_WITH, parts[0].sha256.hex())
        return _take(session, caller, [failed_part(parts[0])])


class _Batch:
    """What a write transaction knows of the hands and records that its parts may repeat."""

    def __init__(self, connection: Connection, caller: Caller, parts: Sequence[Part]) -> None:
        self._connection = connection
        self._caller = caller
        self._received_at = datetime.now(UTC)
        self._standing = intake.standing_hands(connection, caller.club_id, _hand_ids(parts))
        self._copies = intake.kept_copies(connection, [hand.key for hand in self._standing.values()])
        without = [part.sha256 for part in parts if part.record is None]
        self._copies |= {
            (None, caller.key_id, sha256)
            for sha256 in intake.kept_without_hand(connection, caller.key_id, without)
        }
        self._hands: list[NewHand] = []
        self._records: list[Row] = []

    def store(self, parts: Sequence[Part]) -> list[Outcome]:
        """Store the parts in their order; returns what came of each."""
        keys = new_keys(len(parts))
        outcomes = [self._outcome(part, key) for part, key in zip(parts, keys, strict=True)]
        intake.add_records(self._connection, self._records)
        intake.add_hands(self._connection, self._caller.club_id, self._hands)
        return outcomes

    def _outcome(self, part: Part, key: int) -> Outcome:
        if part.record is not None:
            hand = self._standing.get(part.record.hand_id)
            if hand is not None:
                status = Status.DUPLICATE if hand.facts == part.facts else Status.CONFLICTING
                return self._told(part, key, hand, status)
            if part.projection is None:
                part = audit_part(part)
        if part.record is None or part.projection is None or part.facts is None:
            self._keep(part, key, None, part.status)
            return Outcome(number=part.number, status=part.status, faults=part.faults)
        hand = StandingHand(key=key, verdict=part.projection.hand["verdict"], facts=part.facts)
        self._standing[part.record.hand_id] = hand
        self._hands.append(NewHand(key=key, projection=part.projection))
        return self._told(part, key, hand, Status.ACCEPTED)

    def _told(self, part: Part, key: int, hand: StandingHand, status: Status) -> Outcome:
        self._keep(part, key, hand.key, status)
        hand_id = part.record.hand_id if part.record else None
        return Outcome(number=part.number, status=status, hand_id=hand_id, verdict=hand.verdict)

    def _keep(self, part: Part, key: int, hand_key: int | None, status: Status) -> None:
        """Keep the bytes, unless the same uploader's same bytes are kept already."""
        copy = (hand_key, self._caller.key_id, part.sha256)
        if copy in self._copies:
            return
        self._copies.add(copy)
        self._records.append(
            {
                "key": key,
                "club_key": self._caller.club_id,
                "hand_key": hand_key,
                "uploaded_by": self._caller.key_id,
                "received_at": self._received_at,
                "whole": part.whole,
                "status": status,
                "sha256": part.sha256,
                "facts": part.facts,
                "faults": faults_json(part),
                "raw": part.raw,
            }
        )


def _hand_ids(parts: Sequence[Part]) -> list[str]:
    return [part.record.hand_id for part in parts if part.record is not None]
