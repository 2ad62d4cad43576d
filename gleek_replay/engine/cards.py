"""Cards as bits and hands as bit sets.

A card is an ``int`` with one bit set, and a set of cards is the union of its cards, so a card
is also a hand of one. Within a suit the higher card is the greater number. Ranks run from the Two
(lowest) to the Ace; the 44-card pack of three players leaves out the Twos and Threes.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
RANK_NAMES: Final = {
    "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight",
    "9": "Nine", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace",
}  # fmt: skip
SUIT_NAMES: Final = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}

CARD_BY_NAME: Final[dict[str, int]] = {
    rank + suit: 1 << (13 * s + r) for s, suit in enumerate(SUITS) for r, rank in enumerate(RANKS)
}
NAME_BY_CARD: Final[dict[int, str]] = {card: name for name, card in CARD_BY_NAME.items()}
SUIT_CARDS: Final[dict[str, int]] = {suit: 0x1FFF << (13 * s) for s, suit in enumerate(SUITS)}
RANK_CARDS: Final[dict[str, int]] = {
    rank: sum(1 << (13 * s + r) for s in range(4)) for r, rank in enumerate(RANKS)
}
SUIT_OF: Final[dict[int, int]] = {
    card: cards for cards in SUIT_CARDS.values() for card in CARD_BY_NAME.values() if card & cards
}
"""The whole suit of each card, as a set of cards."""
PACKS: Final[dict[int, int]] = {
    size: sum(RANK_CARDS[rank] for rank in RANKS[13 - size // 4 :]) for size in (44, 48, 52)
}
"""The packs by their size: 52 cards, 48 without the Twos, 44 without Twos and Threes."""


def parse_card(text: str) -> int:
    """The card named by rank and suit; ``ValueError`` if it is no such name.

    >>> card_name(parse_card("TH"))
    'TH'
    """
    try:
        return CARD_BY_NAME[text]
    except KeyError:
        raise ValueError(f"{text!r} is no card") from None


def card_name(card: int) -> str:
    """Rank, then suit: ``"AS"``; the inverse of :func:`parse_card`."""
    return NAME_BY_CARD[card]


def parse_cards(text: str) -> int:
    """The set of the cards named, apart by single spaces; ``ValueError`` for a bad or repeated one.

    >>> cards_text(parse_cards("4H AS KS"))
    'AS KS 4H'
    """
    cards = 0
    for name in text.split(" "):
        card = parse_card(name)
        if cards & card:
            raise ValueError(f"{name} stands twice")
        cards |= card
    return cards


def each_card(cards: int) -> list[int]:
    """The cards of a set: spades, hearts, diamonds, clubs, each from the highest down."""
    return [card for suit in SUIT_CARDS.values() for card in _descending(cards & suit)]


def card_names(cards: int) -> tuple[str, ...]:
    """The names of a set's cards, in the order of :func:`each_card`."""
    return tuple(NAME_BY_CARD[card] for card in each_card(cards))


def cards_text(cards: int) -> str:
    """The names of a set's cards, apart by single spaces; the inverse of :func:`parse_cards`."""
    return " ".join(card_names(cards))


def rank_of(card: int) -> str:
    """The rank letter of a card: ``"T"`` for any Ten."""
    return NAME_BY_CARD[card][0]


def suit_letter(card: int) -> str:
    """The suit letter of a card: ``"H"`` for any Heart."""
    return NAME_BY_CARD[card][1]


def lowest(cards: int) -> int:
    """The lowest card of a set that lies within one suit."""
    return cards & -cards


def highest(cards: int) -> int:
    """The highest card of a set that lies within one suit."""
    return 1 << (cards.bit_length() - 1)


def _descending(cards: int) -> list[int]:
    found = []
    while cards:
        card = highest(cards)
        found.append(card)
        cards ^= card
    return found
