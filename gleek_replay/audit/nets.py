"""What accounts gained or lost by payments, in counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from gleek_replay.engine import Reason

Nets: TypeAlias = Mapping[Reason, Sequence[int]]
"""What each account gained or lost, for each reason that occurs."""


def nets_by_reason(payments: Iterable[tuple[int, int, int, Reason]], accounts: int) -> Nets:
    """The nets of so many accounts by payments: payer, payee, amount and reason."""
    found: dict[Reason, list[int]] = {}
    for payer, payee, amount, reason in payments:
        net = found.get(reason)
        if net is None:
            net = found[reason] = [0] * accounts
        net[payer] -= amount
        net[payee] += amount
    return found


def nets_in_all(nets: Nets, accounts: int) -> list[int]:
    """What each of so many accounts gained or lost for all reasons together."""
    return list(map(sum, zip(*nets.values(), strict=True))) if nets else [0] * accounts
