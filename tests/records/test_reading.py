"""A record that was read says what its document says, and can be written as it was."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from marshmallow import Schema

from gleek_replay.engine import PRESETS, Payment, Reason, Unseen, Verb, card_name, parse_card, parse_cards
from gleek_replay.records import (
    Client,
    HandHistorySchema,
    HandRecord,
    Player,
    RecordedPayment,
    SessionRef,
    Stake,
    action_document,
    carried_document,
    deal_document,
    payment_documents,
)
from tests.records.written import EXAMPLES, GONE, changed, example, read


def test_every_field_is_read() -> None:
    record = read(changed({"/session": {"id": "evening", "hand": 7}, "/lift": [{"pru": "4S", "bess": "KH"}]}))
    assert record.hand_id == "example-00012"
    assert record.client == Client(name="gleek-online", version="2.3.1")
    assert record.session == SessionRef(id="evening", hand=7)
    assert record.played_at == datetime(2003, 2, 5, 13, 7, 40, tzinfo=UTC)
    assert record.stake is Stake.GROAT
    assert (record.preset, record.options) == ("parlett", {})
    assert record.players == (
        Player(id="bess"),
        Player(id="pru", name="Catherine d’Aragon"),
        Player(id="geraldine"),
    )
    assert record.accounts == ("bess", "pru", "geraldine", "pot", "ruff_pot")
    assert [record.name_of(seat) for seat in range(3)] == ["bess", "Catherine d’Aragon", "geraldine"]
    assert record.notes == "Faites vos jeux – “’Ud’s life”"
    assert record.payments is not None
    assert record.payments[0] == RecordedPayment(0, 3, 1, Reason.STOCK)
    assert record.result == {0: -7, 1: -24, 2: 30}


def test_players_of_one_name_are_told_apart_by_their_ids() -> None:
    names = {"/players/0/name": "Ann", "/players/1/name": "Ann"}
    record = read(changed(names))
    assert [record.name_of(seat) for seat in range(3)] == ["Ann (bess)", "Ann (pru)", "geraldine"]


def test_the_hand_is_as_the_engine_takes_it() -> None:
    hand = read(changed({"/lift": [{"pru": "4S", "bess": "KH"}, {}]})).hand
    assert hand.rules == PRESETS["parlett"]
    assert (hand.players, hand.dealer, hand.eldest) == (3, 0, 1)
    assert hand.hands[1] == parse_cards("QD 8C 8D 9C JD 5C QS 5S AH 7H 7S KD")
    assert card_name(hand.turn_up) == "7C"
    assert hand.stock == parse_cards("5D TH 6H JH 4D 9D TD")
    assert (hand.carried.ruff_multiplier, hand.carried.ruff_pot, hand.carried.pot) == (8, 0, -4)
    assert hand.lift == ({1: parse_card("4S"), 0: parse_card("KH")}, {})
    assert hand.actions[:2] == ((1, Verb.BID, 12), (2, Verb.PASS, None))
    assert hand.actions[4] == (0, Verb.DISCARD, parse_cards("4S JS 8H KS TS 6D 5H"))
    assert hand.actions[9:11] == ((0, Verb.GLEEK, "A"), (1, Verb.PLAY, parse_card("9C")))


def test_what_is_left_out_has_its_default() -> None:
    fields = ("stake", "carried", "payments", "result", "notes")
    record = read(changed({f"/{field}": GONE for field in fields} | {"/deal": {"turn_up": "7C"}}))
    assert record.stake is Stake.PENNY
    assert (record.session, record.payments, record.result, record.notes) == (None, None, None, None)
    assert (record.hand.hands, record.hand.stock, record.hand.lift) == ((None, None, None), None, ())
    assert dict(carried_document(record.hand)) == {"ruff_multiplier": 1, "ruff_pot": 0, "pot": 0}


def test_what_is_recorded_as_nothing_is_not_left_out() -> None:
    record = read(changed({"/payments": [], "/result": {}, "/notes": ""}))
    assert (record.payments, record.result, record.notes) == ((), {}, "")


def test_cards_that_were_not_seen_are_a_number() -> None:
    assert read(changed({"/actions/4/2": 7})).hand.actions[4] == (0, Verb.DISCARD, Unseen(7))


def test_a_challenge_names_a_seat() -> None:
    record = read(changed({"/actions/-": ["bess", "challenge", "geraldine", "mournival", "J"]}))
    assert record.hand.actions[-1] == (0, Verb.CHALLENGE, (2, Verb.MOURNIVAL, "J"))


def test_options_are_kept_as_written_and_resolved() -> None:
    record = read(
        changed({"/rules": {"preset": "parlett", "options": {"challenge": True, "tiddy": "claimed"}}})
    )
    assert record.options == {"challenge": True, "tiddy": "claimed"}
    assert record.hand.rules.challenge
    assert record.hand.rules.chosen == {"challenge"}


@pytest.mark.parametrize(
    ("stake", "farthings"),
    list(zip(Stake, (1, 2, 4, 8, 12, 16, 24, 48, 240), strict=True)),
)
def test_a_stake_is_worth_so_many_farthings(stake: Stake, farthings: int) -> None:
    record = read(changed({"/stake": stake.value}))
    assert record.stake is stake
    assert record.stake.farthings == farthings


def as_written(record: HandRecord) -> dict[str, Any]:
    """The parts of a document that are written from a record."""
    ids = [player.id for player in record.players]
    return {
        "deal": deal_document(record.hand, ids),
        "actions": [action_document(action, ids) for action in record.hand.actions],
        "carried": dict(carried_document(record.hand)),
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_written_from_a_record_reads_as_the_same_record(name: str) -> None:
    record = read(example(name))
    again = read(example(name) | as_written(record))
    assert again.hand == record.hand
    assert as_written(again) == as_written(record)


def test_an_action_is_written_as_a_history_writes_it() -> None:
    actions: list[list[Any]] = [
        ["pru", "bid", 12],
        ["geraldine", "pass"],
        ["bess", "discard", "KS 4S"],
        ["bess", "discard", 5],
        ["bess", "gleek", "A"],
        ["bess", "challenge", "pru", "gleek", "K"],
        ["bess", "play", "TD"],
        ["bess", "tumbler"],
    ]
    record = read(changed({"/actions": actions}))
    assert as_written(record)["actions"] == actions


def test_payments_are_written_with_the_names_of_accounts() -> None:
    payment = Payment(payer=2, payee=4, amount=7, reason=Reason.RUFF, action=None, rule="vying")
    assert payment_documents([payment], ["ann", "bess", "cat"]) == [
        {"from": "cat", "to": "ruff_pot", "amount": 7, "for": "ruff"}
    ]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_record_is_the_same_whether_or_not_faults_are_booked(name: str) -> None:
    schema = HandHistorySchema()
    assert schema.load(example(name)) == Schema.load(schema, example(name)) == read(example(name))
