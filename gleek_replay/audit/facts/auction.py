"""The auction: who bid of his own accord, what it did to the price, and who was left with the stock."""

from __future__ import annotations

from collections.abc import Sequence

from gleek_replay.audit.facts.followed import actions_of
from gleek_replay.audit.facts.layout import Mark
from gleek_replay.audit.facts.rows import DRIVEN_UP, MARKS, OWN_BID, Row
from gleek_replay.engine import Hand, Result, Stage, Verb

_BID, _AUCTION = Verb.BID, Stage.AUCTION
_SOLD, _BOUGHT, _CONTESTED, _TAKEN, _RAISED = map(
    int, (Mark.SOLD, Mark.BOUGHT, Mark.CONTESTED, Mark.TAKEN, Mark.RAISED)
)


def tell_bidding(hand: Hand, result: Result, rows: Sequence[Row]) -> int:
    """Enter what was bid; returns the marks of all.

    The first bid is eldest's duty: it raises nothing, whatever its amount. Who makes it in his place does so
    of his own accord, and has raised the price from the opening bid.
    """
    eldest, price, raised = hand.eldest, 0, 0
    for seat, verb, amount in actions_of(hand, result, _AUCTION):
        if verb is not _BID:
            continue
        row = rows[seat]
        if price or seat != eldest:
            raised |= 1 << seat
            row[MARKS] |= _RAISED
            up = amount - (price or hand.rules.opening_bid)
            if up > 0:
                row[DRIVEN_UP] += up
        row[OWN_BID] = price = amount
    if result.sale is None:
        return 0
    buyer = result.sale.buyer
    rows[buyer][MARKS] |= _BOUGHT if raised or buyer != eldest else _BOUGHT | _TAKEN
    return _SOLD | _CONTESTED if raised & ~(1 << buyer) else _SOLD
