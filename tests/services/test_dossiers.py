"""The dossier of a hand: every record as it came in, what was found of it, and the club's signature."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import orjson
import pytest
from sqlalchemy.orm import Session

from gleek_replay.dossiers import public_key, verify_dossier
from gleek_replay.engine import PRESETS
from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.disputes import RulingKind, comment, rule
from gleek_replay.services.dossiers import make_dossier
from gleek_replay.services.erasing import PSEUDONYM, erase_player
from gleek_replay.services.refusals import Conflict, Forbidden, NotFound
from gleek_replay.services.signing import make_signing_key, published_key
from gleek_replay.services.uploads import Wishes
from gleek_replay.services.withdrawal import withdraw
from tests.services.told_hands import bytes_of, told, upload

SECRET = "the secret of these tests"
HAND = "example-00012"


def key_of(session: Session, operator: Caller, name: str, role: Role = Role.UPLOADER) -> Caller:
    """A caller with a key of that name, which is its owner's too."""
    made = keys.create_key(session, operator, name=name, role=role, owner=name)
    known = keys.authenticate(session, made.token)
    assert known is not None
    return known


def members(packed: bytes) -> dict[str, bytes]:
    """What is in a dossier, by name."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def opened(packed: bytes, name: str) -> Any:
    """A member of a dossier that is JSON."""
    return orjson.loads(members(packed)[name])


def otherwise() -> dict[str, Any]:
    """The same hand with one payment told otherwise."""
    document = told()
    document["payments"][0]["amount"] += 1
    return document


def test_it_has_every_record_byte_for_byte_also_those_that_count_no_more(
    session: Session, operator: Caller
) -> None:
    ann, bob = key_of(session, operator, "ann"), key_of(session, operator, "bob")
    first, second = bytes_of("parlett").strip(), orjson.dumps(told(), option=orjson.OPT_INDENT_2)
    third, fourth = orjson.dumps(otherwise()), orjson.dumps(told(stake="farthing"))
    upload(session, ann, first)
    upload(session, bob, second)
    upload(session, bob, third, wishes=Wishes(replace=True))
    upload(session, operator, fourth)
    withdraw(session, operator, HAND)
    packed = make_dossier(session, operator, HAND, SECRET)
    held = members(packed)
    assert [held[f"records/{number}.json"] for number in range(1, 5)] == [first, second, third, fourth]
    records = opened(packed, "records.json")
    assert [(each["owner"], each["status"], each["stands"]) for each in records] == [
        ("ann", "accepted", True),
        ("bob", "replaced", False),
        ("bob", "conflicting", False),
        ("operator", "withdrawn", False),
    ]
    assert [each["ended_at"] is None for each in records] == [True, False, True, False]
    assert opened(packed, "audits/3.json")["verdict"] == "misreported"
    assert opened(packed, "audit.json")["verdict"] == "clean"
    assert [each["preset"] for each in opened(packed, "readings.json")] == list(PRESETS)


def test_it_is_signed_with_the_clubs_key_and_says_where_a_byte_was_changed(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, bytes_of("parlett"))
    packed = make_dossier(session, operator, HAND, SECRET)
    key = public_key(published_key(session).public_key)
    found = verify_dossier(packed, key)
    assert (found.faults, found.manifest["club"], found.manifest["hand_id"]) == ((), "home", HAND)
    changed = packed.replace(b'"parlett"', b'"Parlett"', 1)
    assert [fault.part for fault in verify_dossier(changed, key).faults] == ["records/1.json"]


def test_one_that_was_signed_before_a_new_key_is_verified_by_the_earlier(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, bytes_of("parlett"))
    packed = make_dossier(session, operator, HAND, SECRET)
    anew = make_signing_key(session, operator, SECRET, anew=True)
    assert verify_dossier(packed, public_key(anew.public_key)).faults
    assert not verify_dossier(packed, public_key(anew.earlier[0].public_key)).faults


def test_an_erased_player_is_in_it_by_his_pseudonym_alone(session: Session, operator: Caller) -> None:
    upload(session, operator, bytes_of("parlett"))
    upload(session, key_of(session, operator, "ann"), orjson.dumps(otherwise()))
    assert b"bess" in make_dossier(session, operator, HAND, SECRET)
    erasure = erase_player(session, operator, "bess")
    packed = make_dossier(session, operator, HAND, SECRET)
    assert b"bess" not in packed.lower()
    assert PSEUDONYM.encode() in members(packed)["records/1.json"]
    assert erasure.pseudonym in opened(packed, "audit.json")["due"]["net"]
    assert all(each["rewritten_at"] for each in opened(packed, "records.json"))
    assert not verify_dossier(packed, public_key(published_key(session).public_key)).faults


def test_what_was_said_and_ruled_is_in_it_step_by_step(session: Session, operator: Caller) -> None:
    upload(session, operator, bytes_of("parlett"))
    assert "dispute.json" not in members(make_dossier(session, operator, HAND, SECRET))
    upload(session, key_of(session, operator, "ann"), orjson.dumps(otherwise()))
    comment(session, operator, HAND, "Ann is right.")
    rule(session, operator, HAND, version=2, ruling=RulingKind.RECORD, record=2, grounds="I saw it.")
    packed = make_dossier(session, operator, HAND, SECRET)
    dispute = opened(packed, "dispute.json")
    assert (dispute["state"], dispute["ruling"], dispute["record"]) == ("ruled", "record", 2)
    assert [(step["kind"], step["by"], step["text"]) for step in dispute["steps"]] == [
        ("opened", None, None),
        ("commented", "operator", "Ann is right."),
        ("ruled", "operator", "I saw it."),
    ]
    assert dispute["steps"][0]["audit"]["verdict"] == "clean"
    assert "may_rule" not in dispute
    assert [each["stands"] for each in opened(packed, "records.json")] == [False, True]
    assert opened(packed, "audit.json")["verdict"] == "misreported"


def test_only_who_may_read_every_record_has_it(session: Session, operator: Caller) -> None:
    ann = key_of(session, operator, "ann")
    upload(session, ann, bytes_of("parlett"))
    for caller in (ann, key_of(session, operator, "reading", Role.READER)):
        with pytest.raises(Forbidden):
            make_dossier(session, caller, HAND, SECRET)
    assert make_dossier(session, key_of(session, operator, "steward", Role.STEWARD), HAND, SECRET)


def test_there_is_none_of_a_hand_that_there_is_not(session: Session, operator: Caller) -> None:
    with pytest.raises(NotFound, match="no hand nowhere"):
        make_dossier(session, operator, "nowhere", SECRET)


def test_it_is_refused_when_the_secret_is_another_than_it_was(session: Session, operator: Caller) -> None:
    upload(session, operator, bytes_of("parlett"))
    make_dossier(session, operator, HAND, SECRET)
    with pytest.raises(Conflict, match="GLEEK_SECRET_KEY"):
        make_dossier(session, operator, HAND, "another secret")
