"""The fewest transfers that bring some accounts to nothing.

Accounts that sum to nothing among themselves can be settled with one transfer fewer than they are, and never
with fewer unless a part of them sums to nothing too. So the fewest transfers come of parting the accounts
into as many such groups as can be, which is tried over all sets of accounts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

_MOST: Final = 12
"""Of how many accounts at most every set is tried. A table has eight; only a session in which more than ten
players take turns at it has more.
"""


class Transfer(NamedTuple):
    """An amount from one account to another, each by its number."""

    payer: int
    payee: int
    amount: int


def fewest_transfers(balances: Sequence[int]) -> tuple[Transfer, ...]:
    """The fewest transfers after which every account has its balance: who has less than nothing pays, who
    has more is paid.

    Of several ways always the same is found: groups with the lowest account first, in each the largest
    debt to the largest claim. With more than twelve accounts to settle it is one transfer fewer than they
    are, which may not be the fewest. Raises ``ValueError`` if the balances do not sum to nothing.
    """
    if sum(balances):
        raise ValueError(f"the balances sum to {sum(balances)}, not to nothing")
    open_accounts = [account for account, balance in enumerate(balances) if balance]
    groups = [open_accounts]
    if len(open_accounts) <= _MOST:
        places = _most_groups([balances[account] for account in open_accounts])
        groups = [[open_accounts[place] for place in group] for group in places]
    return tuple(
        transfer for group in groups for transfer in _settled({each: balances[each] for each in group})
    )


def _most_groups(balances: Sequence[int]) -> list[list[int]]:
    """The places of the balances in as many groups as can be, each of which sums to nothing."""
    everyone = (1 << len(balances)) - 1
    sums = [0] * (everyone + 1)
    for members in range(1, everyone + 1):
        lowest = members & -members
        sums[members] = sums[members ^ lowest] + balances[lowest.bit_length() - 1]

    @cache
    def parted(members: int) -> tuple[int, ...]:
        """The groups of some places that sum to nothing, the one with the lowest place first."""
        if not members:
            return ()
        lowest, best = members & -members, tuple[int, ...]()
        rest = others = members ^ lowest
        while True:  # every set of the others, the largest first, is a group with the lowest
            if not sums[group := lowest | others]:
                found = (group, *parted(members ^ group))
                best = max(best, found, key=len)
            if not others:
                return best
            others = (others - 1) & rest

    return [[place for place in range(len(balances)) if group >> place & 1] for group in parted(everyone)]


def _settled(left: dict[int, int]) -> list[Transfer]:
    """Transfers that settle a group: each clears the account of one of the two at least."""
    transfers = []
    while any(left.values()):
        payer = min(left, key=lambda account: (left[account], account))
        payee = max(left, key=lambda account: (left[account], -account))
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        transfers.append(Transfer(payer, payee, amount))
    return transfers
