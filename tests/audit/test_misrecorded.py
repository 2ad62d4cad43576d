"""The fewest recorded payments that have to be wrong."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit.misrecorded import misrecorded_document, misrecorded_payments, misrecorded_totals
from tests.histories import audited
from tests.records.tellings import played_hand
from tests.records.written import GONE, changed, example

SEEDS = given(seed=st.integers(0, 2**32 - 1))


def wrong_in(document: dict[str, Any]) -> list[dict[str, Any]]:
    audit = audited(document)
    payments, totals = misrecorded_payments(audit), misrecorded_totals(audit, open_reasons=False)
    return [
        *(misrecorded_document(audit.record, wrong) for wrong in payments),
        *(misrecorded_document(audit.record, wrong) for wrong in totals),
    ]


@SEEDS
def test_one_payment_told_otherwise_is_the_one_that_is_wrong(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    payments = document["payments"]
    place = chance.randrange(len(payments))
    payment = payments[place]
    meant = copy.deepcopy(payment)
    same_edge = [
        other for other in payments if all(other[key] == payment[key] for key in ("from", "to", "for"))
    ]
    payment["amount"] += 100
    del document["result"]
    (wrong,) = wrong_in(document)
    if len(same_edge) == 1:
        assert wrong == {
            "hand_id": document["hand_id"], "at": f"/payments/{place}", "recorded": payment, "due": meant,
        }  # fmt: skip


@SEEDS
def test_what_is_due_is_recorded_once_the_wrong_payments_are_mended(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    del document["result"]
    accounts = [player["id"] for player in document["players"]] + ["pot", "ruff_pot"]
    for payment in document["payments"]:
        if chance.random() < 0.4:
            payment["amount"] = chance.randrange(20)
        if chance.random() < 0.2:
            payment["to"] = chance.choice([account for account in accounts if account != payment["from"]])
    chance.shuffle(document["payments"])
    document["payments"] = document["payments"][chance.randrange(3) :]
    wrong = wrong_in(document)
    mended: list[Any] = list(document["payments"])
    for each in wrong:
        if each["at"] == "/payments":
            mended.append(each["due"])
        else:
            mended[int(each["at"].rpartition("/")[2])] = each["due"]
    document["payments"] = [payment for payment in mended if payment]
    assert audited(document).payments_agree
    assert all(each["recorded"] != each["due"] for each in wrong)


def test_payments_put_together_otherwise_are_right_if_their_sums_are() -> None:
    document = example()
    first = document["payments"][1]
    half = first["amount"] // 2
    document["payments"][1:2] = [{**first, "amount": half}, {**first, "amount": first["amount"] - half}]
    assert wrong_in(document) == []
    document["payments"][0]["amount"] += 1
    del document["result"]
    assert [each["at"] for each in wrong_in(document)] == ["/payments/0"]


def test_a_payment_to_the_wrong_player_is_one_wrong_payment() -> None:
    document = changed({"/payments/0/to": "pru", "/payments/5/amount": 6, "/result": GONE})
    (wrong,) = wrong_in(document)
    assert (wrong["at"], wrong["recorded"]["to"], wrong["due"]["to"]) == ("/payments/0", "pru", "pot")


def test_a_payment_left_out_is_missing() -> None:
    document = changed({"/payments/2": GONE, "/result": GONE})
    (wrong,) = wrong_in(document)
    assert (wrong["at"], wrong["recorded"]) == ("/payments", None)
    assert wrong["due"] == example()["payments"][2]


def test_a_payment_that_stands_there_twice_should_not() -> None:
    document = changed({"/payments/-": example()["payments"][2], "/result": GONE})
    (wrong,) = wrong_in(document)
    assert (wrong["at"], wrong["due"]) == ("/payments/10", None)


def test_a_result_that_sums_up_wrong_payments_is_not_wrong_besides() -> None:
    document = changed({"/payments/0/amount": 3, "/result/bess": example()["result"]["bess"] - 2})
    assert [each["at"] for each in wrong_in(document)] == ["/payments/0"]


@pytest.mark.parametrize("gone", [{}, {"/payments": GONE}], ids=["beside payments", "alone"])
def test_a_result_that_follows_from_nothing_is_wrong_itself(gone: dict[str, Any]) -> None:
    right = example()["result"]["bess"]
    document = changed({"/result/bess": right + 5, **gone})
    assert wrong_in(document) == [
        {"hand_id": document["hand_id"], "at": "/result/bess", "recorded": right + 5, "due": right}
    ]


def test_nothing_is_said_of_a_result_while_it_is_open_what_is_due() -> None:
    audit = audited(changed({"/result/bess": 99}))
    assert misrecorded_totals(audit, open_reasons=True) == ()
