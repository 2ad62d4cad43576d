"""A showdown of hidden hands has a certain winner just where he wins in every world that fits the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from gleek_replay.engine import best_ruff, hidden_showdown, replay
from gleek_replay.engine.hidden_showdown import certain_winner
from gleek_replay.engine.options import RuffCount
from gleek_replay.records import read_record
from tests.engine.hidden_records import Case
from tests.engine.worlds import TinyLayout, World, tiny

ACES = "4H AS AH AD AC KS QS KH 9S 8H JD"
SUITS = "4C 5S 6S 7S AS JH TH 9H AD 4D AC"
LAYOUTS = [
    tiny(3, 2, 2, 1, 1, pack=SUITS), tiny(2, 3, 2, 2, pack=SUITS), tiny(2, 4, 1, 1, pack=SUITS),
    tiny(2, 4, 1, 1, pack=ACES), tiny(2, 3, 2, 1, 1, pack=ACES), tiny(2, 5, 0, 0, pack=ACES),
]  # fmt: skip
RECORDS = 30
REGRESSIONS = Path(__file__).parents[1] / "regressions"


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


def test_the_cards_in_doubt_of_a_suit_are_gone_through_once_for_each_rival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Found by fuzzing: a record of which much is hidden took more than 50 ms, most of it here."""
    record = read_record((REGRESSIONS / "hidden-showdown.json").read_bytes())
    pick, gone_through = hidden_showdown._picks, 0

    def counted(cards: int, alike: Sequence[int], *, highest: bool) -> Iterator[tuple[tuple[int, ...], int]]:
        nonlocal gone_through
        for found in pick(cards, alike, highest=highest):
            gone_through += 1
            yield found

    monkeypatch.setattr(hidden_showdown, "_picks", counted)
    assert replay(record.hand).ruff.winner == 2
    assert gone_through < 200
