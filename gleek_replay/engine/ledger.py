"""Payments between accounts, and the balances summed from them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """What a payment is for."""

    TURN_UP = "turn_up"
    STOCK = "stock"
    RUFF = "ruff"
    GLEEK = "gleek"
    MOURNIVAL = "mournival"
    TIDDY = "tiddy"
    TOWSER = "towser"
    TUMBLER = "tumbler"
    CHALLENGE = "challenge"
    SCORE = "score"


class Payment(NamedTuple):
    """``amount`` counters from one account to another.

    ``action`` is the index of the action that made it due (``None``: the deal did), ``rule`` the option
    or section of the game under which it is due.
    """

    payer: int
    payee: int
    amount: int
    reason: Reason
    action: int | None
    rule: str


def balances(payments: Iterable[Payment], accounts: int) -> list[int]:
    """What each account gained or lost in all, in counters; the list sums to zero."""
    net = [0] * accounts
    for payer, payee, amount, _reason, _action, _rule in payments:
        net[payer] -= amount
        net[payee] += amount
    return net


_new = tuple.__new__
"""Makes a payment in two thirds of the time that ``Payment(…)`` takes, and a hand has a dozen."""


class Ledger:
    """The payments that have fallen due so far."""

    __slots__ = ("payments", "pot", "ruff_pot", "seats")

    def __init__(self, players: int) -> None:
        self.payments: list[Payment] = []
        self.seats = range(players)
        self.pot = players
        self.ruff_pot = players + 1

    def pay(self, payer: int, payee: int, amount: int, reason: Reason, action: int | None, rule: str) -> None:
        """Enter one payment; nothing is entered for an amount of zero."""
        if amount:
            self.payments.append(_new(Payment, (payer, payee, amount, reason, action, rule)))

    def collect(self, payee: int, amount: int, reason: Reason, action: int | None, rule: str) -> None:
        """Enter the same payment from every opponent of ``payee``."""
        self.payments += [
            _new(Payment, (seat, payee, amount, reason, action, rule)) for seat in self.seats if seat != payee
        ]

    def give_back(self, payer: int, amount: int, reason: Reason, action: int | None, rule: str) -> None:
        """Enter the same payment to every opponent of ``payer``."""
        self.payments += [
            _new(Payment, (payer, seat, amount, reason, action, rule)) for seat in self.seats if seat != payer
        ]
