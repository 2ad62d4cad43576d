"""Two uploaders of a club, and two clubs: neither gets at what the other sent."""

from __future__ import annotations

import io

import orjson
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.services import clubs, export, hands, keys, progress, sessions, uploads
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.refusals import Forbidden, NotFound
from gleek_replay.services.uploads import SentFile, Wishes
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.storage.tables import ApiKey, Record
from tests.services.told_hands import statuses, told, upload

HAND = "example-00012"


def caller_in(session: Session, club: str, name: str, role: Role = Role.UPLOADER) -> Caller:
    """A new key of a club, its name and its owner the same."""
    key = keys.create_key(session, keys.operator(session, club), name=name, role=role, owner=name)
    caller = keys.authenticate(session, key.token)
    assert caller is not None
    return caller


@pytest.fixture
def ann(session: Session) -> Caller:
    """An uploader of the home club."""
    return caller_in(session, "home", "ann")


@pytest.fixture
def bess(session: Session) -> Caller:
    """Another."""
    return caller_in(session, "home", "bess")


@pytest.fixture
def abroad(session: Session) -> Caller:
    """An administrator of another club, whose key and owner are called as ann's."""
    clubs.create_club(session, "abroad")
    return caller_in(session, "abroad", "ann", Role.ADMINISTRATOR)


def kept(session: Session) -> list[tuple[int, str, bytes]]:
    """Every record in the order in which they came: the key that sent it, what became of it, its bytes."""
    rows = session.execute(
        select(ApiKey.key, Record.status, Record.raw)
        .join(ApiKey, ApiKey.key == Record.uploaded_by)
        .order_by(Record.key)
    )
    return [(row.key, row.status.value, row.raw) for row in rows]


def received(session: Session, caller: Caller, body: bytes, given: str | None = None) -> str:
    """The id of an upload of these bytes."""
    file = SentFile(stream=io.BytesIO(body))
    return uploads.receive_upload(session, caller, [file], Wishes(idempotency_key=given)).upload.upload_id


def test_an_upload_that_replaces_leaves_what_others_sent(session: Session, ann: Caller, bess: Caller) -> None:
    upload(session, ann, told())
    before = kept(session)
    other = orjson.dumps(told(stake="crown"))
    for body in (other, orjson.dumps(told()), b"no hand"):
        upload(session, bess, body, wishes=Wishes(replace=True))
    assert kept(session)[:1] == before == [(ann.key_id, "accepted", orjson.dumps(told()))]


def test_a_withdrawal_leaves_what_others_sent(session: Session, ann: Caller, bess: Caller) -> None:
    upload(session, ann, told())
    with pytest.raises(NotFound):
        withdraw(session, bess, HAND)
    upload(session, bess, told())
    withdraw(session, bess, HAND)
    assert [(key, status) for key, status, _ in kept(session)] == [
        (ann.key_id, "accepted"), (bess.key_id, "withdrawn"),
    ]  # fmt: skip
    assert hands.get_hand(session, ann, HAND).hand.corroborations == 0


@pytest.mark.parametrize("role", [Role.STEWARD, Role.ADMINISTRATOR])
def test_not_even_who_may_read_all_withdraws_what_others_sent(
    session: Session, ann: Caller, role: Role
) -> None:
    upload(session, ann, told())
    with pytest.raises(NotFound):
        withdraw(session, caller_in(session, "home", "wat", role), HAND)


def test_an_upload_of_another_is_not_to_be_found(session: Session, ann: Caller, bess: Caller) -> None:
    hers = received(session, ann, orjson.dumps(told()))
    his = received(session, bess, orjson.dumps(told("revoke")))
    for look in (progress.get_upload, progress.get_outcomes):
        with pytest.raises(NotFound) as refused:
            look(session, bess, hers)
        with pytest.raises(NotFound) as unknown:
            look(session, bess, "0123456789abcdf")
        assert str(refused.value).replace(hers, "0123456789abcdf") == str(unknown.value)
    assert [found.upload_id for found in progress.find_uploads(session, bess).items] == [his]
    assert progress.find_uploads(session, bess, cursor=hers).items == ()


def test_an_idempotency_key_is_known_to_the_key_that_gave_it_alone(
    session: Session, ann: Caller, bess: Caller, operator: Caller
) -> None:
    second = keys.create_key(session, operator, name="ann at home", role=Role.UPLOADER, owner="ann")
    ann_at_home = keys.authenticate(session, second.token)
    assert ann_at_home is not None
    hers = received(session, ann, orjson.dumps(told()), "monday")
    for caller in (bess, ann_at_home):
        assert progress.find_uploads(session, caller, idempotency_key="monday").items == ()
        his = received(session, caller, orjson.dumps(told("revoke")), "monday")
        assert his != hers
        found = progress.find_uploads(session, caller, idempotency_key="monday").items
        assert [upload.upload_id for upload in found] == [his]
    assert received(session, ann, orjson.dumps(told()), "monday") == hers


def test_two_keys_of_one_owner_act_on_the_same_uploads(
    session: Session, ann: Caller, operator: Caller
) -> None:
    second = keys.create_key(session, operator, name="ann at home", role=Role.UPLOADER, owner="ann")
    ann_at_home = keys.authenticate(session, second.token)
    assert ann_at_home is not None
    upload_id = received(session, ann, orjson.dumps(told()))
    assert progress.get_upload(session, ann_at_home, upload_id).upload_id == upload_id
    withdraw(session, ann_at_home, HAND)
    assert [status for _, status, _ in kept(session)] == ["withdrawn"]


def test_an_uploader_takes_out_what_is_his_own(session: Session, ann: Caller, bess: Caller) -> None:
    upload(session, ann, told())
    upload(session, bess, told("revoke"))
    assert list(export.export_records(session, bess, every=True)) == [orjson.dumps(told("revoke")) + b"\n"]
    with pytest.raises(NotFound):
        hands.get_record(session, bess, HAND)


def test_a_hand_in_two_clubs_is_two_hands(session: Session, ann: Caller, abroad: Caller) -> None:
    upload(session, ann, told(session={"id": "evening", "hand": 1}))
    for look in (hands.get_hand, hands.get_audit, hands.get_record):
        with pytest.raises(NotFound):
            look(session, abroad, HAND)
    with pytest.raises(NotFound):
        sessions.get_session(session, abroad, "evening")
    before = kept(session)
    outcomes = upload(session, abroad, told(stake="crown"), wishes=Wishes(replace=True))
    assert statuses(outcomes) == ["accepted"]
    withdraw(session, abroad, HAND)
    assert kept(session)[:1] == before
    assert not hands.get_hand(session, ann, HAND).hand.disputed


def test_nobody_sees_the_uploads_of_another_club(session: Session, ann: Caller, abroad: Caller) -> None:
    hers = received(session, ann, orjson.dumps(told()))
    for look in (progress.get_upload, progress.get_outcomes):
        with pytest.raises(NotFound):
            look(session, abroad, hers)
    assert progress.find_uploads(session, abroad).items == ()
    assert list(export.export_records(session, abroad, every=True)) == []
    assert list(export.export_players(session, abroad)) == []


def test_a_visitor_and_a_reader_have_no_uploads(session: Session, ann: Caller) -> None:
    upload(session, ann, told())
    for caller in (keys.visiting(session), caller_in(session, "home", "reader", Role.READER)):
        for attempt in (progress.find_uploads, export.export_records):
            with pytest.raises(Forbidden):
                attempt(session, caller)
        with pytest.raises(Forbidden):
            withdraw(session, caller, HAND)
