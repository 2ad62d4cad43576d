"""What a player did against the rules, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Code(StrEnum):
    """The kinds of violation. A code never changes its meaning."""

    WRONG_DEALER = "wrong_dealer"
    OUT_OF_TURN = "out_of_turn"
    OPENING_BID = "opening_bid"
    RAISE_NOT_BY_ONE = "raise_not_by_one"
    RETURNED_AFTER_PASSING = "returned_after_passing"
    FALSE_DECLARATION = "false_declaration"
    DECLARED_TWICE = "declared_twice"
    CHALLENGE_NOT_IN_RULES = "challenge_not_in_rules"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    CLAIM_NOT_IN_RULES = "claim_not_in_rules"
    FALSE_CLAIM = "false_claim"
    CLAIM_OUT_OF_TIME = "claim_out_of_time"
    CLAIMED_TWICE = "claimed_twice"
    REVOKE = "revoke"
    NOT_HIGHEST = "not_highest"
    NOT_HIGH_ENOUGH = "not_high_enough"
    MUST_OPEN = "must_open"
    BID_TOO_LOW = "bid_too_low"
    NOT_THE_BUYER = "not_the_buyer"
    WRONG_DISCARD_COUNT = "wrong_discard_count"
    CARD_NOT_HELD = "card_not_held"
    NOTHING_TO_SEE = "nothing_to_see"
    ALREADY_VIED = "already_vied"
    NOT_IN_RUFF = "not_in_ruff"
    CANNOT_STAND = "cannot_stand"
    PLAYED_TWICE = "played_twice"
    WRONG_STAGE = "wrong_stage"


STOPPING: Final = frozenset(
    {
        Code.MUST_OPEN, Code.BID_TOO_LOW, Code.NOT_THE_BUYER, Code.WRONG_DISCARD_COUNT,
        Code.CARD_NOT_HELD, Code.NOTHING_TO_SEE, Code.ALREADY_VIED, Code.NOT_IN_RUFF,
        Code.CANNOT_STAND, Code.PLAYED_TWICE, Code.WRONG_STAGE,
    }
)  # fmt: skip
"""The codes at which the replay has to stop; after the others the record is followed as played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A breach of the rules by ``seat`` at the action of that index (``None``: at the lift).

    ``expected`` lists what would have been legal, ``found`` is what the record says: cards, verbs or
    amounts as text, and seats as numbers. ``rule`` is the option or section at stake. Of a card that
    should have been played, ``one_of`` says that it is not known which of those ``expected`` was held.
    """

    code: Code
    action: int | None
    seat: int
    expected: tuple[str | int, ...]
    found: str | int
    rule: str
    one_of: bool = False

    @property
    def stops(self) -> bool:
        """Whether the replay cannot go on after it."""
        return self.code in STOPPING
