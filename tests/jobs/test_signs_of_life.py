"""Processes that work say so now and then, and are forgotten when they do no more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx

from gleek_replay.jobs.signs_of_life import SignOfLife
from gleek_replay.services.workers import (
    WORKS_IF_HEARD_WITHIN,
    WorkerKind,
    be_heard,
    introduce,
    take_leave,
    who_works,
)
from gleek_replay.storage import Database, open_database
from gleek_replay.storage.workers import workers_seen
from tests.cli.commands import wait_for
from tests.jobs.service import Role, whole_service


def test_who_was_heard_of_lately_works(database: Database) -> None:
    ann, bess = (introduce(name, WorkerKind.POLLING) for name in ("ann", "bess"))
    with database.session() as session:
        be_heard(session, ann)
        be_heard(session, replace(bess, seen_at=bess.seen_at - 2 * WORKS_IF_HEARD_WITHIN))
        assert who_works(session) == [ann]
        be_heard(session, replace(bess, seen_at=bess.seen_at + timedelta(seconds=1)))
        assert [worker.name for worker in who_works(session)] == ["ann", "bess"]
        take_leave(session, ann)
        assert [worker.name for worker in who_works(session)] == ["bess"]


def test_a_process_that_ended_without_a_word_is_forgotten_by_the_others(database: Database) -> None:
    with database.session() as session:
        gone = introduce("gone", WorkerKind.HEARING)
        be_heard(session, replace(gone, seen_at=gone.seen_at - timedelta(days=1)))
        be_heard(session, introduce("here", WorkerKind.POLLING))
        known = workers_seen(session, gone.seen_at - timedelta(days=2))
        assert [worker.name for worker in known] == ["here"]


def test_a_sign_is_not_given_again_at_once(database: Database) -> None:
    with database.session() as session:
        sign = SignOfLife("ann", WorkerKind.POLLING)
        sign.give(session)
        first = who_works(session)
        sign.give(session)
        assert who_works(session) == first
        sign.end(session)
        assert who_works(session) == []


def kinds_seen(url: str) -> set[WorkerKind]:
    database = open_database(url)
    with database.session() as session:
        found = {worker.kind for worker in who_works(session)}
    database.close()
    return found


def test_every_process_of_a_service_with_a_broker_is_heard_of(
    tmp_path: Path, sqlite_url: str, redis_url: str
) -> None:
    with whole_service(tmp_path, sqlite_url, redis_url, workers=1) as service:
        wait_for(lambda: kinds_seen(sqlite_url) == {WorkerKind.HEARING, WorkerKind.REAPING})
        assert httpx.get(f"http://127.0.0.1:{service.port}/readyz", timeout=30).status_code == 200
    assert kinds_seen(sqlite_url) == set()


def test_the_service_is_ready_once_a_worker_is_heard_of(tmp_path: Path, sqlite_url: str) -> None:
    with whole_service(tmp_path, sqlite_url, workers=1) as service:
        address = f"http://127.0.0.1:{service.port}/readyz"
        wait_for(lambda: httpx.get(address, timeout=30).status_code == 200)
        assert len(service.having(Role.JOB)) == 2
