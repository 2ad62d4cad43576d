"""The options on which the sources differ: a closed set of choices for each.

The values are what a hand history writes under ``rules.options``.
"""

from __future__ import annotations

from enum import StrEnum


class Tiddy(StrEnum):
    """Whether the lowest trump earns its side payment, and how."""

    CLAIMED = "claimed"
    """Paid only if the holder claims it."""
    AUTOMATIC = "automatic"
    """Due as soon as it is shown or played."""
    OFF = "off"
    """An ordinary card; nothing is paid for it, turned up or held."""


class TowserTumbler(StrEnum):
    """What the Five (Towser) and the Six (Tumbler) of trumps are worth."""

    OFF = "off"
    SIDE_PAYMENT = "side_payment"
    """5 or 6 from each opponent, turned up (to the dealer) or held."""
    SCORED = "scored"
    """5 or 6 points in the score like an honour, and nothing paid aside."""


class RaiseBy(StrEnum):
    """By how much a bid may exceed the last."""

    ANY = "any"
    ONE = "one"


class OddPenny(StrEnum):
    """Who gets what does not divide evenly of the price of the stock."""

    ELDEST = "eldest"
    """The eldest of the buyer's opponents."""
    RUNNER_UP = "runner_up"
    """Who made the previous bid; if nobody else bid, the opponent who passed last."""
    POT = "pot"


class Exchange(StrEnum):
    """Whether the buyer discards before he takes up the stock."""

    DISCARD_THEN_DRAW = "discard_then_draw"
    DRAW_THEN_DISCARD = "draw_then_discard"


class VyingStakes(StrEnum):
    """What a player stands to lose in vying the ruff."""

    STAKE = "stake"
    """The vie sets the stake at one unit, each revie adds one; who passes owes it as it stood."""
    ANTE = "ante"
    """Everyone stands one unit in, a vie puts in one more, and losers lose what they have in."""


class VyingEnds(StrEnum):
    """When the vying is over, more than one player being left in."""

    WHEN_SEEN = "when_seen"
    """When the turn comes back to the last who vied or revied."""
    WHEN_NONE_RAISE = "when_none_raise"
    """Then he may revie once more, or stand, which ends it."""


class InitialPass(StrEnum):
    """What a pass before any vie means."""

    CHECK = "check"
    """Nothing is lost: the player may still answer a vie."""
    OUT = "out"
    """It is final."""


class Unvied(StrEnum):
    """What happens to a ruff for which nobody vied."""

    DOUBLE = "double"
    """The ruff multiplier of the next deal is doubled."""
    CARRY_POT = "carry_pot"
    """Antes are really paid into the ruff pot, and an unclaimed pot stays for the next deal."""
    NOTHING = "nothing"


class RuffCount(StrEnum):
    """How the cards of a suit are reckoned for the ruff."""

    PIPS = "pips"
    """Ace 11, courts 10, others their pips."""
    FLAT = "flat"
    """Ace 11, courts 10, others 1."""
    CARDS = "cards"
    """The number of cards."""


class DeclarationsPaid(StrEnum):
    """Which true declarations are paid."""

    ALL = "all"
    BEST_COMBINATION = "best_combination"
    """Only the highest declared: any mournival beats any gleek, then A K Q J."""
    BEST_HOLDER = "best_holder"
    """All the true declarations of the player who has the highest."""


class Follow(StrEnum):
    """How a suit must be followed."""

    SUIT = "suit"
    """Any card of the suit."""
    HIGHEST = "highest"
    """The highest card held of the suit."""
    SECOND_HIGH = "second_high"
    """The second player to a trick a Ten or higher if he can, else his highest; others any."""


class HonoursTo(StrEnum):
    """Who scores an honour."""

    HOLDER = "holder"
    """Who played it to a trick."""
    WINNER = "winner"
    """Who won the trick in which it fell."""


class Settlement(StrEnum):
    """How the score is turned into counters."""

    POT = "pot"
    """Those under the break-even point pay the difference into the pot, those over take theirs out."""
    EACH_OPPONENT = "each_opponent"
    """Players under it pay, and players over it collect, the difference from each opponent."""
