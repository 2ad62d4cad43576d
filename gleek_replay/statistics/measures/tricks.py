"""Tricks and points; and these, with the net, by seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gleek_replay.audit.facts.layout import POSITIONS_BY_CODE, Mark
from gleek_replay.statistics.columns import Column, Lines, Mask
from gleek_replay.statistics.measures.measure import Group, Measure, Unit, column
from gleek_replay.statistics.measures.results import RESULTS


def _scored(lines: Lines) -> Mask:
    return lines.marked(Mark.COMPLETE)


def _over_break_even(lines: Lines) -> Column:
    margin: Column = lines["points"] - lines["break_even"]
    return margin


def _is_over(lines: Lines) -> Mask:
    mask: Mask = lines["points"] > lines["break_even"]
    return mask


def _shown(lines: Lines) -> Mask:
    return lines.marked(Mark.COMPLETE | Mark.HOLDINGS_KNOWN)


def _held_honours(lines: Lines) -> Mask:
    mask: Mask = _shown(lines) & (lines["honours_held"] > 0)
    return mask


_FINISHED: Final = "finished hands"

TRICKS: Final = (
    Measure(
        name="tricks", group=Group.TRICKS, title="Tricks a hand", unit=Unit.TRICKS,
        numerator="tricks", denominator=_FINISHED, values=column("tricks"), among=_scored,
    ),
    Measure(
        name="points", group=Group.TRICKS, title="Points a hand", unit=Unit.POINTS,
        numerator="points", denominator=_FINISHED, values=column("points"), among=_scored,
    ),
    Measure(
        name="points_over", group=Group.TRICKS, title="Points over break-even", unit=Unit.POINTS,
        numerator="points over the break-even point", denominator=_FINISHED, values=_over_break_even,
        among=_scored,
    ),
    Measure(
        name="over_break_even", group=Group.TRICKS, title="Hands over break-even", unit=Unit.SHARE,
        numerator="hands over the break-even point", denominator=_FINISHED, values=_is_over, among=_scored,
    ),
    Measure(
        name="honours_held", group=Group.TRICKS, title="Honours held", unit=Unit.CARDS,
        numerator="honours held when the tricks began", denominator="finished hands whose cards are known",
        values=column("honours_held"), among=_shown,
    ),
    Measure(
        name="honours_lost", group=Group.TRICKS, title="Honours lost", unit=Unit.SHARE,
        numerator="honours that others took", denominator="honours held when the tricks began",
        values=column("honours_lost"), among=_held_honours, per=column("honours_held"),
    ),
)  # fmt: skip

_BY_SEAT: Final = {"net", "tricks", "points_over", "honours_held", "honours_lost"}


def _in_seat(measure: Measure, position: str) -> Measure:
    """A measure over the hands in one seat."""
    return replace(
        measure, name=f"{measure.name}_as_{position}", group=Group.SEATS,
        title=f"{measure.title} {_AS[position]}", denominator=f"{measure.denominator} {_AS[position]}",
        among=_seated(measure.among, POSITIONS_BY_CODE.index(position)),
    )  # fmt: skip


def _seated(among: Callable[[Lines], Mask], position: int) -> Callable[[Lines], Mask]:
    def seated(lines: Lines) -> Mask:
        mask: Mask = among(lines) & (lines["position"] == position)
        return mask

    return seated


_AS: Final = {"eldest": "as eldest", "middle": "in the middle", "dealer": "as dealer"}

SEATS: Final = tuple(
    _in_seat(measure, position)
    for measure in (*RESULTS, *TRICKS)
    if measure.name in _BY_SEAT
    for position in POSITIONS_BY_CODE
)
