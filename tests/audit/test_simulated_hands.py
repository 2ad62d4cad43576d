"""Simulated hands of all rules: a second settlement agrees on every net, and hiding or changing what was
recorded does to their audits what it should.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import pytest

from gleek_replay.audit import Audit
from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, choices, layout_of
from gleek_replay.simulation import simulate
from tests.histories import audited, hide
from tests.random_rules import Rules, random_rules
from tests.settlement import settle

PARLETT_HANDS, ALL_HANDS = 2_000, 10_000
LOTS, HANDS = 20, 10
LOTS_EACH_TIME = 6
EVENINGS = ALL_HANDS // HANDS
SAMPLE = range(0, EVENINGS, 50)


class Played(NamedTuple):
    """A simulated hand: its record, its audit, and the rules as the record writes them."""

    record: dict[str, Any]
    audit: Audit
    rules: Rules


def played(evening: int) -> Iterator[Played]:
    """The hands of an evening, by rules of its own; every second evening rare things come often."""
    rules = rules_of(evening)
    for record in simulate(
        rules.preset, hands=HANDS, seed=evening, players=rules.players, options=rules.options,
        rare=evening % 2 == 0,
    ):  # fmt: skip
        yield Played(record, audited(record), rules)


@pytest.fixture(scope="module")
def hands() -> list[Played]:
    """The hands of some of the evenings."""
    return [hand for evening in SAMPLE for hand in played(evening)]


def rules_of(evening: int) -> Rules:
    """The rules of an evening; every fourth goes by a preset as it stands."""
    return random_rules(Random(evening), departures=0 if evening % 4 == 0 else 0.3)


@pytest.mark.parametrize(
    "lot",
    [
        *range(LOTS_EACH_TIME),
        *(pytest.param(lot, marks=pytest.mark.long) for lot in range(LOTS_EACH_TIME, LOTS)),
    ],
)
def test_a_second_settlement_agrees_on_every_net_and_every_simulated_hand_audits_clean(lot: int) -> None:
    for evening in range(lot, EVENINGS, LOTS):
        for record, audit, rules in played(evening):
            options = rules.resolved.options()
            assert settle(record, options) == audit.document["due"]["net"]
            assert audit.verdict == "clean"


def test_hiding_cards_changes_nothing_that_is_due_and_turns_no_clean_hand_irregular(
    hands: list[Played],
) -> None:
    for number, (record, audit, _) in enumerate(hands):
        chance = Random(number)
        everyone = [player["id"] for player in record["players"]]
        seen = chance.sample(everyone, chance.choice([0, 1, 1, chance.randrange(len(everyone) + 1)]))
        part = hide(record, seen, stock=chance.random() < 0.3, discards=chance.random() < 0.5)
        found = audited(part).document
        for same in ("verdict", "due", "differences", "violations", "ruff", "score", "carried_out", "notes"):
            assert found[same] == audit.document[same]
        assert found["unverified"] in ([], ["exchange"])


def test_the_exchange_of_one_seats_record_is_unverified_unless_the_buyer_wrote_it(
    hands: list[Played],
) -> None:
    for record, audit, rules in hands:
        two_discards = len(layout_of(rules.resolved, rules.players).discards) == 2
        for player in record["players"]:
            part = audited(hide(record, [player["id"]], stock=False, discards=False)).document
            if player["id"] != audit.document["stock"]["buyer"]:
                assert part["unverified"] == ["exchange"]
            elif not two_discards:
                assert part["unverified"] == []


def test_changing_one_recorded_payment_makes_it_misreported_with_exactly_that_difference(
    hands: list[Played],
) -> None:
    for number, (record, audit, _) in enumerate(hands):
        chance = Random(number)
        changed = deepcopy(record)
        payment = chance.choice(changed["payments"])
        more = chance.choice([1, 7, 1_000, -payment["amount"], -1])
        payment["amount"] += more
        found = audited(changed)
        due = audit.document["due"]["by_reason"][payment["for"]]
        assert found.verdict == "misreported"
        assert sorted(
            found.document["differences"], key=lambda each: each["recorded"] - each["due"]
        ) == sorted(
            (
                {
                    "for": payment["for"],
                    "player": player,
                    "recorded": due[player] + change,
                    "due": due[player],
                }
                for player, change in ((payment["from"], -more), (payment["to"], more))
            ),
            key=lambda each: each["recorded"] - each["due"],
        )


def test_a_changed_result_is_misreported_by_that_player_alone(hands: list[Played]) -> None:
    for number, (record, audit, _) in enumerate(hands):
        player = Random(number).choice(record["players"])["id"]
        due = audit.document["due"]["net"][player]
        found = audited({**record, "result": {**record["result"], player: due + 1}})
        assert found.verdict == "misreported"
        assert found.document["differences"] == [
            {"for": "total", "player": player, "recorded": due + 1, "due": due}
        ]


def parlett_hands() -> Iterator[dict[str, Any]]:
    """The first rule set's hands, half of them plain and half rare."""
    for rare in (False, True):
        yield from simulate("parlett", hands=PARLETT_HANDS // 2, seed=1, rare=rare)


def test_a_second_settlement_agrees_on_every_net_of_parletts_hands() -> None:
    reasons: Counter[str] = Counter()
    for record in parlett_hands():
        document = audited(record).document
        assert settle(record, document["rules"]["options"]) == document["due"]["net"]
        reasons.update(list(document["due"]["by_reason"]))
    assert reasons.total() > PARLETT_HANDS
    assert set(reasons) == {"turn_up", "stock", "ruff", "gleek", "mournival", "tiddy", "score"}


def test_the_hands_go_by_every_preset_every_layout_and_every_choice() -> None:
    every = [rules_of(evening) for evening in range(EVENINGS)]
    assert {rules.preset for rules in every} == set(PRESETS)
    assert {(rules.players, rules.resolved.deck) for rules in every} == set(LAYOUTS)
    for option in OPTIONS:
        if option != "ruff_stake":
            assert {rules.resolved.options()[option] for rules in every} == set(choices(option))
