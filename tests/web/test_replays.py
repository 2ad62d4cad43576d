"""Hands gone through step by step, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from gleek_replay.audit.replaying import Replaying
from gleek_replay.audit.sight import of_everything
from gleek_replay.engine import PRESETS
from gleek_replay.services.access import Role
from gleek_replay.web.api.replay_answers import ReplaySchema
from gleek_replay.web.schemas_export import contracts, standing_alone
from tests.cards_in_text import cards_in
from tests.histories import audited
from tests.web.conftest import Service
from tests.web.records import EXAMPLES, example, ndjson
from tests.web.test_sight import HANDS as TOLD
from tests.web.test_sight import allowed

HANDS = {
    path.name.removesuffix(".hand.json"): example(path.name.removesuffix(".hand.json"))
    for path in sorted(EXAMPLES.glob("*.hand.json"))
}
HAND = HANDS["parlett"]


@pytest.fixture(scope="module")
def stored(service: Service) -> Service:
    """A service that has the hands."""
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*HANDS.values(), *TOLD.values()))
    return service


@pytest.fixture(scope="module")
def steward(stored: Service) -> Iterator[httpx.Client]:
    """Somebody who sees every card."""
    with stored.caller(Role.STEWARD) as client:
        yield client


@pytest.fixture(scope="module")
def contract() -> Draft202012Validator:
    """What the published document says of a replay."""
    components = contracts()["openapi.json"]["components"]["schemas"]
    return Draft202012Validator(standing_alone(components, "Replay", {}))


def replay_of(client: httpx.Client, record: dict[str, Any], **query: Any) -> Any:
    answer = client.get(f"/api/v1/hands/{record['hand_id']}/replay", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"].startswith("private")
    return answer.json()


def faults_of(client: httpx.Client, query: str) -> list[tuple[str, str]]:
    answer = client.get(f"/api/v1/hands/{HAND['hand_id']}/replay?{query}")
    assert answer.status_code == 422, answer.text
    return [(fault["pointer"], fault["message"]) for fault in answer.json()["faults"]]


@pytest.mark.parametrize("name", HANDS)
def test_every_hand_can_be_gone_through_as_the_contract_says(
    steward: httpx.Client, contract: Draft202012Validator, name: str
) -> None:
    record, audit = HANDS[name], audited(HANDS[name])
    sight = of_everything(len(audit.record.players))
    assert replay_of(steward, record) == Replaying(own=audit, reading=audit, sight=sight).document
    for query in ({}, {"eyes": record["players"][0]["id"], "names": "hidden"}, {"rules": "knauer-2008"}):
        answer = replay_of(steward, record, **query)
        assert [f"{error.json_path}: {error.message}" for error in contract.iter_errors(answer)] == []
        assert ReplaySchema().validate(answer) == {}


def test_what_is_asked_for_is_what_is_shown(steward: httpx.Client) -> None:
    player = HAND["players"][1]["id"]
    plain = replay_of(steward, HAND, names="shown")
    assert (plain["eyes"], plain["names_hidden"], plain["reading"]) == (None, False, None)
    asked = replay_of(steward, HAND, eyes=player, option=["ruff_stake:3", "challenge:true"])
    assert asked["eyes"] == player
    assert asked["rules"]["options"] | {"ruff_stake": 3, "challenge": True} == asked["rules"]["options"]
    nameless = replay_of(steward, HAND, names="hidden", rules="cotton-1674")
    assert nameless["names_hidden"]
    assert nameless["reading"]["of"]["preset"] == "parlett"
    assert nameless["rules"]["preset"] == "cotton-1674"


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        ("eyes=nobody", [("/query/eyes", f"nobody of this id sat in the hand {HAND['hand_id']}")]),
        ("eyes=no%20id", [("/query/eyes", "expected an id")]),
        ("names=hide", [("/query/names", "expected one of shown, hidden")]),
        ("rules=hoyle", [("/query/rules", f"expected one of {', '.join(PRESETS)}")]),
        ("option=unvied:trouble", [("/query/option/0", "expected double, carry_pot or nothing")]),
        ("surprise=1", [("/query/surprise", "Unknown field.")]),
    ],
)
def test_what_cannot_be_shown_is_a_problem_at_its_place(
    steward: httpx.Client, query: str, faults: list[tuple[str, str]]
) -> None:
    assert faults_of(steward, query) == faults


@pytest.mark.parametrize("viewer", ["reader", "player"])
@pytest.mark.parametrize("query", ["", "?eyes=bess", "?eyes=ann&names=hidden", "?option=initial_pass:out"])
def test_no_replay_names_a_card_hidden_from_its_viewer(stored: Service, viewer: str, query: str) -> None:
    with stored.caller(Role(viewer)) as client:
        for hand_id in TOLD:
            answer = client.get(f"/api/v1/hands/{hand_id}/replay{query}")
            assert answer.status_code == 200
            assert cards_in(answer.text) <= allowed(viewer, hand_id), hand_id
