"""Working on the ledger: one function takes a chunk, audits it, and stores it with its done-mark.

Local worker processes, Celery and a request with a few hands all come through here. Whatever is killed, and
when: a chunk is stored whole or not at all, and what was not stored is claimed again once its lease is over.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.services.parts import (
    FAILED_WITH,
    Part,
    audit_part,
    failed_part,
    log,
    read_part,
    unread_part,
)
from gleek_replay.services.payloads import FileRecord, pack_outcomes, unpack_records
from gleek_replay.services.refusals import Refusal
from gleek_replay.services.taking import Outcome, Source, count_outcomes, store_parts
from gleek_replay.services.tallies import CHUNK_SECONDS, count_what_came
from gleek_replay.services.upload_ids import upload_id_of
from gleek_replay.services.workers import name_of_this_process
from gleek_replay.storage import UNAVAILABLE, intake, ledger, writing
from gleek_replay.storage.ledger import ClaimedChunk
from gleek_replay.storage.time_keys import keys_from, new_keys

MOST_ATTEMPTS: Final = 30
"""How often a chunk is tried, each try having ended with its worker, before its records count as failed."""
told: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """Who works: a name that no other worker has at any time, and how long it may hold a chunk."""

    name: str
    lease: timedelta


def new_worker(lease: timedelta) -> Worker:
    """A worker of this process."""
    return Worker(name=name_of_this_process(), lease=lease)


class LostChunk(Refusal):
    """The chunk was given to another worker meanwhile; nothing of it was stored here."""


def work(
    session: Session, worker: Worker, *, chunk_key: int | None = None, upload_key: int | None = None
) -> bool:
    """Do one chunk: the oldest to be had, or this one, or one of this upload. False if there was none.

    Raises what the database raises when it cannot be written to; the worker is then to :func:`hand_back` what
    it holds when the database answers again. Every line of the log meanwhile names the chunk, its upload and
    the request that brought it.
    """
    now = datetime.now(UTC)
    if chunk_key is None and not ledger.something_to_do(session, now, upload_key):
        session.rollback()  # who asks again is to see what others have done meanwhile
        return False
    with writing(session) as connection:
        chunk = ledger.claim_chunk(
            connection, worker.name, now, now + worker.lease, chunk_key=chunk_key, upload_key=upload_key
        )
    if chunk is None:
        return False
    with structlog.contextvars.bound_contextvars(
        chunk=chunk.key, upload=upload_id_of(chunk.upload_key), request_id=chunk.request_id
    ):
        try:
            _do(session, chunk)
        except LostChunk as lost:
            log.warning("%s", lost)
    return True


def hand_back(session: Session, worker: Worker) -> None:
    """Give back what a worker holds, so that nobody waits for its lease to end. That it was tried is not
    held against it: its worker lives.
    """
    with writing(session) as connection:
        ledger.hand_back(connection, worker.name)


def remove_broken_off(session: Session) -> int:
    """Remove uploads that were never received whole, and of which nobody was told; returns how many."""
    now, removed = datetime.now(UTC), 0
    for upload_key in ledger.broken_off(session, now):
        with writing(session) as connection:
            removed += ledger.remove_upload(connection, upload_key, now)
    return removed


def due_for_announcement(session: Session, again_after: timedelta, limit: int = 10_000) -> list[int]:
    """The keys of chunks that wait, and that nobody was told of lately: whoever asks is to tell a worker."""
    now = datetime.now(UTC)
    with writing(session) as connection:
        return ledger.unannounced(connection, now, now - again_after, limit)


def read_parts(session: Session, club_key: int, records: Sequence[FileRecord]) -> list[Part]:
    """Records read, and audited where no hand stands yet: outside any write, since it takes longest."""
    parts = [read_part(raw, file) for file, raw in records]
    hand_ids = dict.fromkeys([part.hand_id for part in parts if part.hand_id is not None])
    told = intake.told_hands(session.connection(), club_key, hand_ids)
    session.rollback()  # no snapshot is held while hands are audited
    for place, part in enumerate(parts):
        if part.hand_id is not None and part.hand_id not in told:
            told.add(part.hand_id)
            parts[place] = audit_part(part)
    return parts


def read_few(records: Sequence[FileRecord]) -> list[Part]:
    """A few records read and audited, also of hands that stand: that is done sooner than asked about."""
    return [audit_part(read_part(raw, file)) for file, raw in records]


def store_whole(
    session: Session,
    source: Source,
    parts: Sequence[Part],
    keys: Sequence[int],
    *,
    begin: Callable[[Connection], None],
    end: Callable[[Connection, Sequence[Outcome]], None],
) -> list[Outcome]:
    """Store parts in one transaction, between what else belongs in it; returns what came of each.

    One record that the database will not take does not cost the others: it counts as failed.
    """

    def store(parts: Sequence[Part]) -> list[Outcome]:
        with writing(session, source.club_key) as connection:
            begin(connection)
            outcomes = store_parts(connection, source, parts, keys)
            end(connection, outcomes)
        count_what_came(outcomes)
        return outcomes

    def can_be_stored(part: Part, key: int) -> bool:
        try:
            with writing(session, source.club_key) as connection:
                begin(connection)
                store_parts(connection, source, [part], [key])
                raise _OnlyTried
        except _OnlyTried:
            return True
        except (*UNAVAILABLE, Refusal):
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it costs this record alone
            log.exception(FAILED_WITH, part.sha256.hex())
            return False

    try:
        return store(parts)
    except (*UNAVAILABLE, Refusal):
        raise
    except Exception:  # noqa: BLE001 - the records are tried one by one
        log.exception("%d records could not be stored at once", len(parts))
    tried = zip(parts, keys, strict=True)
    return store([part if can_be_stored(part, key) else failed_part(part) for part, key in tried])


class _OnlyTried(Exception):
    """Nothing of a trial is to be kept."""


def _do(session: Session, chunk: ClaimedChunk) -> None:
    begun = time.perf_counter()
    source = Source(
        club_key=chunk.club_key,
        uploaded_by=chunk.uploaded_by,
        owner=chunk.uploader,
        upload_key=chunk.upload_key,
        received_at=chunk.received_at,
        replaces=chunk.replaces,
    )
    records = unpack_records(chunk.payload)
    if chunk.attempt > MOST_ATTEMPTS:  # whatever it is that ends the workers, nothing of it is touched
        log.error("chunk %d outlived %d workers; its records count as failed", chunk.key, MOST_ATTEMPTS)
        parts = [unread_part(raw, file) for file, raw in records]
    else:
        parts = read_parts(session, chunk.club_key, records)

    def begin(connection: Connection) -> None:
        if not ledger.hold_chunk(connection, chunk):
            raise LostChunk(f"chunk {chunk.key} was given to another worker meanwhile")

    def finish(connection: Connection, outcomes: Sequence[Outcome]) -> None:
        ledger.finish_chunk(connection, chunk, pack_outcomes(outcomes), count_outcomes(outcomes))
        ledger.finish_upload(connection, chunk.upload_key, datetime.now(UTC))

    keys = _record_keys(session, chunk, len(parts))
    outcomes = store_whole(session, source, parts, keys, begin=begin, end=finish)
    seconds = time.perf_counter() - begun
    CHUNK_SECONDS.observe(seconds)
    counts = {status.value: count for status, count in count_outcomes(outcomes).items()}
    how: dict[str, float] = {"attempt": chunk.attempt, "ms": round(seconds * 1000, 1), "records": len(parts)}
    told.info("chunk", extra={**how, **counts})


def _record_keys(session: Session, chunk: ClaimedChunk, count: int) -> range:
    """The keys that were set aside for a chunk's records; others where another upload drew the same."""
    keys = keys_from(chunk.first_record_key, count)
    return new_keys(count) if intake.some_key_is_taken(session.connection(), keys) else keys
