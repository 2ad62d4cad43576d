"""How the cards are shared out among two to six players (Knauer's table)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gleek_replay.engine.cards import PACKS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layout:
    """One row of the table: sizes in cards, honours and the break-even point in points.

    There is one object for each row, so that rows are compared and looked up by identity.
    """

    players: int
    deck: int
    hand: int
    stock: int
    """Cards of the stock, which the buyer takes up whole; the turn-up is not among them."""
    tib: int
    tom: int
    king: int = 3
    queen: int = 3
    break_even: int
    discards: tuple[int, ...]
    """How many cards each discard takes: one before (or after) the stock is taken up, or two about it."""

    @property
    def pack(self) -> int:
        """The cards of the pack."""
        return PACKS[self.deck]

    @property
    def honours(self) -> dict[str, int]:
        """The points of each honour, by its rank in trumps."""
        return {"A": self.tib, "K": self.king, "Q": self.queen, "J": self.tom}


def _row(
    players: int, deck: int, hand: int, stock: int, tom: int, tib: int, break_even: int, *discards: int
) -> Layout:
    return Layout(
        players=players, deck=deck, hand=hand, stock=stock, tib=tib, tom=tom, break_even=break_even,
        discards=discards,
    )  # fmt: skip


LAYOUTS: Final[dict[tuple[int, int], Layout]] = {
    (row.players, row.deck): row
    for row in (
        _row(2, 44, 17, 9, 9, 15, 32, 9),
        _row(3, 44, 12, 7, 9, 15, 22, 7),
        _row(4, 44, 10, 3, 8, 14, 17, 3),
        _row(4, 48, 10, 7, 8, 14, 17, 6, 1),
        _row(5, 44, 8, 3, 9, 15, 14, 3),
        _row(5, 52, 9, 6, 9, 15, 15, 5, 1),
        _row(6, 52, 8, 3, 9, 15, 13, 3),
    )
}
"""The layouts by number of players and size of the pack, the usual pack of each number first."""


def usual_deck(players: int) -> int | None:
    """The pack that so many players use unless they agree on another; ``None`` if there is no layout."""
    return next((deck for number, deck in LAYOUTS if number == players), None)
