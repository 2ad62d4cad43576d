"""A worker that is held up for longer than its lease stores nothing of what another was given meanwhile."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from gleek_replay.cli.working import polling_program
from gleek_replay.services import chunks, parts, uploads
from gleek_replay.services.access import Caller
from gleek_replay.services.chunks import LostChunk, Worker, hand_back, new_worker, remove_broken_off, work
from gleek_replay.services.progress import UploadState, get_outcomes, get_upload
from gleek_replay.services.refusals import Conflict
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.storage import Database, ledger, writing
from gleek_replay.storage.ledger import ClaimedChunk
from gleek_replay.storage.tables import (
    ChunkPayload,
    ChunkState,
    Hand,
    HandPlayer,
    Record,
    Status,
    Upload,
    UploadChunk,
)
from gleek_replay.storage.time_keys import keys_from
from tests.cli.commands import QUIET, SECONDS
from tests.jobs.hands import many_hands

HANDS = 7


def receive(session: Session, caller: Caller, idempotency_key: str | None = None) -> str:
    """The id of an upload that waits for a worker."""
    body = io.BytesIO(many_hands(HANDS, "late"))
    wishes = Wishes(defer=True, idempotency_key=idempotency_key)
    receipt = receive_upload(session, caller, [SentFile(stream=body)], wishes)
    assert receipt.outcomes is None
    return receipt.upload.upload_id


def claim(session: Session, worker: Worker) -> ClaimedChunk:
    """The chunk that the worker is given."""
    now = datetime.now(UTC)
    with writing(session) as connection:
        chunk = ledger.claim_chunk(connection, worker.name, now, now + worker.lease)
    assert chunk is not None
    return chunk


def rows(session: Session) -> tuple[int | None, ...]:
    return tuple(
        session.scalar(select(func.count()).select_from(table)) for table in (Hand, HandPlayer, Record)
    )


ONCE = (HANDS, 3 * HANDS, HANDS)


def test_a_worker_that_wakes_up_after_another_has_finished_stores_nothing_twice(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    with database.session() as first, database.session() as second:
        upload_id = receive(first, uploaders[0])
        slept = claim(first, new_worker(timedelta(0)))
        assert work(second, new_worker(timedelta(minutes=1)))
        before = get_outcomes(second, uploaders[0], upload_id).items
        with pytest.raises(LostChunk):
            chunks._do(first, slept)
        second.rollback()
        assert rows(second) == ONCE
        assert get_outcomes(second, uploaders[0], upload_id).items == before
        upload = get_upload(second, uploaders[0], upload_id)
        assert (upload.state, upload.counts[Status.ACCEPTED], upload.done) == (UploadState.DONE, HANDS, HANDS)


def test_a_worker_that_wakes_up_while_another_works_stores_nothing_and_the_other_does(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    with database.session() as first, database.session() as second:
        upload_id = receive(first, uploaders[0])
        slept = claim(first, new_worker(timedelta(0)))
        given = claim(second, new_worker(timedelta(minutes=1)))
        assert (given.key, given.attempt) == (slept.key, slept.attempt + 1)
        with pytest.raises(LostChunk):
            chunks._do(first, slept)
        assert rows(first) == (0, 0, 0)
        chunks._do(second, given)
        assert rows(second) == ONCE
        assert get_upload(second, uploaders[0], upload_id).state is UploadState.DONE


def test_a_worker_that_is_given_its_own_chunk_again_finishes_it_once(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    worker = new_worker(timedelta(0))
    with database.session() as session:
        receive(session, uploaders[0])
        before, again = claim(session, worker), claim(session, worker)
        with pytest.raises(LostChunk):
            chunks._do(session, before)
        chunks._do(session, again)
        assert rows(session) == ONCE


def test_nobody_is_given_a_chunk_before_its_lease_is_over(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    holder = new_worker(timedelta(minutes=1))
    with database.session() as session:
        receive(session, uploaders[0])
        claim(session, holder)
        assert not work(session, new_worker(timedelta(minutes=1)))
        hand_back(session, holder)
        assert work(session, new_worker(timedelta(minutes=1)))
        assert rows(session) == ONCE


def test_a_worker_that_wakes_up_after_what_it_works_on_was_withdrawn_stores_nothing(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    with database.session() as first, database.session() as second:
        receive(first, uploaders[0])
        slept = claim(first, new_worker(timedelta(0)))
        assert work(second, new_worker(timedelta(minutes=1)))
        for number in range(HANDS):
            withdraw(second, uploaders[0], f"late-{number}")
        with pytest.raises(LostChunk):
            chunks._do(first, slept)
        assert rows(first) == (0, 0, HANDS)


def test_uploads_that_drew_the_same_keys_are_both_stored(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    with database.session() as session:
        receive(session, uploaders[0])
        body = io.BytesIO(many_hands(HANDS, "other"))
        receive_upload(session, uploaders[1], [SentFile(stream=body)], Wishes(defer=True))
        session.rollback()
        first = session.scalars(select(UploadChunk.first_record_key).order_by(UploadChunk.key)).first()
        assert first is not None
        overlapping = keys_from(first, HANDS)[-2]
        with writing(session) as connection:
            later = UploadChunk.first_record_key != first
            connection.execute(update(UploadChunk).where(later).values(first_record_key=overlapping))
        while work(session, new_worker(timedelta(minutes=1))):
            pass
        assert rows(session) == (2 * HANDS, 6 * HANDS, 2 * HANDS)
        assert session.scalars(select(UploadChunk.accepted)).all() == [HANDS, HANDS]


def test_a_worker_outlives_a_chunk_that_it_cannot_work_on(
    database: Database,
    uploaders: tuple[Caller, Caller],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(uploads, "RECORDS_A_CHUNK", 4)
    with database.session() as session:
        upload_id = receive(session, uploaders[0])
        with writing(session) as connection:
            first = select(func.min(UploadChunk.key)).scalar_subquery()
            torn = update(ChunkPayload).where(ChunkPayload.chunk_key == first)
            connection.execute(torn.values(payload=b"torn"))
        program = polling_program(upload_id)
        url = database.engine.url.render_as_string(hide_password=False)
        environment = QUIET | {"GLEEK_DATABASE_URL": url, "GLEEK_SECRET_KEY": "x" * 40}
        ended = subprocess.run(
            program.command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=SECONDS
        )
        assert ended.returncode == 0, ended.stderr
        assert b"a chunk could not be worked on" in ended.stderr
        states = select(UploadChunk.state, UploadChunk.accepted).order_by(UploadChunk.key)
        assert session.execute(states).all() == [(ChunkState.WORKING, 0), (ChunkState.DONE, 3)]


def test_what_outlives_every_worker_counts_as_failed_and_is_kept(
    database: Database, uploaders: tuple[Caller, Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end_the_worker(_: bytes) -> None:
        raise SystemExit

    monkeypatch.setattr(parts, "read_record", end_the_worker)
    with database.session() as session:
        upload_id = receive(session, uploaders[0])
        with writing(session) as connection:
            connection.execute(update(UploadChunk).values(attempt=chunks.MOST_ATTEMPTS - 1))
        with pytest.raises(SystemExit):
            work(session, new_worker(timedelta(0)))
        assert work(session, new_worker(timedelta(minutes=1)))
        upload = get_upload(session, uploaders[0], upload_id)
        assert (upload.state, upload.counts[Status.FAILED]) == (UploadState.DONE, HANDS)
        assert rows(session) == (0, 0, HANDS)


class GoesAway(io.BytesIO):
    """A body whose sender goes away, without a word, after all of it but its end has come in."""

    def __init__(self, body: bytes, then: Callable[[], None]) -> None:
        super().__init__(body)
        self._then = then

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes, if there are more."""
        piece = super().read(size)
        if not piece:
            self._then()
            raise SystemExit
        return piece


def test_an_upload_that_is_still_coming_in_is_worked_on_by_nobody(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    def look() -> None:
        with database.session() as other:
            waiting = select(func.count()).where(UploadChunk.state == ChunkState.PENDING)
            found.append((other.scalar(waiting), work(other, new_worker(timedelta(minutes=1)))))

    found: list[tuple[int | None, bool]] = []
    with database.session() as session:
        body = GoesAway(many_hands(1_200, "away"), look)
        with pytest.raises(SystemExit):
            receive_upload(session, uploaders[0], [SentFile(stream=body)])
        assert found == [(2, False)]
        assert left_in_ledger(session) == (0, 0)


def test_an_upload_whose_receiver_was_killed_is_removed_when_its_time_is_over(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    with database.session() as session:
        receive(session, uploaders[0], idempotency_key="once")
        with writing(session) as connection:
            state = {"state": UploadState.RECEIVING, "expires_at": datetime.now(UTC) + timedelta(minutes=1)}
            connection.execute(update(Upload).values(state))
        assert remove_broken_off(session) == 0
        with pytest.raises(Conflict):
            receive(session, uploaders[0], idempotency_key="once")
        with writing(session) as connection:
            connection.execute(update(Upload).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
        receive(session, uploaders[0], idempotency_key="once")
        assert left_in_ledger(session) == (1, 1)
        assert work(session, new_worker(timedelta(minutes=1)))
        assert rows(session) == ONCE


def test_what_was_received_whole_is_not_removed_however_late_it_is(
    database: Database, uploaders: tuple[Caller, Caller]
) -> None:
    with database.session() as session:
        receive(session, uploaders[0])
        with writing(session) as connection:
            connection.execute(update(Upload).values(expires_at=datetime.now(UTC) - timedelta(days=1)))
            key = connection.scalar(select(Upload.key))
            assert key is not None
            assert not ledger.remove_upload(connection, key)
        assert remove_broken_off(session) == 0
        assert left_in_ledger(session) == (1, 1)


def left_in_ledger(session: Session) -> tuple[int | None, ...]:
    """How many uploads and chunks there are."""
    return tuple(session.scalar(select(func.count()).select_from(table)) for table in (Upload, UploadChunk))
