from __future__ import annotations

from collections.abc import Collection

import pytest

from gleek_replay.audit.facts.layout import Standing
from gleek_replay.engine import Reason
from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.estimates import judge_luck, mean_in, share_of
from gleek_replay.statistics.measures import MEASURES, estimate, estimates
from gleek_replay.statistics.overview import SUMMARISED, HandIds, PlayerStatistics, summarise
from gleek_replay.statistics.results import results
from gleek_replay.statistics.stages import REASONS_OF_STAGE, SPOKEN, TITLES, StageOfPay
from tests.statistics.packed import EVENING, FIRST_NIGHT, line, lines_of


def ids(keys: Collection[int]) -> dict[int, str]:
    """The ids of hands as the club has them."""
    return {key: f"night-{key:04}" for key in keys}


def nothing_to_look_up(keys: Collection[int]) -> dict[int, str]:
    """The ids of no hands."""
    assert not keys
    return {}


def summary(
    lines: Lines, hand_ids: HandIds, disputed: Collection[int] = (), *, money: bool = False
) -> PlayerStatistics:
    """The summary of hands, from what their measures come to."""
    told = estimates((MEASURES[name] for name in SUMMARISED), lines, money=money)
    by_name = {each.name: each for each in told}
    return summarise(lines, hand_ids, disputed, whole=results(lines, money=money), told=by_name)


def test_no_part_of_a_summary_tells_of_hidden_cards() -> None:
    assert not [name for name in SUMMARISED if MEASURES[name].rests_on_cards]


@pytest.fixture(scope="module")
def evening() -> PlayerStatistics:
    return summary(lines_of(EVENING), ids, disputed=[2, 99])


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
        StageOfPay.RULING: 0,
    }
    assert sum(result.net for result in evening.by_stage) == evening.net


def test_a_stage_is_averaged_over_all_hands_and_says_in_how_many_it_paid(evening: PlayerStatistics) -> None:
    ruff = next(result for result in evening.by_stage if result.stage is StageOfPay.RUFF)
    assert ruff.touched == 1
    assert ruff.net_a_hand.hands == 4
    assert ruff.net_a_hand.value == 1.0


def test_whatever_is_paid_for_belongs_to_one_stage() -> None:
    of_stages = [reason for reasons in REASONS_OF_STAGE.values() for reason in reasons]
    assert sorted(of_stages) == sorted(["ruling", *(reason.value for reason in Reason)])
    assert REASONS_OF_STAGE.keys() == TITLES.keys() == SPOKEN.keys() == set(StageOfPay)


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
    assert evening.first is not None
    assert evening.last is not None
    assert FIRST_NIGHT < evening.first < evening.last
    assert evening.verdicts == {"clean": 2, "incomplete": 1, "irregular": 1}
    assert evening.stakes == ("penny",)
    assert evening.disputed == 1


def test_what_was_ruled_is_a_stage_of_its_own_and_void_hands_are_counted_apart() -> None:
    ruled = Standing.COUNTS | Standing.RULED
    recorded = line(5, {"ruff": -16, "ruling": 10}, standing=ruled)
    upheld = line(6, {"ruff": 4}, standing=ruled)
    void = line(7, {"score": 50}, price=20, verdict="irregular", standing=Standing.RULED)
    found = summary(lines_of((*EVENING, recorded, upheld, void)), ids)
    assert (found.hands, found.ruled, found.void) == (6, 2, 1)
    assert found.net == 22 - 6 + 4
    assert {stage.stage: stage.net for stage in found.by_stage}[StageOfPay.RULING] == 10
    assert found.best is not None
    assert found.best.net == 23
    assert found.bought.count == 2
    assert sum(found.verdicts.values()) == found.net_a_hand.hands == 6


def test_in_money_amounts_are_farthings_and_the_rest_is_as_it_was(evening: PlayerStatistics) -> None:
    money = summary(lines_of(EVENING), ids, money=True)
    assert (money.net, money.price.value, money.by_seat[1].net) == (88, 56.0, 92)
    assert money.best is not None
    assert money.best.net == 92
    assert (money.points, money.bought, money.verdicts) == (evening.points, evening.bought, evening.verdicts)


def test_a_player_without_hands_has_empty_statistics() -> None:
    nothing = summary(lines_of([]), nothing_to_look_up)
    assert (nothing.hands, nothing.net, nothing.by_seat) == (0, 0, ())
    assert (nothing.best, nothing.worst) == (None, None)
    assert nothing.net_a_hand.value is None
    assert nothing.luck == "Too few hands to say anything about luck."


@pytest.mark.parametrize(
    ("nets", "said"),
    [
        ([5] * 15 + [6] * 15, "More was won than luck alone would usually bring."),
        ([-5] * 15 + [-6] * 15, "More was lost than bad luck alone would usually cost."),
        ([-5, 5] * 15, "A result that luck alone could have brought: the interval reaches across zero."),
        ([5, 5, 6], "Only 3 hands: the fall of the cards decides such a sample."),
    ],
)
def test_luck_is_judged_by_the_interval_and_only_from_thirty_hands_on(nets: list[int], said: str) -> None:
    lines = lines_of(line(number, {"score": net}) for number, net in enumerate(nets))
    assert judge_luck(mean_in(estimate(MEASURES["net"], lines))) == said


def test_a_share_of_hands_counted_elsewhere_has_the_same_interval() -> None:
    share = share_of(2, 4)
    bought = summary(lines_of(EVENING), ids).bought
    assert share == bought
    assert share_of(0, 0).value is None
