"""Auditing without storing."""

from __future__ import annotations

import gzip
import io

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gleek_replay.services import access
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.audits import audit_upload
from gleek_replay.services.refusals import Forbidden, TooMuch
from gleek_replay.storage.tables import Record
from tests.services.told_hands import ndjson, told


def test_every_record_gives_its_audit_or_its_faults_in_order(session: Session, operator: Caller) -> None:
    body = ndjson(told("revoke"), told(stake="dollar"), told("parlett")) + b"\n{"
    documents = list(audit_upload(operator, io.BytesIO(body)))
    assert [document["verdict"] for document in documents] == ["irregular", "malformed", "clean", "malformed"]
    assert documents[1]["faults"][0]["pointer"] == "/stake"
    assert session.scalar(select(func.count()).select_from(Record)) == 0


def test_a_part_that_the_stream_could_not_cut_out_has_the_streams_fault(operator: Caller) -> None:
    documents = list(audit_upload(operator, io.BytesIO(b"[" + ndjson(told()))))
    assert "breaks off" in documents[-1]["faults"][0]["message"]


def test_no_more_is_audited_at_once_than_an_answer_can_hold(operator: Caller) -> None:
    with pytest.raises(TooMuch, match="1,000 records"):
        list(audit_upload(operator, io.BytesIO(b"{}\n" * 1_001)))
    assert len(list(audit_upload(operator, io.BytesIO(b"{}\n" * 1_000)))) == 1_000
    packed = gzip.compress(ndjson(*[told()] * 40))
    with pytest.raises(TooMuch):
        list(audit_upload(operator, io.BytesIO(packed), largest=20_000))


def test_it_is_refused_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise AssertionError(size)

    stranger = Caller(club_id=1, key_id=1, owner="ann", role=Role.READER)
    audit_upload(stranger, Nothing())
    monkeypatch.setattr(access, "_ALLOWED", {Role.READER: frozenset()})
    with pytest.raises(Forbidden):
        audit_upload(stranger, Nothing())
