"""A player's results in numbers, each with the hands it rests on.

Everything is counted from the payments that were due, never from what a client claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from gleek_replay.statistics.estimates import Mean, Share, mean_of, share_of
from gleek_replay.statistics.lines import HandLine
from gleek_replay.statistics.stages import TITLES, StageOfPay, net_of_stage


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
    """Everything the dashboard says in numbers; amounts in counters, as due.

    ``unfinished`` hands did not come to their score; what was due before counts. ``disputed`` hands count as
    the records that most owners bear out tell of them. ``stakes`` are the
    coins that counters stood for: counters of different stakes are added as they stand. ``bought_net``
    and ``unbought_net`` are what hands with and without the stock brought; ``price`` is of bought hands
    only, ``tricks`` and ``points`` of finished ones. ``luck`` says in a sentence how much to make of
    the net.
    """

    hands: int
    unfinished: int
    disputed: int
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


def summarise(lines: Iterable[HandLine]) -> PlayerStatistics:
    """The statistics of one player's hands, in any order."""
    played = sorted(lines, key=lambda line: (line.played_at, line.hand_id))
    net_a_hand = mean_of([line.net for line in played])
    bought = [line for line in played if line.bought]
    return PlayerStatistics(
        hands=len(played),
        unfinished=sum(line.points is None for line in played),
        disputed=sum(line.disputed for line in played),
        first=played[0].played_at if played else None,
        last=played[-1].played_at if played else None,
        stakes=tuple(sorted({line.stake for line in played})),
        net=sum(line.net for line in played),
        net_a_hand=net_a_hand,
        luck=judge_luck(net_a_hand),
        best=_result(max(played, key=lambda line: line.net, default=None)),
        worst=_result(min(played, key=lambda line: line.net, default=None)),
        by_stage=results_by_stage(played),
        by_seat=results_by_seat(played),
        bought=share_of(len(bought), len(played)),
        price=mean_of([line.price for line in bought if line.price is not None]),
        bought_net=mean_of([line.net for line in bought]),
        unbought_net=mean_of([line.net for line in played if not line.bought]),
        tricks=mean_of([line.tricks for line in played if line.tricks is not None]),
        points=mean_of([line.points for line in played if line.points is not None]),
        verdicts=dict(sorted(Counter(line.verdict for line in played).items())),
    )


def results_by_stage(lines: Sequence[HandLine]) -> tuple[StageResult, ...]:
    """Every stage in the game's order; together their nets are the net of the hands."""
    results = []
    for stage in StageOfPay:
        nets = [net_of_stage(stage, line.by_reason) for line in lines]
        results.append(
            StageResult(
                stage=stage,
                title=TITLES[stage],
                net=sum(nets),
                touched=sum(net != 0 for net in nets),
                net_a_hand=mean_of(nets),
            )
        )
    return tuple(results)


def results_by_seat(lines: Sequence[HandLine]) -> tuple[SeatResult, ...]:
    """The seats the player sat in, from eldest round to the dealer."""
    nets: dict[str, list[int]] = {}
    for line in lines:
        nets.setdefault(line.position, []).append(line.net)
    return tuple(
        SeatResult(position=position, net=sum(nets[position]), net_a_hand=mean_of(nets[position]))
        for position in sorted(nets, key=seat_order)
    )


def seat_order(position: str) -> tuple[int, str]:
    """Sorts seats as they act: eldest first, the dealer last."""
    return {"eldest": 0, "dealer": 2}.get(position, 1), position


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


def _result(line: HandLine | None) -> HandResult | None:
    if line is None:
        return None
    return HandResult(hand_id=line.hand_id, played_at=line.played_at, net=line.net)
