"""What is sent to whom: no answer and no page names a card that its reader may not see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import httpx
import pytest

from gleek_replay.services import keys
from gleek_replay.services.access import Role
from tests.cards_in_text import cards_in
from tests.hands import Table
from tests.histories import audited, document_of, history
from tests.open_cards import open_cards, own_cards
from tests.random_hands import played_wildly, random_hand
from tests.random_rules import random_rules
from tests.web.conftest import Service
from tests.web.records import ndjson

EVERY_CARD = {rank + suit for rank in "23456789TJQKA" for suit in "SHDC"}
OF_A_HAND = (
    "/hands/{}", "/api/v1/hands/{}", "/api/v1/hands/{}/audit", "/api/v1/hands/{}/history",
    "/api/v1/hands/{}/audit?option=ruff_count:flat&option=initial_pass:check&option=follow:highest",
    "/api/v1/hands/{}/audit?option=initial_pass:out&option=vying_ends:when_none_raise",
    "/api/v1/hands/{}/account", "/api/v1/hands/{}/account?words=period&option=ruff_count:flat",
    "/api/v1/hands/{}/readings", "/api/v1/hands/{}/transfers", "/api/v1/hands/{}/comparison",
    "/api/v1/hands/{}/comparison?a=1&b=1", "/api/v1/hands/{}.svg",
)  # fmt: skip
OF_ALL = (
    "/", "/sessions", "/sessions/evening", "/players/bess", "/api/v1/hands", "/api/v1/hands.csv",
    "/api/v1/sessions", "/api/v1/sessions/evening", "/api/v1/sessions/evening/transfers",
    "/api/v1/sessions/evening/rules-played", "/api/v1/hands/told-1/rules-played",
    "/api/v1/hands/told-2/rules-played", "/api/v1/hands/told-3/rules-played", "/api/v1/players",
    "/api/v1/players/bess/statistics",
    "/api/v1/players/bess/figures/net_over_time",
)  # fmt: skip
VIEWERS = ("reader", "visitor", "player", "other", "uploader", "steward")
SEE_ALL = {"uploader", "steward"}
TELLTALE = "Cat kept the Ace of Diamonds and threw out 4C, the Five of Clubs and 6♦."


def told_hands() -> Iterator[dict[str, Any]]:
    """A hand played out, one that broke off at a revoke, one with false discards, and wild ones."""
    deal = {"a": "4S", "b": "AS 9S", "c": "QS 6S TD JD 9D 8D 7D 6D 5D 4D 5C 4C"}
    tables = (
        Table(deal=deal).unvied("b").played_out(),
        Table(deal=deal).unvied("b").act("b play AS, c play TD"),
        Table(b="4S 5S 6S 7S 8S 9S TS JS QS KS AS AC").sold("b").act("b discard AD KD 6S 7S 8S 9S TS"),
    )
    for number, table in enumerate(tables, 1):
        session = {"id": "evening", "hand": number}
        yield history(table, hand_id=f"told-{number}", session=session, notes=TELLTALE)
    chance = Random(5)
    for number in range(30):
        hand = played_wildly(chance, random_hand(chance, random_rules(chance)), 0.03)
        yield document_of(hand, hand_id=f"wild-{number}", notes=TELLTALE)


HANDS = {record["hand_id"]: record for record in told_hands()}


@pytest.fixture(scope="module")
def viewers(service: Service, open_service: Service) -> Iterator[dict[str, httpx.Client]]:
    """Someone of each kind: a player is bess, and all hands came from the uploader."""
    with service.caller(Role.UPLOADER) as uploader:
        sent = uploader.post("/api/v1/uploads", content=ndjson(*HANDS.values()))
        assert sent.json()["upload"]["accepted"] == len(HANDS)
    with service.database.session() as session:
        made = keys.create_key(session, keys.operator(session), name="o", role=Role.UPLOADER, owner="other")
    found = {role.value: service.caller(role) for role in Role}
    found["visitor"] = open_service.caller(None)
    found["other"] = service.caller(None)
    found["other"].headers["Authorization"] = f"Bearer {made.token}"
    yield found
    for client in found.values():
        client.close()


@cache
def allowed(viewer: str, hand_id: str) -> set[str]:
    """The cards of a hand that a viewer may know of."""
    if viewer in SEE_ALL:
        return EVERY_CARD
    record = HANDS[hand_id]
    audit = audited(record).document
    return open_cards(record, audit) | (own_cards(record, audit, "bess") if viewer == "player" else set())


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("address", OF_A_HAND)
def test_nothing_sent_of_a_hand_names_a_card_hidden_from_the_viewer(
    viewers: dict[str, httpx.Client], viewer: str, address: str
) -> None:
    for hand_id in islice(HANDS, 3 if viewer in SEE_ALL else None):
        answer = viewers[viewer].get(address.format(hand_id))
        assert answer.status_code == 200
        assert cards_in(answer.text) <= allowed(viewer, hand_id), hand_id


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("address", OF_ALL)
def test_no_list_and_no_statistic_names_a_card(
    viewers: dict[str, httpx.Client], viewer: str, address: str
) -> None:
    answer = viewers[viewer].get(address)
    assert answer.status_code == 200
    assert cards_in(answer.text) == set()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_verdict_payments_and_codes_are_the_same_for_all(
    viewers: dict[str, httpx.Client], viewer: str
) -> None:
    for hand_id, record in HANDS.items():
        seen = viewers[viewer].get(f"/api/v1/hands/{hand_id}/audit").json()
        whole = json.loads(json.dumps(audited(record).document))
        for document in (seen, whole):
            document["notes"] = []
            for violation in document["violations"]:
                violation |= {"message": "", "expected": [], "found": ""}
        assert seen == whole


def test_who_may_see_a_hand_whole_has_it_whole(viewers: dict[str, httpx.Client]) -> None:
    for viewer in ("uploader", "steward", "administrator"):
        for hand_id, record in HANDS.items():
            seen = viewers[viewer].get(f"/api/v1/hands/{hand_id}/history").json()
            assert {name: seen[name] for name in ("deal", "actions", "notes")} == {
                name: record[name] for name in ("deal", "actions", "notes")
            }


def test_a_page_says_that_cards_are_hidden_and_from_whom_no_record_can_be_had(
    viewers: dict[str, httpx.Client],
) -> None:
    said, record = "Cards that were not open at the table", "/api/v1/hands/told-1/record"
    pages = {viewer: viewers[viewer].get("/hands/told-1").text for viewer in VIEWERS}
    assert {viewer for viewer, page in pages.items() if said in page} == {
        "reader", "visitor", "other",
    }  # fmt: skip
    for viewer, page in pages.items():
        assert (record in page) is (viewers[viewer].get(record).status_code == 200), viewer


@pytest.mark.parametrize("viewer", ["reader", "player", "uploader"])
def test_who_has_a_hand_audited_sees_all_of_his_own_audit(
    viewers: dict[str, httpx.Client], viewer: str
) -> None:
    audit = viewers[viewer].post("/api/v1/audits", json=HANDS["told-2"]).json()
    assert audit["violations"][0]["expected"] == ["QS", "6S"]
