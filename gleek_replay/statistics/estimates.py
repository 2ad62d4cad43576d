"""Numbers that come with their sample: a mean or a share, its 95 % interval, and a warning.

Hands are taken as independent draws. That is nearly so for one player at one table, and it is the
assumption under which every interval here is to be read.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SMALL_SAMPLE: Final = 30
"""Below so many hands a number is flagged: its interval is wide and rests on few deals."""

_NORMAL_QUANTILE: Final = 1.959963984540054
_STUDENT_QUANTILES: Final = (12.706, 4.303, 3.182, 2.776)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """The mean of ``hands`` numbers, in counters (or tricks, or points) a hand.

    ``low`` and ``high`` bound the 95 % interval; they and ``deviation`` (of a single hand) are ``None``
    for fewer than two hands, ``value`` for none at all. ``small`` warns that the sample is too small
    to mean much.
    """

    hands: int
    value: float | None
    deviation: float | None
    low: float | None
    high: float | None
    small: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """``count`` of ``hands``, as a proportion with its 95 % interval (Wilson's); ``None`` of no hands."""

    count: int
    hands: int
    value: float | None
    low: float | None
    high: float | None
    small: bool


def mean_of(numbers: Sequence[float]) -> Mean:
    """The mean with its interval by Student's distribution.

    >>> mean = mean_of([1, 2, 3, 4, 5])
    >>> mean.value, round(mean.low, 2), round(mean.high, 2)
    (3.0, 1.04, 4.96)
    """
    hands = len(numbers)
    value = math.fsum(numbers) / hands if hands else None
    deviation = low = high = None
    if value is not None and hands > 1:
        deviation = statistics.stdev(numbers)
        reach = student_quantile(hands - 1) * deviation / math.sqrt(hands)
        low, high = value - reach, value + reach
    return Mean(hands=hands, value=value, deviation=deviation, low=low, high=high, small=hands < SMALL_SAMPLE)


def share_of(count: int, hands: int) -> Share:
    """The proportion with Wilson's interval, which stays within 0 and 1 and is fair to rare events.

    >>> share = share_of(10, 100)
    >>> share.value, round(share.low, 3), round(share.high, 3)
    (0.1, 0.055, 0.174)
    """
    if not hands:
        return Share(count=count, hands=0, value=None, low=None, high=None, small=True)
    value, z = count / hands, _NORMAL_QUANTILE
    weight = 1 + z * z / hands
    centre = (value + z * z / (2 * hands)) / weight
    reach = z / weight * math.sqrt(value * (1 - value) / hands + z * z / (4 * hands * hands))
    return Share(
        count=count,
        hands=hands,
        value=value,
        low=max(0.0, centre - reach),
        high=min(1.0, centre + reach),
        small=hands < SMALL_SAMPLE,
    )


def student_quantile(freedom: int) -> float:
    """The 97.5 % point of Student's distribution with ``freedom`` degrees of freedom, to about 0.005.

    From five degrees on by the expansion around the normal quantile (Abramowitz and Stegun 26.7.5).
    """
    if freedom <= len(_STUDENT_QUANTILES):
        return _STUDENT_QUANTILES[freedom - 1]
    z = _NORMAL_QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
