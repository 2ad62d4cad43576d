"""The parts of a hand in which counters change owners, as statistics group them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from gleek_replay.engine import Reason


class StageOfPay(StrEnum):
    """A group of payment reasons."""

    TURN_UP = "turn_up"
    STOCK = "stock"
    RUFF = "ruff"
    GLEEKS = "gleeks"
    MOURNIVALS = "mournivals"
    SMALL_TRUMPS = "small_trumps"
    CHALLENGES = "challenges"
    SCORE = "score"


TITLES: Final[dict[StageOfPay, str]] = {
    StageOfPay.TURN_UP: "Turn-up",
    StageOfPay.STOCK: "Stock",
    StageOfPay.RUFF: "Ruff",
    StageOfPay.GLEEKS: "Gleeks",
    StageOfPay.MOURNIVALS: "Mournivals",
    StageOfPay.SMALL_TRUMPS: "Small trumps",
    StageOfPay.CHALLENGES: "Challenges",
    StageOfPay.SCORE: "Score",
}

SPOKEN: Final[dict[StageOfPay, str]] = {
    StageOfPay.TURN_UP: "the turn-up",
    StageOfPay.STOCK: "the stock",
    StageOfPay.RUFF: "the ruff",
    StageOfPay.GLEEKS: "gleeks",
    StageOfPay.MOURNIVALS: "mournivals",
    StageOfPay.SMALL_TRUMPS: "small trumps",
    StageOfPay.CHALLENGES: "challenges",
    StageOfPay.SCORE: "the score",
}
"""The stages as they stand within a sentence."""

STAGE_OF_REASON: Final[dict[Reason, StageOfPay]] = {
    Reason.TURN_UP: StageOfPay.TURN_UP,
    Reason.STOCK: StageOfPay.STOCK,
    Reason.RUFF: StageOfPay.RUFF,
    Reason.GLEEK: StageOfPay.GLEEKS,
    Reason.MOURNIVAL: StageOfPay.MOURNIVALS,
    Reason.TIDDY: StageOfPay.SMALL_TRUMPS,
    Reason.TOWSER: StageOfPay.SMALL_TRUMPS,
    Reason.TUMBLER: StageOfPay.SMALL_TRUMPS,
    Reason.CHALLENGE: StageOfPay.CHALLENGES,
    Reason.SCORE: StageOfPay.SCORE,
}


def net_of_stage(stage: StageOfPay, by_reason: Mapping[str, int]) -> int:
    """What a hand brought in this stage: the sum over its reasons.

    >>> net_of_stage(StageOfPay.SMALL_TRUMPS, {"tiddy": 4, "tumbler": -6, "score": 9})
    -2
    """
    return sum(by_reason.get(reason, 0) for reason, group in STAGE_OF_REASON.items() if group is stage)
