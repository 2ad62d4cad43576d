"""The auction for the stock."""

from __future__ import annotations

from typing import NamedTuple

from gleek_replay.engine.hand import ORDERS, Hand
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.options import OddPenny, RaiseBy
from gleek_replay.engine.violations import Code, Violation

_ELDEST, _RUNNER_UP, _ONE = OddPenny.ELDEST, OddPenny.RUNNER_UP, RaiseBy.ONE
_STOCK = Reason.STOCK


class Sale(NamedTuple):
    """Who bought the stock, and for how many counters in all."""

    buyer: int
    price: int


class Auction:
    """Bidding in turn from eldest, who must open with the opening bid.

    Where a pass is final the last bidder left buys; where a player who passed may return, the last
    bidder buys when all others have passed in a row. A bid cannot be withdrawn: the last bidder's own
    pass changes nothing.
    """

    __slots__ = (
        "_bidders", "_everyone", "_last_passer", "_passed", "_players", "_returning", "_rules",
        "amount", "bidder", "eldest", "sale", "turn", "violations",
    )  # fmt: skip

    def __init__(self, hand: Hand, violations: list[Violation]) -> None:
        self._rules = hand.rules
        self._players = hand.players
        self._returning = hand.rules.passed_may_return
        self._everyone = (1 << hand.players) - 1
        self._passed = 0
        self._bidders: list[int] = []
        self._last_passer: int | None = None
        self.violations = violations
        self.eldest = self.turn = hand.eldest
        self.bidder: int | None = None
        self.amount = 0
        self.sale: Sale | None = None

    @property
    def least_bid(self) -> int:
        """The lowest bid that is legal now."""
        return self._rules.opening_bid if self.bidder is None else self.amount + 1

    def bid(self, action: int, seat: int, amount: int) -> Violation | None:
        """Take a bid; returns the violation at which the replay has to stop, if it is one."""
        if self.bidder is not None and amount <= self.amount:
            legal = str(self.least_bid) if self._rules.raise_by is _ONE else f"more than {self.amount}"
            return self._breach(Code.BID_TOO_LOW, action, seat, legal, amount, "auction")
        if self._passed >> seat & 1 and not self._returning:
            self.violations.append(
                Violation(
                    code=Code.RETURNED_AFTER_PASSING, action=action, seat=seat,
                    expected=(self.turn,), found=f"bid {amount}", rule="passed_may_return",
                )
            )  # fmt: skip
        elif seat != self.turn:
            self._out_of_turn(action, seat, f"bid {amount}")
        if self.bidder is None:
            if amount != self._rules.opening_bid:
                self._note(Code.OPENING_BID, action, seat, self._rules.opening_bid, amount, "opening_bid")
        elif amount > self.amount + 1 and self._rules.raise_by is _ONE:
            self._note(Code.RAISE_NOT_BY_ONE, action, seat, self.amount + 1, amount, "raise_by")
        self._passed = 0 if self._returning else self._passed & ~(1 << seat)
        self._bidders.append(seat)
        self.bidder, self.amount = seat, amount
        self._go_on_from(seat)
        return None

    def pass_(self, action: int, seat: int) -> Violation | None:
        """Take a pass; returns the violation at which the replay has to stop, if it is one."""
        if self.bidder is None and seat == self.eldest:
            opening = str(self._rules.opening_bid)
            return self._breach(Code.MUST_OPEN, action, seat, f"bid {opening}", "pass", "auction")
        if seat != self.turn:
            self._out_of_turn(action, seat, "pass")
        if seat != self.bidder:
            self._passed |= 1 << seat
            self._last_passer = seat
        self._go_on_from(seat)
        return None

    def runner_up(self) -> int:
        """Who made the last bid but the buyer's; if nobody else bid, the opponent who passed last."""
        for seat in reversed(self._bidders):
            if seat != self.bidder:
                return seat
        assert self._last_passer is not None, "a sale needs an opponent who bid or passed"
        return self._last_passer

    def settle(self, action: int, ledger: Ledger) -> None:
        """Enter the price: evenly to the opponents, and the odd counters as the rules say."""
        assert self.sale is not None, "only a sale is settled"
        buyer, price = self.sale
        share, odd = divmod(price, self._players - 1)
        rule = "odd_penny" if odd else "auction"
        extra = self._takes_the_odd(buyer, ledger) if odd else None
        for seat in ORDERS[self._players][self.eldest]:
            if seat != buyer:
                due = share + odd if seat == extra else share
                ledger.pay(buyer, seat, due, _STOCK, action, rule)
        if extra == ledger.pot:
            ledger.pay(buyer, ledger.pot, odd, _STOCK, action, rule)

    def _takes_the_odd(self, buyer: int, ledger: Ledger) -> int:
        chosen = self._rules.odd_penny
        if chosen is _ELDEST:
            return self.eldest if self.eldest != buyer else (self.eldest + 1) % self._players
        return self.runner_up() if chosen is _RUNNER_UP else ledger.pot

    def _go_on_from(self, seat: int) -> None:
        """Give the turn to the next on the left who may still bid; with nobody left the stock is sold."""
        silent = self._passed if self.bidder is None else self._passed | 1 << self.bidder
        if silent == self._everyone and self.bidder is not None:
            self.sale = Sale(self.bidder, self.amount)
            return
        turn = (seat + 1) % self._players
        while silent >> turn & 1:
            turn = (turn + 1) % self._players
        self.turn = turn

    def _note(self, code: Code, action: int, seat: int, expected: int, found: int, rule: str) -> None:
        self.violations.append(self._breach(code, action, seat, str(expected), found, rule))

    def _out_of_turn(self, action: int, seat: int, found: str) -> None:
        self.violations.append(
            Violation(
                code=Code.OUT_OF_TURN, action=action, seat=seat, expected=(self.turn,), found=found,
                rule="turns",
            )
        )  # fmt: skip

    @staticmethod
    def _breach(code: Code, action: int, seat: int, expected: str, found: int | str, rule: str) -> Violation:
        return Violation(
            code=code, action=action, seat=seat, expected=(expected,), found=str(found), rule=rule
        )
