"""What becomes of uploads: nothing is lost, nothing is stored twice, and each part is told its outcome."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import orjson
import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, Verdict, audit_record
from gleek_replay.records import Fault, HandRecord
from gleek_replay.services import hands, keys, parts, players, uploads
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.refusals import Forbidden, NotFound, NothingSent
from gleek_replay.storage import Database, writing
from gleek_replay.storage.projection import Projection, project
from gleek_replay.storage.tables import (
    ChunkPayload,
    Club,
    Hand,
    HandPlayer,
    Player,
    PlaySession,
    Record,
    Status,
    Upload,
    UploadChunk,
)
from tests.services.told_hands import (
    bytes_of,
    evening,
    ndjson,
    statuses,
    take_upload,
    told,
    upload,
    upload_by_a_process_of_its_own,
)


@pytest.fixture
def bess(session: Session, operator: Caller) -> Caller:
    """Another uploader of the same club."""
    key = keys.create_key(session, operator, name="bess", role=Role.UPLOADER, owner="bess")
    caller = keys.authenticate(session, key.token)
    assert caller is not None
    return caller


def count(session: Session, table: type[Any]) -> int:
    return session.scalar(select(func.count()).select_from(table)) or 0


def stored_bytes(session: Session) -> list[bytes]:
    return list(session.scalars(select(Record.raw).order_by(Record.key)))


def test_a_new_hand_is_accepted_with_its_verdict(session: Session, operator: Caller) -> None:
    outcomes = upload(session, operator, told("parlett"), told("revoke"), told("unplayable"))
    assert [(o.number, o.status, o.hand_id, o.verdict) for o in outcomes] == [
        (1, Status.ACCEPTED, "example-00012", Verdict.CLEAN),
        (2, Status.ACCEPTED, "example-00023", Verdict.IRREGULAR),
        (3, Status.ACCEPTED, "example-00027", Verdict.UNPLAYABLE),
    ]


def test_the_bytes_are_kept_exactly_as_they_came(session: Session, operator: Caller) -> None:
    raw = bytes_of("parlett")
    list(take_upload(session, operator, io.BytesIO(raw)))
    assert hands.get_record(session, operator, "example-00012") == raw.strip()


def test_every_projection_is_written(session: Session, operator: Caller) -> None:
    upload(session, operator, *evening(4))
    assert [count(session, table) for table in (Hand, HandPlayer, Record)] == [4, 12, 4]
    assert (count(session, Player), count(session, PlaySession)) == (3, 1)


def test_the_same_bytes_again_are_a_duplicate_and_are_not_stored_twice(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, told())
    again = upload(session, operator, told())
    assert statuses(again) == ["duplicate"]
    assert again[0].verdict is Verdict.CLEAN
    assert len(stored_bytes(session)) == 1


def test_the_same_facts_in_other_bytes_are_a_duplicate_and_the_bytes_are_kept(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, told())
    other = orjson.dumps(told(notes="a fine evening"))
    assert statuses(upload(session, operator, other)) == ["duplicate"]
    assert stored_bytes(session)[1:] == [other]
    assert count(session, Hand) == 1


def test_the_same_bytes_of_another_uploader_are_kept_as_his_testimony(
    session: Session, operator: Caller, bess: Caller
) -> None:
    upload(session, operator, told())
    assert statuses(upload(session, bess, told())) == ["corroborating"]
    assert statuses(upload(session, bess, told())) == ["duplicate"]
    detail = hands.get_hand(session, operator, "example-00012")
    assert (detail.hand.corroborations, detail.hand.disputed) == (1, False)
    assert [(record.owner, record.current) for record in detail.records] == [
        ("operator", True),
        ("bess", False),
    ]


def test_other_facts_of_the_same_hand_conflict_and_the_hand_stays_as_it_was(
    session: Session, operator: Caller, bess: Caller
) -> None:
    upload(session, operator, told())
    outcomes = upload(session, bess, told(stake="crown"), told(stake="crown"))
    assert statuses(outcomes) == ["conflicting", "conflicting"]
    detail = hands.get_hand(session, operator, "example-00012")
    assert detail.hand.stake == "groat"
    assert (detail.hand.corroborations, detail.hand.disputed) == (0, True)
    assert [record.status for record in detail.records] == [Status.ACCEPTED, Status.CONFLICTING]


def test_a_hand_twice_in_one_upload_is_stored_once(session: Session, operator: Caller) -> None:
    assert statuses(upload(session, operator, told(), told(), told(notes="again"), told(stake="crown"))) == [
        "accepted", "duplicate", "duplicate", "conflicting",
    ]  # fmt: skip
    assert (count(session, Hand), count(session, Record)) == (1, 3)


def test_malformed_parts_are_kept_with_their_faults_and_cost_the_others_nothing(
    session: Session, operator: Caller
) -> None:
    bad, worse = orjson.dumps(told(stake="dollar", dealer="nobody")), b'{"format":'
    outcomes = upload(session, operator, bad, told(), worse)
    assert statuses(outcomes) == ["malformed", "accepted", "malformed"]
    assert {fault.pointer for fault in outcomes[0].faults} == {"/stake", "/dealer"}
    assert [outcome.number for outcome in outcomes] == [1, 2, 3]
    kept = session.execute(
        select(Record.raw, Record.faults).where(Record.status == Status.MALFORMED).order_by(Record.key)
    ).all()
    assert [raw for raw, _ in kept] == [bad, worse]
    assert {fault["pointer"] for fault in orjson.loads(kept[0][1] or b"[]")} == {"/stake", "/dealer"}


def test_the_same_malformed_bytes_are_kept_once_for_each_uploader(
    session: Session, operator: Caller, bess: Caller
) -> None:
    for caller in (operator, operator, bess):
        assert statuses(upload(session, caller, b"{}", b"{}")) == ["malformed", "malformed"]
    assert stored_bytes(session) == [b"{}", b"{}"]


@pytest.mark.parametrize("packed", [False, True])
def test_an_array_and_gzip_are_taken_like_lines(session: Session, operator: Caller, packed: bool) -> None:
    body = orjson.dumps(evening(3))
    outcomes = tuple(take_upload(session, operator, io.BytesIO(gzip.compress(body) if packed else body)))
    assert statuses(outcomes) == ["accepted"] * 3
    assert stored_bytes(session) == [orjson.dumps(hand) for hand in evening(3)]


def test_what_came_before_a_stream_broke_off_is_stored(session: Session, operator: Caller) -> None:
    packed = gzip.compress(ndjson(*evening(50)))
    outcomes = list(take_upload(session, operator, io.BytesIO(packed[: len(packed) // 2])))
    assert outcomes[-1].status is Status.MALFORMED
    assert "breaks off" in outcomes[-1].faults[0].message
    assert count(session, Hand) == len(outcomes) - 1


def test_an_empty_upload_is_refused_and_leaves_nothing(session: Session, operator: Caller) -> None:
    with pytest.raises(NothingSent):
        upload(session, operator, b"")
    assert count(session, Upload) == 0


def test_a_reader_may_not_upload(session: Session, operator: Caller) -> None:
    reader = Caller(club_id=operator.club_id, key_id=operator.key_id, owner="ann", role=Role.READER)
    with pytest.raises(Forbidden):
        upload(session, reader, told())
    assert count(session, Record) == 0


def test_a_hand_of_one_club_is_unknown_in_another(session: Session, operator: Caller) -> None:
    with writing(session) as connection:
        connection.execute(insert(Club), {"key": 2, "name": "southwark"})
    stranger = keys.operator(session, "southwark")
    upload(session, operator, told())
    with pytest.raises(NotFound):
        hands.get_hand(session, stranger, "example-00012")
    with pytest.raises(NotFound):
        players.get_player(session, stranger, "bess")
    assert hands.find_hands(session, stranger).items == ()
    assert statuses(upload(session, stranger, told(stake="crown"))) == ["accepted"]
    assert hands.get_hand(session, operator, "example-00012").hand.stake == "groat"


def test_a_player_goes_by_the_name_of_the_latest_hand_that_names_him(
    session: Session, operator: Caller
) -> None:
    def named(hand_id: str, day: int, name: str | None) -> dict[str, Any]:
        bess = {"id": "bess"} if name is None else {"id": "bess", "name": name}
        return told(
            hand_id=hand_id, played_at=f"2026-01-{day:02}T20:00:00Z", players=[bess, *told()["players"][1:]]
        )

    def name() -> str | None:
        return players.get_player(session, operator, "bess").name

    upload(session, operator, named("a", 5, None))
    assert name() is None
    upload(session, operator, named("b", 10, "Bess"), named("c", 8, "Elizabeth"))
    assert name() == "Bess"
    upload(session, operator, named("d", 9, "Lizzie"))
    assert name() == "Bess"
    upload(session, operator, named("e", 10, "Mistress Bess"), named("f", 11, None))
    assert name() == "Mistress Bess"


def test_a_large_upload_is_stored_in_chunks_and_dealt_with_chunk_by_chunk(
    session: Session, operator: Caller, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "RECORDS_A_CHUNK", 10)
    monkeypatch.setattr(uploads, "AT_ONCE", 10)
    following = take_upload(session, operator, io.BytesIO(ndjson(*evening(25))))
    next(following)
    with database.session() as other:
        assert (count(other, UploadChunk), count(other, Hand)) == (3, 10)
    assert len(list(following)) == 24
    assert count(session, ChunkPayload) == 0


class TestAFailureOfOurOwn:
    """A bug must not cost more than the record that shows it."""

    @pytest.fixture(autouse=True)
    def cursed(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        def audit_or_fail(record: HandRecord) -> Audit:
            if record.hand_id == "blackfriars-2":
                raise ZeroDivisionError
            return audit_record(record)

        with monkeypatch.context() as patch:
            patch.setattr(parts, "audit_record", audit_or_fail)
            yield

    def test_the_record_is_kept_and_the_others_are_stored(
        self, session: Session, operator: Caller, caplog: pytest.LogCaptureFixture
    ) -> None:
        outcomes = upload(session, operator, *evening(3))
        assert statuses(outcomes) == ["accepted", "failed", "accepted"]
        assert outcomes[1].faults == (parts.FAILURE,)
        assert stored_bytes(session)[1] == orjson.dumps(evening(3)[1])
        assert "ZeroDivisionError" in caplog.text

    def test_it_is_told_so_again_and_kept_once(self, session: Session, operator: Caller) -> None:
        upload(session, operator, *evening(3))
        assert statuses(upload(session, operator, *evening(3))) == ["duplicate", "failed", "duplicate"]
        assert count(session, Record) == 3


def test_a_hand_that_the_database_refuses_costs_the_others_nothing(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def misshapen(audit: Audit) -> Projection:
        projection = project(audit)
        if audit.record.hand_id == "blackfriars-2":
            return projection._replace(seats=((0, *projection.seats[0]), *projection.seats[1:]))
        return projection

    monkeypatch.setattr(parts, "project", misshapen)
    assert statuses(upload(session, operator, *evening(4))) == ["accepted", "failed", "accepted", "accepted"]
    assert (count(session, Hand), count(session, Record)) == (3, 4)


def test_a_name_that_is_no_text_costs_the_others_nothing(session: Session, operator: Caller) -> None:
    surrogate = orjson.dumps(told(hand_id="odd")).replace(b"Catherine", b"\\ud800")
    outcomes = upload(session, operator, surrogate, told())
    assert outcomes[0].status in {Status.MALFORMED, Status.FAILED}
    assert outcomes[1].status is Status.ACCEPTED


@pytest.mark.usefixtures("operator")
def test_processes_that_upload_the_same_hands_at_once_store_each_once(database: Database) -> None:
    body = ndjson(*evening(300))
    url = database.engine.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        results = list(processes.map(upload_by_a_process_of_its_own, [url] * 2, [body] * 2))
    for told_each in zip(*results, strict=True):
        assert sorted(told_each) == ["accepted", "duplicate"]
    with database.session() as later:
        assert [count(later, table) for table in (Hand, HandPlayer, Record)] == [300, 900, 300]


def test_threads_that_upload_one_hand_at_once_store_it_once(operator: Caller, database: Database) -> None:
    def upload_once(number: int) -> str:
        with database.session() as own:
            return statuses(upload(own, operator, told(notes=f"copy {number % 4}")))[0]

    with ThreadPoolExecutor(8) as threads:
        results = sorted(threads.map(upload_once, range(24)))
    assert results == ["accepted"] + ["duplicate"] * 23
    with database.session() as later:
        assert (count(later, Hand), count(later, Record)) == (1, 4)


def test_faults_are_those_of_the_reader(session: Session, operator: Caller) -> None:
    (outcome,) = upload(session, operator, b"[")
    assert outcome.faults
    assert all(isinstance(fault, Fault) for fault in outcome.faults)
