"""Answers to the kit: what is right conforms, and what is not is named with its place and remedy."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from gleek_replay.conformance import Kit
from gleek_replay.conformance.mismatches import Mismatch
from tests.conformance.answers import checked, record_of, with_audits, with_records

HAND = "preset-parlett-1"
BREACH = "breach-revoke-1"
BROKEN = "malformed-dealer-missing"
SCRIPT = "write-parlett"


def audit_of(kit: Kit, name: str) -> dict[str, Any]:
    return copy.deepcopy(next(audit for audit in kit.audits if audit["case"] == name))


def script_record(kit: Kit, name: str) -> dict[str, Any]:
    return copy.deepcopy(next(record_of(script) for script in kit.scripts if script.name == name))


def audits_mismatch(kit: Kit, answer: dict[str, Any]) -> list[Mismatch]:
    """What is wrong when one hand is answered so and all others rightly."""
    found = checked(kit, with_audits(kit, **{answer["case"].replace("-", "_"): answer}))
    assert found.unread == ()
    assert {mismatch.case for mismatch in found.mismatches} <= {answer["case"]}
    assert found.failed_audits == {mismatch.case for mismatch in found.mismatches}
    return list(found.mismatches)


def records_mismatch(kit: Kit, record: dict[str, Any]) -> list[Mismatch]:
    """What is wrong when one script is written down so and all others rightly."""
    found = checked(kit, with_records(kit, **{record["hand_id"].replace("-", "_"): record}))
    assert found.unread == ()
    assert {mismatch.case for mismatch in found.mismatches} <= {record["hand_id"]}
    return list(found.mismatches)


def test_the_audits_expected_conform(kit: Kit) -> None:
    found = checked(kit, kit.audits)
    assert (found.audits, found.records) == (len(kit.audits), 0)
    assert found.mismatches == ()
    assert found.unread == ()


def test_a_verdict_and_a_net_are_an_answer(kit: Kit) -> None:
    short = [
        {"case": audit["case"], "verdict": audit["verdict"]}
        | ({"net": {who: net for who, net in audit["due"]["net"].items() if net}} if "due" in audit else {})
        for audit in kit.audits
    ]
    assert checked(kit, short).mismatches == ()


def test_payments_may_come_in_any_order_and_in_parts(kit: Kit) -> None:
    answer = audit_of(kit, HAND)
    first, *rest = answer["due"]["payments"]
    parts = [{**first, "amount": 1}, {**first, "amount": first["amount"] - 1}]
    short = {"case": HAND, "verdict": "clean", "net": answer["due"]["net"], "payments": [*rest, *parts]}
    assert audits_mismatch(kit, short) == []


def _set(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(answer: dict[str, Any]) -> None:
        whole: Any = answer
        for step in path[:-1]:
            whole = whole[step]
        whole[path[-1]] = to

    return change


@pytest.mark.parametrize(
    ("name", "change", "place", "remedy"),
    [
        (HAND, _set("verdict", to="irregular"), "/verdict", "every rule was kept"),
        (BREACH, _set("verdict", to="clean"), "/verdict", "while holding"),
        ("misreported-ruff", _set("verdict", to="clean"), "/verdict", "recorded for ruff of"),
        (BROKEN, _set("verdict", to="clean"), "/verdict", "/dealer: this field is required"),
        (BROKEN, _set("faults", to=[]), "/faults", "/dealer: this field is required"),
        (BROKEN, _set("faults", 0, "pointer", to="/deal"), "/faults", "this field is required"),
        (HAND, _set("due", "net", "pot", to=99), "/net/pot", "due in all:"),
        (HAND, _set("due", "net", to=None), "/net", "audit hands/preset-parlett-1.json"),
        (HAND, _set("due", "payments", 0, "amount", to=99), "/payments/", " pays "),
        (HAND, _set("due", "payments", to="six pence"), "/payments", "audit hands/"),
        (BREACH, _set("violations", to=[]), "/violations/0", "du-coeur-letter"),
        (BREACH, _set("violations", 0, "action", to=2), "/violations/0", "while holding"),
        (HAND, _set("violations", to=[{"code": "revoke"}]), "/violations/0", "no breach"),
        (HAND, _set("stock", "price", to=1), "/stock/price", "audit hands/"),
        (HAND, _set("carried_out", "pot", to=-100), "/carried_out/pot", "audit hands/"),
        (HAND, _set("complete", to=1), "/complete", "audit hands/"),
        (HAND, _set("unverified", to=["ruff"]), "/unverified", "audit hands/"),
        (HAND, _set("score", to={}), "/score/", "audit hands/"),
    ],
)
def test_what_differs_in_an_audit_is_named_with_its_place_and_remedy(
    kit: Kit, name: str, change: Callable[[dict[str, Any]], None], place: str, remedy: str
) -> None:
    answer = audit_of(kit, name)
    change(answer)
    found = audits_mismatch(kit, answer)
    assert found
    assert found[0].case == name
    assert found[0].place.startswith(place)
    assert remedy in found[0].remedy
    assert found[0].expected != found[0].found


def test_a_hand_that_is_not_answered_is_named(kit: Kit) -> None:
    found = checked(kit, [audit for audit in kit.audits if audit["case"] != HAND])
    assert [(mismatch.case, mismatch.found) for mismatch in found.mismatches] == [(HAND, "none")]


def test_what_is_no_answer_is_told_with_its_place(kit: Kit) -> None:
    found = checked(
        kit, [b"{", b"[]", {"case": "hoyle"}, {"hand_id": "hoyle", "actions": []}, {}, kit.audits[0]]
    )
    assert [place for place, _ in found.unread] == [f"record {number}" for number in range(1, 6)]
    assert "hoyle" in found.unread[2][1]


def test_two_answers_to_one_hand_are_one_too_many(kit: Kit) -> None:
    found = checked(kit, [*kit.audits, kit.audits[0]])
    assert found.unread == (
        (f"record {len(kit.audits) + 1}", "there are two answers to the hand sample-clean"),
    )


def test_the_records_of_the_scripts_conform(kit: Kit) -> None:
    found = checked(kit, with_records(kit))
    assert (found.audits, found.records) == (0, len(kit.scripts))
    assert found.mismatches == ()
    assert found.unread == ()
    assert found.malformed == ()
    assert found.unsettled == ("write-broken-off",)


def test_what_is_no_fact_may_be_told_otherwise(kit: Kit) -> None:
    record = script_record(kit, SCRIPT)
    record["players"] = [*record["players"][1:], record["players"][0]]
    record |= {"client": {"name": "mine", "version": "7"}, "played_at": "2030-01-01T00:00:00+01:00"}
    record |= {"notes": "Well played.", "extensions": {"table": 4}}
    record["payments"].reverse()
    for player in record["players"]:
        player.pop("name")
        record["deal"]["hands"][player["id"]] = " ".join(
            reversed(record["deal"]["hands"][player["id"]].split())
        )
    assert records_mismatch(kit, record) == []


@pytest.mark.parametrize(
    ("change", "place", "remedy"),
    [
        (_set("stake", to="crown"), "/stake", "coin"),
        (_set("rules", to="wikipedia"), "/rules/options/honours_to", "preset's own"),
        (_set("dealer", to="humphrey-sly"), "/dealer", "dealer's seat"),
        (_set("session", to={"id": "evening", "hand": 2}), "/session", "session"),
        (_set("carried", "pot", to=4), "/carried/pot", "last hand"),
        (_set("actions", 0, 2, to=13), "/actions/0", "move 1"),
        (_set("actions", 4, 0, to="ned-careless"), "/actions/4", "move 5"),
        (_set("payments", 0, "amount", to=1), "/payments/stock", " pays "),
        (_set("result", "ned-careless", to=99), "/result/ned-careless", "due in all"),
    ],
)
def test_what_a_record_tells_otherwise_is_named_with_its_place_and_remedy(
    kit: Kit, change: Callable[[dict[str, Any]], None], place: str, remedy: str
) -> None:
    record = script_record(kit, SCRIPT)
    change(record)
    found = records_mismatch(kit, record)
    assert found
    assert found[0].place.startswith(place)
    assert remedy in found[0].remedy


def test_a_move_that_is_left_out_or_added_is_named_once(kit: Kit) -> None:
    short, long = script_record(kit, SCRIPT), script_record(kit, SCRIPT)
    del short["actions"][-1]
    long["actions"].append(["ned-careless", "tiddy"])
    assert [mismatch.found for mismatch in records_mismatch(kit, short)] == ["nothing"]
    (added,) = records_mismatch(kit, long)
    assert (added.expected, added.remedy) == ("nothing", "the script ends before it")


def test_a_record_that_shows_what_its_player_could_not_see_does_not_conform(kit: Kit) -> None:
    whole = next(script.whole for script in kit.scripts if script.name == "write-seen-by-1")
    found = records_mismatch(kit, copy.deepcopy(whole))
    assert {mismatch.place.rpartition("/")[0] for mismatch in found} >= {"/deal/hands"}
    assert all("saw" in mismatch.remedy or "move" in mismatch.remedy for mismatch in found)


def test_a_malformed_record_is_told_with_all_its_faults(kit: Kit) -> None:
    record = script_record(kit, SCRIPT)
    del record["dealer"]
    record["deal"]["turn_up"] = "Ten of Hearts"
    found = checked(kit, with_records(kit, write_parlett=record))
    assert found.malformed == (SCRIPT,)
    assert [mismatch.place for mismatch in found.mismatches] == ["/dealer", "/deal/turn_up"]


def test_other_players_than_those_of_the_script_are_told(kit: Kit) -> None:
    text = orjson.dumps(script_record(kit, SCRIPT)).replace(b"ned-careless", b"ned")
    (mismatch,) = records_mismatch(kit, orjson.loads(text))
    assert mismatch.place == "/players"
