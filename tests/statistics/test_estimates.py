from __future__ import annotations

import random

import pytest

from gleek_replay.statistics import SMALL_SAMPLE, mean_of, share_of
from gleek_replay.statistics.estimates import student_quantile


def test_the_mean_of_four_nets_and_its_interval_are_those_worked_out_by_hand() -> None:
    # 6, 1, -8, 23: mean 5.5; squares 0.25 + 20.25 + 182.25 + 306.25 = 509; deviation root(509/3) = 13.0256;
    # Student's 3.182 times 13.0256 / 2 = 20.724.
    mean = mean_of([6, 1, -8, 23])
    assert mean.value == 5.5
    assert mean.deviation == pytest.approx(13.0256, abs=1e-4)
    assert (mean.low, mean.high) == pytest.approx((5.5 - 20.724, 5.5 + 20.724), abs=1e-3)
    assert mean.hands == 4
    assert mean.small


def test_no_hands_have_no_mean_and_one_hand_has_no_interval() -> None:
    none, one = mean_of([]), mean_of([7])
    assert (none.value, none.low, none.high, none.hands) == (None, None, None, 0)
    assert (one.value, one.low, one.high, one.deviation) == (7.0, None, None, None)


def test_a_sample_is_small_below_thirty_hands() -> None:
    assert mean_of([1.0] * (SMALL_SAMPLE - 1)).small
    assert not mean_of([1.0] * SMALL_SAMPLE).small
    assert share_of(1, SMALL_SAMPLE - 1).small
    assert not share_of(1, SMALL_SAMPLE).small


def test_a_share_of_none_stays_between_nothing_and_something() -> None:
    # Wilson with z = 1.96 and 0 of 30: low 0, high 3.8415 / (30 + 3.8415) = 0.1135.
    share = share_of(0, 30)
    assert share.value == 0.0
    assert share.low == pytest.approx(0.0, abs=1e-12)
    assert share.high == pytest.approx(0.1135, abs=1e-4)


def test_a_share_of_no_hands_is_unknown() -> None:
    share = share_of(0, 0)
    assert (share.value, share.low, share.high, share.small) == (None, None, None, True)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (100_000, 1.960)],
)
def test_students_quantile_agrees_with_the_printed_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=0.005)


def test_intervals_hold_the_true_mean_nineteen_times_in_twenty() -> None:
    dice = random.Random(1662)
    held = 0
    for _ in range(1_000):
        mean = mean_of([dice.choice((-12, -6, -2, 0, 3, 17)) for _ in range(60)])
        assert mean.low is not None
        assert mean.high is not None
        held += mean.low <= 0.0 <= mean.high
    assert 930 <= held <= 970
