"""What each option and each section of the game is about, in words that can follow “on”."""

from __future__ import annotations

from typing import Final

RULE_WORDS: Final = {
    "deck": "the pack",
    "tiddy": "how Tiddy is paid",
    "tiddy_turned_up": "Tiddy turned up",
    "tiddy_held": "Tiddy held",
    "towser_tumbler": "Towser and Tumbler",
    "opening_bid": "the opening bid",
    "raise_by": "raising a bid",
    "passed_may_return": "bidding again after a pass",
    "odd_penny": "the odd penny",
    "exchange": "the exchange",
    "ruff_stake": "the stake of the ruff",
    "vying": "what vying costs",
    "vying_ends": "when the vying ends",
    "initial_pass": "a pass before any vie",
    "unvied": "a ruff that nobody vies",
    "ruff_count": "reckoning a ruff",
    "declarations_paid": "which declarations are paid",
    "turn_up_in_gleek": "the turn-up in a gleek",
    "challenge": "challenges",
    "follow": "following suit",
    "honours_to": "who scores an honour",
    "settlement": "settling the score",
    "players": "the number of players",
    "lift": "lifting for the deal",
    "deal": "the deal",
    "turns": "whose turn it is",
    "auction": "the auction",
    "discards": "the discards",
    "ruff": "vying the ruff",
    "declarations": "gleeks and mournivals",
    "small_trumps": "when a small trump is claimed",
    "tricks": "the tricks",
    "score": "the score",
    "discarded_honour": "an honour thrown out",
}
"""By the name of the option or section."""
