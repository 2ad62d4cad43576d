"""Whether intervals keep their word: 1,000 players drawn from simulated hands of which the truth is known."""

from __future__ import annotations

from collections import Counter

import numpy as np

from gleek_replay.simulation.roster import GAMESTERS
from gleek_replay.simulation.temper import BLUFFING, BOLD, CAREFUL, EVEN
from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.leaderboard import mean_of_sums
from gleek_replay.statistics.measures import MEASURES, estimate
from gleek_replay.statistics.series import By, series
from tests.statistics.packed import lines_of
from tests.statistics.played import Played, play

POOL = 1_500
PLAYERS = 1_000
LENGTHS = (50, 200)
"""How many hands the players have; each length is tried with all of them."""
HELD_BY = 0.93
FEW = 50
"""Of fewer players whose number is not flagged, it is not told how often it holds."""


def test_of_1000_players_93_in_100_have_the_truth_within_any_interval_that_is_not_flagged() -> None:
    played, chance = play(POOL, seed=1674), np.random.default_rng(1674)
    unflagged, held = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for temper in (BOLD, CAREFUL, BLUFFING, EVEN):
        pool = pool_of({gamester.id for gamester in GAMESTERS if gamester.temper is temper}, played)
        truths = {name: estimate(measure, pool).value for name, measure in MEASURES.items()}
        for length in LENGTHS:
            lines = players_of(pool, PLAYERS // 4, length, chance)
            for name, truth in truths.items():
                if truth is not None:
                    found = series(MEASURES[name], lines, By.SESSION)
                    holds = (found.low <= truth) & (truth <= found.high)
                    unflagged[name, length] += int(np.count_nonzero(~found.small))
                    held[name, length] += int(np.count_nonzero(holds & ~found.small))
    told = {each: held[each] / players for each, players in unflagged.items() if players >= FEW}
    assert {each: share for each, share in told.items() if share < HELD_BY} == {}
    assert {name for name, _ in told} == set(MEASURES) - RARE, "nearly everything is told of the longer ones"


RARE = {"net_challenges", "net_ruling"}
"""In 200 hands these are something too seldom for a mean."""


def test_the_intervals_of_the_leaderboard_hold_the_truth_as_often() -> None:
    played, chance = play(300, seed=1665), np.random.default_rng(1665)
    pool = pool_of({gamester.id for gamester in GAMESTERS}, played)
    truth = estimate(MEASURES["net"], pool).value
    for length in (30, 100):
        held = 0
        for _ in range(PLAYERS):
            nets = [int(net) for net in chance.choice(pool["net"], length)]
            mean = mean_of_sums(length, sum(nets), sum(net * net for net in nets))
            assert truth is not None
            assert mean.low is not None
            assert mean.high is not None
            held += mean.low <= truth <= mean.high
        assert held >= HELD_BY * PLAYERS


def pool_of(players: set[str], played: list[Played]) -> Lines:
    """What these players' hands come to that count."""
    return lines_of(
        packed
        for hand in played
        for player, packed in zip(hand.record["players"], hand.packed, strict=True)
        if player["id"] in players
    ).counted


def players_of(pool: Lines, players: int, length: int, chance: np.random.Generator) -> Lines:
    """So many players with so many hands each, drawn with replacement: each has a session of his own."""
    rows = pool.rows[chance.integers(len(pool), size=players * length)]
    rows["session_key"] = np.repeat(np.arange(1, players + 1), length)
    return Lines(rows)
