"""Two uploaders who tell of the same hands at the same time: one hand each, whoever is faster."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from sqlalchemy import func, select

from gleek_replay.services.access import Caller
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.storage import Database
from gleek_replay.storage.tables import ApiKey, Hand, HandPlayer, Record, Status
from tests.jobs.hands import many_hands
from tests.services.told_hands import take_upload

HANDS = 60
ROUNDS = range(3)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as both:
        yield both


@pytest.mark.parametrize("number", ROUNDS)
def test_the_same_hands_at_once_are_stored_once_and_borne_out_by_the_second(
    database: Database, uploaders: tuple[Caller, Caller], threads: ThreadPoolExecutor, number: int
) -> None:
    body, start = many_hands(HANDS, f"same-{number}"), Barrier(2)

    def upload(caller: Caller) -> list[Status]:
        start.wait()
        with database.session() as session:
            return [outcome.status for outcome in take_upload(session, caller, io.BytesIO(body))]

    came_to = [set(statuses) for statuses in threads.map(upload, uploaders)]
    assert sorted(came_to, key=list) == [{Status.ACCEPTED}, {Status.CORROBORATING}]
    assert standing(database) == {(HANDS, 3 * HANDS, 1, False)}


@pytest.mark.parametrize("number", ROUNDS)
@pytest.mark.parametrize("contradicts", [False, True])
def test_what_a_hand_stands_on_was_sent_first_whichever_worker_is_faster(
    database: Database,
    uploaders: tuple[Caller, Caller],
    threads: ThreadPoolExecutor,
    number: int,
    contradicts: bool,
) -> None:
    body, start = many_hands(HANDS, f"order-{number}"), Barrier(2)
    other = re.sub(rb'"stake":"[a-z]+"', b'"stake":"crown"', body) if contradicts else body
    assert (other != body) is contradicts
    with database.session() as session:
        for caller, told in zip(uploaders, (body, other), strict=True):
            receive_upload(session, caller, [SentFile(stream=io.BytesIO(told))], Wishes(defer=True))

    def work_on_it(_: int) -> bool:
        start.wait()
        with database.session() as session:
            return work(session, new_worker(timedelta(minutes=1)))

    assert list(threads.map(work_on_it, range(2))) == [True, True]
    second = Status.CONFLICTING if contradicts else Status.CORROBORATING
    with database.session() as session:
        owned = select(ApiKey.owner, Record.status, func.count()).group_by(ApiKey.owner, Record.status)
        found = session.execute(owned.join(Record, Record.uploaded_by == ApiKey.key)).all()
    assert sorted(map(tuple, found)) == [("ann", Status.ACCEPTED, HANDS), ("bess", second, HANDS)]
    assert standing(database) == {(HANDS, 3 * HANDS, 0 if contradicts else 1, contradicts)}


def standing(database: Database) -> set[tuple[int, int, int, bool]]:
    """How many hands there are and players in them; how each is borne out, and whether it is disputed."""
    with database.session() as session:
        hands = session.scalar(select(func.count()).select_from(Hand)) or 0
        players = session.scalar(select(func.count()).select_from(HandPlayer)) or 0
        each = session.execute(select(Hand.corroborations, Hand.disputed).distinct())
        return {(hands, players, corroborations, disputed) for corroborations, disputed in each}
