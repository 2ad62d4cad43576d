"""Legal hands with one thing done against the rules: the audit finds it, by its code, where it was done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gleek_replay.conformance.breaches import BREACHES, RULES
from gleek_replay.engine import STOPPING, Code, Hand, Replay, each_card, layout_of
from gleek_replay.simulation import simulate
from tests.histories import audited, document_of, read
from tests.random_rules import Rules, random_rules

FOUND = 25
"""How many mutations of each code are tried, at as many random places of random hands."""


def legal_hands(code: Code, chance: Random) -> Iterator[Hand]:
    """Legal hands by random rules by which a code can arise."""
    while True:
        preset, options, players = random_rules(chance)
        rules = Rules(preset, options | RULES.get(code, {}), players)
        for record in simulate(
            preset, hands=2, seed=chance.getrandbits(32), players=players, options=rules.options, rare=True
        ):
            yield read(record).hand


def mutated(code: Code, hand: Hand, chance: Random) -> Hand | None:
    """The hand up to a random place, with the breach done there; ``None`` if it has no such place."""
    for length in chance.sample(range(len(hand.actions) + 1), 12):
        begun = replace(hand, actions=hand.actions[:length])
        if action := BREACHES[code](Replay(begun), chance):
            return replace(hand, actions=(*begun.actions, action))
    return None


@pytest.mark.parametrize("code", BREACHES)
def test_a_mutation_at_a_random_place_is_found_with_its_code_at_that_action(code: Code) -> None:
    chance, found = Random(code.value), 0
    for hand in legal_hands(code, chance):
        changed = mutated(code, hand, chance)
        if changed is None:
            continue
        place = len(changed.actions) - 1
        document = audited(document_of(changed)).document
        assert code in [each["code"] for each in document["violations"] if each["action"] == place]
        assert {each["action"] for each in document["violations"]} == {place}
        assert document["verdict"] == ("unplayable" if code in STOPPING else "irregular")
        found += 1
        if found == FOUND:
            return


def test_a_wrong_dealer_is_found_whatever_else_was_done() -> None:
    chance, found = Random(1), 0
    for hand in legal_hands(Code.WRONG_DEALER, chance):
        cards = chance.sample(each_card(layout_of(hand.rules, hand.players).pack), hand.players)
        changed = replace(hand, lift=(dict(enumerate(cards)),))
        violations = audited(document_of(changed)).document["violations"]
        ranks = ["23456789TJQKA".index(name[0]) for name in document_of(changed)["lift"][0].values()]
        tied = ranks.count(min(ranks)) > 1
        right = tied or ranks.index(min(ranks)) == hand.dealer
        assert [(each["code"], each["action"]) for each in violations] == (
            [] if right else [("wrong_dealer", None)]
        )
        found += not right
        if found == FOUND:
            return


def test_every_code_has_a_mutation() -> None:
    assert {*BREACHES, Code.WRONG_DEALER} == set(Code)
