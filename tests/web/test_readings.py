"""Hands under other rules, by which rules they may have been played, and what should be paid now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from gleek_replay.audit import (
    audit_sessions,
    correction_document,
    evening_document,
    read_under,
    reading_document,
    readings,
    rules_over,
    settle_evening,
    settle_hand,
    which_rules,
    which_rules_document,
)
from gleek_replay.audit.settling import Counts
from gleek_replay.engine import PRESETS
from gleek_replay.services import disputes, keys
from gleek_replay.services.access import Role
from gleek_replay.services.disputes import RulingKind
from gleek_replay.services.rules_played import MOST_HANDS
from tests.histories import audited, read
from tests.relabelled import relabelled
from tests.web.conftest import Service
from tests.web.records import example, ndjson

HANDS = {name: example(name) for name in ("parlett", "misreported", "revoke", "hidden-cards", "four-players")}
EVENING = relabelled(1)
LONG = [
    example("parlett", hand_id=f"long-{number}", session={"id": "long", "hand": number})
    for number in range(1, MOST_HANDS + 3)
]


@pytest.fixture(scope="module")
def steward(service: Service) -> Iterator[httpx.Client]:
    """Somebody who sees every card; the hands are there."""
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*HANDS.values(), *EVENING.hands, *LONG))
    with service.caller(Role.STEWARD) as client:
        client.base_url = client.base_url.join("/api/v1/")
        client.timeout = httpx.Timeout(60)
        yield client


def answer(client: httpx.Client, address: str, **query: Any) -> Any:
    found = client.get(address, params=query)
    assert found.status_code == 200, found.text
    assert found.headers["Cache-Control"].startswith("private")
    return found.json()


def as_json(document: Any) -> Any:
    return json.loads(json.dumps(document))


def faults_of(client: httpx.Client, address: str) -> list[tuple[str, str]]:
    found = client.get(address)
    assert found.status_code == 422, found.text
    return [(fault["pointer"], fault["message"]) for fault in found.json()["faults"]]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_is_audited_by_any_preset(steward: httpx.Client, preset: str) -> None:
    hand = HANDS["revoke"]
    record = read(hand)
    expected = read_under(record, rules_over(record, preset=preset)).document
    assert answer(steward, f"hands/{hand['hand_id']}/audit", rules=preset) == as_json(expected)


def test_a_hand_is_audited_with_single_options_over_its_own_rules_or_a_preset(steward: httpx.Client) -> None:
    hand = HANDS["parlett"]
    record, address = read(hand), f"hands/{hand['hand_id']}/audit"
    asked = ["odd_penny:eldest", "ruff_stake:3", "challenge:true"]
    options = {"odd_penny": "eldest", "ruff_stake": 3, "challenge": True}
    for preset in (None, "willughby-1665"):
        expected = read_under(record, rules_over(record, preset=preset, options=options)).document
        query = {"option": asked} | ({} if preset is None else {"rules": preset})
        assert answer(steward, address, **query) == as_json(expected)


@pytest.mark.parametrize("name", HANDS)
def test_without_other_rules_a_hand_is_audited_by_its_own(steward: httpx.Client, name: str) -> None:
    hand = HANDS[name]
    assert answer(steward, f"hands/{hand['hand_id']}/audit") == as_json(audited(hand).document)


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        ("rules=hoyle", [("/query/rules", f"expected one of {', '.join(PRESETS)}")]),
        (
            "option=unvied",
            [("/query/option/0", "expected the name of an option, a colon and a choice: unvied:double")],
        ),
        (
            "option=unvied:trouble&option=no_such:1&option=deck:52",
            [
                ("/query/option/0", "expected double, carry_pot or nothing"),
                ("/query/option/1", "no such option"),
                ("/query/option/2", "3 players use a pack of 44, not 52"),
            ],
        ),
        ("option=unvied:double&option=unvied:nothing", [("/query/option/1", "this option is given twice")]),
        ("surprise=1", [("/query/surprise", "Unknown field.")]),
    ],
)  # fmt: skip
def test_rules_that_are_none_are_a_problem_at_their_place(
    steward: httpx.Client, query: str, faults: list[tuple[str, str]]
) -> None:
    assert faults_of(steward, f"hands/{HANDS['parlett']['hand_id']}/audit?{query}") == faults


def test_rules_that_do_not_fit_the_hand_are_a_problem_at_their_place(steward: httpx.Client) -> None:
    hand = HANDS["four-players"]
    address = f"hands/{hand['hand_id']}/audit"
    message = "players: parlett is for 3 players, not 4"
    assert faults_of(steward, f"{address}?rules=parlett") == [("/query/rules", message)]
    (fault,) = faults_of(steward, f"{address}?rules=knauer-2008&option=deck:44")
    assert fault[0] == "/query/option/0"


@pytest.mark.parametrize("name", HANDS)
def test_the_readings_are_those_of_every_preset(steward: httpx.Client, name: str) -> None:
    hand = HANDS[name]
    record, audit = read(hand), audited(hand)
    found = answer(steward, f"hands/{hand['hand_id']}/readings")
    assert found.pop("readings") == as_json(
        [reading_document(record, reading) for reading in readings(record)]
    )
    assert found == {
        "hand_id": hand["hand_id"],
        "rules": as_json(audit.document["rules"]),
        "stake": record.stake.value,
        "verdict": audit.verdict.value,
        "payments_agree": audit.payments_agree,
        "net": audit.document["due"]["net"],
    }


def test_by_which_rules_a_hand_was_played_is_asked_of_the_hand_alone(steward: httpx.Client) -> None:
    hand = EVENING.hands[0]
    expected = which_rules_document(which_rules([read(hand)])) | {"left_out": 0}
    assert answer(steward, f"hands/{hand['hand_id']}/rules-played") == as_json(expected)


def test_by_which_rules_a_session_was_played_comes_out_though_its_client_named_others(
    steward: httpx.Client,
) -> None:
    session = EVENING.hands[0]["session"]["id"]
    found = answer(steward, f"sessions/{session}/rules-played")
    assert found == as_json(which_rules_document(which_rules(EVENING.records)) | {"left_out": 0})
    first = [each for each in found["explanations"] if each["rank"] == 1]
    assert EVENING.true in {rules["preset"] for each in first for rules in each["rules"]}


def test_of_a_long_session_the_first_hands_are_looked_at_and_the_rest_is_counted(
    steward: httpx.Client,
) -> None:
    found = answer(steward, "sessions/long/rules-played")
    assert found["hands"] == [hand["hand_id"] for hand in LONG[:MOST_HANDS]]
    assert found["left_out"] == 2


@pytest.mark.parametrize("name", HANDS)
def test_what_should_be_paid_now_for_a_hand(steward: httpx.Client, name: str) -> None:
    hand = HANDS[name]
    correction = settle_hand(audited(hand))
    assert correction is not None
    assert answer(steward, f"hands/{hand['hand_id']}/transfers") == correction_document(correction)


def test_a_hand_of_which_it_cannot_be_said_what_should_be_paid_says_so(
    service: Service, steward: httpx.Client
) -> None:
    hand = example("parlett", hand_id="unsaid")
    del hand["payments"], hand["result"]["bess"]
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", json=hand)
    assert settle_hand(audited(hand)) is None
    assert answer(steward, "hands/unsaid/transfers") == {
        "hand_id": "unsaid",
        "counts": "due",
        "basis": "result",
        "stake": "groat",
        "balances": None,
        "transfers": None,
        "open": [],
    }


def test_a_session_is_settled_up(steward: httpx.Client) -> None:
    (session,) = audit_sessions(map(audited, EVENING.hands))
    found = answer(steward, f"sessions/{session.session_id}/transfers")
    assert found == as_json(evening_document(settle_evening(session)))
    assert found["corrections"], "the wrong rules make other payments due"


@pytest.mark.parametrize(
    ("ruling", "counts"),
    [
        (RulingKind.VOID, Counts.NOTHING),
        (RulingKind.RECORD, Counts.RECORDED),
        (RulingKind.SETTLEMENT, Counts.DUE),
    ],
)
def test_what_should_be_paid_now_follows_the_ruling(
    service: Service, steward: httpx.Client, ruling: RulingKind, counts: Counts
) -> None:
    session = f"ruled {ruling}".replace(" ", "-")
    hands = [
        {**hand, "hand_id": f"{session}-{number}", "session": {"id": session, "hand": number}}
        for number, hand in enumerate([HANDS["parlett"], HANDS["misreported"]], 1)
    ]
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*hands))
    ruled = hands[1]["hand_id"]
    with service.database.session() as opened:
        operator = keys.operator(opened)
        dispute = disputes.open_dispute(opened, operator, ruled, "The ruff was not paid so.")
        record = 1 if ruling is RulingKind.RECORD else None
        disputes.rule(
            opened, operator, ruled, version=dispute.version, ruling=ruling, grounds="Heard.", record=record
        )
    correction = settle_hand(audited(hands[1]), counts)
    assert correction is not None
    assert answer(steward, f"hands/{ruled}/transfers") == correction_document(correction)
    (evening,) = audit_sessions(map(audited, hands))
    expected = evening_document(settle_evening(evening, {ruled: counts}))
    assert answer(steward, f"sessions/{session}/transfers") == as_json(expected)


@pytest.mark.parametrize(
    "address",
    [
        "hands/none/audit?rules=parlett", "hands/none/readings", "hands/none/rules-played",
        "hands/none/transfers", "hands/none/comparison", "sessions/none/rules-played",
        "sessions/none/transfers",
    ],
)  # fmt: skip
def test_of_what_is_not_there_nothing_is_said(steward: httpx.Client, address: str) -> None:
    assert steward.get(address).status_code == 404
