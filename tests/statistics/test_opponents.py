from __future__ import annotations

from dataclasses import replace

import pytest

from gleek_replay.audit.facts.layout import Standing
from gleek_replay.statistics.leaderboard import standings
from gleek_replay.statistics.money import money_words
from gleek_replay.statistics.opponents import counterparties
from gleek_replay.storage.tally_queries import PlayerTally
from tests.statistics.packed import line, lines_of

ANN, BESS, CAT = 11, 12, 13

TABLE = lines_of(
    [
        line(1, {"ruff": 6, "score": -4}, opponent_1=ANN, opponent_2=BESS, from_1=4, from_2=2, from_pots=-4),
        line(2, {"ruff": -6}, opponent_1=BESS, opponent_2=CAT, from_1=-6, stake="sixpence"),
        line(
            3, {"gleek": 8, "ruling": 5}, players=4, opponent_1=CAT, opponent_2=ANN, opponent_3=BESS,
            from_1=2, from_2=2, from_3=4, standing=Standing.COUNTS | Standing.RULED,
        ),
        line(4, {"ruff": 50}, opponent_1=ANN, opponent_2=BESS, from_1=50, standing=Standing.RULED),
    ]
)  # fmt: skip


def test_what_was_had_of_opponents_of_pots_and_by_rulings_is_the_net() -> None:
    found = counterparties(TABLE)
    assert (found.hands, found.of_opponents, found.of_pots, found.by_rulings) == (3, 8, -4, 5)
    assert found.net == 9


def test_each_opponent_is_told_over_the_hands_together() -> None:
    told = {each.opponent_key: each for each in counterparties(TABLE).opponents}
    assert [each.opponent_key for each in counterparties(TABLE).opponents] == [BESS, ANN, CAT]
    assert (told[BESS].hands, told[BESS].had_of_him, told[BESS].net) == (3, 0, 9)
    assert (told[ANN].hands, told[ANN].had_of_him, told[ANN].of_pots) == (2, 6, -4)
    assert (told[CAT].hands, told[CAT].had_of_him) == (2, 2)
    mean = told[ANN].had_of_him_a_hand
    assert (mean.hands, mean.value) == (2, 3.0)
    assert mean.deviation == pytest.approx(2**0.5)
    assert mean.small


def test_head_to_head_in_money_weighs_each_hand_with_its_stake() -> None:
    told = {each.opponent_key: each for each in counterparties(TABLE, money=True).opponents}
    assert told[BESS].had_of_him == 2 * 4 - 6 * 24 + 4 * 4


def test_who_played_nobody_has_no_counterparties() -> None:
    assert counterparties(lines_of([])).opponents == ()


def tally(player: int, stake: str, *nets: int, void: int = 0) -> PlayerTally:
    """What hands that brought so much add up to."""
    squares = sum(net * net for net in nets)
    return PlayerTally(
        player_key=player, stake=stake, hands=len(nets), void=void, net=sum(nets), squares=squares
    )


def test_the_leaderboard_has_who_won_most_first() -> None:
    rows = standings([tally(1, "penny", -3, 2), tally(2, "penny", 6, 1, -8, 23), tally(3, "penny", void=2)])
    assert [(row.player_key, row.net, row.hands, row.void) for row in rows] == [
        (2, 22, 4, 0), (3, 0, 0, 2), (1, -1, 2, 0),
    ]  # fmt: skip


def test_a_row_has_students_interval_of_the_net_a_hand() -> None:
    # deviation root(509/3) = 13.0256; Student's 3.182 times 13.0256 / 2 = 20.724
    mean = standings([tally(2, "penny", 6, 1, -8, 23)])[0].net_a_hand
    assert mean.value == 5.5
    assert mean.deviation == pytest.approx(13.0256, abs=1e-4)
    assert mean.low == pytest.approx(-15.224, abs=1e-3)
    assert mean.high == pytest.approx(26.224, abs=1e-3)
    assert mean.small


def test_stakes_are_added_as_they_stand_or_by_their_worth() -> None:
    tallies = [tally(1, "farthing", 5, 3), tally(1, "crown", -1)]
    assert standings(tallies)[0].net == 7
    row = standings(tallies, money=True)[0]
    assert row.net == 8 - 240
    # 5, 3 and -240: mean -77.33; deviation by their squares, 34 + 57,600
    assert row.net_a_hand.deviation == pytest.approx(((57_634 - 232**2 / 3) / 2) ** 0.5)


def test_without_hands_or_scatter_there_is_no_interval() -> None:
    none, alike = standings([tally(1, "penny"), tally(2, "penny", *[-4] * 50)])
    assert (none.net_a_hand.value, none.net_a_hand.low, none.net_a_hand.small) == (None, None, True)
    assert (alike.net_a_hand.value, alike.net_a_hand.low, alike.net_a_hand.small) == (-4.0, None, True)


@pytest.mark.parametrize(
    ("farthings", "words"),
    [
        (0, "0d"), (1, "¼d"), (-2, "−½d"), (4, "1d"), (47, "11¾d"), (48, "1s"), (960, "£1"), (961, "£1 ¼d"),
        (1243, "£1 5s 10¾d"), (-9_600_048, "−£10,000 1s"), (0.4, "0d"), (-0.4, "0d"), (2.6, "¾d"),
    ],
)  # fmt: skip
def test_farthings_are_told_in_pounds_shillings_and_pence(farthings: float, words: str) -> None:
    assert money_words(farthings) == words


def test_of_those_met_most_it_is_told_the_same_as_of_all() -> None:
    whole, some = counterparties(TABLE), counterparties(TABLE, most=1)
    assert some == replace(whole, opponents=whole.opponents[:1])
    assert len(whole.opponents) > 1
