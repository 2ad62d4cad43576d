"""The records of one hand side by side, and what of them is shown to whom."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from gleek_replay.audit import compare, comparison_document
from gleek_replay.services import keys
from gleek_replay.services.access import Role
from gleek_replay.services.comparing import MOST_COMPARED, MOST_TOLD
from tests.cards_in_text import cards_in
from tests.histories import audited, hide, read
from tests.open_cards import open_cards, own_cards
from tests.records.tellings import CHANGES, played_hand, told_by_each, told_otherwise
from tests.records.written import changed
from tests.web.conftest import Service
from tests.web.records import example, ndjson

Document = dict[str, Any]


@pytest.fixture(scope="module")
def owners(service: Service) -> Iterator[dict[str, httpx.Client]]:
    """Two further uploaders, beside a client for every role."""
    found = {role.value: service.caller(role) for role in Role}
    with service.database.session() as session:
        for name in ("ann", "bob"):
            made = keys.create_key(session, keys.operator(session), name=name, role=Role.UPLOADER, owner=name)
            found[name] = service.caller(None)
            found[name].headers["Authorization"] = f"Bearer {made.token}"
    yield found
    for client in found.values():
        client.close()


def send(client: httpx.Client, *records: Document) -> list[str]:
    """The status of each record sent."""
    sent = client.post("/api/v1/uploads", content=ndjson(*records))
    assert sent.status_code == 201, sent.text
    return [outcome["status"] for outcome in sent.json()["outcomes"]]


def compared(client: httpx.Client, hand_id: str, **query: int) -> Any:
    found = client.get(f"/api/v1/hands/{hand_id}/comparison", params=query)
    assert found.status_code == 200, found.text
    return found.json()


def as_json(document: Any) -> Any:
    return json.loads(json.dumps(document))


def expected(one: Document, other: Document) -> Any:
    """What the library says of two records, seen whole."""
    return as_json(comparison_document(compare(read(one), read(other))))


@pytest.mark.parametrize(
    ("changes", "fact", "parted_at", "told"),
    [
        (
            {"/deal/hands/pru": "QS 7S 5S AH 7H KD QD JD 8D 9C 8C JH",
             "/deal/stock": "5C TH 6H TD 9D 5D 4D"},
            "deal", None, [("/deal/hands/pru", "5C", "JH"), ("/deal/stock", "JH", "5C")],
        ),
        ({"/actions/2/2": 14}, "actions", {"first": 2, "second": 2},
         [("/actions/2", ["bess", "bid", 13], ["bess", "bid", 14])]),
        ({"/payments/0/amount": 5}, "payments", None,
         [("/payments/0", {"from": "bess", "to": "pot", "amount": 1, "for": "stock"},
           {"from": "bess", "to": "pot", "amount": 5, "for": "stock"})]),
    ],
)  # fmt: skip
def test_what_two_uploaders_tell_otherwise_is_found_at_its_place_and_nothing_else(
    owners: dict[str, httpx.Client], changes: Document, fact: str, parted_at: Any, told: list[Any]
) -> None:
    hand_id = f"told-otherwise-{fact}"
    one = changed({"/hand_id": hand_id})
    other = changed({"/hand_id": hand_id, **changes})
    assert send(owners["ann"], one) == ["accepted"]
    assert send(owners["bob"], other) == ["conflicting"]
    found = compared(owners["steward"], hand_id)
    (comparison,) = found["comparisons"]
    assert comparison == {
        "first": [1], "second": [2], "relation": "conflicting", "parted_at": parted_at,
        "disagreements": [
            {"fact": fact, "first": {"at": place, "told": here}, "second": {"at": place, "told": there}}
            for place, here, there in told
        ],
        "known_to_one": [], "left_out": 0, "withheld": False,
    }  # fmt: skip
    assert [(record["owner"], record["side"], record["verdict"]) for record in found["records"]] == [
        ("ann", 1, audited(one).verdict.value),
        ("bob", 2, audited(other).verdict.value),
    ]
    assert [(side["stands"], side["owners"], side["verdict"]) for side in found["sides"]] == [
        (True, 1, audited(one).verdict.value),
        (False, 1, audited(other).verdict.value),
    ]
    assert found["sides"][1]["recorded"] == audited(other).document["recorded"]["net"]
    assert found["sides"][1]["due"] == audited(other).document["due"]["net"]


@pytest.mark.parametrize("seed", range(12))
def test_any_change_is_compared_as_the_library_does(owners: dict[str, httpx.Client], seed: int) -> None:
    chance = Random(seed)
    one = {**played_hand(chance), "hand_id": f"changed-{seed}"}
    other = told_otherwise(chance, one, CHANGES[seed % len(CHANGES)])
    other["hand_id"] = one["hand_id"]
    assert send(owners["ann"], one) == ["accepted"]
    send(owners["bob"], other)
    (comparison,) = compared(owners["steward"], one["hand_id"], a=1, b=2)["comparisons"]
    assert {name: comparison[name] for name in expected(one, other)} == expected(one, other)


def test_records_that_agree_are_one_side_and_say_how_many_bear_each_other_out(
    owners: dict[str, httpx.Client],
) -> None:
    whole = example("parlett", hand_id="borne-out")
    send(owners["uploader"], hide(whole, ["pru"], stock=False, discards=False))
    send(owners["ann"], hide(whole, ["bess"]))
    send(owners["bob"], {**whole, "stake": "penny"})
    found = compared(owners["steward"], "borne-out")
    assert [(side["records"], side["owners"], side["stands"]) for side in found["sides"]] == [
        ([1, 2], 2, True),
        ([3], 1, False),
    ]
    assert set(found["sides"][0]["history"]["deal"]["hands"]) == {"pru", "bess"}
    (comparison,) = found["comparisons"]
    assert (comparison["first"], comparison["second"]) == ([1, 2], [3])
    assert [each["fact"] for each in comparison["disagreements"]] == ["stake"]
    known = [each["at"] for each in comparison["known_to_one"]]
    assert known == ["/deal/hands/geraldine"]


def test_the_side_that_the_hand_stands_on_comes_first(owners: dict[str, httpx.Client]) -> None:
    first, second = (example("parlett", hand_id="outvoted", stake=stake) for stake in ("penny", "groat"))
    send(owners["uploader"], first)
    send(owners["ann"], second)
    send(owners["bob"], second)
    found = compared(owners["reader"], "outvoted")
    assert [side["records"] for side in found["sides"]] == [[2, 3], [1]]
    assert [record["side"] for record in found["records"]] == [2, 1, 1]


def test_a_hand_of_one_record_has_one_side_and_nothing_to_compare(owners: dict[str, httpx.Client]) -> None:
    record = example("parlett", hand_id="alone")
    send(owners["ann"], record)
    found = compared(owners["steward"], "alone")
    assert [side["records"] for side in found["sides"]] == [[1]]
    assert found["comparisons"] == []


def test_a_record_taken_back_is_compared_by_its_owner_and_who_may_read_it(
    owners: dict[str, httpx.Client],
) -> None:
    one, other = (example("parlett", hand_id="taken-back", stake=stake) for stake in ("penny", "groat"))
    send(owners["ann"], one)
    send(owners["bob"], other)
    assert owners["bob"].delete("/api/v1/hands/taken-back/record").status_code == 204
    assert [side["records"] for side in compared(owners["bob"], "taken-back")["sides"]] == [[1]]
    for name in ("bob", "steward"):
        (comparison,) = compared(owners[name], "taken-back", a=1, b=2)["comparisons"]
        assert [each["fact"] for each in comparison["disagreements"]] == ["stake"]
    for name in ("ann", "reader", "player"):
        refused = owners[name].get("/api/v1/hands/taken-back/comparison?a=1&b=2")
        assert refused.status_code == 422
        assert [fault["pointer"] for fault in refused.json()["faults"]] == ["/query/b"]


def test_of_very_many_accounts_the_first_are_compared_and_the_rest_is_counted(
    owners: dict[str, httpx.Client],
) -> None:
    told = [
        changed({"/hand_id": "many-accounts", "/payments/0/amount": 1 + more})
        for more in range(MOST_COMPARED + 4)
    ]
    send(owners["ann"], told[0])
    send(owners["bob"], *told[1:])
    found = compared(owners["steward"], "many-accounts")
    assert len(found["sides"]) == MOST_COMPARED + 4
    assert [each["second"] for each in found["comparisons"]] == [[2 + each] for each in range(MOST_COMPARED)]
    assert found["not_compared"] == 3
    (last,) = compared(owners["steward"], "many-accounts", a=1, b=MOST_COMPARED + 4)["comparisons"]
    assert [each["fact"] for each in last["disagreements"]] == ["payments"]
    page = owners["steward"].get("/disputes/many-accounts", headers={"Accept": "text/html"}).text
    assert "3 further accounts are not laid beside account I here." in page


def test_of_very_many_differences_the_first_are_told_and_the_rest_is_counted(
    owners: dict[str, httpx.Client],
) -> None:
    hand = example("parlett", hand_id="many-differences")
    ids = [player["id"] for player in hand["players"]]
    for more, owner in enumerate(("ann", "bob")):
        bids = [[ids[bid % 3], "bid", 20 * bid + more] for bid in range(1, MOST_TOLD + 11)]
        send(owners[owner], hand | {"actions": bids})
    (comparison,) = compared(owners["steward"], "many-differences")["comparisons"]
    assert (len(comparison["disagreements"]), comparison["left_out"]) == (MOST_TOLD, 10)
    page = owners["steward"].get("/disputes/many-differences", headers={"Accept": "text/html"}).text
    assert "The first 200 of 210 things told differently" in page


@pytest.mark.parametrize(
    ("query", "pointers"),
    [("a=1", ["/query/b"]), ("a=0&b=7", ["/query/a", "/query/b"]), ("a=x&b=1", ["/query/a"]),
     ("c=1", ["/query/c"])],
)  # fmt: skip
def test_numbers_that_no_record_has_are_a_problem_at_their_place(
    owners: dict[str, httpx.Client], query: str, pointers: list[str]
) -> None:
    send(owners["ann"], example("parlett", hand_id="numbered"))
    refused = owners["steward"].get(f"/api/v1/hands/numbered/comparison?{query}")
    assert refused.status_code == 422
    assert [fault["pointer"] for fault in refused.json()["faults"]] == pointers


def conflicting_hands() -> Iterator[tuple[Document, Document]]:
    """Hands that two owners tell, the second whole and mostly otherwise; in each sits bess."""
    for seed in range(24):
        chance = Random(f"sight {seed}")
        one = with_bess(chance, played_hand(chance))
        one |= {"hand_id": f"seen-{seed}", "notes": "Bess kept 5C and the Ace of Clubs."}
        other = copy.deepcopy(one)
        if seed % 4:
            other = told_otherwise(chance, one, CHANGES[seed % len(CHANGES)])
        if seed % 3 == 0:
            one = told_by_each(one)[0]
        if seed % 5 == 0:
            one["actions"] = one["actions"][: len(one["actions"]) // 2]
            del one["payments"], one["result"]
        yield one, other


def with_bess(chance: Random, document: Document) -> Document:
    """The same record with one of its players called bess."""
    player = chance.choice(document["players"])["id"]
    renamed: Document = json.loads(json.dumps(document).replace(f'"{player}"', '"bess"'))
    return renamed


def test_nobody_sees_in_a_comparison_a_card_that_is_hidden_from_him(
    owners: dict[str, httpx.Client],
) -> None:
    for one, other in conflicting_hands():
        send(owners["ann"], one)
        send(owners["bob"], other)
        told = [(record, audited(record).document) for record in (one, other)]
        shown = set().union(*(open_cards(*each) for each in told))
        bess = set().union(*(own_cards(*each, "bess") for each in told))
        allowed = {
            "reader": shown,
            "player": shown | bess,
            "uploader": shown,
            "ann": shown | cards_in(json.dumps(one)),
            "bob": shown | cards_in(json.dumps(other)),
        }
        for name, cards in allowed.items():
            for query in ({}, {"a": 1, "b": 2}, {"a": 2, "b": 1}):
                found = json.dumps(compared(owners[name], one["hand_id"], **query))
                assert cards_in(found) <= cards, (name, one["hand_id"])
        whole = expected(one, other)
        for name in ("reader", "player", "ann", "bob"):
            (seen,) = compared(owners[name], one["hand_id"], a=1, b=2)["comparisons"]
            assert (seen["relation"], seen["parted_at"]) == (whole["relation"], whole["parted_at"])
            if not seen["withheld"]:
                assert len(seen["disagreements"]) >= len(whole["disagreements"])


def test_a_made_up_record_brings_no_hidden_card_out(owners: dict[str, httpx.Client]) -> None:
    """Somebody who guesses at what bess threw out learns that he is wrong, and not in what."""
    whole = example("parlett", hand_id="guessed")
    send(owners["ann"], whole)
    before = compared(owners["bob"], "guessed")["sides"][0]
    for number, guess in enumerate(("KS JS TS 4S 8H 5H JC", "KS JS TS 4S 8H 6D AD")):
        guessed = copy.deepcopy(whole)
        guessed["actions"][4][2] = guess
        assert send(owners["bob"], guessed) == ["conflicting"]
        found = compared(owners["bob"], "guessed")
        assert found["sides"][0] == before
        comparison = found["comparisons"][number]
        assert comparison["disagreements"] == []
        assert comparison["withheld"] is True
        assert comparison["parted_at"] == {"first": 4, "second": 4}
