from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.statistics.figures.bins import bins_of
from gleek_replay.statistics.figures.dressing import nice_step

AMOUNTS = st.lists(st.integers(-5_000, 5_000), min_size=1, max_size=200)


@given(AMOUNTS, st.booleans(), st.sampled_from([None, 0]))
def test_every_amount_is_in_the_bin_that_says_so(told: list[int], money: bool, around: int | None) -> None:
    amounts = np.array(told)
    bins = bins_of(amounts, 20, money=money, around=around)
    assert bins.counts.sum() == len(told)
    for amount, place in zip(told, bins.places, strict=True):
        low, high = bins.ends(int(place))
        assert low is None or amount >= low
        assert high is None or amount <= high


@given(AMOUNTS, st.sampled_from([None, 0]))
def test_bins_are_beside_each_other_and_not_too_many(told: list[int], around: int | None) -> None:
    bins = bins_of(np.array(told), 20, around=around)
    assert (bins.low[1:] == bins.high[:-1] + 1).all()
    assert len(bins) <= 23


def test_nothing_has_a_bin_of_its_own() -> None:
    bins = bins_of(np.arange(-50, 51), 10, around=0)
    ends = list(zip(bins.low.tolist(), bins.high.tolist(), strict=True))
    assert ends[ends.index((0, 0)) - 1 :][:3] == [(-20, -1), (0, 0), (1, 20)]


def test_the_few_amounts_far_out_are_in_open_bins() -> None:
    bins = bins_of(np.array([*range(1, 1001), 100_000]), 10)
    assert bins.ends(len(bins) - 1)[1] is None
    assert bins.ends(0)[0] is not None


@pytest.mark.parametrize("money", [False, True])
def test_steps_are_round(money: bool) -> None:
    steps = [nice_step(least, money=money) for least in (0.2, 3, 30, 300, 3_000)]
    assert steps == ([1, 4, 48, 480, 4_800] if money else [1, 5, 50, 500, 5_000])
