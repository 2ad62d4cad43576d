"""Numbers that come with their sample: a mean or a share, its 95 % interval, and a warning.

How the intervals are made, and what they take for granted: :mod:`gleek_replay.statistics.intervals`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gleek_replay.statistics.intervals import bounds_of_shares
from gleek_replay.statistics.measures import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """The mean of ``hands`` numbers, in counters (or tricks, or points) a hand.

    ``low`` and ``high`` bound the 95 % interval, ``None`` where the hands show no scatter; ``deviation``,
    that of a single hand, is ``None`` for fewer than two hands, ``value`` for none at all. ``small`` warns
    that the sample is too small to mean much.
    """

    hands: int
    value: float | None
    deviation: float | None
    low: float | None
    high: float | None
    small: bool

    @classmethod
    def known(
        cls, hands: int, value: float, deviation: float, low: float, high: float, *, small: bool
    ) -> Mean:
        """From numbers of which those that are not known are not a number."""
        return cls(
            hands=hands,
            value=known(value),
            deviation=known(deviation),
            low=known(low),
            high=known(high),
            small=small,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """``count`` of ``hands``, as a proportion with its 95 % interval; ``None`` of no hands."""

    count: int
    hands: int
    value: float | None
    low: float | None
    high: float | None
    small: bool


def mean_in(estimate: Estimate) -> Mean:
    """A mean over hands as an estimate has it."""
    return Mean(
        hands=estimate.denominator,
        value=estimate.value,
        deviation=estimate.deviation,
        low=estimate.low,
        high=estimate.high,
        small=estimate.small,
    )


def share_in(estimate: Estimate) -> Share:
    """A share of hands as an estimate has it."""
    return Share(
        count=estimate.numerator,
        hands=estimate.denominator,
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        small=estimate.small,
    )


def judge_luck(net_a_hand: Mean) -> str:
    """How much to make of a net a hand, in one sentence for a reader."""
    if net_a_hand.low is None or net_a_hand.high is None:
        return "Too few hands to say anything about luck."
    if net_a_hand.small:
        return f"Only {net_a_hand.hands} hands: the fall of the cards decides such a sample."
    if net_a_hand.low > 0:
        return "More was won than luck alone would usually bring."
    if net_a_hand.high < 0:
        return "More was lost than bad luck alone would usually cost."
    return "A result that luck alone could have brought: the interval reaches across zero."


def known(number: float) -> float | None:
    """A number, or ``None`` for what is not one."""
    return None if math.isnan(number) else number


def share_of(count: int, hands: int) -> Share:
    """So many of the hands, with the interval of :mod:`gleek_replay.statistics.intervals`.

    >>> share = share_of(81, 263)
    >>> round(share.value, 3), round(share.low, 3), round(share.high, 3)
    (0.308, 0.253, 0.368)
    """
    counts, of = np.array([count], dtype=np.float64), np.array([hands], dtype=np.float64)
    low, high, small = bounds_of_shares(counts, of, of)
    return Share(
        count=count,
        hands=hands,
        value=count / hands if hands else None,
        low=known(float(low[0])),
        high=known(float(high[0])),
        small=bool(small[0]),
    )
