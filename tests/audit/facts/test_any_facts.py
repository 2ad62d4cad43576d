"""Whatever was done and whatever of it is known, there are facts, and they claim no more than is known."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import Audit, audit_record
from gleek_replay.audit.facts import facts_of
from gleek_replay.conformance.breaches import BREACHES, RULES
from gleek_replay.engine import Code, Replay
from gleek_replay.records import MalformedRecord, read_record
from gleek_replay.records.erasing import Erased, player_ids, take_out
from gleek_replay.simulation import simulate
from scripts.fuzz.mutating import mutated
from scripts.fuzz.seeds import seeds
from tests.audit.facts.test_simulated_facts import assert_as_recomputed
from tests.audit.facts.unpacked import unpacked
from tests.histories import audited, document_of, read
from tests.random_hands import played_wildly, random_hand, with_cards_hidden
from tests.random_rules import Rules, random_rules

SEEDS = list(seeds("record"))
WILD_HANDS = 400
TRIED = 4
"""How many hands with each breach are tried."""
NEEDS = {
    "BOUGHT": {"SOLD"}, "CONTESTED": {"SOLD"}, "TAKEN": {"BOUGHT"}, "VIED": {"RUFF_VIED"},
    "SAW": {"RUFF_VIED"}, "REVIED": {"RUFF_VIED"}, "GAVE_UP": {"RUFF_VIED"},
    "UNSEEN": {"VYING_OVER", "RUFF_VIED", "RUFF_DECIDED"}, "SHOWN": {"VYING_OVER", "RUFF_VIED"},
    "RUFF_DECIDED": {"VYING_OVER", "RUFF_VIED"}, "RUFF_WON": {"RUFF_DECIDED"}, "BEST_RUFF": {"RUFFS_KNOWN"},
    "RUFFS_KNOWN": {"HOLDINGS_KNOWN"}, "COMPLETE": {"SOLD", "VYING_OVER", "HOLDINGS_KNOWN"},
    "DEAL_KNOWN": {"STOCK_KNOWN"},
}  # fmt: skip
"""The marks that go with a mark always."""


def assert_sound(audit: Audit) -> None:
    """What is true of the facts of every hand."""
    table, net = unpacked(audit), audit.result.net
    players = len(table)
    for seat, facts in enumerate(table):
        for mark in facts.marks:
            assert NEEDS.get(mark, set()) <= facts.marks
        assert sum(facts[f"from_{left}"] for left in range(1, 6)) + facts["from_pots"] == net[seat]
        for left in range(1, players):
            assert facts[f"from_{left}"] == -table[(seat + left) % players][f"from_{players - left}"]
        assert facts["honours_lost"] <= facts["honours_held"] <= 4
        for name, mark in (
            ("honours_held", "HOLDINGS_KNOWN"), ("stock_honours", "STOCK_KNOWN"),
            ("stock_aces", "STOCK_KNOWN"), ("driven_up", "RAISED"),
        ):  # fmt: skip
            assert not facts[name] or mark in facts.marks
        assert "DEAL_KNOWN" in facts.marks or set(facts.luck.values()) == {0}
    for name in table[0].luck:
        assert sum(facts.luck[name] for facts in table) == 0
    assert sum("RUFF_WON" in facts.marks for facts in table) == ("RUFF_DECIDED" in table[0].marks)
    assert sum("BEST_RUFF" in facts.marks for facts in table) == ("RUFFS_KNOWN" in table[0].marks)


def test_there_are_facts_of_every_sample() -> None:
    for raw in SEEDS:
        try:
            record = read_record(raw)
        except MalformedRecord:
            continue
        assert_sound(audit_record(record))


@given(which=st.integers(0, 10_000), seed=st.integers(0, 2**32 - 1), times=st.integers(1, 6))
def test_there_are_facts_of_a_record_changed_in_any_way(which: int, seed: int, times: int) -> None:
    raw, chance = SEEDS[which % len(SEEDS)], Random(seed)
    for _ in range(times):
        raw = mutated(raw, chance) or raw
    try:
        record = read_record(raw)
    except MalformedRecord:
        return
    assert_sound(audit_record(record))


def test_the_facts_of_a_hand_played_wildly_are_those_of_a_naive_recomputation() -> None:
    compared = 0
    for number in range(WILD_HANDS):
        chance = Random(number)
        hand = played_wildly(chance, random_hand(chance, random_rules(chance)), wildness=0.02)
        document = document_of(hand)
        audit = audited(document)
        assert_sound(audit)
        if not any(action[1] == "discard" and isinstance(action[2], int) for action in document["actions"]):
            assert_as_recomputed(document, audit)
            compared += 1
        assert_sound(audited(document_of(with_cards_hidden(chance, hand))))
    assert compared > WILD_HANDS / 2


@pytest.mark.parametrize("code", BREACHES)
def test_a_breach_is_a_fact_of_who_committed_it(code: Code) -> None:
    chance, found = Random(code.value), 0
    while found < TRIED:
        preset, options, players = random_rules(chance)
        rules = Rules(preset, options | RULES.get(code, {}), players)
        (record,) = simulate(
            preset, hands=1, seed=chance.getrandbits(32), players=players, options=rules.options, rare=True
        )
        hand = read(record).hand
        for length in chance.sample(range(len(hand.actions) + 1), 12):
            begun = replace(hand, actions=hand.actions[:length])
            if action := BREACHES[code](Replay(begun), chance):
                document = document_of(replace(hand, actions=(*begun.actions, action)))
                facts = assert_as_recomputed(document, audited(document))
                assert code in facts[action[0]].breaches
                found += 1
                break


def test_the_facts_of_a_record_from_which_people_were_erased_stay_as_they_were() -> None:
    documents: list[dict[str, Any]] = list(simulate("knauer-2008", hands=12, seed=5, players=4))
    for document in documents:
        raw = orjson.dumps(document)
        gone = dict.fromkeys(player_ids(raw)[:2])
        people = Erased({player: f"erased-{number}" for number, player in enumerate(gone)}, {})
        assert facts_of(audit_record(read_record(take_out(raw, people)))) == facts_of(audited(document))
