"""A player's results in numbers, each with the hands it rests on.

Everything is counted from the payments that were due, never from what a client claimed, but where a ruling
lets stand what a record says was paid. What that changes is a stage of its own; void hands count apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np

from gleek_replay.audit.facts.layout import POSITIONS_BY_CODE, STAKES_BY_CODE, VERDICTS_BY_CODE
from gleek_replay.statistics.columns import Column, Lines
from gleek_replay.statistics.estimates import Mean, Share, judge_luck, mean_in, share_in
from gleek_replay.statistics.measures import MEASURES, Estimate
from gleek_replay.statistics.results import HandThere, Results
from gleek_replay.statistics.stages import TITLES, StageOfPay

HandIds = Callable[[Collection[int]], Mapping[int, str]]
"""Finds the ids of hands by their keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """One hand's result, to be looked up."""

    hand_id: str
    played_at: datetime
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageResult:
    """What one stage brought: ``net`` over all hands, ``touched`` the hands in which it paid or cost."""

    stage: StageOfPay
    title: str
    net: int
    touched: int
    net_a_hand: Mean


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """What one seat brought."""

    position: str
    net: int
    net_a_hand: Mean


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatistics:
    """Everything the dashboard says in numbers; amounts in counters, as due or as was ruled.

    ``unfinished`` hands did not come to their score; what was due before counts. ``disputed`` hands count as
    the records that most owners bear out tell of them, ``ruled`` ones by a ruling; and ``void`` ones, which
    are not among the ``hands``, not at all. ``stakes`` are the coins that counters stood for:
    counters of different stakes are added as they stand. ``bought_net`` and ``unbought_net`` are what hands
    with and without the stock brought; ``price`` is of bought hands only, ``tricks`` and ``points`` of
    finished ones. ``luck`` says in a sentence how much to make of the net.
    """

    hands: int
    unfinished: int
    disputed: int
    ruled: int
    void: int
    first: datetime | None
    last: datetime | None
    stakes: tuple[str, ...]
    net: int
    net_a_hand: Mean
    luck: str
    best: HandResult | None
    worst: HandResult | None
    by_stage: tuple[StageResult, ...]
    by_seat: tuple[SeatResult, ...]
    bought: Share
    price: Mean
    bought_net: Mean
    unbought_net: Mean
    tricks: Mean
    points: Mean
    verdicts: dict[str, int]


def summarise(
    lines: Lines,
    hand_ids: HandIds,
    disputed: Collection[int] = (),
    *,
    whole: Results,
    told: Mapping[str, Estimate],
) -> PlayerStatistics:
    """The statistics of one player's hands; ``disputed`` are the keys of hands that are in dispute. What they
    come to one after the other, and what the measures in :data:`SUMMARISED` come to, by name, are given.
    """
    played = lines.counted
    ends = [each.hand_key for each in (whole.best, whole.worst) if each]
    ids = hand_ids(set(ends))
    return PlayerStatistics(
        hands=whole.hands,
        unfinished=whole.unfinished,
        disputed=int(np.isin(played["hand_key"], list(disputed)).sum()),
        ruled=whole.ruled,
        void=whole.void,
        first=whole.first,
        last=whole.last,
        stakes=tuple(sorted(STAKES_BY_CODE[code] for code in np.unique(played["stake"]))),
        net=whole.net,
        net_a_hand=mean_in(told["net"]),
        luck=judge_luck(mean_in(told["net"])),
        best=_result(whole.best, ids),
        worst=_result(whole.worst, ids),
        by_stage=results_by_stage(played, told),
        by_seat=results_by_seat(told),
        bought=share_in(told["bought"]),
        price=mean_in(told["price"]),
        bought_net=mean_in(told["net_bought"]),
        unbought_net=mean_in(told["net_unbought"]),
        tricks=mean_in(told["tricks"]),
        points=mean_in(told["points"]),
        verdicts=_verdicts(played["verdict"]),
    )


def results_by_stage(played: Lines, told: Mapping[str, Estimate]) -> tuple[StageResult, ...]:
    """Every stage in the game's order, and what was ruled; together their nets are the net of the hands."""
    return tuple(
        StageResult(
            stage=stage,
            title=TITLES[stage],
            net=told[f"net_{stage.value}"].numerator,
            touched=int(np.count_nonzero(MEASURES[f"net_{stage.value}"].values(played))),
            net_a_hand=mean_in(told[f"net_{stage.value}"]),
        )
        for stage in StageOfPay
    )


def results_by_seat(told: Mapping[str, Estimate]) -> tuple[SeatResult, ...]:
    """The seats the player sat in, from eldest round to the dealer."""
    seats = [(position, told[f"net_as_{position}"]) for position in POSITIONS_BY_CODE]
    return tuple(
        SeatResult(position=position, net=seat.numerator, net_a_hand=mean_in(seat))
        for position, seat in seats
        if seat.denominator
    )


SUMMARISED: Final = (
    "net", "bought", "price", "net_bought", "net_unbought", "tricks", "points",
    *(f"net_{stage.value}" for stage in StageOfPay),
    *(f"net_as_{position}" for position in POSITIONS_BY_CODE),
)  # fmt: skip
"""The measures that are part of a summary; none of them tells of hidden cards."""


def _verdicts(codes: Column) -> dict[str, int]:
    found, hands = np.unique(codes, return_counts=True)
    counted = {VERDICTS_BY_CODE[code]: int(number) for code, number in zip(found, hands, strict=True)}
    return dict(sorted(counted.items()))


def _result(hand: HandThere | None, ids: Mapping[int, str]) -> HandResult | None:
    if hand is None:
        return None
    return HandResult(hand_id=ids[hand.hand_key], played_at=hand.played_at, net=hand.net)
