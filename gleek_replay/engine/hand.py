"""A hand as the engine takes it: seats and cards as numbers, actions as plain tuples.

Seats count from 0 clockwise. The accounts of a hand of *n* players are the seats, then ``n`` for the
pot and ``n + 1`` for the ruff pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from gleek_replay.engine.rules import RuleSet


class Verb(StrEnum):
    """What a player can do, in the word that a hand history writes."""

    BID = "bid"
    PASS = "pass"  # noqa: S105 - a word of the game
    DISCARD = "discard"
    VIE = "vie"
    SEE = "see"
    REVIE = "revie"
    STAND = "stand"
    GLEEK = "gleek"
    MOURNIVAL = "mournival"
    TIDDY = "tiddy"
    TOWSER = "towser"
    TUMBLER = "tumbler"
    CHALLENGE = "challenge"
    PLAY = "play"


class Stage(StrEnum):
    """The stages of a hand in their order."""

    AUCTION = "auction"
    EXCHANGE = "exchange"
    VYING = "vying"
    DECLARATIONS = "declarations"
    TRICKS = "tricks"
    OVER = "over"


OPEN_VERBS: Final[dict[Stage, tuple[Verb, ...]]] = {
    Stage.AUCTION: (Verb.BID, Verb.PASS),
    Stage.EXCHANGE: (Verb.DISCARD,),
    Stage.VYING: (Verb.PASS, Verb.VIE, Verb.SEE, Verb.REVIE, Verb.STAND),
    Stage.DECLARATIONS: (
        Verb.GLEEK, Verb.MOURNIVAL, Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER, Verb.CHALLENGE, Verb.PLAY,
    ),
    Stage.TRICKS: (Verb.PLAY, Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER, Verb.CHALLENGE),
    Stage.OVER: (Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER, Verb.CHALLENGE),
}  # fmt: skip
"""What may be done in each stage, if not by everyone at every moment."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Discards of which only the number is known."""

    count: int


ORDERS: Final = tuple(
    tuple(tuple((first + step) % players for step in range(players)) for first in range(players))
    for players in range(7)
)
"""The seats in the order of their turns, by the number of players and the seat that comes first."""

Action: TypeAlias = tuple[int, Verb, Any]
"""Seat, verb and argument: a bid's amount; a discard's cards or :class:`Unseen`; the rank letter of a
gleek or mournival; a played card; ``(seat, Verb.GLEEK or Verb.MOURNIVAL, rank)`` of a challenge; else
``None``."""


class Carried(NamedTuple):
    """What a hand hands on to the next: the ruff multiplier, and counters in the two pots."""

    ruff_multiplier: int = 1
    ruff_pot: int = 0
    pot: int = 0


NOTHING_CARRIED: Final = Carried()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand: the rules, the deal as far as it is known, and what was done.

    ``hands`` has the cards dealt to each seat and ``stock`` those of the stock; ``None`` is unknown.
    ``lift`` has the rounds of lifted cards, each a card by seat.
    """

    rules: RuleSet
    players: int
    dealer: int
    hands: tuple[int | None, ...]
    turn_up: int
    stock: int | None
    actions: tuple[Action, ...] = ()
    carried: Carried = NOTHING_CARRIED
    lift: tuple[dict[int, int], ...] = ()

    @property
    def eldest(self) -> int:
        """The seat on the dealer's left."""
        return (self.dealer + 1) % self.players
