"""The facts of simulated hands of all rules: a naive recomputation agrees on every one, and hiding cards
takes nothing away but what rests on them.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from gleek_replay.audit import Audit
from gleek_replay.audit.facts.layout import FACT_FIELDS
from gleek_replay.engine import PRESETS
from gleek_replay.simulation import simulate
from tests.audit.facts.naive import Naive, naive_luck
from tests.audit.facts.unpacked import Facts, unpacked
from tests.histories import audited, hide
from tests.random_rules import random_rules

EVENINGS, HANDS = 60, 8
ON_CARDS = {"RUFFS_KNOWN", "BEST_RUFF", "HOLDINGS_KNOWN", "STOCK_KNOWN", "DEAL_KNOWN"}
"""The marks of what is known of the cards, and of what rests on it."""
OF_THE_STOCK = {"stock_honours", "stock_aces"}


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """Hands by rules of many kinds; every second evening rare things come often."""
    found: list[dict[str, Any]] = []
    for evening in range(EVENINGS):
        rules = random_rules(Random(evening), departures=0 if evening % 4 == 0 else 0.3)
        found += simulate(
            rules.preset, hands=HANDS, seed=evening, players=rules.players, options=rules.options,
            rare=evening % 2 == 0,
        )  # fmt: skip
    return found


def cut_off(record: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The record of a hand that broke off."""
    length = chance.randrange(len(record["actions"]))
    return {**record, "actions": record["actions"][:length]}


def assert_as_recomputed(record: dict[str, Any], audit: Audit) -> tuple[Facts, ...]:
    """The facts, which are those that a naive recomputation finds."""
    found, naive = unpacked(audit), Naive(record, audit.document)
    luck = naive_luck(record, audit.document)
    opponents = len(found) - 1
    for facts, player in zip(found, naive.players, strict=True):
        assert facts.marks == naive.marks[player]
        assert {name: value for name, value in facts.numbers.items() if value} == {
            name: value for name, value in naive.numbers[player].items() if value
        }
        assert facts.breaches == naive.breaches[player]
        assert facts.misreported == naive.misreported[player]
        assert facts.luck == {
            name: own * opponents - sum(luck[other][name] for other in luck if other != player)
            for name, own in luck[player].items()
        }
    return found


def test_the_facts_of_finished_hands_are_those_of_a_naive_recomputation(
    records: list[dict[str, Any]],
) -> None:
    marks: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for record in records:
        for facts in assert_as_recomputed(record, audited(record)):
            marks.update(facts.marks)
            numbers.update(name for name, value in {**facts.numbers, **facts.luck}.items() if value)
    assert len(records) > 450
    assert {record["rules"]["preset"] for record in records if isinstance(record["rules"], dict)} | {
        record["rules"] for record in records if isinstance(record["rules"], str)
    } == set(PRESETS)
    assert all(marks[mark] for mark in ("TAKEN", "CONTESTED", "UNSEEN", "SHOWN", "GAVE_UP", "REVIED", "SAW"))
    names = {name for name, _ in FACT_FIELDS} - {"marks", "breaches", "misreported"}
    assert {name for name in names if numbers[name] < 3} == {"false_declarations"}, "the rest is tried"


def test_so_are_those_of_hands_that_broke_off(records: list[dict[str, Any]]) -> None:
    for number, record in enumerate(records):
        part = cut_off(record, Random(number))
        assert_as_recomputed(part, audited(part))


def test_hiding_cards_takes_nothing_away_but_what_rests_on_them(records: list[dict[str, Any]]) -> None:
    known: Counter[str] = Counter()
    for number, record in enumerate(records):
        chance = Random(number)
        everyone = [player["id"] for player in record["players"]]
        seen = chance.sample(everyone, chance.choice([0, 1, 1, chance.randrange(len(everyone) + 1)]))
        part = hide(record, seen, stock=chance.random() < 0.3, discards=chance.random() < 0.5)
        for facts, whole in zip(unpacked(audited(part)), unpacked(audited(record)), strict=True):
            assert facts.marks <= whole.marks
            assert whole.marks - facts.marks <= {"STOCK_KNOWN", "DEAL_KNOWN"}, "a finished hand is known"
            known.update(facts.marks)
            for name, value in facts.numbers.items():
                hidden = name in OF_THE_STOCK and "STOCK_KNOWN" not in facts.marks
                assert value == (0 if hidden else whole[name])
            if "DEAL_KNOWN" in facts.marks:
                assert facts.luck == whole.luck
            else:
                assert set(facts.luck.values()) == {0}
            assert (facts.breaches, facts.misreported) == (whole.breaches, whole.misreported)
    assert 0 < known["DEAL_KNOWN"] == known["STOCK_KNOWN"] < known["COMPLETE"]


def test_hiding_cards_of_a_hand_that_broke_off_adds_nothing(records: list[dict[str, Any]]) -> None:
    for number, record in enumerate(records):
        chance = Random(number)
        part = cut_off(record, chance)
        seen = [player["id"] for player in record["players"] if chance.random() < 0.4]
        less = hide(part, seen, stock=chance.random() < 0.3, discards=chance.random() < 0.5)
        for facts, whole in zip(unpacked(audited(less)), unpacked(audited(part)), strict=True):
            assert facts.marks <= whole.marks
            assert whole.marks - facts.marks <= ON_CARDS | {"RUFF_DECIDED", "RUFF_WON"}
            for name in ("honours_held", "honours_lost", "gleeks", "mournivals", *OF_THE_STOCK):
                assert facts[name] <= whole[name]
            for name in ("own_bid", "driven_up", "raises", "break_even"):
                assert facts[name] == whole[name]


def test_the_record_of_the_buyer_alone_tells_the_deal_of_a_finished_hand(
    records: list[dict[str, Any]],
) -> None:
    for record in records:
        whole = audited(record)
        buyer = whole.document["stock"]["buyer"]
        own = audited(hide(record, [buyer], stock=False, discards=True))
        assert unpacked(own) == unpacked(whole)
