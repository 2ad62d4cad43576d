"""Honours and Aces: those with which a player began the tricks, those he lost, and those in the stock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gleek_replay.audit.facts.layout import Mark
from gleek_replay.audit.facts.rows import HONOURS_HELD, HONOURS_LOST, MARKS, STOCK_ACES, STOCK_HONOURS, Row
from gleek_replay.engine import Hand, Result
from gleek_replay.engine.cards import RANK_CARDS, SUIT_OF

_HONOURS: Final = sum(RANK_CARDS[rank] for rank in "AKQJ")
_ACES: Final = RANK_CARDS["A"]
_HOLDINGS_KNOWN = int(Mark.HOLDINGS_KNOWN)


def tell_honours(hand: Hand, result: Result, stock: int | None, rows: Sequence[Row]) -> None:
    """Enter the honours that each held and lost, and what the buyer found in the ``stock``; nothing where
    the cards are not known. The card turned up is in no hand.
    """
    trumps = _HONOURS & SUIT_OF[hand.turn_up]
    if result.holdings:
        doubtful, every = result.holdings.maybe, 0
        for cards in result.taken:
            every |= cards
        for seat, cards in enumerate(result.holdings.known):
            if not doubtful[seat]:
                row, own = rows[seat], cards & trumps
                row[MARKS] |= _HOLDINGS_KNOWN
                row[HONOURS_HELD] = own.bit_count()
                if own & every:
                    row[HONOURS_LOST] = (own & every & ~result.taken[seat]).bit_count()
    if stock is not None and result.sale:
        row = rows[result.sale.buyer]
        row[STOCK_HONOURS] = (stock & trumps).bit_count()
        row[STOCK_ACES] = (stock & _ACES).bit_count()
