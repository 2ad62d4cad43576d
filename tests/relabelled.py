"""Evenings of ten hands whose client named the wrong preset, some with one payment falsified besides."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from gleek_replay.audit.explanations import Explanation, WhichRules
from gleek_replay.engine import PRESETS
from gleek_replay.records import HandRecord
from gleek_replay.simulation import simulate
from tests.histories import read

HANDS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Relabelled:
    """An evening by the rules of one preset, recorded under the name of another."""

    true: str
    stated: str
    hands: tuple[dict[str, Any], ...]

    @property
    def records(self) -> list[HandRecord]:
        """What a service would read."""
        return [read(hand) for hand in self.hands]


def relabelled(seed: int) -> Relabelled:
    """An evening of ten hands by one preset chosen at random under another's name; every second evening rare
    things come often.
    """
    chance = Random(f"relabelled {seed}")
    true, stated = chance.sample(list(PRESETS), 2)
    hands: list[dict[str, Any]] = []
    while len(hands) < HANDS:
        evening = simulate(true, hands=HANDS, seed=chance.randrange(1 << 30), rare=seed % 2 == 0)
        hands = [hand for hand in evening if hand["session"]["id"].endswith("-1")]
    return Relabelled(true=true, stated=stated, hands=tuple({**hand, "rules": stated} for hand in hands))


def with_a_payment_falsified(evening: Relabelled, seed: int) -> tuple[Relabelled, int]:
    """The same evening with one payment of one hand recorded falsely, and the number of that hand.

    The amount is another, or that of a choice that the table might have made; or the payment goes to
    somebody else, is left out, or stands there twice. Half of the time the result follows it.
    """
    chance = Random(f"falsified {seed}")
    hands = copy.deepcopy(evening.hands)
    number = chance.choice([n for n, hand in enumerate(hands) if hand["payments"]])
    hand = hands[number]
    payments = hand["payments"]
    payment = chance.choice(payments)
    match chance.randrange(5):
        case 0:
            payment["amount"] = chance.choice([n for n in range(1, 25) if n != payment["amount"]])
        case 1:
            payment["amount"] += 2 if payment["amount"] < 3 else chance.choice([-2, -1, 1, 2])
        case 2:
            accounts = [player["id"] for player in hand["players"]] + ["pot"]
            payment["to"] = chance.choice([who for who in accounts if who not in payment.values()])
        case 3:
            payments.remove(payment)
        case _:
            payments.append(dict(payment))
    if chance.random() < 0.5:
        _sum_up(hand)
    return Relabelled(true=evening.true, stated=evening.stated, hands=hands), number


def _sum_up(hand: dict[str, Any]) -> None:
    """The result that a client reckons from the payments that it recorded."""
    for player in hand["result"]:
        hand["result"][player] = sum(
            payment["amount"] * ((payment["to"] == player) - (payment["from"] == player))
            for payment in hand["payments"]
        )


def first_of(found: WhichRules) -> list[Explanation]:
    """The explanations that are ranked first."""
    return [each for each in found.explanations if each.rank == 1]


def has(explanation: Explanation, preset: str) -> bool:
    """Whether a preset is among the rules that come to this."""
    return any(supposed.preset == preset for supposed in explanation.supposed)
