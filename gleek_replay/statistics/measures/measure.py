"""What a measure is: a statistic of hands, with its numerator and its named denominator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gleek_replay.audit.facts.layout import Standing
from gleek_replay.statistics.columns import Column, Lines, Mask


class Group(StrEnum):
    """What a measure is about."""

    RESULTS = "results"
    STAGES = "stages"
    AUCTION = "auction"
    VYING = "vying"
    DECLARATIONS = "declarations"
    TRICKS = "tricks"
    SEATS = "seats"
    HONESTY = "honesty"


class Unit(StrEnum):
    """What a measure is counted in."""

    COUNTERS = "counters"
    FARTHINGS = "farthings"
    """Counters by the coin that they stood for."""
    SHARE = "share"
    """From 0 to 1."""
    POINTS = "points"
    TRICKS = "tricks"
    CARDS = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A statistic: what ``values`` adds up over the hands it is taken ``among``, for each of those hands.

    ``numerator`` and ``denominator`` say in words what is added up, and over what: hands, unless it is a
    share of what comes several to a hand, of which ``per`` says how many. ``values`` of a share of hands are
    a mask. All three work on whole columns. ``rests_on_cards`` warns that it tells of cards that may stay
    hidden at the table; if they decide already which hands it is taken ``among``, ``openly`` are those from
    which they choose.
    """

    name: str
    group: Group
    title: str
    unit: Unit
    numerator: str
    denominator: str
    values: Callable[[Lines], Column]
    among: Callable[[Lines], Mask]
    per: Callable[[Lines], Column] | None = None
    rests_on_cards: bool = False
    openly: Callable[[Lines], Mask] | None = None

    @property
    def counts_hands(self) -> bool:
        """Whether it is a share of hands: each is in it or not."""
        return self.unit is Unit.SHARE and self.per is None

    def hands(self, lines: Lines) -> Mask:
        """In which hands it can be told: those it is taken among that were not ruled void."""
        mask: Mask = self.among(lines) & lines.stands(Standing.COUNTS)
        return mask

    def hands_openly(self, lines: Lines) -> Mask:
        """The same hands, with those that only cards tell apart from them which may stay hidden."""
        mask: Mask = (self.openly or self.among)(lines) & lines.stands(Standing.COUNTS)
        return mask


def every_hand(lines: Lines) -> Mask:
    """All hands."""
    return np.ones(len(lines), dtype=np.bool_)


def column(field: str) -> Callable[[Lines], Column]:
    """The values of a field."""
    return lambda lines: lines[field]
