"""Several records of one hand: who bears whom out, what the hand stands on, and what is taken back."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from typing import Any

import orjson
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.services import hands, keys, players, sessions
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.progress import get_outcomes
from gleek_replay.services.rebuild import rebuild
from gleek_replay.services.refusals import Forbidden, NotFound
from gleek_replay.services.upload_ids import upload_key_of
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.storage.tables import Hand, HandPlayer, Player, PlaySession
from tests.histories import hide
from tests.services import numbers_told
from tests.services.told_hands import statuses, told, upload

HAND = "example-00012"
PLAYERS = ("bess", "pru", "geraldine")
DISPUTED = hands.HandFilter(disputed=True)
Uploader = Callable[[str], Caller]


@pytest.fixture
def uploader(session: Session, operator: Caller) -> Uploader:
    """Uploaders of the same club, by the name of the owner."""

    def make(owner: str) -> Caller:
        key = keys.create_key(session, operator, name=owner, role=Role.UPLOADER, owner=owner)
        caller = keys.authenticate(session, key.token)
        assert caller is not None
        return caller

    return make


def seen_by(player: str) -> dict[str, Any]:
    """The hand as one player's client records it: the others' cards, the stock and discards unseen."""
    record = hide(told(), [player], stock=False, discards=False)
    shown = [action for action in told()["actions"] if action[:2] == [player, "discard"]]
    record["actions"] = [
        shown[0] if action[:2] == [player, "discard"] else action for action in record["actions"]
    ]
    return record


def standing(session: Session, caller: Caller) -> tuple[str, int, bool]:
    """The stake of the record that the hand stands on, how many bear it out, and whether it is disputed."""
    hand = hands.get_hand(session, caller, HAND).hand
    return hand.stake, hand.corroborations, hand.disputed


def recorded(session: Session, caller: Caller) -> list[tuple[str, str]]:
    return [(r.owner, r.status.value) for r in hands.get_hand(session, caller, HAND).records]


def test_records_from_two_seats_corroborate_each_other_and_their_union_is_audited(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    upload(session, uploader("pru"), seen_by("pru"))
    alone = hands.get_audit(session, operator, HAND)
    assert alone["unverified"]
    outcomes = upload(session, uploader("bess"), seen_by("bess"))
    assert statuses(outcomes) == ["corroborating"]
    upload(session, uploader("geraldine"), seen_by("geraldine"))
    together = hands.get_audit(session, operator, HAND)
    assert together["unverified"] == []
    assert together["due"] == alone["due"]
    assert standing(session, operator) == ("groat", 2, False)


@pytest.mark.parametrize("order", list(permutations(PLAYERS)))
def test_the_union_is_the_same_in_whatever_order_its_records_come(
    session: Session, operator: Caller, uploader: Uploader, order: tuple[str, ...]
) -> None:
    for player in order:
        upload(session, uploader(player), seen_by(player))
    assert hands.get_audit(session, operator, HAND)["unverified"] == []
    assert recorded(session, operator) == [
        (order[0], "accepted"), (order[1], "corroborating"), (order[2], "corroborating"),
    ]  # fmt: skip


def test_records_of_one_upload_are_put_together_as_well(session: Session, operator: Caller) -> None:
    outcomes = upload(session, operator, *map(seen_by, PLAYERS))
    assert statuses(outcomes) == ["accepted", "corroborating", "corroborating"]
    assert hands.get_audit(session, operator, HAND)["unverified"] == []
    assert standing(session, operator) == ("groat", 0, False)


def test_a_hand_stands_on_the_account_that_most_owners_bear_out_and_the_earliest_of_equals(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    crown = told(stake="crown")
    assert statuses(upload(session, uploader("ann"), told())) == ["accepted"]
    assert statuses(upload(session, uploader("bob"), crown)) == ["conflicting"]
    assert standing(session, operator) == ("groat", 0, True)
    assert statuses(upload(session, uploader("cat"), crown)) == ["corroborating"]
    assert standing(session, operator) == ("crown", 1, True)
    assert numbers_told.summary(session, operator, "bess").disputed == 1
    assert [hand.hand_id for hand in hands.find_hands(session, operator, DISPUTED).items] == [HAND]
    assert recorded(session, operator) == [
        ("ann", "conflicting"), ("bob", "accepted"), ("cat", "corroborating"),
    ]  # fmt: skip
    assert statuses(upload(session, uploader("dan"), told())) == ["corroborating"]
    assert standing(session, operator) == ("groat", 1, True)
    assert rebuild(session).changed == 0


def test_an_owner_does_not_bear_himself_out(session: Session, operator: Caller, uploader: Uploader) -> None:
    ann, bob = uploader("ann"), uploader("bob")
    upload(session, ann, told())
    upload(session, bob, told(stake="crown"), told(stake="crown", notes="once more"))
    assert standing(session, operator) == ("groat", 0, True)


def test_a_withdrawn_record_no_longer_counts_and_is_kept(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    ann, bob = uploader("ann"), uploader("bob")
    upload(session, ann, told())
    upload(session, bob, told(stake="crown"))
    withdraw(session, ann, HAND)
    assert standing(session, operator) == ("crown", 0, False)
    assert numbers_told.summary(session, operator, "bess").disputed == 0
    assert hands.find_hands(session, operator, DISPUTED).items == ()
    assert recorded(session, operator) == [("ann", "withdrawn"), ("bob", "accepted")]
    assert rebuild(session).changed == 0
    with pytest.raises(NotFound):
        withdraw(session, ann, HAND)


def test_a_hand_of_which_every_record_is_withdrawn_is_gone_and_can_be_told_again(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    ann = uploader("ann")
    for _ in range(2):
        assert statuses(upload(session, ann, told())) == ["accepted"]
        assert withdraw(session, ann, HAND).verdict is None
        with pytest.raises(NotFound):
            hands.get_hand(session, operator, HAND)
        with pytest.raises(NotFound):
            numbers_told.summary(session, operator, "bess")
    assert rebuild(session).changed == 0
    assert statuses(upload(session, operator, told())) == ["accepted"]


def test_nobody_withdraws_the_record_of_another(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    upload(session, uploader("ann"), told())
    with pytest.raises(NotFound):
        withdraw(session, operator, HAND)
    reader = Caller(club_id=operator.club_id, key_id=operator.key_id, owner="ann", role=Role.READER)
    with pytest.raises(Forbidden):
        withdraw(session, reader, HAND)


def test_a_fixed_client_puts_its_record_in_the_place_of_the_wrong_one(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    ann, bob = uploader("ann"), uploader("bob")
    upload(session, ann, told(stake="crown"))
    upload(session, bob, told())
    assert standing(session, operator) == ("crown", 0, True)
    outcomes = upload(session, ann, told(), wishes=Wishes(replace=True))
    assert statuses(outcomes) == ["corroborating"]
    assert standing(session, operator) == ("groat", 1, False)
    assert recorded(session, operator) == [
        ("ann", "replaced"), ("bob", "accepted"), ("ann", "corroborating"),
    ]  # fmt: skip
    assert statuses(upload(session, ann, told(), wishes=Wishes(replace=True))) == ["duplicate"]


def test_replacing_leaves_the_records_of_others_alone(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    upload(session, uploader("ann"), told(stake="crown"))
    outcomes = upload(session, uploader("bob"), told(), wishes=Wishes(replace=True))
    assert statuses(outcomes) == ["conflicting"]
    assert standing(session, operator) == ("crown", 0, True)


def test_the_last_of_several_in_one_replacing_upload_stands(session: Session, operator: Caller) -> None:
    versions = [told(stake=stake) for stake in ("groat", "crown", "sixpence")]
    outcomes = upload(session, operator, *versions, wishes=Wishes(replace=True))
    assert len(outcomes) == 3
    assert standing(session, operator) == ("sixpence", 0, False)
    assert [status for _, status in recorded(session, operator)] == ["replaced", "replaced", "accepted"]


def test_a_session_is_told_from_what_the_records_of_its_hands_know_together(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    for player in PLAYERS:
        record = seen_by(player) | {"session": {"id": "friday", "hand": 1}}
        upload(session, uploader(player), record)
    (hand,) = sessions.get_session(session, operator, "friday").hands
    assert hand.verdict is Verdict.CLEAN
    assert hands.replay_hand(session, operator, HAND).document["unverified"] == []


def test_the_same_bytes_of_a_record_that_conflicts_are_told_so_again(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    ann = uploader("ann")
    upload(session, operator, told())
    raw = orjson.dumps(told(stake="crown"))
    assert statuses(upload(session, ann, raw, raw)) == ["conflicting", "conflicting"]
    assert statuses(upload(session, ann, raw)) == ["conflicting"]
    assert len(recorded(session, operator)) == 2


def settle(session: Session) -> None:
    """A rebuild finds nothing to put right in hands, players and sessions."""

    def rows() -> list[set[tuple[object, ...]]]:
        session.rollback()
        tables = (table.__table__ for table in (Hand, HandPlayer, Player, PlaySession))
        return [{tuple(row) for row in session.execute(select(table))} for table in tables]

    before = rows()
    assert rebuild(session).changed == 0
    assert rows() == before


def test_replacing_what_only_one_record_knew_takes_it_out_of_the_hand(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    ann, bob = uploader("ann"), uploader("bob")
    little = {name: value for name, value in told().items() if name not in {"payments", "result", "session"}}
    upload(session, ann, little)
    upload(session, bob, told(session={"id": "friday", "hand": 1}))
    assert hands.get_hand(session, operator, HAND).hand.session_id == "friday"
    upload(session, bob, little | {"notes": "mended"}, wishes=Wishes(replace=True))
    hand = hands.get_hand(session, operator, HAND).hand
    assert (hand.session_id, hand.payments_agree, hand.corroborations) == (None, None, 1)
    settle(session)


def test_an_exact_copy_of_an_earlier_record_takes_the_place_of_a_later_one_too(
    session: Session, operator: Caller
) -> None:
    right, wrong = told(), told(stake="crown")
    assert statuses(upload(session, operator, right)) == ["accepted"]
    assert statuses(upload(session, operator, wrong)) == ["conflicting"]
    upload(session, operator, right, wishes=Wishes(replace=True))
    assert standing(session, operator) == ("groat", 0, False)
    assert [status for _, status in recorded(session, operator)] == ["accepted", "replaced"]
    settle(session)


def test_a_replacement_can_mend_what_is_no_fact(session: Session, operator: Caller) -> None:
    upload(session, operator, told(played_at="1903-02-05T07:37:40Z"))
    mended = told(played_at="2003-02-05T07:37:40Z")
    mended["players"][1]["name"] = "Catherine"
    assert statuses(upload(session, operator, mended, wishes=Wishes(replace=True))) == ["accepted"]
    hand = hands.get_hand(session, operator, HAND).hand
    assert hand.played_at.year == 2003
    assert players.get_player(session, operator, "pru").name == "Catherine"
    settle(session)


def test_of_two_replacements_the_one_that_came_in_later_stands_whichever_is_worked_on_first(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, told())
    stakes = ("crown", "sixpence")
    receipts = [
        receive_upload(
            session, operator, [SentFile(stream=io.BytesIO(orjson.dumps(told(stake=stake))))],
            Wishes(replace=True, defer=True),
        )
        for stake in stakes
    ]  # fmt: skip
    worker = new_worker(timedelta(minutes=1))
    for receipt in reversed(receipts):
        assert work(session, worker, upload_key=upload_key_of(receipt.upload.upload_id))
    assert standing(session, operator) == ("sixpence", 0, False)
    assert sorted(status for _, status in recorded(session, operator)) == ["accepted", "replaced", "replaced"]
    settle(session)


@pytest.mark.parametrize("backwards", [False, True])
def test_what_is_said_of_a_contradiction_does_not_depend_on_which_part_is_worked_on_first(
    session: Session, operator: Caller, backwards: bool
) -> None:
    receipts = [
        receive_upload(
            session, operator, [SentFile(stream=io.BytesIO(orjson.dumps(record)))], Wishes(defer=True)
        )
        for record in (told(), told(stake="crown"))
    ]
    worker = new_worker(timedelta(minutes=1))
    for receipt in reversed(receipts) if backwards else receipts:
        assert work(session, worker, upload_key=upload_key_of(receipt.upload.upload_id))
    said = [get_outcomes(session, operator, receipt.upload.upload_id).items[0].status for receipt in receipts]
    assert sorted(said) == ["accepted", "conflicting"]
    assert standing(session, operator) == ("groat", 0, True)


def test_withdrawing_takes_players_names_and_sessions_along(
    session: Session, operator: Caller, uploader: Uploader
) -> None:
    ann = uploader("ann")
    upload(session, operator, told(hand_id="other"))
    upload(session, ann, told("four-players") | {"session": {"id": "saturday", "hand": 1}})
    withdraw(session, ann, told("four-players")["hand_id"])
    assert session.scalars(select(PlaySession.session_id)).all() == []
    assert len(session.scalars(select(Player.player_id)).all()) == 3
    settle(session)


def test_a_client_that_gives_all_its_hands_one_id_costs_the_others_little(
    session: Session, operator: Caller
) -> None:
    many = [told(session={"id": "one", "hand": number}) for number in range(1, 301)]
    outcomes = upload(session, operator, *many)
    assert statuses(outcomes) == ["accepted"] + ["conflicting"] * 299
    assert standing(session, operator)[2]
    settle(session)
