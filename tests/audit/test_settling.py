"""What should be paid now, for one hand and for an evening."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import SessionAudit, audit_record, audit_sessions
from gleek_replay.audit.settling import (
    Basis,
    Counts,
    correction_document,
    evening_document,
    settle_evening,
    settle_hand,
)
from gleek_replay.records import Stake
from gleek_replay.simulation import simulate
from tests.audit.test_transfers import fewest_by_partitions
from tests.histories import audited, hide, read
from tests.records.tellings import played_hand
from tests.records.written import GONE, changed, example

SEEDS = given(seed=st.integers(0, 2**32 - 1))


def evening(preset: str = "parlett", seed: int = 1, players: int = 3) -> list[dict[str, Any]]:
    return list(simulate(preset, hands=8, seed=seed, players=players))


def session_of(hands: list[dict[str, Any]]) -> SessionAudit:
    (session,) = audit_sessions([audited(hand) for hand in hands])
    return session


@SEEDS
def test_what_is_paid_now_brings_everyone_from_what_was_recorded_to_what_is_due(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    for payment in document["payments"]:
        payment["amount"] = max(payment["amount"] + chance.choice([0, 0, -3, 1, 7]), 0)
    audit = audited(document)
    correction = settle_hand(audit)
    assert correction is not None
    assert correction.basis is Basis.PAYMENTS
    assert len(correction.transfers) == fewest_by_partitions(correction.balances)
    recorded = audit.document["recorded"]["net"]
    for payer, payee, amount in correction.transfers:
        recorded[correction.accounts[payer]] -= amount
        recorded[correction.accounts[payee]] += amount
    assert recorded == audit.document["due"]["net"]


def test_a_hand_paid_as_is_due_needs_nothing() -> None:
    correction = settle_hand(audited(example()))
    assert correction is not None
    assert (correction.transfers, correction.open) == ((), ())


def test_an_odd_penny_given_to_the_wrong_one_needs_one_transfer() -> None:
    correction = settle_hand(audited(changed({"/payments/0/to": "pru", "/result": GONE})))
    assert correction is not None
    assert correction_document(correction) == {
        "hand_id": "example-00012",
        "counts": "due",
        "basis": "payments",
        "stake": "groat",
        "balances": {"bess": 0, "pru": -1, "geraldine": 0, "pot": 1, "ruff_pot": 0},
        "transfers": [{"from": "pru", "to": "pot", "amount": 1, "money": Stake.GROAT.farthings}],
        "open": [],
    }


def test_of_a_void_hand_everything_that_was_paid_is_paid_back() -> None:
    audit = audited(changed({"/payments/0/to": "pru", "/result": GONE}))
    correction = settle_hand(audit, Counts.NOTHING)
    assert correction is not None
    recorded = audit.document["recorded"]["net"]
    assert correction.balances == tuple(-recorded[account] for account in correction.accounts)


def test_of_a_hand_whose_record_was_upheld_nothing_is_paid_any_more() -> None:
    audit = audited(changed({"/payments/0/to": "pru", "/result": GONE}))
    correction = settle_hand(audit, Counts.RECORDED)
    assert correction is not None
    assert (correction.transfers, correction.open) == ((), ())


def test_where_a_record_was_upheld_that_tells_of_no_payments_what_is_due_counts() -> None:
    audit = audited(changed({"/payments": GONE, "/result": GONE}))
    upheld, due = settle_hand(audit, Counts.RECORDED), settle_hand(audit)
    assert upheld is not None
    assert due is not None
    assert upheld.balances == due.balances


def test_of_a_void_hand_that_broke_off_nothing_is_left_open() -> None:
    whole = example()
    short = hide(whole | {"actions": whole["actions"][:10]}, stock=False, discards=False)
    correction = settle_hand(audited(short), Counts.NOTHING)
    assert correction is not None
    assert correction.open == ()


def test_where_nothing_was_recorded_all_that_is_due_is_paid() -> None:
    audit = audited(changed({"/payments": GONE, "/result": GONE}))
    correction = settle_hand(audit)
    assert correction is not None
    assert correction.basis is Basis.NOTHING
    assert correction.balances == audit.result.net


def test_of_a_result_alone_the_rest_is_in_the_pot() -> None:
    result = example()["result"] | {"bess": example()["result"]["bess"] + 2}
    correction = settle_hand(audited(changed({"/payments": GONE, "/result": result})))
    assert correction is not None
    assert correction.basis is Basis.RESULT
    assert correction.balances == (-2, 0, 0, 2, 0)


def test_of_a_result_that_leaves_out_a_player_nothing_can_be_said() -> None:
    assert settle_hand(audited(changed({"/payments": GONE, "/result/bess": GONE}))) is None


def test_what_hidden_cards_decide_is_left_open_and_the_rest_is_settled() -> None:
    whole = example()
    short = whole | {"actions": whole["actions"][:10]}
    hidden = hide(short, stock=False, discards=False)
    audit = audited(hidden)
    correction = settle_hand(audit)
    assert audit.result.undecided
    assert correction is not None
    assert set(correction.open) == audit.result.undecided


def test_of_a_result_nothing_can_be_said_while_hidden_cards_decide_what_is_due() -> None:
    whole = example()
    short = hide(whole | {"actions": whole["actions"][:10]}, stock=False, discards=False)
    del short["payments"]
    audit = audited(short)
    assert settle_hand(audit) is None
    upheld, void = settle_hand(audit, Counts.RECORDED), settle_hand(audit, Counts.NOTHING)
    assert upheld is not None
    assert void is not None
    assert (upheld.transfers, upheld.open, void.open) == ((), (), ())
    assert void.balances[:3] == tuple(-whole["result"][player] for player in void.accounts[:3])


@pytest.mark.parametrize(("preset", "players"), [("parlett", 3), ("du-coeur-1996", 3), ("knauer-2008", 6)])
def test_an_evening_is_settled_by_what_is_due_and_the_pots_keep_theirs(preset: str, players: int) -> None:
    session = session_of(evening(preset, 3, players))
    settled = settle_evening(session)
    last = session.audits[-1]
    assert last.result.carried_out is not None
    worth = last.record.stake.farthings
    assert dict(zip(settled.accounts, settled.nets, strict=True)) == {
        account: net * worth for account, net in session.net.items()
    }
    assert settled.pots == (
        last.result.carried_out.pot * worth,
        last.result.carried_out.ruff_pot * worth,
    )
    assert settled.adds_up
    assert settled.stake is last.record.stake
    assert settled.corrections == ()
    assert settled.open == ()
    assert len(settled.transfers) == fewest_by_partitions(settled.nets)


def test_an_evening_paid_wrongly_needs_the_fewest_corrections_of_all_hands_together() -> None:
    hands = evening()
    one, other = hands[2]["payments"][0], hands[5]["payments"][0]
    one["amount"] += 2
    other.update(one)
    hands[5]["payments"].remove(other)
    session = session_of(hands)
    settled = settle_evening(session)
    owed = [0] * len(settled.accounts)
    for audit in session.audits:
        correction = settle_hand(audit)
        assert correction is not None
        for account, balance in zip(correction.accounts, correction.balances, strict=True):
            owed[settled.accounts.index(account)] += balance * audit.record.stake.farthings
    assert any(owed)
    assert settled.corrections is not None
    assert len(settled.corrections) == fewest_by_partitions(owed)


def test_an_evening_counts_each_hand_as_was_ruled() -> None:
    hands = evening()
    hands[2]["payments"][0]["amount"] += 2
    del hands[2]["result"]
    session = session_of(hands)
    void, upheld = hands[5]["hand_id"], hands[2]["hand_id"]
    settled = settle_evening(session, {void: Counts.NOTHING, upheld: Counts.RECORDED})
    worth = session.audits[0].record.stake.farthings
    expected = dict.fromkeys(settled.accounts, 0)
    for audit in session.audits:
        document = audit.document
        counted = document["recorded" if audit.record.hand_id == upheld else "due"]["net"]
        for account, net in counted.items():
            expected[account] += net * worth * (audit.record.hand_id != void)
    assert dict(zip(settled.accounts, settled.nets, strict=True)) == expected
    back = settle_hand(session.audits[5], Counts.NOTHING)
    assert back is not None
    assert settled.corrections is not None
    assert [each.amount for each in settled.corrections] == [each.amount * worth for each in back.transfers]


@pytest.mark.parametrize("number", [0, 4, 7], ids=["first", "between", "last"])
def test_what_a_void_hand_left_in_the_pots_is_paid_back_too(number: int) -> None:
    session = session_of(evening(seed=11))
    audit = session.audits[number]
    worth = audit.record.stake.farthings
    assert audit.result.net[-2]
    whole = settle_evening(session)
    settled = settle_evening(session, {audit.record.hand_id: Counts.NOTHING})
    assert settled.pots == (whole.pots[0] - audit.result.net[-2] * worth, whole.pots[1])
    assert settled.adds_up


def test_hands_may_go_on_from_what_counts_in_one_as_well_as_from_what_was_due() -> None:
    hands = evening(seed=11)
    into_the_pot = next(payment for payment in hands[3]["payments"] if payment["to"] == "pot")
    into_the_pot["amount"] += 3
    del hands[3]["result"]
    upheld = {hands[3]["hand_id"]: Counts.RECORDED}
    worth = Stake(hands[0]["stake"]).farthings
    went_on_as_due = settle_evening(session_of(hands), upheld)
    for hand in hands[4:]:
        hand["carried"]["pot"] += 3
    went_on_as_recorded = settle_evening(session_of(hands), upheld)
    assert went_on_as_due.adds_up
    assert went_on_as_recorded.adds_up
    due = settle_evening(session_of(evening(seed=11))).pots
    assert went_on_as_due.pots == went_on_as_recorded.pots == (due[0] + 3 * worth, due[1])
    assert not settle_evening(session_of(hands)).adds_up


def test_an_evening_with_hands_for_other_coins_is_settled_in_money() -> None:
    hands = evening()
    mixed = copy.deepcopy(hands)
    for hand in mixed[4:]:
        hand["stake"] = "shilling"
    for hand in mixed[:4]:
        hand["stake"] = "penny"
    settled = settle_evening(session_of(mixed))
    assert settled.stake is None
    nets = dict.fromkeys(settled.accounts, 0)
    for hand, worth in zip(mixed, [4] * 4 + [48] * 4, strict=True):
        for account, net in audited(hand).document["due"]["net"].items():
            nets[account] += net * worth
    assert dict(zip(settled.accounts, settled.nets, strict=True)) == nets


def test_an_evening_whose_hands_do_not_follow_from_each_other_says_so() -> None:
    hands = evening()
    for hand in hands[4:]:
        hand["carried"]["pot"] += 3
    settled = settle_evening(session_of(hands))
    assert not settled.adds_up


def test_an_evening_with_a_hand_of_which_nothing_can_be_said_has_no_corrections() -> None:
    hands = evening()
    del hands[1]["payments"]
    del hands[1]["result"][hands[1]["players"][0]["id"]]
    settled = settle_evening(session_of(hands))
    assert settled.corrections is None
    assert settled.transfers


def test_players_who_come_and_go_are_settled_by_their_ids() -> None:
    hands = evening()
    leaves = hands[0]["players"][0]["id"]
    comes = [
        {**hand, **read_as(hand, leaves, "newcomer")} if number >= 4 else hand
        for number, hand in enumerate(hands)
    ]
    settled = settle_evening(session_of(comes))
    assert "newcomer" in settled.accounts
    assert settled.accounts[-2:] == ("pot", "ruff_pot")
    assert sum(settled.nets) == 0


def read_as(hand: dict[str, Any], player: str, name: str) -> dict[str, Any]:
    """The hand with a player under another id."""

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {name if key == player else key: renamed(each) for key, each in value.items()}
        if isinstance(value, list):
            return [renamed(each) for each in value]
        return name if value == player else value

    found = renamed(hand)
    assert isinstance(found, dict)
    return found


def test_an_evening_is_told_as_json() -> None:
    session = session_of(evening()[:2])
    document = evening_document(settle_evening(session))
    assert document["session"] == session.session_id
    assert document["corrections"] == []
    assert document["left_in_pots"].keys() == {"pot", "ruff_pot"}
    assert document["open"] == []
    assert all(each.keys() == {"from", "to", "money"} for each in document["transfers"])
    assert audit_record(read(evening()[0])).record.stake.value == document["stake"]
