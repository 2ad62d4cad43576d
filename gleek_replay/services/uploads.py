"""Taking in an upload: its bytes are stored before anything is answered, and every record gets an outcome.

A few records are dealt with at once. More are stored in chunks as they come in, and left to the workers; an
upload that breaks off leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any, BinaryIO, Final

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.records import TooLarge, split_records
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.bodies import Body, digest_of
from gleek_replay.services.chunks import read_few, remove_broken_off, store_whole
from gleek_replay.services.naming import name_of_file
from gleek_replay.services.payloads import FileRecord, pack_outcomes, pack_records
from gleek_replay.services.people import without_erased
from gleek_replay.services.progress import (
    Upload,
    find_by_idempotency_key,
    get_outcomes,
    get_upload,
    upload_as_kept,
)
from gleek_replay.services.refusals import Conflict, Mismatch, NothingSent, TooMuch
from gleek_replay.services.taking import Outcome, Source, count_outcomes
from gleek_replay.services.upload_ids import upload_id_of
from gleek_replay.storage import ledger, writing
from gleek_replay.storage.tables import COUNTED, LONGEST_IDEMPOTENCY_KEY, ChunkState, UploadState
from gleek_replay.storage.time_keys import new_key, new_keys
from gleek_replay.storage.upload_queries import UploadSummary

__all__ = [
    "AT_ONCE", "LONGEST_IDEMPOTENCY_KEY", "Receipt", "SentFile", "Wishes", "receive_upload",
]  # fmt: skip

RECORDS_A_CHUNK: Final = 500
_BYTES_A_CHUNK: Final = 4 * 1024 * 1024
AT_ONCE: Final = 100
"""The most records that are dealt with before the answer."""
_BYTES_AT_ONCE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFile:
    """A stream of hand histories; ``name`` is that of a form's file, of which the beginning is kept, ``None``
    for a body as it is.
    """

    stream: BinaryIO
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How an upload is to be taken: under which idempotency key, whether its records replace what the same
    owner sent of the same hands, whether to answer before they are dealt with, to how many bytes a packed
    stream may unpack (``None``: any number), and how long nothing may come in before it counts as broken off.
    ``request_id`` is that of the request which brings it.
    """

    idempotency_key: str | None = None
    replace: bool = False
    defer: bool = False
    largest: int | None = None
    patience: timedelta = timedelta(minutes=1)
    request_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """An upload that is stored; with its ``outcomes`` if it was dealt with at once."""

    upload: Upload
    outcomes: tuple[Outcome, ...] | None


def receive_upload(
    session: Session, caller: Caller, files: Iterable[SentFile], wishes: Wishes | None = None
) -> Receipt:
    """Store an upload durably; deal with it at once if it is small, and was not asked to be deferred.

    The same idempotency key gives the same upload again. Raises :class:`Forbidden`, :class:`Conflict` while
    the first request of that key is still coming in, :class:`Mismatch` where it had another body or was to
    replace and this is not (or the other way round), :class:`NothingSent`, :class:`TooMuch`, and what the
    database raises when it cannot be written to.
    """
    require(caller, Action.UPLOAD)
    wishes = wishes or Wishes()
    receiving = _Receiving(session, caller, wishes)
    known = receiving.known_already()
    session.rollback()  # no snapshot is held while the body comes in, however slowly
    if known is not None:
        return _same_again(session, caller, known, wishes, digest_of(file.stream for file in files))
    return receiving.receive(files)


_STILL_COMING: Final = "An upload with this idempotency key is still coming in; ask again soon."


class _Receiving:
    """One upload as it comes in."""

    def __init__(self, session: Session, caller: Caller, wishes: Wishes) -> None:
        self._session, self._caller, self._wishes = session, caller, wishes
        self._key = new_key()
        self._source = Source(
            club_key=caller.club_id,
            uploaded_by=caller.key_id,
            owner=caller.owner,
            upload_key=self._key,
            received_at=datetime.now(UTC),
            replaces=wishes.replace,
        )
        self._body = Body(self._show_life, hashing=wishes.idempotency_key is not None)
        self._records = 0
        self._shows_life_at: datetime | None = None

    def known_already(self) -> Upload | None:
        """The upload that came under this idempotency key before, if any."""
        given = self._wishes.idempotency_key
        if given is None:
            return None
        known = find_by_idempotency_key(self._session, self._caller, given)
        if known is not None and known.state is UploadState.RECEIVING and remove_broken_off(self._session):
            return find_by_idempotency_key(self._session, self._caller, given)
        return known

    def receive(self, files: Iterable[SentFile]) -> Receipt:
        """Take in the files."""
        chunks = self._chunks(files)
        first = next(chunks, None)
        if first is None:
            raise NothingSent("Nothing was sent; expected hand histories.")
        small = len(first) <= AT_ONCE and sum(len(raw.raw) for _, raw in first) <= _BYTES_AT_ONCE
        if small and not self._wishes.defer:
            second = next(chunks, None)
            if second is None:
                return self._deal_with(first)
            chunks = chain([second], chunks)
        self._store(chain([first], chunks))
        upload = get_upload(self._session, self._caller, upload_id_of(self._key))
        return Receipt(upload=upload, outcomes=None)

    def _raw_records(self, files: Iterable[SentFile]) -> Iterator[FileRecord]:
        try:
            for file in files:
                name = None if file.name is None else name_of_file(file.name)
                stream = self._body.of(file.stream)
                for raw in split_records(stream, self._wishes.largest):
                    yield name, raw
                while stream.read():
                    pass  # a retry is held to the whole body, also to what follows the last record
        except TooLarge as error:
            raise TooMuch(f"The body cannot be taken: {error}.") from error

    def _chunks(self, files: Iterable[SentFile]) -> Iterator[list[FileRecord]]:
        chunk: list[FileRecord] = []
        size = 0
        for name, raw in self._raw_records(files):
            chunk.append((name, raw))
            size += len(raw.raw)
            if len(chunk) == RECORDS_A_CHUNK or size >= _BYTES_A_CHUNK:
                yield chunk
                chunk, size = [], 0
        if chunk:
            yield chunk

    def _deal_with(self, records: Sequence[FileRecord]) -> Receipt:
        """Audit and store all of a small upload in one transaction."""
        parts, keys = read_few(records), new_keys(len(records))
        self._records, finished_at = len(records), datetime.now(UTC)

        def begin(connection: Connection) -> None:
            self._add_upload(connection, UploadState.DONE, finished_at=finished_at)

        def end(connection: Connection, outcomes: Sequence[Outcome]) -> None:
            counts = {status.value: count for status, count in count_outcomes(outcomes).items()}
            self._add_chunk(
                connection, 0, keys, state=ChunkState.DONE, outcomes=pack_outcomes(outcomes), **counts
            )

        outcomes = store_whole(self._session, self._source, parts, keys, begin=begin, end=end)
        return Receipt(upload=self._done(finished_at, outcomes), outcomes=tuple(outcomes))

    def _done(self, finished_at: datetime, outcomes: Sequence[Outcome]) -> Upload:
        """The upload that was just stored, as the ledger has it: nobody writes to it any more."""
        counts = count_outcomes(outcomes)
        return upload_as_kept(
            UploadSummary(
                key=self._key,
                uploaded_by=self._caller.key_id,
                uploader=self._caller.owner,
                state=UploadState.DONE,
                replaces=self._wishes.replace,
                idempotency_key=self._wishes.idempotency_key,
                body_sha256=self._body.sha256,
                received_at=self._source.received_at,
                started_at=None,
                finished_at=finished_at,
                bytes=self._body.bytes,
                records=self._records,
                counts={status: counts[status] for status in COUNTED},
            )
        )

    def _store(self, chunks: Iterator[list[FileRecord]]) -> None:
        """Store the chunks as they come in; give them to the workers when all have."""
        with writing(self._session, self._caller.club_id) as connection:
            self._add_upload(connection, UploadState.RECEIVING, expires_at=self._until())
        try:
            for number, records in enumerate(chunks):
                self._records += len(records)
                with writing(self._session) as connection:
                    self._prolong(connection)
                    payload = pack_records(without_erased(connection, self._caller.club_id, records))
                    self._add_chunk(
                        connection,
                        number,
                        new_keys(len(records)),
                        state=ChunkState.PENDING,
                        payload=payload,
                    )
            with writing(self._session) as connection:
                self._prolong(connection)
                ledger.queue_upload(connection, self._key, **self._body.columns(), records=self._records)
        except BaseException:
            with writing(self._session) as connection:
                ledger.remove_upload(connection, self._key)
            raise

    def _until(self) -> datetime:
        """Until when the upload counts as coming in, and when the ledger is to hear that it still does."""
        now = datetime.now(UTC)
        self._shows_life_at = now + self._wishes.patience / 3
        return now + self._wishes.patience

    def _show_life(self) -> None:
        """Say that the upload still comes in, however slowly, if it is in the ledger already."""
        if self._shows_life_at is not None and self._shows_life_at < datetime.now(UTC):
            with writing(self._session) as connection:
                self._prolong(connection)

    def _prolong(self, connection: Connection) -> None:
        if not ledger.prolong(connection, self._key, self._until()):
            raise Conflict("The upload came in too slowly, and was given up.")

    def _add_upload(self, connection: Connection, state: UploadState, **columns: datetime) -> None:
        given = self._wishes.idempotency_key
        if given is not None and ledger.idempotency_key_is_used(connection, self._caller.key_id, given):
            raise Conflict(_STILL_COMING)
        ledger.add_upload(
            connection,
            key=self._key,
            club_key=self._caller.club_id,
            uploaded_by=self._caller.key_id,
            state=state,
            replaces=self._wishes.replace,
            idempotency_key=given,
            request_id=self._wishes.request_id,
            received_at=self._source.received_at,
            records=self._records,
            **self._body.columns(),
            **columns,
        )

    def _add_chunk(self, connection: Connection, number: int, keys: range, **columns: Any) -> None:
        ledger.add_chunk(
            connection,
            key=new_key(),
            upload_key=self._key,
            number=number,
            first_record_key=keys[0],
            records=len(keys),
            **columns,
        )


def _same_again(session: Session, caller: Caller, known: Upload, wishes: Wishes, digest: bytes) -> Receipt:
    if known.state is UploadState.RECEIVING:
        raise Conflict(_STILL_COMING)
    if known.body_sha256 != digest:
        raise Mismatch("This idempotency key was used before, for an upload with another body.")
    if known.replaces != wishes.replace:
        how = "to replace records" if known.replaces else "not to replace any"
        raise Mismatch(f"This idempotency key was used before, for an upload that was {how}.")
    dealt_with = known.state is UploadState.DONE and known.records <= AT_ONCE
    outcomes = get_outcomes(session, caller, known.upload_id, limit=AT_ONCE).items if dealt_with else None
    return Receipt(upload=known, outcomes=outcomes)
