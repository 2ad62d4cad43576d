"""What was paid between a player and each other, and what is wrong with the record of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.facts.layout import BREACHES_BY_BIT, MISREPORTED_BY_BIT, MOST_OPPONENTS
from gleek_replay.audit.facts.rows import BREACHES, FROM_LEFT, FROM_POTS, MISREPORTED, Row
from gleek_replay.engine import Result

_BREACH_BITS: Final = {code: 1 << bit for bit, code in enumerate(BREACHES_BY_BIT)}
_MISREPORTED_BITS: Final = {reason: 1 << bit for bit, reason in enumerate(MISREPORTED_BY_BIT)}
_FROM: Final = tuple(
    tuple(
        (
            *(FROM_LEFT + (other - seat) % players - 1 for other in range(players)),
            FROM_POTS,
            FROM_POTS,
        )
        for seat in range(players)
    )
    for players in range(MOST_OPPONENTS + 2)
)
"""The place in a seat's row of what he had of each account, by the number of players and the seat."""


def tell_payments(result: Result, rows: Sequence[Row]) -> None:
    """Enter what each player had in all of each opponent, from his left round, nothing of those who were not
    there; and what he had of the two pots.
    """
    players = len(rows)
    places = _FROM[players]
    for payer, payee, amount, _, _, _ in result.payments:
        if payee < players:
            rows[payee][places[payee][payer]] += amount
        if payer < players:
            rows[payer][places[payer][payee]] -= amount


def tell_breaches(audit: Audit, rows: Sequence[Row]) -> None:
    """Enter the codes of each player's violations, and for what the record misstates what each player won or
    lost, as bits.
    """
    for violation in audit.result.violations:
        rows[violation.seat][BREACHES] |= _BREACH_BITS[violation.code]
    for difference in audit.differences:
        if difference.account < len(rows):
            rows[difference.account][MISREPORTED] |= _MISREPORTED_BITS[difference.reason]
