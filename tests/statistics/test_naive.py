"""All statistics of thousands of simulated hands against plain sums over their records and audits."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.measures import MEASURES, estimates
from gleek_replay.statistics.opponents import counterparties
from gleek_replay.statistics.results import results
from gleek_replay.statistics.series import By, series
from tests.statistics.hands_and_parts import Hand, Part
from tests.statistics.naive import naive
from tests.statistics.played import PLAYER_KEYS, lines_of_player, play

FARTHINGS = {"penny": 4, "halfpenny": 2, "sixpence": 24, "groat": 16}
LONDON = ZoneInfo("Europe/London")

Sums = list[tuple[int, int]]
"""What each hand adds to the numerator and to the denominator of a statistic."""


@pytest.mark.parametrize("hands", [1_500, pytest.param(5_000, marks=pytest.mark.long)])
def test_every_statistic_of_many_hands_is_the_sum_of_what_records_and_audits_say_one_by_one(
    hands: int,
) -> None:
    played = play(hands, seed=1662)
    assert len(played) == hands
    parts: dict[str, list[Part]] = defaultdict(list)
    for hand in map(Hand, played):
        for player in hand.players:
            parts[player].append(Part(hand, player))
    told = Counter[str]()
    for player, own in parts.items():
        lines = lines_of_player(played, player)
        sums = {name: [naive(name, part) for part in own] for name in MEASURES}
        told.update({name: sum(value != 0 for value, _ in each) for name, each in sums.items()})
        check_measures(lines, sums)
        check_money(lines, sums, [worth(part) for part in own])
        check_results(lines, own)
        check_opponents(lines, own)
        check_months(lines, own, sums)
    never = {name for name in MEASURES if not told[name]}
    assert {name.partition("_")[0] for name in never} <= {"breach", "misreported"}, "the hands are various"


def check_measures(lines: Lines, sums: Mapping[str, Sums]) -> None:
    for estimate in estimates(MEASURES.values(), lines):
        numerator, denominator = (sum(side) for side in zip(*sums[estimate.name], strict=True))
        assert (estimate.numerator, estimate.denominator) == (numerator, denominator), estimate.name
        if denominator:
            assert estimate.value == pytest.approx(numerator / denominator, abs=1e-12)
        values = [value for value, one in sums[estimate.name] if one]
        if estimate.unit != "share" and len(values) > 1:
            assert estimate.deviation == pytest.approx(statistics.stdev(values), abs=1e-9), estimate.name


def check_money(lines: Lines, sums: Mapping[str, Sums], worth: list[int]) -> None:
    names = [name for name, measure in MEASURES.items() if measure.unit == "counters"]
    for estimate in estimates([MEASURES[name] for name in names], lines, money=True):
        farthings = sum(value * each for (value, _), each in zip(sums[estimate.name], worth, strict=True))
        assert (estimate.numerator, estimate.unit) == (farthings, "farthings")


def check_results(lines: Lines, own: list[Part]) -> None:
    counted = [part for part in own if not part.hand.void]
    nets = [(part.hand.played.key, part.net) for part in counted]
    found = results(lines)
    assert (found.hands, found.void) == (len(counted), len(own) - len(counted))
    assert found.net == sum(net for _, net in nets)
    assert found.unfinished == sum(not part.hand.complete for part in counted)
    assert found.ruled == sum(part.hand.played.ruling is not None for part in counted)
    recorded = [part for part in counted if part.recorded is not None]
    assert found.recorded == len(recorded)
    assert found.recorded_net == sum(part.recorded or 0 for part in recorded)
    assert found.due_of_recorded == sum(part.due for part in recorded)
    assert (found.best and found.best.hand_key) == max(nets, key=lambda each: each[1])[0]
    assert (found.worst and found.worst.hand_key) == min(nets, key=lambda each: each[1])[0]
    for run, sign in ((found.longest_winning, 1), (found.longest_losing, -1)):
        assert run
        assert (run.hands, run.first.hand_key) == longest_run(nets, sign)
    assert found.drawdown
    assert (found.drawdown.amount, found.drawdown.lowest.hand_key) == deepest_fall(nets)


def longest_run(nets: Iterable[tuple[int, int]], sign: int) -> tuple[int, int]:
    """How long the first of the longest runs is, and its first hand."""
    best, length, first = (0, 0), 0, 0
    for key, net in nets:
        if net * sign > 0:
            first = first if length else key
            length += 1
        else:
            length = 0
        if length > best[0]:
            best = (length, first)
    return best


def deepest_fall(nets: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """How deep the running net fell at most, and with which hand it was there first."""
    best, height, total = (0, 0), 0, 0
    for key, net in nets:
        total += net
        height = max(height, total)
        if height - total > best[0]:
            best = (height - total, key)
    return best


def check_opponents(lines: Lines, own: list[Part]) -> None:
    counted = [part for part in own if not part.hand.void]
    had, hands, pots = Counter[str](), Counter[str](), 0
    for part in counted:
        hands.update(player for player in part.hand.players if player != part.me)
        for payment in part.hand.audit["due"]["payments"]:
            payer, payee, amount = payment["from"], payment["to"], payment["amount"]
            if part.me in {payer, payee}:
                other, sign = (payee, -1) if payer == part.me else (payer, 1)
                pots += sign * amount if other in {"pot", "ruff_pot"} else 0
                had[other] += sign * amount
    found = counterparties(lines)
    assert (found.hands, found.of_pots) == (len(counted), pots)
    assert found.net == found.of_opponents + found.of_pots + found.by_rulings == sum(p.net for p in counted)
    by_key: Mapping[int, str] = {key: player for player, key in PLAYER_KEYS.items()}
    told = {by_key[each.opponent_key]: each for each in found.opponents}
    assert {player: each.hands for player, each in told.items()} == hands
    for player, each in told.items():
        assert each.had_of_him == had[player]
        assert each.net == sum(part.net for part in counted if player in part.hand.players)


def check_months(lines: Lines, own: list[Part], sums: Mapping[str, Sums]) -> None:
    for name in ("net", "honours_lost"):
        by_month: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for part, (value, one) in zip(own, sums[name], strict=True):
            at = datetime.fromisoformat(part.hand.record["played_at"]).astimezone(LONDON)
            values, ones = by_month[f"{at:%Y-%m}"]
            by_month[f"{at:%Y-%m}"] = (values + value, ones + one)
        found = series(MEASURES[name], lines, By.MONTH, zone=LONDON)
        told = {found.name(i): (found.numerators[i], found.denominators[i]) for i in range(len(found))}
        assert told == {month: each for month, each in by_month.items() if each[1]}


def worth(part: Part) -> int:
    return FARTHINGS[part.hand.record["stake"]]
