"""The audit: verdict, what is due against what was recorded, and how the document says it."""

from __future__ import annotations

from typing import Any

import pytest

from gleek_replay.audit import AuditSchema, Verdict, malformed_document
from gleek_replay.engine import ENGINE_VERSION, OPTIONS, Carried
from gleek_replay.records import Fault
from tests.hands import RUFFS, Table
from tests.histories import audited, hide, history

SETS = {"a": "AS AH AD JS QH", "b": "KS KD KC KH", "c": "QS QD QC"}


def ended(script: str = "a gleek A, b mournival K", preset: str = "parlett") -> Table:
    """A table after the last trick."""
    return Table(preset, deal=SETS).unvied("c", 13).act(script).played_out()


def verdict(document: dict[str, Any]) -> str:
    return str(audited(document).document["verdict"])


def but(document: dict[str, Any], index: int, **changes: Any) -> dict[str, Any]:
    """The same record with one of its payments changed."""
    payments = [dict(payment) for payment in document["payments"]]
    payments[index] |= changes
    return {**document, "payments": payments}


def test_a_legal_hand_with_the_payments_due_is_clean() -> None:
    audit = audited(history(ended(), settled=True))
    assert (audit.verdict, audit.payments_agree, audit.differences) == (Verdict.CLEAN, True, ())


def test_a_legal_hand_without_payments_is_clean_and_nothing_agrees_or_differs() -> None:
    audit = audited(history(ended()))
    assert (audit.verdict, audit.payments_agree) == (Verdict.CLEAN, None)
    assert audit.document["recorded"] is None


def test_a_hand_that_breaks_off_is_incomplete() -> None:
    assert verdict(history(Table(deal=SETS).unvied("b"))) == "incomplete"


def test_misreported_comes_before_incomplete() -> None:
    table = Table(deal=SETS).sold("b")
    assert verdict(history(table, settled=True)) == "incomplete"
    assert verdict(but(history(table, settled=True), 0, amount=7)) == "misreported"


def test_irregular_comes_before_misreported() -> None:
    table = Table(deal=SETS).act("b bid 13, c pass, a pass")
    assert verdict(but(history(table, settled=True), 0, amount=99)) == "irregular"


def test_unplayable_comes_before_irregular() -> None:
    table = Table(deal=SETS).act("b bid 13, c bid 13")
    assert [v["code"] for v in audited(history(table)).document["violations"]] == [
        "opening_bid", "bid_too_low",
    ]  # fmt: skip
    assert verdict(history(table)) == "unplayable"


def test_a_card_after_the_last_trick_makes_a_complete_hand_unplayable() -> None:
    document = audited(history(ended().act("b play AS"))).document
    assert (document["verdict"], document["complete"]) == ("unplayable", True)


def test_a_payment_of_another_amount_is_a_difference_of_both_who_pay_it() -> None:
    record = history(ended(), settled=True)
    del record["result"]
    assert record["payments"][0] == {"from": "cat", "to": "bess", "amount": 6, "for": "stock"}
    audit = audited(but(record, 0, amount=7))
    assert audit.document["differences"] == [
        {"for": "stock", "player": "bess", "recorded": 7, "due": 6},
        {"for": "stock", "player": "cat", "recorded": -14, "due": -13},
    ]
    assert audit.document["payments_agree"] is False


def test_a_payment_to_another_reason_differs_in_both_reasons() -> None:
    record = history(ended(), settled=True)
    found = audited(but(record, 0, **{"for": "challenge"})).document["differences"]
    assert [(each["for"], each["player"]) for each in found] == [
        ("stock", "bess"), ("stock", "cat"), ("challenge", "bess"), ("challenge", "cat"),
    ]  # fmt: skip


def test_the_pots_differ_too() -> None:
    record = history(ended(), settled=True)
    index = next(n for n, payment in enumerate(record["payments"]) if payment["to"] == "pot")
    found = audited(but(record, index, to="ruff_pot")).document["differences"]
    assert [each["player"] for each in found] == ["pot", "ruff_pot"]


def test_a_payment_left_out_and_one_made_up_are_differences() -> None:
    record = history(ended(), settled=True)
    assert verdict({**record, "payments": record["payments"][1:]}) == "misreported"
    invented = {"from": "ann", "to": "bess", "amount": 1, "for": "ruff"}
    assert verdict({**record, "payments": [*record["payments"], invented]}) == "misreported"


def test_the_order_of_payments_and_how_they_are_split_up_does_not_matter() -> None:
    record = history(ended(), settled=True)
    assert verdict({**record, "payments": record["payments"][::-1]}) == "clean"
    first = record["payments"][0]
    halves = [{**first, "amount": 2}, {**first, "amount": 4}]
    assert verdict({**record, "payments": [*halves, *record["payments"][1:]]}) == "clean"


def test_a_recorded_payment_of_nothing_is_no_difference() -> None:
    record = history(ended(), settled=True)
    nothing = {"from": "ann", "to": "bess", "amount": 0, "for": "challenge"}
    assert verdict({**record, "payments": [*record["payments"], nothing]}) == "clean"


def test_no_payments_at_all_is_another_thing_than_payments_not_recorded() -> None:
    record = history(ended())
    assert verdict({**record, "payments": []}) == "misreported"
    assert verdict(history(Table(), payments=[])) == "incomplete"
    assert audited(history(Table(), payments=[])).payments_agree is True


def test_a_result_alone_is_held_against_the_whole() -> None:
    record = history(ended(), settled=True)
    result = record["result"]
    del record["payments"]
    assert verdict(record) == "clean"
    wrong = audited({**record, "result": {**result, "ann": result["ann"] + 3}}).document
    assert wrong["verdict"] == "misreported"
    assert wrong["differences"] == [
        {"for": "total", "player": "ann", "recorded": result["ann"] + 3, "due": result["ann"]}
    ]
    assert set(wrong["recorded"]) == {"net"}


def test_a_result_that_does_not_follow_from_payments_that_are_right_differs_in_total() -> None:
    record = history(ended(), settled=True)
    found = audited({**record, "result": {**record["result"], "bess": 0}}).document
    assert (found["verdict"], [each["for"] for each in found["differences"]]) == ("misreported", ["total"])


def test_a_wrong_result_beside_wrong_payments_is_told_by_the_payments() -> None:
    record = but(history(ended(), settled=True), 0, amount=9)
    found = audited({**record, "result": {**record["result"], "bess": 0}}).document["differences"]
    assert {each["for"] for each in found} == {"stock"}


def test_what_is_due_sums_to_nothing_for_every_reason_and_in_all() -> None:
    due = audited(history(ended())).document["due"]
    assert sum(due["net"].values()) == 0
    assert all(sum(net.values()) == 0 for net in due["by_reason"].values())
    assert set(due["net"]) == {"ann", "bess", "cat", "pot", "ruff_pot"}


def test_every_payment_due_names_who_says_so_and_what_made_it_due() -> None:
    payments = audited(history(ended())).document["due"]["payments"]
    stock = payments[0]
    assert (stock["for"], stock["action"], stock["authority"]["rule"]) == ("stock", 3, "odd_penny")
    assert stock["authority"]["standing"] == "contradicted"
    assert all(payment["authority"]["document"] == "parlett" for payment in payments)


def test_a_table_that_departs_from_its_preset_is_judged_by_its_own_choice() -> None:
    table = Table(deal=SETS, options={"odd_penny": "eldest"}).sold("b", 13)
    document = audited(history(table)).document
    assert document["rules"]["options"]["odd_penny"] == "eldest"
    assert list(document["rules"]["options"]) == list(OPTIONS)
    assert document["due"]["payments"][0]["authority"]["document"] != "parlett"


def test_the_stock_the_ruff_the_score_and_what_is_carried_out_are_told_by_name() -> None:
    table = Table(carried=Carried(ruff_multiplier=2), deal=RUFFS).exchanged("b")
    document = audited(history(table.act("b vie, c see, a pass").played_out())).document
    assert document["stock"] == {"buyer": "bess", "price": 12}
    assert document["ruff"] == {
        "winner": "bess",
        "vied_by": "bess",
        "shown": {
            "bess": {"suit": "D", "value": 41, "four_aces": False},
            "cat": {"suit": "S", "value": 33, "four_aces": False},
        },
        "pays": {"ann": 4, "cat": 4},
    }
    assert set(document["score"]) == {"ann", "bess", "cat"}
    assert document["carried_out"]["ruff_multiplier"] == 1
    assert document["engine"] == ENGINE_VERSION


def test_of_a_hand_that_ended_in_the_auction_there_is_nothing_to_tell() -> None:
    document = audited(history(Table())).document
    assert (document["stock"], document["score"], document["carried_out"]) == (None, None, None)
    assert document["ruff"] == {"winner": None, "vied_by": None, "shown": {}, "pays": {}}


def test_rights_not_used_are_noted() -> None:
    assert {"code": "undeclared", "player": "ann", "what": "gleek A", "worth": 4} in audited(
        history(ended("b mournival K"))
    ).document["notes"]


def test_what_unknown_cards_decide_takes_no_part_in_the_differences() -> None:
    table = Table(deal=SETS).unvied("b").act("c gleek Q, a gleek A")
    record = hide(history(table, settled=True), ["ann"])
    audit = audited(record)
    assert (audit.verdict, audit.document["unverified"]) == (Verdict.INCOMPLETE, ["exchange", "declarations"])
    gleek = next(n for n, payment in enumerate(record["payments"]) if payment["for"] == "gleek")
    assert verdict(but(record, gleek, amount=77)) == "incomplete"
    assert verdict(but(record, 0, amount=77)) == "misreported"


def test_a_result_is_not_judged_where_unknown_cards_decide_a_part_of_it() -> None:
    table = Table(deal=SETS).unvied("b").act("c gleek Q")
    record = hide(history(table, result={"ann": 5}), ["ann"])
    assert verdict(record) == "incomplete"


def test_nothing_agrees_where_hidden_cards_decide_all_that_was_recorded() -> None:
    table = Table(deal=SETS).unvied("b").act("c gleek Q")
    record = hide(history(table, result={"ann": 5}), ["ann"])
    assert (audited(record).verdict, audited(record).payments_agree) == (Verdict.INCOMPLETE, None)
    gleek = {"from": "bess", "to": "cat", "amount": 77, "for": "gleek"}
    others = [payment for payment in history(table, settled=True)["payments"] if payment["for"] != "gleek"]
    assert audited({**record, "payments": [*others, gleek]}).payments_agree is True
    assert audited({**record, "payments": [gleek]}).payments_agree is False, "the stock is due"


def test_reasons_that_the_replay_did_not_reach_are_not_compared() -> None:
    record = history(ended(), settled=True)
    played = [index for index, action in enumerate(record["actions"]) if action[1] == "play"]
    stopped = {**record, "actions": [*record["actions"]]}
    stopped["actions"][played[4]] = record["actions"][played[0]]
    audit = audited(stopped)
    assert (audit.verdict, audit.payments_agree, audit.differences) == (Verdict.UNPLAYABLE, True, ())
    gleek = next(n for n, payment in enumerate(record["payments"]) if payment["for"] == "gleek")
    score = next(n for n, payment in enumerate(record["payments"]) if payment["for"] == "score")
    assert audited(but(stopped, score, amount=77)).differences == ()
    assert {each.reason for each in audited(but(stopped, gleek, amount=77)).differences} == {"gleek"}


def test_a_gleek_is_not_compared_where_a_challenge_not_reached_may_have_cost_it() -> None:
    record = history(ended(preset="willughby-1665").act("c challenge a gleek A"), settled=True)
    played = [index for index, action in enumerate(record["actions"]) if action[1] == "play"]
    record["actions"][played[4]] = record["actions"][played[0]]
    gleek = next(n for n, payment in enumerate(record["payments"]) if payment["for"] == "gleek")
    assert audited(but(record, gleek, amount=77)).differences == ()


def test_nothing_agrees_where_the_replay_stopped_before_all_that_was_recorded() -> None:
    record = history(ended(), settled=True)
    del record["payments"]
    record["actions"].insert(1, record["actions"][0])
    assert audited(record).payments_agree is None
    assert audited({**record, "payments": []}).payments_agree is None
    ruff = {"from": "ann", "to": "bess", "amount": 2, "for": "ruff"}
    assert audited({**record, "payments": [ruff]}).payments_agree is None
    turn_up = {**ruff, "for": "turn_up"}
    assert audited({**record, "payments": [ruff, turn_up]}).payments_agree is False


@pytest.mark.parametrize(
    "document",
    [
        history(Table()),
        history(ended(), settled=True),
        history(ended(preset="willughby-1665").act("c challenge a gleek A"), settled=True),
        history(Table(deal=RUFFS).exchanged("b").act("b vie, c see, a pass").played_out(), payments=[]),
        history(ended(), result={"ann": 1}),
        history(Table(dealer="b", lift=[{"a": "4S", "b": "KD"}]).act("c bid 99, b bid 1")),
        hide(history(ended()), ["ann"], stock=False, discards=False),
    ],
)
def test_every_audit_is_as_the_published_schema_describes_it(document: dict[str, Any]) -> None:
    assert AuditSchema().validate(audited(document).document) == {}


def test_in_the_place_of_a_malformed_record_stand_its_faults() -> None:
    document = malformed_document([Fault("/dealer", "expected one of the players")], 3)
    assert document["verdict"] == "malformed"
    assert document["faults"] == [{"pointer": "/dealer", "message": "expected one of the players"}]


def test_the_document_is_made_once_when_it_is_asked_for() -> None:
    audit = audited(history(ended()))
    assert audit.document is audit.document


def test_nets_are_at_hand_without_the_document() -> None:
    record = history(ended(), settled=True)
    audit = audited(record)
    assert audit.recorded_net == audit.result.net[:3] == tuple(record["result"].values())
    assert [sum(nets) for nets in zip(*audit.due.values(), strict=True)] == list(audit.result.net)
    del record["payments"], record["result"]["bess"]
    ann, bess, cat = audited(record).recorded_net or ()
    assert (ann, bess, cat) == (record["result"]["ann"], None, record["result"]["cat"])
    del record["result"]
    assert audited(record).recorded_net is None
