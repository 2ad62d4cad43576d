"""How an upload comes in: to its last byte, once for each idempotency key, and holding nobody up."""

from __future__ import annotations

import io
from datetime import timedelta

import orjson
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, audit_record
from gleek_replay.records import HandRecord
from gleek_replay.services import keys, parts
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.progress import find_uploads
from gleek_replay.services.refusals import Mismatch
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.storage.tables import Record, Status
from tests.services.told_hands import evening, ndjson, told, upload


@pytest.fixture
def bess(session: Session, operator: Caller) -> Caller:
    """Another uploader of the same club."""
    key = keys.create_key(session, operator, name="bess", role=Role.UPLOADER, owner="bess")
    caller = keys.authenticate(session, key.token)
    assert caller is not None
    return caller


def test_arrays_and_lines_one_after_another_are_all_taken_in(session: Session, operator: Caller) -> None:
    some = evening(9)
    body = orjson.dumps(some[:3]) + b"\n" + orjson.dumps(some[3:6]) + b"\n" + ndjson(*some[6:])
    receipt = receive_upload(session, operator, [SentFile(stream=io.BytesIO(body))])
    assert [(o.number, o.status) for o in receipt.outcomes or ()] == [
        (number, Status.ACCEPTED) for number in range(1, 10)
    ]
    assert receipt.upload.bytes == len(body)


def test_a_retry_is_the_same_whatever_follows_the_last_record(session: Session, operator: Caller) -> None:
    body = b"[" + orjson.dumps(told()) + b"] and so on" + b" and on" * 200_000
    for asked in (Wishes(idempotency_key="once"), Wishes(idempotency_key="once")):
        receipt = receive_upload(session, operator, [SentFile(stream=io.BytesIO(body))], asked)
        accepted, malformed = receipt.outcomes or ()
        assert (accepted.status, malformed.status) == (Status.ACCEPTED, Status.MALFORMED)
        assert malformed.faults[0].message == "expected nothing after the array"
        assert receipt.upload.bytes == len(body)
    kept = session.scalars(select(Record.raw).where(Record.status == Status.MALFORMED)).one()
    assert kept.startswith(b"and so on and on")


def test_an_idempotency_key_holds_for_replacing_or_for_not(session: Session, operator: Caller) -> None:
    for first in (False, True):
        given = f"first {first}"
        upload(session, operator, told(), wishes=Wishes(idempotency_key=given, replace=first))
        with pytest.raises(Mismatch, match="to replace records" if first else "not to replace any"):
            upload(session, operator, told(), wishes=Wishes(idempotency_key=given, replace=not first))


def test_under_an_idempotency_key_everyone_finds_an_upload_of_his_own_alone(
    session: Session, operator: Caller, bess: Caller
) -> None:
    upload(session, bess, told(), wishes=Wishes(idempotency_key="evening"))
    assert find_uploads(session, operator, idempotency_key="evening").items == ()
    upload(session, operator, told(), wishes=Wishes(idempotency_key="evening"))
    for caller in (operator, bess):
        page = find_uploads(session, caller, idempotency_key="evening")
        assert [one.uploader for one in page.items] == [caller.owner]
    assert len(find_uploads(session, operator).items) == 2


def test_of_the_name_of_a_file_the_beginning_is_kept(session: Session, operator: Caller) -> None:
    sent = SentFile(stream=io.BytesIO(ndjson(told())), name="evening" * 100)
    (outcome,) = receive_upload(session, operator, [sent]).outcomes or ()
    assert outcome.file == ("evening" * 100)[:200]


class Watching(io.BytesIO):
    """A body that notes, whenever some of it is read, whether the session holds a snapshot meanwhile."""

    def __init__(self, body: bytes, session: Session) -> None:
        super().__init__(body)
        self._session, self.held = session, set[bool]()

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes."""
        self.held.add(self._session.in_transaction())
        return super().read(size)


@pytest.mark.parametrize("given", [None, "evening"])
def test_no_snapshot_is_held_while_an_upload_comes_in_or_is_audited(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch, given: str | None
) -> None:
    held = set()

    def audit_noting(record: HandRecord) -> Audit:
        held.add(session.in_transaction())
        return audit_record(record)

    monkeypatch.setattr(parts, "audit_record", audit_noting)
    asked = Wishes(idempotency_key=given, defer=True)
    for _ in range(2):
        body = Watching(ndjson(*evening(700)), session)
        receive_upload(session, operator, [SentFile(stream=body)], asked)
        assert body.held == {False}
    while work(session, new_worker(timedelta(minutes=1))):
        pass
    assert held == {False}
