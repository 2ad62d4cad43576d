"""Two accounts of what was done laid beside each other: an action left out shifts none of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from gleek_replay.engine import Action

Agrees: TypeAlias = Callable[[Action, Action], bool]

_ALIKE: Final = 2
_UNLIKE: Final = 3
"""What it costs to take two actions that differ for the same one, where the same player does the same kind of
thing and where not."""
_LEFT_OUT: Final = 3
"""What it costs to take an action for left out by the other account."""
_MOST: Final = 60_000
"""How many pairs of actions at most are held against each other; a hand needs a few thousand."""


class Beside(NamedTuple):
    """The index of an action in each of two accounts; ``None`` where an account leaves it out."""

    one: int | None
    other: int | None


class Alignment(NamedTuple):
    """The actions in which two accounts differ, in their order, and how many the other alone knows ``beyond``
    the end of one that is open-ended.
    """

    apart: tuple[Beside, ...]
    beyond: int


def beside_each_other(
    one: Sequence[Action], other: Sequence[Action], agrees: Agrees, open_ended: tuple[bool, bool]
) -> Alignment:
    """Two accounts laid beside each other with as few differences as can be.

    ``open_ended`` says of either whether it leaves open what was done after its last action. From where they
    part, accounts of more than some two hundred and fifty actions each are taken in step.
    """
    same = 0
    while same < min(len(one), len(other)) and agrees(one[same], other[same]):
        same += 1
    rest, beside = one[same:], other[same:]
    if len(rest) * len(beside) > _MOST:
        return _in_step(one, other, agrees, open_ended, same)
    costs = _costs(rest, beside, agrees)
    here, there = _ends(costs, open_ended)
    beyond = len(rest) - here + len(beside) - there
    apart = []
    while here or there:
        step = _step_back(costs, rest, beside, agrees, here, there)
        here, there = here - step[0], there - step[1]
        if step != (1, 1) or not agrees(rest[here], beside[there]):
            apart.append(Beside(same + here if step[0] else None, same + there if step[1] else None))
    return Alignment(tuple(reversed(apart)), beyond)


def _in_step(
    one: Sequence[Action], other: Sequence[Action], agrees: Agrees, open_ended: tuple[bool, bool], same: int
) -> Alignment:
    """Each action beside the one of the same number."""
    shorter = min(len(one), len(other))
    apart = [Beside(index, index) for index in range(same, shorter) if not agrees(one[index], other[index])]
    if open_ended[len(one) > len(other)]:
        return Alignment(tuple(apart), abs(len(one) - len(other)))
    apart += [Beside(index, None) for index in range(shorter, len(one))]
    apart += [Beside(None, index) for index in range(shorter, len(other))]
    return Alignment(tuple(apart), 0)


def _costs(one: Sequence[Action], other: Sequence[Action], agrees: Agrees) -> list[list[int]]:
    """The least cost of laying the first so many actions of both beside each other."""
    costs = [[_LEFT_OUT * there for there in range(len(other) + 1)]]
    for here, action in enumerate(one, 1):
        above, row = costs[-1], [_LEFT_OUT * here]
        for there, beside in enumerate(other):
            paired = above[there] + _cost(action, beside, agrees)
            row.append(min(paired, above[there + 1] + _LEFT_OUT, row[there] + _LEFT_OUT))
        costs.append(row)
    return costs


def _cost(action: Action, beside: Action, agrees: Agrees) -> int:
    if agrees(action, beside):
        return 0
    return _ALIKE if action[:2] == beside[:2] else _UNLIKE


def _ends(costs: list[list[int]], open_ended: tuple[bool, bool]) -> tuple[int, int]:
    """Where the accounts end: what the one tells beyond the end of an open-ended other is no difference."""
    here, there = len(costs) - 1, len(costs[0]) - 1
    ends = [(costs[here][there], 0, here, there)]
    if open_ended[1]:
        ends += [(costs[end][there], here - end, end, there) for end in range(here)]
    if open_ended[0]:
        ends += [(costs[here][end], there - end, here, end) for end in range(there)]
    return min(ends)[2:]


def _step_back(
    costs: list[list[int]], one: Sequence[Action], other: Sequence[Action], agrees: Agrees, here: int,
    there: int,
) -> tuple[int, int]:  # fmt: skip
    """How the least cost of so many actions came about: a pair, or an action that one or the other leaves
    out.
    """
    cost = costs[here][there]
    if here and there:
        paired = costs[here - 1][there - 1] + _cost(one[here - 1], other[there - 1], agrees)
        if paired == cost:
            return 1, 1
    return (1, 0) if here and costs[here - 1][there] + _LEFT_OUT == cost else (0, 1)
