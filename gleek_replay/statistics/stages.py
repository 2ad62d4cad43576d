"""The parts of a hand in which counters change owners, as statistics group them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from gleek_replay.engine import Reason


class StageOfPay(StrEnum):
    """A group of payment reasons; or what rulings changed of the sum of them."""

    TURN_UP = "turn_up"
    STOCK = "stock"
    RUFF = "ruff"
    GLEEKS = "gleeks"
    MOURNIVALS = "mournivals"
    SMALL_TRUMPS = "small_trumps"
    CHALLENGES = "challenges"
    SCORE = "score"
    RULING = "ruling"


TITLES: Final[dict[StageOfPay, str]] = {
    StageOfPay.TURN_UP: "Turn-up",
    StageOfPay.STOCK: "Stock",
    StageOfPay.RUFF: "Ruff",
    StageOfPay.GLEEKS: "Gleeks",
    StageOfPay.MOURNIVALS: "Mournivals",
    StageOfPay.SMALL_TRUMPS: "Small trumps",
    StageOfPay.CHALLENGES: "Challenges",
    StageOfPay.SCORE: "Score",
    StageOfPay.RULING: "Rulings",
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
    StageOfPay.RULING: "what was ruled",
}
"""The stages as they stand within a sentence."""

REASONS_OF_STAGE: Final[dict[StageOfPay, tuple[str, ...]]] = {
    StageOfPay.TURN_UP: (Reason.TURN_UP.value,),
    StageOfPay.STOCK: (Reason.STOCK.value,),
    StageOfPay.RUFF: (Reason.RUFF.value,),
    StageOfPay.GLEEKS: (Reason.GLEEK.value,),
    StageOfPay.MOURNIVALS: (Reason.MOURNIVAL.value,),
    StageOfPay.SMALL_TRUMPS: (Reason.TIDDY.value, Reason.TOWSER.value, Reason.TUMBLER.value),
    StageOfPay.CHALLENGES: (Reason.CHALLENGE.value,),
    StageOfPay.SCORE: (Reason.SCORE.value,),
    StageOfPay.RULING: ("ruling",),
}
"""What each stage is made of: the reasons of payments, or what rulings changed."""
