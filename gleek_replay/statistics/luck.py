"""Luck and skill apart: what of a player's results was in the cards dealt, taken away.

What was dealt is a control variate. Every luck field of a line has the mean 0, whoever the player is and
however he plays, for a fair deal favours nobody, and the fields of one hand add up to nothing over its
players. So ``net - coefficients @ fields`` has the same mean as ``net``, whatever the coefficients are, and
scatters the less, the better they say what cards are worth. They are found by least squares over all players'
lines, for each preset and number of players. There is no intercept: it would be skill, or the pots.

That needs coefficients that know nothing of the hand they are used on. Had they been fitted to it, the
fields would answer for part of what the player did himself: with 20 fields, 600 lines and three players about
one part in twenty of his edge. So hands fall into two halves, and the fields of each are weighed by what the
*other* half showed. The variance removed is told from the same two, out of sample therefore.

The seat is part of what is dealt: who was eldest more often than others has had that luck too. Over all
players of a hand the luck adds up to nothing: what is given to some is taken from the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gleek_replay.audit.facts.layout import LUCK_FIELDS, PRESETS_BY_CODE, Mark, Standing
from gleek_replay.statistics.columns import Column, Lines, Mask
from gleek_replay.statistics.intervals import bounds_of_means, moments_of
from gleek_replay.statistics.money import farthings_a_counter

FEWEST_HANDS: Final = 200
"""A fit needs so many: it removes then nine tenths of what one from thousands of hands does."""
LARGEST_NET: Final = 1_000
"""Lines with a larger net, either way, teach a fit nothing: one of them would outweigh hundreds of others."""

_DECIMALS: Final = 6
_TOLD_APART: Final = 1e-9
"""Fields that go together but for so much of their variance are weighed together."""
_MIXED: Final = np.uint64(0x9E37_79B9_7F4A_7C15)
_TOP_BIT: Final = np.uint64(63)

_Numbers: TypeAlias = NDArray[np.float64]


class LeftOut(StrEnum):
    """Why of a hand that counts it is not told what was luck."""

    UNFINISHED = "unfinished"
    """It was not scored."""
    HIDDEN = "hidden"
    """Some of the cards dealt are not known."""
    NO_FIT = "no_fit"
    """There is no fit for its preset and number of players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckFit:
    """What the cards dealt are worth by a preset with so many players, in counters for each unit of the
    :data:`LUCK_FIELDS`: ``coefficients`` has those for the hands of the first and of the second half, each
    made from the other.

    ``hands`` were looked at. ``removed`` is the share of the variance of their nets that the fields account
    for, out of sample: below 0 if they do worse than nothing. A fit is never changed; another of the same
    preset and number has a higher ``version``.
    """

    preset: str
    players: int
    version: int
    hands: int
    removed: float
    coefficients: tuple[tuple[float, ...], tuple[float, ...]]


class TooFewHands(Exception):
    """There are not :data:`FEWEST_HANDS` to make a fit from."""


class LuckSums:
    """What a fit is made of, added up over lines of one preset and number of players: exact whole numbers, so
    that neither the order nor the portions matter in which they come, and as few of them for a million hands
    as for one.
    """

    __slots__ = ("_halves", "hands", "players", "preset")

    def __init__(self, preset: str, players: int) -> None:
        self.preset, self.players = preset, players
        self.hands = 0
        self._halves = np.zeros((2, len(LUCK_FIELDS) + 1, len(LUCK_FIELDS) + 1), dtype=np.int64)
        """By half, the sums of the products of the luck fields and the net, each with each."""

    def add(self, lines: Lines) -> None:
        """Take in at most some 100,000 lines; those of which luck cannot be told are passed over."""
        told = lines.where(_countable(lines))
        self.hands += int(np.count_nonzero(told["seat"] == 0))
        told = told.where((told["net"] <= LARGEST_NET) & (told["net"] >= -LARGEST_NET))
        table = np.column_stack((_fields(told), told["net"]))
        halves = _half_of(told)
        for half in (0, 1):
            mine = table[halves == half]
            self._halves[half] += (mine.T @ mine).astype(np.int64)  # whole numbers below 2**53: exact

    def fit(self, version: int) -> LuckFit:
        """The fit of these lines; raises :class:`TooFewHands`."""
        if self.hands < FEWEST_HANDS:
            raise TooFewHands
        first, second = (half.astype(np.float64) for half in self._halves)
        for_first, for_second = _solved(second), _solved(first)
        left = _squares_left(first, for_first) + _squares_left(second, for_second)
        whole = first[-1, -1] + second[-1, -1]
        return LuckFit(
            preset=self.preset,
            players=self.players,
            version=version,
            hands=self.hands,
            removed=float(1 - left / whole) if whole else 0.0,
            coefficients=(tuple(for_first.tolist()), tuple(for_second.tolist())),
        )


def by_table(lines: Lines) -> Iterator[tuple[str, int, Lines]]:
    """Lines parted by preset and number of players."""
    tables = lines["preset"].astype(np.int64) << 8 | lines["players"]
    for table in np.unique(tables).tolist():
        yield PRESETS_BY_CODE[table >> 8], table & 0xFF, lines.where(tables == table)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """Hands with what they would have brought with ordinary cards.

    ``told`` is of which of the lines that can be told, ``lines`` are those, and ``net`` is what each of them
    comes to then, in counters or farthings. ``left_out`` counts the other hands that were not ruled void;
    ``fits`` are those that were used.
    """

    told: Mask
    lines: Lines
    net: _Numbers
    left_out: Mapping[LeftOut, int]
    fits: tuple[LuckFit, ...]
    money: bool

    @property
    def real(self) -> Column:
        """What each of the hands brought really, in the same unit as ``net``."""
        return self.lines["net"] * _unit(self.lines, money=self.money)


def adjusted(lines: Lines, fits: Collection[LuckFit], *, money: bool = False) -> Adjusted:
    """What hands would have brought with ordinary cards, by the fit for each one's preset and number of
    players; with ``money`` in farthings.
    """
    countable, told = _countable(lines), np.zeros(len(lines), dtype=np.bool_)
    luck = np.zeros(len(lines))
    used = []
    for fit in fits:
        code = PRESETS_BY_CODE.index(fit.preset)
        at_table = countable & (lines["preset"] == code) & (lines["players"] == fit.players)
        if at_table.any():
            told |= at_table
            luck[at_table] = _luck(lines.where(at_table), fit)
            used.append(fit)
    mine = lines.where(told)
    return Adjusted(
        told=told,
        lines=mine,
        net=(mine["net"] - luck[told]) * _unit(mine, money=money),
        left_out=_left_out(lines, countable & ~told),
        fits=tuple(used),
        money=money,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NetAHand:
    """The mean net of some hands with the standard deviation of a single one and the ends of its 95 %
    interval; ``small`` as in :class:`gleek_replay.statistics.measures.estimate.Estimate`.
    """

    value: float | None
    deviation: float | None
    low: float | None
    high: float | None
    small: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """What of a player's results was luck, over the ``hands`` of which it can be told, by these ``fits``.

    ``luck`` is what the cards dealt brought him in all. ``real`` and ``adjusted`` are his net a hand with and
    without it; ``removed`` is the share of the variance that goes with it, ``None`` if there is none.
    """

    hands: int
    left_out: Mapping[LeftOut, int]
    fits: tuple[LuckFit, ...]
    luck: float
    real: NetAHand
    adjusted: NetAHand
    removed: float | None


def tell_luck(of: Adjusted) -> Luck:
    """Sum up what of some results was luck."""
    real, without = _net_a_hand(of.real), _net_a_hand(of.net)
    return Luck(
        hands=len(of.net),
        left_out=of.left_out,
        fits=of.fits,
        luck=float((of.real - of.net).sum()),
        real=real,
        adjusted=without,
        removed=1 - (without.deviation / real.deviation) ** 2
        if real.deviation and without.deviation is not None
        else None,
    )


def _countable(lines: Lines) -> Mask:
    """Of which hands it is known what was dealt and what came of it."""
    mask: Mask = lines.marked(Mark.DEAL_KNOWN | Mark.COMPLETE) & lines.stands(Standing.COUNTS)
    return mask


def _left_out(lines: Lines, without_fit: Mask) -> Mapping[LeftOut, int]:
    counts, complete = lines.stands(Standing.COUNTS), lines.marked(Mark.COMPLETE)
    by_reason = Counter(
        {
            LeftOut.UNFINISHED: int(np.count_nonzero(counts & ~complete)),
            LeftOut.HIDDEN: int(np.count_nonzero(counts & complete & ~lines.marked(Mark.DEAL_KNOWN))),
            LeftOut.NO_FIT: int(np.count_nonzero(without_fit)),
        }
    )
    return +by_reason


def _fields(lines: Lines) -> _Numbers:
    """The luck fields of each line, a row each."""
    return np.array([lines[field] for field in LUCK_FIELDS], dtype=np.float64).T


def _half_of(lines: Lines) -> NDArray[np.uint8]:
    """Which half each hand is in, 0 or 1: as good as drawn, but always the same for the same hand."""
    keys = lines["hand_key"].view(np.uint64)
    return (keys * _MIXED >> _TOP_BIT).astype(np.uint8)


def _luck(lines: Lines, fit: LuckFit) -> _Numbers:
    """What the cards dealt brought in each hand, in counters."""
    # By einsum and not @, which would wake the threads of a library for a millisecond's work.
    for_first, for_second = np.einsum("hf,cf->ch", _fields(lines), np.array(fit.coefficients))
    luck: _Numbers = np.where(_half_of(lines) == 0, for_first, for_second)
    return luck


def _solved(sums: _Numbers) -> _Numbers:
    """The coefficients that leave the least squares. Of fields that these lines do not tell apart, as where a
    preset knows no small trumps, they are the smallest such.
    """
    products, with_net = sums[:-1, :-1], sums[:-1, -1]
    scale = np.sqrt(np.diag(products))
    scale[scale == 0] = 1.0
    inverse = np.linalg.pinv(products / np.outer(scale, scale), rcond=_TOLD_APART, hermitian=True)
    solved: _Numbers = np.round(inverse @ (with_net / scale) / scale, _DECIMALS)
    return solved


def _squares_left(sums: _Numbers, coefficients: _Numbers) -> float:
    """The sum of the squares of the nets that the coefficients leave."""
    signed = np.append(-coefficients, 1.0)
    return float(signed @ sums @ signed)


def _unit(lines: Lines, *, money: bool) -> Column | int:
    return farthings_a_counter(lines) if money else 1


def _net_a_hand(nets: Column) -> NetAHand:
    moments = moments_of(nets)
    bounds = bounds_of_means(moments)
    numbers = (moments.mean, moments.deviation, bounds.low, bounds.high)
    value, deviation, low, high = (None if np.isnan(number[0]) else float(number[0]) for number in numbers)
    return NetAHand(value=value, deviation=deviation, low=low, high=high, small=bool(bounds.small[0]))
