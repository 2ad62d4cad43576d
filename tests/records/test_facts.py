"""What makes two records tell the same of a hand, and what makes them differ."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from gleek_replay.engine import PRESETS
from gleek_replay.records import facts_digest, read_record
from tests.records.written import EXAMPLES, GONE, changed, example, read


def facts(document: Any) -> bytes:
    return facts_digest(read(document))


def facts_after(changes: Mapping[str, object], name: str = "parlett") -> bytes:
    return facts(changed(changes, name))


SAME = facts(example())
LIFTED = ["4S", "KD", "9S", "TC", "JH", "QH"]


def test_a_digest_is_sha_256_and_always_the_same() -> None:
    assert len(SAME) == 32
    assert facts(example()) == SAME
    assert len({facts(example(name)) for name in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize(
    "changes",
    [
        {"/client": {"name": "another", "version": "7"}},
        {"/played_at": "1999-01-01T00:00:00+01:00"},
        {"/notes": "other words"},
        {"/notes": GONE},
        {"/extensions": {"pot": 5}},
        {"/players/0/name": "Elizabeth"},
        {"/players/1/name": GONE},
    ],
)
def test_who_wrote_it_and_when_and_names_are_no_facts(changes: dict[str, object]) -> None:
    assert facts_after(changes) == SAME


@pytest.mark.parametrize("name", EXAMPLES)
def test_with_whom_the_list_of_players_begins_is_no_fact(name: str) -> None:
    document = example(name)
    document["lift"] = [
        {player["id"]: card for player, card in zip(document["players"], LIFTED, strict=False)}
    ]
    challenged = document["players"][1]["id"]
    document["actions"].append([document["players"][0]["id"], "challenge", challenged, "gleek", "A"])
    digests = {
        facts({**document, "players": document["players"][turn:] + document["players"][:turn]})
        for turn in range(len(document["players"]))
    }
    assert len(digests) == 1
    assert facts({**document, "players": document["players"][::-1]}) not in digests
    document["actions"][-1][2] = document["players"][2]["id"]
    assert facts(document) not in digests


def reordered(cards: str, seed: int) -> str:
    names = cards.split(" ")
    return " ".join(random.Random(seed).sample(names, len(names)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_order_of_cards_and_of_payments_and_of_fields_is_no_fact(name: str, seed: int) -> None:
    document, chance = example(name), random.Random(seed)
    original = facts(document)
    deal = document["deal"]
    deal["hands"] = {player: reordered(cards, seed) for player, cards in deal.get("hands", {}).items()}
    if "stock" in deal:
        deal["stock"] = reordered(deal["stock"], seed)
    for action in document["actions"]:
        if action[1] == "discard" and isinstance(action[2], str):
            action[2] = reordered(action[2], seed)
    chance.shuffle(document.get("payments", []))
    fields = list(document.items())
    chance.shuffle(fields)
    assert facts(dict(fields)) == original
    indented = orjson.dumps(document, option=orjson.OPT_INDENT_2)
    assert facts_digest(read_record(indented)) == original


@pytest.mark.parametrize(
    ("written", "changes"),
    [
        ({"/stake": "penny"}, {"/stake": GONE}),
        ({"/carried": GONE}, {"/carried": {}}),
        ({"/carried": {}}, {"/carried": {"ruff_multiplier": 1, "ruff_pot": 0, "pot": 0}}),
        ({"/carried": {"pot": 0}}, {"/carried": {"ruff_multiplier": 1}}),
        ({"/lift": []}, {}),
        ({"/deal/hands": {}}, {"/deal/hands": GONE}),
    ],
)
def test_a_default_written_out_is_the_same_fact(
    written: dict[str, object], changes: dict[str, object]
) -> None:
    assert facts_after(written) == facts_after(changes)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_count_as_resolved(preset: str) -> None:
    rules = PRESETS[preset]
    ways: list[Any] = [preset, {"preset": preset}, {"preset": preset, "options": {}}]
    ways += [{"preset": preset, "options": {option: choice}} for option, choice in rules.options().items()]
    ways.append({"preset": preset, "options": rules.options()})
    assert len({facts_after({"/rules": way}) for way in ways}) == 1


@pytest.mark.parametrize("preset", ["cotton-1674", "wikipedia", "willughby-1665", "du-coeur-1996"])
def test_the_name_of_a_preset_is_no_fact(preset: str) -> None:
    every_option = {"preset": "parlett", "options": PRESETS[preset].options()}
    assert facts_after({"/rules": preset}) == facts_after({"/rules": every_option})


def test_a_pack_that_is_the_usual_one_need_not_be_written() -> None:
    hidden: dict[str, object] = {"/deal": {"turn_up": "AH"}, "/actions": [], "/payments": [], "/result": {}}
    plain = facts_after(hidden | {"/rules": "knauer-2008"}, "four-players")
    options = {"deck": 44}
    written = facts_after(hidden | {"/rules": {"preset": "knauer-2008", "options": options}}, "four-players")
    assert plain == written


DIFFERENT: list[dict[str, object]] = [
    {},
    {"/hand_id": "another"},
    {"/session": {"id": "evening", "hand": 1}},
    {"/session": {"id": "evening", "hand": 2}},
    {"/session": {"id": "evening-2", "hand": 1}},
    {"/stake": "crown"},
    {"/rules": "wikipedia"},
    {"/rules": {"preset": "parlett", "options": {"challenge": True}}},
    {"/rules": {"preset": "parlett", "options": {"ruff_stake": 4}}},
    {"/players": [{"id": "pru"}, {"id": "bess"}, {"id": "geraldine"}]},
    {"/dealer": "pru"},
    {"/lift": [{"bess": "4S", "pru": "5S"}]},
    {"/lift": [{"bess": "5S", "pru": "4S"}]},
    {"/lift": [{"bess": "4S"}, {"pru": "5S"}]},
    {"/carried": {"pot": 1}},
    {"/carried": {"pot": -1}},
    {"/carried": {"ruff_pot": 1}},
    {"/carried": {"ruff_multiplier": 2}},
    {"/deal/stock": GONE},
    {"/deal/hands/bess": GONE},
    {"/deal/hands/pru": GONE},
    {"/deal/hands": GONE},
    {"/deal/hands": GONE, "/deal/turn_up": "7D"},
    {"/actions": []},
    {"/actions/4/2": 7},
    {"/actions/4/2": 6},
    {"/actions/45": GONE},
    {"/actions/45": ["bess", "play", "TD"]},
    {"/actions/45": ["pru", "play", "5D"]},
    {"/actions/44": ["bess", "play", "5D"], "/actions/45": ["geraldine", "play", "KC"]},
    {"/actions/9": ["bess", "mournival", "A"]},
    {"/actions/9": ["bess", "gleek", "K"]},
    {"/actions/-": ["bess", "challenge", "pru", "gleek", "A"]},
    {"/actions/-": ["bess", "challenge", "geraldine", "gleek", "A"]},
    {"/actions/-": ["bess", "challenge", "pru", "mournival", "A"]},
    {"/actions/-": ["bess", "challenge", "pru", "gleek", "K"]},
    {"/payments": GONE},
    {"/payments": []},
    {"/payments/0/amount": 2},
    {"/payments/0/for": "score"},
    {"/payments/0/to": "ruff_pot"},
    {"/payments/0/from": "pru"},
    {"/payments/-": {"from": "bess", "to": "pot", "amount": 1, "for": "stock"}},
    {"/result": GONE},
    {"/result": {}},
    {"/result/bess": 1000},
]


def test_everything_else_is_a_fact() -> None:
    told = [facts_after(changes) for changes in DIFFERENT]
    same = [
        (DIFFERENT[told.index(digest)], DIFFERENT[i])
        for i, digest in enumerate(told)
        if told.index(digest) < i
    ]
    assert same == []


def test_the_number_of_discards_is_another_fact_than_the_cards() -> None:
    hand: dict[str, object] = {
        "/rules": "knauer-2008",
        "/players": [{"id": name} for name in ("bess", "pru", "geraldine", "ann", "cat", "dol")],
        "/deal": {"turn_up": "AH"},
    }
    told = [facts_after(hand | {"/actions": [["bess", "discard", what]]}) for what in (1, "2S", 2, "3S")]
    assert len(set(told)) == 4
