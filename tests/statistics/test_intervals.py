from __future__ import annotations

import math

import numpy as np
import pytest

from gleek_replay.statistics.intervals import (
    Moments,
    bounds_of_means,
    bounds_of_shares,
    crowding,
    joined,
    moments_by,
    moments_of,
    student_quantiles,
)


def shares(counts: list[float], of: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the intervals of some shares."""
    low, high, _ = bounds_of_shares(np.array(counts, dtype=float), np.array(of, dtype=float), np.array(of))
    return low, high


def test_intervals_of_shares_are_those_that_newcombe_prints() -> None:
    # R. G. Newcombe (1998), table I, method 4
    low, high = shares([81, 15, 0, 1], [263, 148, 20, 29])
    assert low == pytest.approx([0.2535, 0.0598, 0.0, 0.0018], abs=1e-4)
    assert high == pytest.approx([0.3682, 0.1644, 0.2005, 0.1963], abs=1e-4)


def test_all_and_none_are_each_others_mirror_and_a_share_of_nothing_has_no_interval() -> None:
    low, high = shares([0, 20, 0], [20, 20, 0])
    assert (low[0], high[1]) == (0.0, 1.0)
    assert high[0] == pytest.approx(1 - low[1])
    assert math.isnan(low[2])
    assert math.isnan(high[2])


@pytest.mark.parametrize("hands", [20, 30, 50, 200])
def test_a_share_is_within_its_interval_in_949_of_1000_samples_whatever_it_is(hands: int) -> None:
    counts = np.arange(hands + 1)
    low, high = shares(list(counts), [hands] * (hands + 1))
    for share in np.concatenate([np.linspace(0.0005, 0.9995, 400), low[1:] - 1e-9, high[:-1] + 1e-9]):
        chances = np.array([math.comb(hands, k) for k in counts], dtype=float)
        chances *= share**counts * (1 - share) ** (hands - counts)
        assert chances[(low <= share) & (share <= high)].sum() > 0.9489


def test_what_comes_several_to_a_hand_counts_for_less_where_it_goes_together() -> None:
    # two to a hand, both or neither: half as many as there are independent ones, but for 40 / 39
    values, of = np.array([2, 0] * 20), np.full(40, 2)
    squares = float(((values - 0.5 * of) ** 2).sum())
    counts, parts, hands = (np.array([number]) for number in (40.0, 80.0, 40.0))
    assert crowding(counts, parts, hands, np.array([squares])) == pytest.approx([2 * 40 / 39])
    # one of two in every hand scatters less than independent ones would: they count as they are
    assert crowding(counts, parts, hands, np.array([0.0])) == pytest.approx([1.0])


def test_a_symmetric_mean_has_students_interval() -> None:
    # -1 and 1 fifteen times each: deviation root(30/29), Student's quantile of 29 degrees 2.0452
    low, high, small = bounds_of_means(moments_of(np.array([-1, 1] * 15)))
    reach = 2.0452 * math.sqrt(30 / 29 / 30)
    assert low == pytest.approx([-reach], abs=1e-3)
    assert high == pytest.approx([reach], abs=1e-3)
    assert not small


def test_the_mean_of_a_rare_event_has_the_lopsided_interval_of_its_number() -> None:
    # twenty hands of four hundred: Poisson's exact interval of twenty events is from 12.22 to 30.89
    low, high, small = bounds_of_means(moments_of(np.array([1] * 20 + [0] * 380)))
    assert float(low[0]) * 400 == pytest.approx(12.22, abs=0.8)
    assert float(high[0]) * 400 == pytest.approx(30.89, abs=1.5)
    assert not small


def test_a_mirror_image_has_the_mirrored_interval() -> None:
    numbers = np.array([1, 2, 2, 3, 9, 30] * 6)
    low, high, _ = bounds_of_means(moments_of(numbers))
    mirrored_low, mirrored_high, _ = bounds_of_means(moments_of(-numbers))
    assert mirrored_low == pytest.approx(-high)
    assert mirrored_high == pytest.approx(-low)


def test_no_interval_is_told_where_nothing_scatters() -> None:
    for numbers in ([], [7], [5] * 40, [0] * 40):
        low, high, small = bounds_of_means(moments_of(np.array(numbers, dtype=np.int64)))
        assert np.isnan([low, high]).all()
        assert small.all()


@pytest.mark.parametrize(
    ("numbers", "small"),
    [
        ([3, -3] * 14 + [1], True), ([3, -3] * 15, False),
        ([8] * 14 + [0] * 86, True), ([8] * 15 + [0] * 85, False),
    ],
    ids=["29 hands", "30 hands", "14 events", "15 events"],
)  # fmt: skip
def test_a_mean_is_small_below_thirty_hands_or_fifteen_that_add_to_it(
    numbers: list[int], small: bool
) -> None:
    assert bool(bounds_of_means(moments_of(np.array(numbers))).small[0]) is small


def test_samples_reckoned_together_are_those_reckoned_alone() -> None:
    dice = np.random.default_rng(3)
    values, places = dice.integers(-9, 30, 200), dice.integers(0, 4, 200)
    together = moments_by(values, places, 5)
    alone = joined([moments_of(values[places == place]) for place in range(5)])
    for column, other in zip(together, alone, strict=True):
        assert column == pytest.approx(other, nan_ok=True)


def test_sums_that_do_not_fit_do_not_pass_for_scatter() -> None:
    one = np.array([1.0])
    none = Moments(one * 40, one * 40, one * 5, one * 0, one * 0, one * 0)
    assert np.isnan(bounds_of_means(none).low).all()


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (100_000, 1.960)],
)
def test_students_quantile_agrees_with_the_printed_tables(freedom: float, quantile: float) -> None:
    assert student_quantiles(np.array([float(freedom)])) == pytest.approx([quantile], abs=0.005)


def test_students_quantile_falls_from_one_whole_degree_of_freedom_to_the_next() -> None:
    quantiles = student_quantiles(np.arange(1, 40, 0.25))
    assert (np.diff(quantiles) < 0).all()
