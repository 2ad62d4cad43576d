"""Stored hands gone through step by step: by whom, from which seat, and by which rules."""

from __future__ import annotations

from collections.abc import Callable

import orjson
import pytest
from sqlalchemy.orm import Session

from gleek_replay.audit import audit_record, read_under, rules_over
from gleek_replay.audit.replaying import Replaying
from gleek_replay.audit.sight import of_everything, of_seat, of_the_table
from gleek_replay.services import hands, keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.refusals import NotFound, Unfit
from gleek_replay.services.renaming import merge_players, rename_player
from gleek_replay.services.replays import Viewing, get_replay
from tests.histories import read
from tests.services.told_hands import told, upload

HAND = "example-00012"
"""Bess deals to pru and geraldine, and buys the stock; it is played out."""
PLAIN = Viewing()
Someone = Callable[..., Caller]


@pytest.fixture
def reader(session: Session, operator: Caller) -> Caller:
    """Somebody who may see what was open at the table; the hand is there."""
    upload(session, operator, told())
    key = keys.create_key(session, operator, name="roy", role=Role.READER, owner="roy")
    caller = keys.authenticate(session, key.token)
    assert caller is not None
    return caller


def faults(session: Session, caller: Caller, viewing: Viewing) -> list[tuple[str, str]]:
    with pytest.raises(Unfit) as refused:
        get_replay(session, caller, HAND, viewing)
    return [(fault.pointer, fault.message) for fault in refused.value.faults]


def test_each_caller_is_shown_the_cards_that_he_may_see(
    session: Session, operator: Caller, reader: Caller
) -> None:
    audit = audit_record(read(told()))
    for caller, sight in ((operator, of_everything(3)), (reader, of_the_table(audit))):
        document = get_replay(session, caller, HAND, PLAIN).document
        assert document == Replaying(own=audit, reading=audit, sight=sight).document
    assert get_replay(session, reader, HAND, PLAIN).document["masked"]
    assert not get_replay(session, operator, HAND, PLAIN).document["masked"]


def test_a_player_looks_on_from_his_own_seat(session: Session, operator: Caller, reader: Caller) -> None:
    key = keys.create_key(session, operator, name="b", role=Role.PLAYER, owner="b", player_id="bess")
    bess = keys.authenticate(session, key.token)
    assert bess is not None
    audit = audit_record(read(told()))
    sight = of_the_table(audit) | of_seat(audit, 0)
    document = get_replay(session, bess, HAND, Viewing(eyes="bess")).document
    assert document == Replaying(own=audit, reading=audit, sight=sight, eyes=0).document
    assert document["places"]["hand:0"]["cards"]
    assert not get_replay(session, reader, HAND, Viewing(eyes="bess")).document["places"]["hand:0"]["cards"]


def test_a_player_is_known_by_any_of_his_ids(session: Session, operator: Caller) -> None:
    upload(session, operator, told())
    other = told(hand_id="another")
    upload(session, operator, orjson.loads(orjson.dumps(other).replace(b'"bess"', b'"lizzie"')))
    merge_players(session, operator, "bess", "lizzie")
    for player in ("bess", "lizzie"):
        document = get_replay(session, operator, HAND, Viewing(eyes=player)).document
        assert document["eyes"] == "lizzie"


def test_from_the_seat_of_somebody_who_did_not_play_there_is_nothing_to_see(
    session: Session, reader: Caller
) -> None:
    expected = [("/query/eyes", f"nobody of this id sat in the hand {HAND}")]
    assert faults(session, reader, Viewing(eyes="nan")) == expected
    assert faults(session, reader, Viewing(eyes="dealer")) == expected


def test_without_names_a_player_may_be_called_by_his_position(session: Session, reader: Caller) -> None:
    for eyes in ("dealer", "bess"):
        replay = get_replay(session, reader, HAND, Viewing(eyes=eyes, names_hidden=True))
        assert replay.document["eyes"] == "dealer"
        assert replay.names == {"dealer": "Dealer", "eldest": "Eldest", "second": "Second"}
        assert [player.id for player in replay.audit.record.players] == ["dealer", "eldest", "second"]
        told_of = orjson.dumps([replay.document, replay.audit.document]).lower()
        assert not any(name in told_of for name in (b"bess", b"pru", b"geraldine"))


def test_the_audit_of_a_replay_is_told_as_the_replay_is(session: Session, reader: Caller) -> None:
    replay = get_replay(session, reader, HAND, PLAIN)
    assert replay.audit.document == hands.get_audit(session, reader, HAND)
    assert replay.names == {player["id"]: player["name"] for player in replay.document["players"]}
    assert replay.document["verdict"] == replay.audit.document["verdict"]


def test_a_hand_may_be_read_by_other_rules(session: Session, reader: Caller, operator: Caller) -> None:
    own = audit_record(read(told()))
    reading = read_under(
        own.record, rules_over(own.record, preset="willughby-1665", options={"ruff_stake": 3})
    )
    viewing = Viewing(preset="willughby-1665", options=[("ruff_stake", 3)])
    for caller, sight in ((operator, of_everything(3)), (reader, of_the_table(own))):
        document = get_replay(session, caller, HAND, viewing).document
        assert document == Replaying(own=own, reading=reading, sight=sight).document
        assert document["reading"]["of"]["preset"] == "parlett"
        assert document["reading"]["changed"]


@pytest.mark.parametrize(
    ("viewing", "expected"),
    [
        (Viewing(options=[("unvied", "trouble")]),
         [("/query/option/0", "expected double, carry_pot or nothing")]),
        (Viewing(options=[("unvied", "double"), ("unvied", "nothing")]),
         [("/query/option/1", "this option is given twice")]),
    ],
)  # fmt: skip
def test_rules_that_are_none_are_refused(
    session: Session, reader: Caller, viewing: Viewing, expected: list[tuple[str, str]]
) -> None:
    assert faults(session, reader, viewing) == expected


def test_there_is_no_replay_of_a_hand_that_is_not_there(session: Session, reader: Caller) -> None:
    with pytest.raises(NotFound):
        get_replay(session, reader, "nowhere", PLAIN)


def test_players_go_by_the_names_given_to_them(session: Session, operator: Caller, reader: Caller) -> None:
    rename_player(session, operator, "bess", "Elizabeth")
    assert get_replay(session, reader, HAND, PLAIN).names["bess"] == "Elizabeth"
