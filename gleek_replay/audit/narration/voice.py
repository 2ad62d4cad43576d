"""A voice: all that is said of a hand, in the words of one kind of English.

The story decides what is told and in which order; a voice has the words. To add one, write a module with a
:class:`Voice` and name it in :data:`gleek_replay.audit.narration.VOICES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gleek_replay.audit.messages import Told
from gleek_replay.audit.narration.phrases import (
    AmissPhrases,
    AuctionPhrases,
    DealPhrases,
    DeclarationPhrases,
    EndingPhrases,
    OpeningPhrases,
    PaymentPhrases,
    RuffPhrases,
    ScorePhrases,
    TrickPhrases,
)
from gleek_replay.engine import Code
from gleek_replay.records.record import Stake


class Part(StrEnum):
    """The parts of a narration, in their order."""

    OPENING = "opening"
    DEAL = "deal"
    AUCTION = "auction"
    EXCHANGE = "exchange"
    RUFF = "ruff"
    DECLARATIONS = "declarations"
    TRICKS = "tricks"
    SCORE = "score"
    SETTLEMENT = "settlement"
    AMISS = "amiss"


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """All the words of one kind of English. ``coins`` are what a counter and counters are called at each
    stake, ``stakes`` the game's adjectives, ``positions`` what to call players without names: the eldest, one
    alone between, one of several, and the dealer.
    """

    label: str
    titles: Mapping[Part, str]
    number: Callable[[int], str]
    ordinal: Callable[[int], str]
    year: Callable[[int], str]
    court: Mapping[str, str]
    """Names of ranks that are not those of the cards' names."""
    coins: Mapping[Stake, tuple[str, str]]
    stakes: Mapping[Stake, str]
    positions: tuple[str, str, str, str]
    rules: Mapping[str, str]
    twice: Mapping[int, str]
    """How often, where it has a word of its own."""
    opening: OpeningPhrases
    deal: DealPhrases
    auction: AuctionPhrases
    ruff: RuffPhrases
    declarations: DeclarationPhrases
    tricks: TrickPhrases
    score: ScorePhrases
    payments: PaymentPhrases
    ending: EndingPhrases
    amiss: AmissPhrases
    violations: Mapping[Code, Callable[[Told], str]]
