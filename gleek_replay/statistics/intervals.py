"""95 % intervals that keep their word for the numbers of a card game: skewed, and made by rare events.

Hands are taken as independent draws. That is nearly so for one player at one table, and it is the assumption
under which every interval here is to be read. Everything works on many samples at once, one to each place of
the arrays.

- Of a mean: Hall's transformation takes the skewness out of Student's statistic (P. Hall, "On the Removal of
  Skewness by Transformation", 1992). Student's degrees of freedom are the hands divided by their kurtosis,
  since where a few hands make the scatter, little is known of it: a third of the hands of a normal sample,
  and of one in which hardly anything happens about as many as there are events.
- Of a share: Wilson's score interval with the correction for continuity (R. G. Newcombe, "Two-sided
  Confidence Intervals for the Single Proportion", 1998), which covers it in 94.5 % of samples or more,
  whatever the share and however few the hands (94.9 % from twenty hands on).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

SMALL_SAMPLE: Final = 30
"""Below so many hands a number is flagged: its interval is wide and rests on few deals."""
FEWEST_EVENTS: Final = 15
"""A mean is flagged too if fewer of its hands add to it: where most bring nothing, these are all there is."""

NORMAL_QUANTILE: Final = 1.959963984540054
_NEARLY_SYMMETRIC: Final = 1e-6

Numbers: TypeAlias = NDArray[np.float64]


class Moments(NamedTuple):
    """What intervals of means are made of: how many hands, how many of them are not nothing, their mean, and
    the sums of the second, third and fourth powers of the deviations from it.
    """

    hands: Numbers
    events: Numbers
    mean: Numbers
    squares: Numbers
    cubes: Numbers
    fourths: Numbers

    @property
    def deviation(self) -> Numbers:
        """The standard deviation of a single hand; not a number for fewer than two."""
        return np.sqrt(_over(self.squares, np.maximum(self.hands - 1, 0)))


class Bounds(NamedTuple):
    """The ends of 95 % intervals, not a number where there are none, and which samples are too small to mean
    much.
    """

    low: Numbers
    high: Numbers
    small: NDArray[np.bool_]


def moments_of(values: NDArray[Any]) -> Moments:
    """The moments of one sample."""
    numbers = values.astype(np.float64)
    mean = numbers.mean() if len(numbers) else np.nan
    off = numbers - mean
    squared = off * off
    pairs = ((off, off), (squared, off), (squared, squared))
    sums = [np.einsum("i,i->", one, other) for one, other in pairs]  # which keeps no products
    return Moments(*map(_single, (len(numbers), int(np.count_nonzero(values)), mean, *sums)))


def moments_by(values: NDArray[Any], places: NDArray[np.intp], samples: int) -> Moments:
    """The moments of many samples: each value belongs to the sample at its place."""

    def total(weights: Numbers) -> Numbers:
        return np.bincount(places, weights=weights, minlength=samples).astype(np.float64)

    hands = total(np.ones(len(values)))
    mean = _over(total(values.astype(np.float64)), hands)
    off = values - mean[places]
    squared = off * off
    events = total((values != 0).astype(np.float64))
    return Moments(hands, events, mean, total(squared), total(squared * off), total(squared * squared))


def joined(moments: Sequence[Moments]) -> Moments:
    """The moments of several samples, one after the other."""
    return Moments(*map(np.concatenate, zip(*moments, strict=True)))


def bounds_of_means(moments: Moments) -> Bounds:
    """The intervals of the means; none where fewer than two hands, or hands all alike, show no scatter."""
    hands, events, mean, squares, cubes, fourths = moments
    scattered = (hands > 1) & (squares > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.where(scattered, moments.deviation / np.sqrt(hands), np.nan)
        lean = np.where(scattered, cubes / squares**1.5, 0.0)
        freedom = np.where(scattered, squares**2 / fourths, 1.0)
    reach = student_quantiles(np.clip(freedom, 1, np.maximum(hands - 1, 1)))
    return Bounds(
        mean - error * _unskewed(reach, lean),
        mean - error * _unskewed(-reach, lean),
        (hands < SMALL_SAMPLE) | (events < FEWEST_EVENTS) | ~scattered,
    )


def bounds_of_shares(counts: Numbers, of: Numbers, hands: Numbers) -> Bounds:
    """The intervals of shares, ``counts`` of so many; none of nothing. Only the flag depends on ``hands``:
    of what comes several to a hand, :func:`crowding` says first how many it is.
    """
    square = NORMAL_QUANTILE**2
    with np.errstate(divide="ignore", invalid="ignore"):
        share = counts / of
        weight = 2 * (of + square)
        below = square - 2 - 1 / of + 4 * share * (of - counts + 1)
        above = square + 2 - 1 / of + 4 * share * (of - counts - 1)
        low = (2 * counts + square - 1 - NORMAL_QUANTILE * np.sqrt(np.maximum(below, 0))) / weight
        high = (2 * counts + square + 1 + NORMAL_QUANTILE * np.sqrt(np.maximum(above, 0))) / weight
    low = np.where(counts > 0, np.clip(low, 0, 1), np.where(of > 0, 0.0, np.nan))
    high = np.where(counts < of, np.clip(high, 0, 1), np.where(of > 0, 1.0, np.nan))
    return Bounds(low, high, hands < SMALL_SAMPLE)


def crowding(counts: Numbers, of: Numbers, hands: Numbers, squares: Numbers) -> Numbers:
    """By how much fewer independent things those of a share count, if they come several to a hand: the
    variance of the share from hand to hand, by that of as many independent things; at least 1.

    ``squares`` is the sum, over the hands, of the squares of how far each is off the share: what it has of
    the ``counts``, less the share of what it has ``of`` the things.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        as_independent = counts * (of - counts) / of
        found = squares * hands / (hands - 1) / as_independent
    return np.where(as_independent > 0, np.fmax(found, 1.0), 1.0)


def student_quantiles(freedom: Numbers) -> Numbers:
    """The 97.5 % points of Student's distribution, to about 0.005; not only for whole degrees of freedom.

    From five degrees on by the expansion around the normal quantile (Abramowitz and Stegun 26.7.5), below
    by the printed tables.
    """
    z = NORMAL_QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    expanded = z + first / freedom + second / freedom**2 + third / freedom**3
    printed = np.interp(1 / freedom, (1 / 5, 1 / 4, 1 / 3, 1 / 2, 1), (2.571, 2.776, 3.182, 4.303, 12.706))
    return np.where(freedom >= 5, expanded, printed)


def _unskewed(quantile: Numbers, lean: Numbers) -> Numbers:
    """The point of Student's statistic that has come to ``quantile`` once the skewness is out of it; ``lean``
    is the skewness divided by the root of the hands.
    """
    steep = np.where(np.abs(lean) < _NEARLY_SYMMETRIC, 1.0, lean)
    bent = 3 * (np.cbrt(1 + steep * (quantile - steep / 6)) - 1) / steep
    return np.where(np.abs(lean) < _NEARLY_SYMMETRIC, quantile, bent)


def _over(amounts: Numbers, divisors: Numbers) -> Numbers:
    """Divided, and not a number where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(divisors > 0, amounts / divisors, np.nan)


def _single(number: float) -> Numbers:
    return np.array([number], dtype=np.float64)
