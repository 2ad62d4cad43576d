"""Violations in the words of the period: one sentence for each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gleek_replay.audit.messages import SENTENCES, Told, declared_words
from gleek_replay.engine import Code


def _challenged(told: Told) -> str:
    return declared_words(told.found.removeprefix("challenge "))


def _revoke(told: Told) -> str:
    if not told.named:
        return f"{told.who} threw {told.cards}, being able to follow suit."
    return f"{told.who} threw {told.cards} upon a {told.led}, yet had {told.legal_cards} in hand."


def _not_highest(told: Told) -> str:
    due = told.legal_cards if told.named else "a higher of the suit"
    return f"{told.who} played {told.cards}, but was bound to play {due}."


def _wrong_stage(told: Told) -> str:
    if not told.expected:
        return f"{told.who} {told.deed}, when all was over."
    return f"{told.who} {told.deed}, which was out of all season."


FAULTS: Final[dict[Code, Callable[[Told], str]]] = {
    **SENTENCES,
    Code.WRONG_DEALER: lambda t: f"{t.who} dealt, yet the least card was {t.right}'s, whose deal it was.",
    Code.OUT_OF_TURN: lambda t: f"{t.who} {t.deed} before it came about, for it was {t.right}'s to speak.",
    Code.OPENING_BID: lambda t: f"{t.who} began at {t.found}, but the first you bid is {t.right}.",
    Code.RAISE_NOT_BY_ONE: lambda t: f"{t.who} leapt to {t.found}, where the next was {t.right}.",
    Code.RETURNED_AFTER_PASSING: lambda t: f"{t.who} {t.deed}, having given it over before.",
    Code.FALSE_DECLARATION: lambda t: (
        f"{t.who} called for {declared_words(t.found)} and had it not, and would impute it to a mistake."
    ),
    Code.DECLARED_TWICE: lambda t: (
        f"{t.who} called for {declared_words(t.found)}, having been paid for that rank already."
    ),
    Code.CHALLENGE_NOT_IN_RULES: lambda t: (
        f"{t.who} would examine {_challenged(t)}, but at this table they do not examine."
    ),
    Code.NOTHING_TO_CHALLENGE: lambda t: (
        f"{t.who} would examine {_challenged(t)}, but there was none to be examined."
    ),
    Code.CLAIM_NOT_IN_RULES: lambda t: (
        f"{t.who} would be paid for {t.found.title()}, which at this table goes for an ordinary card."
    ),
    Code.FALSE_CLAIM: lambda t: f"{t.who} would be paid for {t.found.title()}, and had it not.",
    Code.CLAIM_OUT_OF_TIME: lambda t: f"{t.who} remembered {t.found.title()} at the wrong time.",
    Code.CLAIMED_TWICE: lambda t: f"{t.who} would be paid twice for {t.found.title()}.",
    Code.REVOKE: _revoke,
    Code.NOT_HIGHEST: _not_highest,
    Code.NOT_HIGH_ENOUGH: _not_highest,
    Code.MUST_OPEN: lambda t: f"{t.who} would not bid, but the eldest must, and begin at {t.right}.",
    Code.BID_TOO_LOW: lambda t: f"{t.who} bade {t.found}, where the next must be {t.right}.",
    Code.NOT_THE_BUYER: lambda t: f"{t.who} put out cards, yet it was {t.right} that had bought the stock.",
    Code.WRONG_DISCARD_COUNT: lambda t: f"{t.who} put out {t.found} cards, where {t.right} must go out.",
    Code.CARD_NOT_HELD: lambda t: f"{t.who} laid down {t.cards}, and never had {t.them}.",
    Code.ALREADY_VIED: lambda t: f"{t.who} would vie a ruff that was vied already.",
    Code.NOT_IN_RUFF: lambda t: f"{t.who} {t.deed}, having before refused to meddle with it.",
    Code.PLAYED_TWICE: lambda t: f"{t.who} played {t.cards}, the second to one trick.",
    Code.WRONG_STAGE: _wrong_stage,
}
"""The sentence for each kind of violation. A rule of vying that no source puts in words of its own keeps the
plain one.
"""
