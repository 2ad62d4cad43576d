"""Small cards, drawn with outlines alone: rank and suit in the corner that a hand of cards shows."""

from __future__ import annotations

from typing import Final

from gleek_replay.web.pictures.letters import Face, letter_id, places, width_of

CARD_WIDTH: Final = 46
CARD_HEIGHT: Final = 64
BACK: Final = "back"
"""What a card is called whose face is not shown."""
RANKS: Final = "AKQJT98765432"
SUITS: Final = "SHCD"
"""In the order in which a hand is sorted, so that the colours take turns."""
INK: Final = "#241d14"
RED: Final = "#9c2815"
_CORNER: Final = 12.5
"""How far the middle of rank and suit are from the left edge."""
SUIT_OUTLINES: Final = {
    "S": "M0-10C2-6 9-2 9 4C9 7.6 6.5 9 4.5 9C3 9 1.7 8.2 1 6.8C1.2 8.6 2 10 3.5 11 H-3.5"
    " C-2 10-1.2 8.6-1 6.8 C-1.7 8.2-3 9-4.5 9 C-6.5 9-9 7.6-9 4 C-9-2-2-6 0-10Z",
    "H": "M0 10.5 C-3 5.5-9.5 1.5-9.5-4.2 C-9.5-7.6-7.2-9.8-4.7-9.8"
    " C-2.5-9.8-.7-8.4 0-6 C.7-8.4 2.5-9.8 4.7-9.8C7.2-9.8 9.5-7.6 9.5-4.2C9.5 1.5 3 5.5 0 10.5Z",
    "D": "M0-11C2.2-6.8 4.8-3.2 8 0C4.8 3.2 2.2 6.8 0 11"
    " C-2.2 6.8-4.8 3.2-8 0 C-4.8-3.2-2.2-6.8 0-11Z",
    "C": "M0-10.3A4.6 4.6 0 0 1 3.7-3A4.6 4.6 0 1 1 1 4.7C1.2 7.6 2 9.7 3.5 11 H-3.5"
    " C-2 9.7-1.2 7.6-1 4.7"
    "A4.6 4.6 0 1 1-3.7-3A4.6 4.6 0 0 1 0-10.3Z",
}  # fmt: skip
"""Each about its middle, some twenty units high. No number is run into a letter that would make it a card."""


def colour_of(suit: str) -> str:
    """The ink that a suit is printed in."""
    return RED if suit in "HD" else INK


def rank_of(card: str) -> str:
    """The rank as a card has it in its corner; nothing of a back."""
    return "" if card == BACK else "10" if card[0] == "T" else card[0]


def suit_mark(suit: str, x: float, y: float, height: float) -> str:
    """A suit about a place, without its colour."""
    return f'<path d="{SUIT_OUTLINES[suit]}" transform="translate({x:g} {y:g})scale({height / 22:.3g})"/>'


def card_outline(card: str) -> str:
    """The face of a card, to be referred to by its name; it refers to the letters of its rank."""
    rank, suit = rank_of(card), card[1]
    size = 19 if rank == "10" else 24
    left = _CORNER - width_of(rank, Face.FIGURES, size) / 2
    letters = "".join(
        f'<use href="#{letter_id(letter, Face.FIGURES)}" x="{at}"/>'
        for letter, at in places(rank, Face.FIGURES)
    )
    return (
        f'<g id="{card}">{_paper("#fffdf5")}<g fill="{colour_of(suit)}">'
        f'<g transform="translate({left:.1f} 22)scale({size / 1000:g})">{letters}</g>'
        f"{suit_mark(suit, _CORNER, 35, 15)}{suit_mark(suit, 31, 48, 22)}</g></g>"
    )


def back_outline() -> str:
    """The back of a card: a lattice within a frame."""
    rising = "".join(
        f"M{6 + max(0, at - 52)} {6 + min(at, 52)}L{6 + min(at, 34)} {6 + max(0, at - 34)}"
        for at in range(8, 86, 8)
    )
    falling = "".join(
        f"M{40 - max(0, at - 52)} {6 + min(at, 52)}L{40 - min(at, 34)} {6 + max(0, at - 34)}"
        for at in range(8, 86, 8)
    )
    return (
        f'<g id="{BACK}">{_paper("#f3e3cf")}'
        f'<path d="M6 6h34v52h-34z{rising}{falling}" fill="none" stroke="{RED}" stroke-width="1"/></g>'
    )


def _paper(fill: str) -> str:
    return (
        f'<rect x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="4" fill="{fill}"'
        ' stroke="#5f5340" stroke-width="1"/>'
    )
