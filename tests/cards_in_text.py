"""The cards that a text names, however it does: by code, in words, or by their marks."""

from __future__ import annotations

import re

RANKS = {
    **{rank: rank for rank in "23456789JQKA"}, "10": "T",
    "Two": "2", "Three": "3", "Four": "4", "Five": "5", "Six": "6", "Seven": "7", "Eight": "8", "Nine": "9",
    "Ten": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A",
}  # fmt: skip
SUITS = {"Spades": "S", "Hearts": "H", "Diamonds": "D", "Clubs": "C", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
CODE = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][SHDC](?![A-Za-z0-9])")
IN_WORDS = re.compile(rf"\b({'|'.join(RANKS)}) of (Spades|Hearts|Diamonds|Clubs)")
MARKED = re.compile(r"(?<!\w)(10|[2-9JQKA])(?:<[^>]*>)*([♠♥♦♣])")
OF_ANY_HAND = re.compile(r'"(?:named|honours)": ?\{[^}]*\}')
"""Where a replay says what trumps are called and what they count, wherever they lie."""


def cards_in(text: str) -> set[str]:
    """The codes of all cards that a text names; a mark may have tags before it."""
    text = OF_ANY_HAND.sub("", text)
    written = IN_WORDS.findall(text) + MARKED.findall(text)
    return {*CODE.findall(text)} | {RANKS[rank] + SUITS[suit] for rank, suit in written}
