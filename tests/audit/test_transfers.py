"""The fewest transfers: held against all ways to group the accounts, and against all ways to pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit.transfers import Transfer, fewest_transfers


def balanced(most: int, largest: int) -> st.SearchStrategy[list[int]]:
    """Balances that sum to nothing, the last making up for the others."""
    amounts = st.integers(-largest, largest)
    return st.lists(amounts, max_size=most - 1).map(lambda some: [*some, -sum(some)])


def after(balances: Sequence[int], transfers: Sequence[Transfer]) -> list[int]:
    """What is still to be settled after some transfers."""
    left = list(balances)
    for payer, payee, amount in transfers:
        left[payer] += amount
        left[payee] -= amount
    return left


def partitions(places: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to part some places into groups."""
    if not places:
        yield []
        return
    first, *rest = places
    for groups in partitions(rest):
        yield [[first], *groups]
        for number, group in enumerate(groups):
            yield [*groups[:number], [first, *group], *groups[number + 1 :]]


def fewest_by_partitions(balances: Sequence[int]) -> int:
    """The fewest transfers, by trying every way to part the accounts into groups that sum to nothing."""
    return min(
        sum(len(group) - 1 for group in groups)
        for groups in partitions(range(len(balances)))
        if all(sum(balances[place] for place in group) == 0 for group in groups)
    )


def can_be_paid(balances: Sequence[int], transfers: int) -> bool:
    """Whether so many transfers can do it, by trying every payment that could be made."""
    if not any(balances):
        return True
    if not transfers:
        return False
    largest = sum(balance for balance in balances if balance > 0)
    return any(
        can_be_paid(after(balances, [Transfer(one, other, amount)]), transfers - 1)
        for one, other in combinations(range(len(balances)), 2)
        for amount in range(-largest, largest + 1)
        if amount
    )


@given(balanced(8, 20))
def test_the_transfers_settle_every_account_and_are_the_fewest(balances: list[int]) -> None:
    transfers = fewest_transfers(balances)
    assert not any(after(balances, transfers))
    assert all(amount > 0 for _, _, amount in transfers)
    assert len(transfers) == fewest_by_partitions(balances)
    assert fewest_transfers(balances) == transfers


@given(balanced(4, 3))
def test_no_way_to_pay_needs_fewer(balances: list[int]) -> None:
    transfers = len(fewest_transfers(balances))
    assert can_be_paid(balances, transfers)
    assert not transfers or not can_be_paid(balances, transfers - 1)


@given(balanced(8, 20))
def test_who_owes_only_pays_and_who_is_owed_is_only_paid(balances: list[int]) -> None:
    for payer, payee, _ in fewest_transfers(balances):
        assert balances[payer] < 0 < balances[payee]


@given(st.lists(st.integers(-9, 9), min_size=13, max_size=20).map(lambda some: [*some, -sum(some)]))
def test_of_very_many_accounts_all_are_settled_with_one_transfer_fewer(balances: list[int]) -> None:
    transfers = fewest_transfers(balances)
    assert not any(after(balances, transfers))
    assert len(transfers) <= max(sum(map(bool, balances)) - 1, 0)


def test_groups_that_settle_among_themselves_are_found() -> None:
    assert fewest_transfers([5, -3, 3, -5, 0]) == (Transfer(3, 0, 5), Transfer(1, 2, 3))


def test_nothing_to_settle_needs_no_transfer() -> None:
    assert fewest_transfers([0, 0, 0]) == ()
    assert fewest_transfers([]) == ()


def test_what_does_not_sum_to_nothing_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        fewest_transfers([3, -2])
