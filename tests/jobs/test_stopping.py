"""Whatever is told to stop finishes its chunk or gives it back: nobody waits for a lease to end."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

from sqlalchemy import make_url, select
from sqlalchemy.orm import Session

from gleek_replay.services.access import Caller
from gleek_replay.services.chunks import hand_back, new_worker, work
from gleek_replay.services.workers import who_works
from gleek_replay.storage import Database, open_database
from gleek_replay.storage.tables import ChunkState, UploadChunk
from tests.cli.commands import SECONDS, wait_for
from tests.jobs.hands import many_hands, sent_as
from tests.jobs.ledger import assert_all_is_stored_once
from tests.jobs.service import Client, Service, whole_service
from tests.jobs.test_leases import claim, receive

AN_HOUR = "3600"
HANDS = 4_000
REFUSE = "CREATE TRIGGER refuse BEFORE INSERT ON hands BEGIN INSERT INTO absent VALUES (1); END"
"""Lets a chunk be claimed, and nothing be stored of it."""


def upload_and_stop(service: Service) -> tuple[str, bytes]:
    """Stop the service while it works on an upload; returns its id and body."""
    client = Client(url=service.url, token=service.new_key("bess"))
    body = many_hands(HANDS, "stopped")
    upload_id = client.upload(body, "stopped")
    wait_for(lambda: client.look_at(upload_id)["done"] > 0)
    service.end()
    return upload_id, body


def states(session: Session) -> list[ChunkState]:
    return list(session.scalars(select(UploadChunk.state)))


def assert_another_goes_on_at_once(service: Service, url: str, upload_id: str, body: bytes) -> None:
    database = open_database(url)
    with database.session() as session:
        left = states(session)
        assert ChunkState.WORKING not in left
        assert who_works(session) == [], "who has ended in order is not waited to be heard of"
    database.close()
    command = [sys.executable, "-m", "gleek_replay", "work", "--part", "poll", "--upload", upload_id]
    began = time.monotonic()
    ended = subprocess.run(command, env=service.environment, cwd=service.folder, check=False)
    assert ended.returncode == 0
    assert time.monotonic() - began < int(AN_HOUR)
    assert_all_is_stored_once(url, [sent_as("stopped", body)])


def test_workers_of_serve_leave_nothing_held(tmp_path: Path, sqlite_url: str) -> None:
    with whole_service(tmp_path, sqlite_url, workers=1, GLEEK_LEASE_SECONDS=AN_HOUR) as service:
        upload_id, body = upload_and_stop(service)
    assert_another_goes_on_at_once(service, sqlite_url, upload_id, body)


def test_workers_that_hear_by_a_broker_leave_nothing_held(
    tmp_path: Path, postgresql_url: str, redis_url: str
) -> None:
    lease = {"GLEEK_LEASE_SECONDS": AN_HOUR}
    with whole_service(tmp_path, postgresql_url, redis_url, workers=1, **lease) as service:
        upload_id, body = upload_and_stop(service)
    assert_another_goes_on_at_once(service, postgresql_url, upload_id, body)


def test_what_is_given_back_was_not_tried(database: Database, uploaders: tuple[Caller, Caller]) -> None:
    with database.session() as session:
        receive(session, uploaders[0])
        for _ in range(3):
            worker = new_worker(timedelta(hours=1))
            assert claim(session, worker).attempt == 1
            hand_back(session, worker)
        assert work(session, worker)
        assert states(session) == [ChunkState.DONE]


def test_a_worker_gives_back_what_it_held_when_the_database_refused_to_store_it(
    tmp_path: Path, sqlite_url: str
) -> None:
    file = str(make_url(sqlite_url).database)
    with whole_service(tmp_path, sqlite_url, workers=1, GLEEK_LEASE_SECONDS=AN_HOUR) as service:
        client = Client(url=service.url, token=service.new_key("bess"))
        with sqlite3.connect(file, timeout=SECONDS) as beside:
            beside.execute(REFUSE)
        body = many_hands(600, "refused")
        upload_id = client.upload(body, "refused")
        wait_for(lambda: "the database does not answer" in service.log)
        with sqlite3.connect(file, timeout=SECONDS) as beside:
            beside.execute("DROP TRIGGER refuse")
        assert client.followed(upload_id)["accepted"] == 600
    assert_all_is_stored_once(sqlite_url, [sent_as("refused", body)])
