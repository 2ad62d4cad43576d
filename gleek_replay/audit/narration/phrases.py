"""What can be said of a hand, part by part: each thing in one way or several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gleek_replay.engine import Stage

Phrase: TypeAlias = tuple[str, ...]
"""Ways to say one thing, taken in turn. What stands in braces is put in: ``{who}``, ``{whom}``, ``{first}``
and ``{last}`` are players, one or several as the comment says; ``{amount}`` is counters as the stake calls
them, ``{number}`` a bare number; ``{card}`` and ``{cards}`` are cards in words. None is said of what has no
way to be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningPhrases:
    """Who played what, and when."""

    game: Phrase
    """{who} (all), {stake}, {rules}"""
    as_if: Phrase
    """The same of a hand that is read by other rules than those at the table."""
    date: Phrase
    """{day}, {month}, {year} in words."""
    otherwise: Phrase
    otherwise_as_if: Phrase
    """{topics}: on what the table agreed, or the reading goes, otherwise than the preset."""
    carried_multiplier: Phrase
    """{times}"""
    carried_ruff_pot: Phrase
    carried_pot: Phrase
    carried_debt: Phrase
    """{amount} each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPhrases:
    """The deal and the card turned up."""

    lifted: Phrase
    """{cards}: who lifted which."""
    dealt: Phrase
    """{who}, {eldest}"""
    dealt_by_nobody: Phrase
    """Of players whose names are hidden."""
    turned_up: Phrase
    """{card}, {suit}"""
    names: Phrase
    """What Tib and Tom are, if that needs to be said."""
    turned_honour: Phrase
    """{who} deals, {number} points"""
    trumps_and_honours: Phrase
    """{who}, {trumps} counted, {cards}"""
    only_honours: Phrase
    """{who}, {cards}"""
    trumps: Phrase
    """{who}, {trumps} counted"""
    no_trumps: Phrase
    """{who}"""
    unseen: Phrase
    """{who} (several)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionPhrases:
    """The bidding for the stock, and what was done with it."""

    opened: Phrase
    bid: Phrase
    """{who}, {number}"""
    climbed: Phrase
    """{who} (several) by ones to {number}, bid by {last}."""
    passed: Phrase
    passed_too: Phrase
    """{who}; the second directly after another."""
    bought: Phrase
    bought_unwillingly: Phrase
    """{who}, {number}; where nobody else bid."""
    drew: Phrase
    """{who}"""
    drew_with: Phrase
    """{who}, {cards} worth naming"""
    threw: Phrase
    """{who}, {cards}"""
    threw_unseen: Phrase
    """{who}, {count} of cards"""
    threw_honour: Phrase
    """{cards}: honours thrown out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuffPhrases:
    """Vying the ruff."""

    unit: Phrase
    """{number} instead of {usual}"""
    checked: Phrase
    checked_too: Phrase
    """{who} passes before anybody vies; the second directly after another."""
    vied: Phrase
    saw: Phrase
    revied: Phrase
    revied_again: Phrase
    """{who} raises what somebody else has vied or revied; the second after a revie."""
    revied_own: Phrase
    """{who} raises his own vie or revie."""
    passed: Phrase
    passed_too: Phrase
    """{who} passes directly after another."""
    stood: Phrase
    """{who}"""
    unvied: Phrase
    doubles: Phrase
    pot_stays: Phrase
    showed: Phrase
    """{ruffs}: who had what"""
    had: str
    """{who}, {ruff}"""
    value: str
    """{number}, {suit}"""
    cards: str
    """{count} of cards, {suit}"""
    four_aces: str
    undecided: Phrase
    won: Phrase
    won_with_aces: Phrase
    won_as_elder: Phrase
    won_unshown: Phrase
    """{who}"""
    bluff: Phrase
    """{who} won with {ruff}, {other} had {better}."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationPhrases:
    """Gleeks, mournivals, small trumps and challenges."""

    none: Phrase
    declared: Phrase
    declared_too: Phrase
    """{who}, {what}; the second when somebody has declared before."""
    claimed: Phrase
    """{who}, {trump}"""
    challenged: Phrase
    """{who}, {target}, {what}"""
    proved: Phrase
    disproved: Phrase
    """What came of a challenge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickPhrases:
    """The tricks. {who} leads {card}; {winner} wins with {winning}."""

    began: Phrase
    """The eldest has the lead."""
    held: Phrase
    """{who}, {card}"""
    held_on: Phrase
    """{who}, {cards} in turn, {all} of so many tricks."""
    taken: Phrase
    trumped: Phrase
    overtrumped: Phrase
    """{first} trumped with {trump}, too low."""
    fell: Phrase
    lost: Phrase
    """{who} played {cards} to it; the second where the winner scores them."""
    broken: Phrase
    """{who}, {card}; {others}: what else was played."""
    others: str
    """{who}, {card}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePhrases:
    """The score."""

    even_at: Phrase
    """{number}"""
    only_tricks: Phrase
    """{who}, {tricks}, {cards}, {difference}"""
    tricks: Phrase
    """{who}, {tricks}, {cards}; the honours follow."""
    no_tricks: Phrase
    """{who}; the total follows."""
    total: Phrase
    total_with_honours: Phrase
    """{honours}, {total}, {difference}"""
    over: str
    under: str
    even: str
    """{number}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentPhrases:
    """Payments: {payer}, {payee}, one or several; {amount}."""

    one: Phrase
    by_each: Phrase
    to_each: Phrase
    in_parts: Phrase
    """{parts}: several amounts, each to somebody."""
    into_pot: Phrase
    each_into_pot: Phrase
    from_pot: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingPhrases:
    """How it ended."""

    so_far: Phrase
    won: Phrase
    lost: Phrase
    """{who}, {amount}"""
    in_coin: Phrase
    """{coin}: the sum in coin, of who won most."""
    even: Phrase
    """{who}"""
    pot_grew: Phrase
    pot_shrank: Phrase
    """{who} (a pot), {amount}"""
    hands_on_multiplier: Phrase
    """{times}"""
    hands_on_pot: Phrase
    hands_on_debt: Phrase
    """{who} (a pot), {amount}"""
    broke_off: Phrase
    """The record ends before the hand does."""
    stopped: Phrase
    """Nothing can be followed further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmissPhrases:
    """What went amiss."""

    breach: Phrase
    """Comes after the sentence that tells a violation."""
    clean: Phrase
    clean_and_paid: Phrase
    clean_as_shown: Phrase
    count: Phrase
    """{times} broken, {who}: by whom and where"""
    where: Mapping[Stage | None, str]
    """{who}"""
    differs: Phrase
    """{who}, {recorded}, {due}, {about}"""
    winning: str
    losing: str
    """{amount}"""
    nothing: str
    in_all: str
    for_reason: str
    """{reason}"""
    unverified: Mapping[str, str]
    undecided: Phrase
    """{reasons}"""
    undeclared: Phrase
    unclaimed: Phrase
    """{who}, {what}, {amount}"""
    settled_by_nobody: Phrase
    """{topics}"""
