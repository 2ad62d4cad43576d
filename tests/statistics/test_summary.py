from __future__ import annotations

import pytest

from gleek_replay.statistics import PlayerStatistics, StageOfPay, mean_of, summarise
from gleek_replay.statistics.summary import judge_luck
from tests.statistics.lines_of_play import EVENING, FIRST_NIGHT, line


@pytest.fixture(scope="module")
def evening() -> PlayerStatistics:
    return summarise(reversed(EVENING))


def test_net_is_the_sum_of_the_hands(evening: PlayerStatistics) -> None:
    assert evening.hands == 4
    assert evening.net == 6 + 1 - 8 + 23
    assert evening.net_a_hand.value == 5.5


def test_stages_together_are_the_net(evening: PlayerStatistics) -> None:
    by_stage = {result.stage: result for result in evening.by_stage}
    assert {stage: result.net for stage, result in by_stage.items()} == {
        StageOfPay.TURN_UP: 8,
        StageOfPay.STOCK: -12 + 6 - 16 + 7,
        StageOfPay.RUFF: 4,
        StageOfPay.GLEEKS: -2,
        StageOfPay.MOURNIVALS: 16,
        StageOfPay.SMALL_TRUMPS: 4,
        StageOfPay.CHALLENGES: 0,
        StageOfPay.SCORE: 14 - 7,
    }
    assert sum(result.net for result in evening.by_stage) == evening.net


def test_a_stage_is_averaged_over_all_hands_and_says_in_how_many_it_paid(evening: PlayerStatistics) -> None:
    ruff = next(result for result in evening.by_stage if result.stage is StageOfPay.RUFF)
    assert ruff.touched == 1
    assert ruff.net_a_hand.hands == 4
    assert ruff.net_a_hand.value == 1.0


def test_seats_go_from_eldest_round_to_the_dealer(evening: PlayerStatistics) -> None:
    assert [(seat.position, seat.net, seat.net_a_hand.hands) for seat in evening.by_seat] == [
        ("eldest", -2, 2),
        ("middle", 23, 1),
        ("dealer", 1, 1),
    ]


def test_the_best_and_the_worst_hand_can_be_looked_up(evening: PlayerStatistics) -> None:
    assert evening.best is not None
    assert evening.worst is not None
    assert (evening.best.hand_id, evening.best.net) == ("night-0004", 23)
    assert (evening.worst.hand_id, evening.worst.net) == ("night-0003", -8)


def test_price_is_of_bought_hands_and_points_of_finished_ones(evening: PlayerStatistics) -> None:
    assert (evening.bought.count, evening.bought.hands, evening.bought.value) == (2, 4, 0.5)
    assert (evening.price.value, evening.price.hands) == (14.0, 2)
    assert (evening.bought_net.value, evening.unbought_net.value) == (-1.0, 12.0)
    assert evening.points.hands == 3
    assert evening.points.value == pytest.approx((36 + 15 + 22) / 3)
    assert evening.unfinished == 1


def test_dates_verdicts_and_stakes_are_told(evening: PlayerStatistics) -> None:
    assert evening.first == EVENING[0].played_at
    assert evening.last == EVENING[3].played_at
    assert evening.first is not None
    assert evening.first > FIRST_NIGHT
    assert evening.verdicts == {"clean": 2, "incomplete": 1, "irregular": 1}
    assert evening.stakes == ("penny",)


def test_a_player_without_hands_has_empty_statistics() -> None:
    nothing = summarise(())
    assert (nothing.hands, nothing.net, nothing.by_seat) == (0, 0, ())
    assert (nothing.best, nothing.worst) == (None, None)
    assert nothing.net_a_hand.value is None
    assert nothing.luck == "Too few hands to say anything about luck."


def test_six_players_have_their_seats_between_eldest_and_dealer() -> None:
    seats = ("dealer", "fourth", "eldest", "second")
    result = summarise(line(i, {"score": i}, position=seat) for i, seat in enumerate(seats))
    assert [seat.position for seat in result.by_seat] == ["eldest", "fourth", "second", "dealer"]


@pytest.mark.parametrize(
    ("nets", "said"),
    [
        ([5] * 29 + [6], "More was won than luck alone would usually bring."),
        ([-5] * 29 + [-6], "More was lost than bad luck alone would usually cost."),
        ([-5, 5] * 15, "A result that luck alone could have brought: the interval reaches across zero."),
        ([5, 5, 6], "Only 3 hands: the fall of the cards decides such a sample."),
    ],
)
def test_luck_is_judged_by_the_interval_and_only_from_thirty_hands_on(nets: list[float], said: str) -> None:
    assert judge_luck(mean_of(nets)) == said
