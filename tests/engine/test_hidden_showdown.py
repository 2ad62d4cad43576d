"""A showdown of hidden hands has a certain winner just where he wins in every world that fits the record."""

from __future__ import annotations

from random import Random

import pytest

from gleek_replay.engine import best_ruff
from gleek_replay.engine.hidden_showdown import certain_winner
from gleek_replay.engine.options import RuffCount
from tests.engine.hidden_records import Case
from tests.engine.worlds import TinyLayout, World, tiny

ACES = "4H AS AH AD AC KS QS KH 9S 8H JD"
SUITS = "4C 5S 6S 7S AS JH TH 9H AD 4D AC"
LAYOUTS = [
    tiny(3, 2, 2, 1, 1, pack=SUITS), tiny(2, 3, 2, 2, pack=SUITS), tiny(2, 4, 1, 1, pack=SUITS),
    tiny(2, 4, 1, 1, pack=ACES), tiny(2, 3, 2, 1, 1, pack=ACES), tiny(2, 5, 0, 0, pack=ACES),
]  # fmt: skip
RECORDS = 30


def winner(world: World, by_age: list[int], count: RuffCount) -> int:
    """Who wins the showdown in a world in which every card is known."""
    return max(by_age, key=lambda seat: best_ruff(world.after[seat], count).strength)


@pytest.mark.parametrize("layout", LAYOUTS, ids=range(len(LAYOUTS)))
def test_a_winner_is_certain_exactly_where_he_wins_in_every_world(layout: TinyLayout) -> None:
    chance, found = Random(f"{layout}"), set()
    for _ in range(RECORDS):
        case = Case(layout, chance)
        holdings = case.known.holdings(0, 0)
        for count in RuffCount:
            by_age = chance.sample(range(case.players), chance.randint(2, case.players))
            winners = {winner(world, by_age, count) for world in case.fitting}
            expected = winners.pop() if len(winners) == 1 else None
            assert certain_winner(by_age, holdings, layout.hand, count) == expected
            found.add(expected is None)
    assert found == {True, False}
