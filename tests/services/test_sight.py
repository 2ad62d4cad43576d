"""What a caller of each kind is shown of the cards of stored hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import orjson
import pytest
from sqlalchemy.orm import Session

from gleek_replay.audit.account import account
from gleek_replay.services import hands, keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.csv_export import export_csv
from gleek_replay.services.export import export_records
from gleek_replay.services.hands import HandFilter
from gleek_replay.services.refusals import Forbidden, NotFound
from gleek_replay.services.renaming import merge_players
from gleek_replay.services.sight import seats_of
from gleek_replay.services.withdrawal import withdraw
from tests.services.test_agreement import seen_by
from tests.services.told_hands import renamed, told, upload

HAND = "example-00012"
"""Bess deals to pru and geraldine, and buys the stock; it is played out."""
TELLTALE = "Bess threw out the Four of Spades."
Someone = Callable[..., Caller]


@pytest.fixture
def someone(session: Session, operator: Caller) -> Someone:
    """A caller with a key of that owner."""

    def make(owner: str, role: Role = Role.UPLOADER, player_id: str | None = None) -> Caller:
        key = keys.create_key(session, operator, name=owner, role=role, owner=owner, player_id=player_id)
        caller = keys.authenticate(session, key.token)
        assert caller is not None
        return caller

    return make


class Shown(NamedTuple):
    """What somebody is shown: whose dealt hands, whether the stock, whether the discards, and the notes."""

    hands: set[str]
    stock: bool
    discards: bool
    notes: bool


EVERYTHING = Shown({"bess", "pru", "geraldine"}, stock=True, discards=True, notes=True)
OPEN = Shown({"pru", "geraldine"}, stock=False, discards=False, notes=False)


def shown(session: Session, caller: Caller, hand_id: str = HAND) -> Shown:
    """What a caller is shown of a hand, by its history; its account tells the same."""
    history = hands.get_history(session, caller, hand_id)
    seen = Shown(
        hands=set(history["deal"]["hands"]),
        stock="stock" in history["deal"],
        discards=any(action[1] == "discard" and isinstance(action[2], str) for action in history["actions"]),
        notes="notes" in history,
    )
    lines = {
        line.text
        for section in account(hands.replay_hand(session, caller, hand_id)).sections
        for line in section.lines
    }
    assert ("The stock: not shown" in lines) is not seen.stock
    assert any(line.endswith(" cards, not shown.") for line in lines) is not seen.discards
    assert any(line.startswith("The record notes: ") for line in lines) is seen.notes
    return seen


def whole(**changes: Any) -> dict[str, Any]:
    return told(notes=TELLTALE) | changes


def test_who_may_read_every_record_sees_every_card(
    session: Session, operator: Caller, someone: Someone
) -> None:
    upload(session, someone("ann"), whole())
    assert shown(session, operator) == EVERYTHING
    assert shown(session, someone("sam", Role.STEWARD)) == EVERYTHING


def test_a_reader_sees_what_was_open_at_the_table(session: Session, someone: Someone) -> None:
    upload(session, someone("ann"), whole())
    assert shown(session, someone("roy", Role.READER)) == OPEN


def test_a_player_sees_his_own_cards_beside(session: Session, someone: Someone) -> None:
    upload(session, someone("ann"), whole())
    buyer = someone("bess", Role.PLAYER, "bess")
    assert shown(session, buyer) == EVERYTHING._replace(notes=False)
    assert shown(session, someone("pru", Role.PLAYER, "pru")) == OPEN
    assert shown(session, someone("moll", Role.PLAYER, "moll")) == OPEN


def test_a_player_is_known_again_by_every_id_that_means_him(
    session: Session, operator: Caller, someone: Someone
) -> None:
    another = renamed(told(hand_id="another"), ("lizzie", "moll", "will"))
    upload(session, someone("ann"), whole(), another)
    before, after = someone("bess", Role.PLAYER, "bess"), someone("lizzie", Role.PLAYER, "lizzie")
    assert shown(session, after) == OPEN
    merge_players(session, operator, "bess", "lizzie")
    seen = EVERYTHING._replace(hands={"lizzie", "pru", "geraldine"}, notes=False)
    assert shown(session, before) == shown(session, after) == seen
    record = hands.replay_hand(session, operator, HAND).record
    assert seats_of(session, after, record) == (0,)


def test_a_player_does_not_see_the_cards_of_another_id_of_his_that_sat_beside_him(
    session: Session, operator: Caller, someone: Someone
) -> None:
    elsewhere = renamed(told(hand_id="elsewhere"), ("moll", "nan", "will"))
    upload(session, someone("ann"), elsewhere, renamed(told(hand_id="here"), ("bess", "nan", "will")))
    bess, moll = someone("bess", Role.PLAYER, "bess"), someone("moll", Role.PLAYER, "moll")
    merge_players(session, operator, "moll", "bess")
    upload(session, someone("ben"), renamed(whole(), ("bess", "moll", "geraldine")))
    record = hands.replay_hand(session, operator, HAND).record
    assert [player.id for player in record.players] == ["bess", "moll", "geraldine"]
    assert (seats_of(session, bess, record), seats_of(session, moll, record)) == ((0,), (1,))
    assert shown(session, moll) == OPEN._replace(hands={"moll", "geraldine"})


def test_an_uploader_sees_in_full_what_his_owner_sent_and_nothing_more_of_others(
    session: Session, operator: Caller, someone: Someone
) -> None:
    ann, ben = someone("ann"), someone("ben")
    upload(session, ann, whole())
    upload(session, ben, whole(hand_id="another"))
    assert shown(session, ann) == shown(session, ben, "another") == EVERYTHING
    assert shown(session, ben) == shown(session, ann, "another") == OPEN
    key = keys.create_key(session, operator, name="ann's second", role=Role.UPLOADER, owner="ann")
    again = keys.authenticate(session, key.token)
    assert again is not None
    assert shown(session, again) == EVERYTHING


def test_of_a_hand_that_stands_on_several_records_each_sees_what_his_own_shows(
    session: Session, operator: Caller, someone: Someone
) -> None:
    pru, bess = someone("pru"), someone("bess")
    upload(session, pru, seen_by("pru") | {"notes": "Hers."})
    upload(session, bess, seen_by("bess") | {"notes": TELLTALE})
    assert shown(session, operator) == Shown({"bess", "pru"}, stock=False, discards=True, notes=True)
    assert hands.get_history(session, operator, HAND)["notes"] == "Hers."
    assert shown(session, bess) == Shown({"bess", "pru"}, stock=False, discards=True, notes=False)
    assert shown(session, pru) == Shown({"pru"}, stock=False, discards=False, notes=True)
    assert shown(session, someone("roy", Role.READER)) == Shown(
        {"pru"}, stock=False, discards=False, notes=False
    )


def test_a_record_that_the_hand_does_not_stand_on_shows_its_sender_nothing_of_it(
    session: Session, someone: Someone
) -> None:
    ann, ben = someone("ann"), someone("ben")
    upload(session, ann, whole())
    upload(session, ben, whole(stake="crown"))
    assert (shown(session, ann), shown(session, ben)) == (EVERYTHING, OPEN)


def test_who_withdraws_his_record_sees_what_any_reader_does(session: Session, someone: Someone) -> None:
    ann, ben = someone("ann"), someone("ben")
    upload(session, ann, whole())
    upload(session, ben, whole())
    assert shown(session, ben) == EVERYTHING
    withdraw(session, ben, HAND)
    assert shown(session, ben) == OPEN
    with pytest.raises(NotFound, match=f"^There is no record of the hand {HAND} that ben sent.$"):
        hands.get_record(session, ben, HAND)


def test_an_uploader_has_his_own_record_byte_for_byte_and_a_steward_that_on_which_the_hand_stands(
    session: Session, someone: Someone
) -> None:
    ann, ben = someone("ann"), someone("ben")
    first, other, conflicting = (
        orjson.dumps(whole()), orjson.dumps(whole(notes="Ben's.")), orjson.dumps(whole(stake="crown"))
    )  # fmt: skip
    upload(session, ann, first)
    upload(session, ben, other)
    cat = someone("cat")
    upload(session, cat, conflicting)
    assert hands.get_record(session, ann, HAND) == first
    assert hands.get_record(session, ben, HAND) == other
    assert hands.get_record(session, cat, HAND) == conflicting
    assert hands.get_record(session, someone("sam", Role.STEWARD), HAND) == first
    for role in (Role.READER, Role.PLAYER):
        with pytest.raises(Forbidden):
            hands.get_record(session, someone(role, role, "bess" if role is Role.PLAYER else None), HAND)


def test_an_uploader_takes_out_only_what_he_sent(session: Session, someone: Someone) -> None:
    ann, ben = someone("ann"), someone("ben")
    upload(session, ann, whole(), whole(hand_id="anns"))
    upload(session, ben, whole(stake="crown"), whole(hand_id="bens"))
    upload(session, ben, whole(stake="farthing"))

    def taken(caller: Caller, *, every: bool = False, **wanted: Any) -> list[tuple[str, str]]:
        lines = export_records(session, caller, HandFilter(**wanted), every=every)
        return [(record["hand_id"], record["stake"]) for record in map(orjson.loads, lines)]

    assert sorted(taken(ann)) == [("anns", "groat"), (HAND, "groat")]
    assert sorted(taken(ben)) == [("bens", "groat"), (HAND, "crown")]
    assert sorted(taken(ben, every=True)) == [("bens", "groat"), (HAND, "crown"), (HAND, "farthing")]
    assert taken(ben, disputed=True) == [(HAND, "crown")]
    assert len(taken(someone("sam", Role.STEWARD), every=True)) == 5
    with pytest.raises(Forbidden):
        export_records(session, someone("roy", Role.READER))


def test_taking_hands_out_keeps_no_transaction_open(session: Session, someone: Someone) -> None:
    upload(session, someone("ann"), whole())
    roy, sam = someone("roy", Role.READER), someone("sam", Role.STEWARD)
    for lines in (export_records(session, sam), export_csv(session, roy)):
        for _ in lines:
            assert not session.in_transaction()
        assert not session.in_transaction()


def test_the_digest_of_a_record_is_for_those_who_may_read_it(session: Session, someone: Someone) -> None:
    ann, ben = someone("ann"), someone("ben")
    upload(session, ann, whole())
    upload(session, ben, whole())

    def digests(caller: Caller) -> list[bool]:
        return [bool(record.sha256) for record in hands.get_hand(session, caller, HAND).records]

    assert digests(ann) == [True, False]
    assert digests(ben) == [False, True]
    assert digests(someone("sam", Role.STEWARD)) == [True, True]
    assert (
        digests(someone("roy", Role.READER))
        == digests(someone("bess", Role.PLAYER, "bess"))
        == [False, False]
    )
