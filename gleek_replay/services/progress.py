"""How far an upload is, and what came of each record of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, allows, require
from gleek_replay.services.hands import MOST_ITEMS, Page
from gleek_replay.services.payloads import unpack_outcomes
from gleek_replay.services.refusals import BadCursor, NotFound
from gleek_replay.services.taking import Outcome
from gleek_replay.services.upload_ids import upload_id_of, upload_key_of
from gleek_replay.storage import upload_queries
from gleek_replay.storage.tables import COUNTED, Status, UploadState
from gleek_replay.storage.time_keys import keys_from
from gleek_replay.storage.upload_queries import DoneChunk, UploadSummary

__all__ = [
    "COUNTED", "Outcome", "PlacedOutcome", "Status", "Upload", "UploadState", "find_by_idempotency_key",
    "find_placed", "find_uploads", "get_outcomes", "get_upload",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """An upload and how far it is. ``bytes`` came in, in ``records`` parts, of which ``done`` have their
    outcome; ``counts`` says how many came to what. ``rate`` is in records a second since work began, and
    ``time_left`` what it will take at that rate; both are ``None`` before the first is done. ``uploader``
    owns the key that sent it.
    """

    upload_id: str
    uploader: str
    state: UploadState
    replaces: bool
    idempotency_key: str | None
    body_sha256: bytes | None
    received_at: datetime
    finished_at: datetime | None
    bytes: int
    records: int
    done: int
    counts: Mapping[Status, int]
    rate: float | None
    time_left: timedelta | None


def upload_as_kept(summary: UploadSummary) -> Upload:
    """An upload as the ledger has it."""
    rate, left = _pace(summary)
    return Upload(
        upload_id=upload_id_of(summary.key),
        uploader=summary.uploader,
        state=summary.state,
        replaces=summary.replaces,
        idempotency_key=summary.idempotency_key,
        body_sha256=summary.body_sha256,
        received_at=summary.received_at,
        finished_at=summary.finished_at,
        bytes=summary.bytes,
        records=summary.records,
        done=summary.done,
        counts=summary.counts,
        rate=rate,
        time_left=left,
    )


def get_upload(session: Session, caller: Caller, upload_id: str) -> Upload:
    """An upload of the caller's own, or any for those who may read records; raises :class:`NotFound`."""
    return upload_as_kept(_own(session, caller, upload_id))


def find_by_idempotency_key(session: Session, caller: Caller, given: str) -> Upload | None:
    """The upload that the caller's key sent under this idempotency key."""
    require(caller, Action.UPLOAD)
    found = upload_queries.upload_by_idempotency_key(session, caller.key_id, given)
    return None if found is None else upload_as_kept(found)


def find_uploads(
    session: Session,
    caller: Caller,
    cursor: str | None = None,
    limit: int = 50,
    idempotency_key: str | None = None,
) -> Page[Upload]:
    """A page of uploads, newest first: one's own, or all for those who may read records. With an idempotency
    key the one that the caller's key sent under it: others may have used the same.
    """
    require(caller, Action.UPLOAD)
    if idempotency_key is not None:
        known = find_by_idempotency_key(session, caller, idempotency_key)
        return Page(items=() if known is None else (known,), next_cursor=None)
    limit = max(1, min(limit, MOST_ITEMS))
    uploader = None if allows(caller.role, Action.READ_RECORDS) else caller.owner
    before = None if cursor is None else upload_key_of(cursor)
    if cursor is not None and before is None:
        raise BadCursor("The cursor is none that a page has given out.")
    found = upload_queries.uploads_before(session, caller.club_id, uploader, before, limit + 1)
    return Page(
        items=tuple(upload_as_kept(summary) for summary in found[:limit]),
        next_cursor=upload_id_of(found[limit - 1].key) if len(found) > limit else None,
    )


class PlacedOutcome(NamedTuple):
    """What came of a part of an upload, at which place of which chunk, and the key of its record."""

    chunk: int
    place: int
    record_key: int
    outcome: Outcome


def get_outcomes(
    session: Session,
    caller: Caller,
    upload_id: str,
    cursor: str | None = None,
    limit: int = 50,
    status: Status | None = None,
) -> Page[Outcome]:
    """A page of what came of an upload's records, in their order, as far as they are done; of those that
    came to a ``status``, if one is given.

    While the upload is under way the last page may be short of records that come later: ask again from
    its own cursor.
    """
    page = find_placed(session, caller, upload_id, cursor, limit, status)
    return Page(items=tuple(placed.outcome for placed in page.items), next_cursor=page.next_cursor)


def find_placed(
    session: Session, caller: Caller, upload_id: str, cursor: str | None, limit: int, status: Status | None
) -> Page[PlacedOutcome]:
    """The same page with the places of the outcomes."""
    upload = _own(session, caller, upload_id)
    number, skip = (0, 0) if cursor is None else _place_of(cursor)
    limit = max(1, min(limit, MOST_ITEMS))
    under_way = upload.state is not UploadState.DONE
    until = upload_queries.first_waiting(session, upload.key) if under_way else None
    placed = _placed(session, upload.key, number, skip, until, status)
    found = list(islice(placed, limit + 1))
    further = None if until is None else f"{max(number, until)}-{skip if number == until else 0}"
    if len(found) > limit:
        further = f"{found[limit].chunk}-{found[limit].place}"
    return Page(items=tuple(found[:limit]), next_cursor=further)


def _placed(
    session: Session, upload_key: int, number: int, skip: int, until: int | None, status: Status | None
) -> Iterator[PlacedOutcome]:
    """What came of an upload's records from a place on, short of the chunk ``until``."""
    while (chunk := _chunk(session, upload_key, number, status)) and (until is None or chunk.number < until):
        begin = skip if chunk.number == number else 0
        outcomes = unpack_outcomes(chunk.outcomes)
        keys = keys_from(chunk.first_record_key, len(outcomes))
        for place in range(begin, len(outcomes)):
            if status in {None, outcomes[place].status}:
                yield PlacedOutcome(chunk.number, place, keys[place], outcomes[place])
        number, skip = chunk.number + 1, 0


def _chunk(session: Session, upload_key: int, number: int, status: Status | None) -> DoneChunk | None:
    if status is None:
        return upload_queries.done_chunk(session, upload_key, number)
    return upload_queries.next_chunk_with(session, upload_key, number, status)


_PLACE: Final = re.compile("[0-9]{1,9}-[0-9]{1,9}")


def _own(session: Session, caller: Caller, upload_id: str) -> UploadSummary:
    require(caller, Action.UPLOAD)
    key = upload_key_of(upload_id)
    found = None if key is None else upload_queries.one_upload(session, caller.club_id, key)
    if found is None or not (found.uploader == caller.owner or allows(caller.role, Action.READ_RECORDS)):
        raise NotFound(f"There is no upload {upload_id}.")
    return found


def _pace(summary: UploadSummary) -> tuple[float | None, timedelta | None]:
    if not summary.done:
        return None, None
    begun = summary.started_at or summary.received_at
    seconds = ((summary.finished_at or datetime.now(UTC)) - begun).total_seconds()
    rate = summary.done / max(seconds, 0.001)
    return rate, timedelta(seconds=(summary.records - summary.done) / rate)


def _place_of(cursor: str) -> tuple[int, int]:
    if _PLACE.fullmatch(cursor):
        number, _, skip = cursor.partition("-")
        return int(number), int(skip)
    raise BadCursor("The cursor is none that a page has given out.")
