"""What hands come to one after the other: the best and the worst, the longest runs and the deepest fall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np

from gleek_replay.audit.facts.layout import Mark, Standing
from gleek_replay.statistics.columns import Column, Lines
from gleek_replay.statistics.filters import moment_of
from gleek_replay.statistics.money import farthings_a_counter


@dataclass(frozen=True, slots=True, kw_only=True)
class HandThere:
    """A hand to be looked up, with what it brought."""

    hand_key: int
    played_at: datetime
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Hands one after the other that were all won, or all lost; ``net`` is that of them all."""

    hands: int
    net: int
    first: HandThere
    last: HandThere


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawdown:
    """How far the running net ever fell from a height: by ``amount``, in so many ``hands``, to that after the
    hand ``lowest``. ``highest`` is the hand after which it stood at that height, ``None`` for the
    beginning; ``recovered`` that it has been as high since.
    """

    amount: int
    hands: int
    highest: HandThere | None
    lowest: HandThere
    recovered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What some hands come to, in counters or in farthings.

    ``void`` hands are in no other number; ``unfinished`` ones did not come to their score, ``ruled`` ones
    count as was ruled. ``recorded_net`` is what the records say of the ``recorded`` hands, and
    ``due_of_recorded`` what was due in these. ``best``, ``worst``, runs and drawdown are ``None`` where there
    is none.
    """

    hands: int
    void: int
    ruled: int
    unfinished: int
    first: datetime | None
    last: datetime | None
    net: int
    recorded: int
    recorded_net: int
    due_of_recorded: int
    best: HandThere | None
    worst: HandThere | None
    longest_winning: Run | None
    longest_losing: Run | None
    drawdown: Drawdown | None


def results(lines: Lines, *, money: bool = False) -> Results:
    """What hands come to; with ``money``, in farthings."""
    counted = lines.counted
    hands, worth = len(counted), farthings_a_counter(counted) if money else 1
    nets = counted["net"] * worth
    recorded = counted.stands(Standing.RECORDED)
    due = nets - counted["net_ruling"] * worth
    moments = counted["played_at"]
    return Results(
        hands=hands,
        void=len(lines) - hands,
        ruled=int(np.count_nonzero(counted.stands(Standing.RULED))),
        unfinished=hands - int(np.count_nonzero(counted.marked(Mark.COMPLETE))),
        first=moment_of(moments[0]) if hands else None,
        last=moment_of(moments[-1]) if hands else None,
        net=int(nets.sum()),
        recorded=int(np.count_nonzero(recorded)),
        recorded_net=int((counted["recorded_net"] * worth)[recorded].sum()),
        due_of_recorded=int(due[recorded].sum()),
        best=_there(counted, nets, int(nets.argmax())) if hands else None,
        worst=_there(counted, nets, int(nets.argmin())) if hands else None,
        longest_winning=_longest(counted, nets, 1),
        longest_losing=_longest(counted, nets, -1),
        drawdown=_drawdown(counted, nets),
    )


def _there(lines: Lines, nets: Column, index: int) -> HandThere:
    return HandThere(
        hand_key=int(lines["hand_key"][index]),
        played_at=moment_of(lines["played_at"][index]),
        net=int(nets[index]),
    )


def _longest(lines: Lines, nets: Column, sign: int) -> Run | None:
    """The longest run of hands of this sign, the first of equally long ones."""
    others = np.flatnonzero(np.sign(nets) != sign)
    ends = np.concatenate([[-1], others, [len(nets)]])
    sizes = np.diff(ends) - 1
    longest = int(sizes.argmax())
    hands = int(sizes[longest])
    if not hands:
        return None
    first = int(ends[longest]) + 1
    last = first + hands - 1
    return Run(
        hands=hands,
        net=int(nets[first : last + 1].sum()),
        first=_there(lines, nets, first),
        last=_there(lines, nets, last),
    )


def _drawdown(lines: Lines, nets: Column) -> Drawdown | None:
    """The deepest fall of the running net, the first of equally deep ones; ``None`` if it never fell."""
    totals = np.concatenate([[0], nets.cumsum()])
    heights = np.maximum.accumulate(totals)
    lowest = int((heights - totals).argmax())
    height = heights[lowest]
    if not lowest:
        return None
    highest = int(np.flatnonzero(totals[:lowest] == height)[-1])
    return Drawdown(
        amount=int(height - totals[lowest]),
        hands=lowest - highest,
        highest=_there(lines, nets, highest - 1) if highest else None,
        lowest=_there(lines, nets, lowest - 1),
        recovered=bool((totals[lowest:] >= height).any()),
    )
