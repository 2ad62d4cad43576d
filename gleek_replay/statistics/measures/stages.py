"""What each stage of the game brought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gleek_replay.statistics.columns import Column, Lines
from gleek_replay.statistics.measures.measure import Group, Measure, Unit, every_hand
from gleek_replay.statistics.stages import REASONS_OF_STAGE, SPOKEN, TITLES, StageOfPay


def net_of(stage: StageOfPay) -> Callable[[Lines], Column]:
    """What a stage brought in each hand: the sum over its reasons."""
    first, *others = (f"net_{reason}" for reason in REASONS_OF_STAGE[stage])

    def net(lines: Lines) -> Column:
        total = lines[first]
        for field in others:
            total = total + lines[field]
        return total

    return net


STAGES: Final = tuple(
    Measure(
        name=f"net_{stage.value}", group=Group.STAGES, title=TITLES[stage], unit=Unit.COUNTERS,
        numerator=f"won or lost by {SPOKEN[stage]}", denominator="hands", values=net_of(stage),
        among=every_hand,
    )
    for stage in StageOfPay
)  # fmt: skip
