from __future__ import annotations

import re

import pytest

from gleek_replay.audit.facts.layout import BREACHES_BY_BIT, MISREPORTED_BY_BIT, Mark, Standing
from gleek_replay.statistics.measures import MEASURES, Group, Side, Unit, behind, estimate, estimates
from tests.statistics.packed import EVENING, line, lines_of, pack

FOUR = lines_of(EVENING)


def keys(name: str, side: Side) -> list[int]:
    """The hands behind a side of a measure of the evening."""
    return [int(key) for key in behind(MEASURES[name], FOUR, side)["hand_key"]]


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_says_in_words_what_it_adds_up_and_over_what(name: str) -> None:
    measure = MEASURES[name]
    assert measure.name == name
    assert re.fullmatch("[a-z][a-z_]*", name)
    assert measure.title[0].isupper()
    assert measure.numerator
    assert measure.denominator
    assert measure.per is None or measure.unit is Unit.SHARE


def test_every_group_has_measures_and_no_two_have_one_title() -> None:
    assert {measure.group for measure in MEASURES.values()} == set(Group)
    assert len({measure.title for measure in MEASURES.values()}) == len(MEASURES)


def test_every_code_has_its_measure() -> None:
    assert {f"breach_{code.value}" for code in BREACHES_BY_BIT} <= MEASURES.keys()
    assert {f"misreported_{reason}" for reason in MISREPORTED_BY_BIT} <= MEASURES.keys()


def test_of_hidden_cards_tell_only_what_the_stock_held_and_who_bluffed() -> None:
    hidden = {name for name, measure in MEASURES.items() if measure.rests_on_cards}
    assert hidden == {"stock_honours", "stock_aces", "bluffs", "bluffs_came_off", "net_bluffs"}


def test_a_mean_comes_with_its_sums_its_deviation_and_an_interval() -> None:
    # 6, 1, -8, 23: mean 5.5; squares 0.25 + 20.25 + 182.25 + 306.25 = 509; deviation root(509/3) = 13.0256
    net = estimate(MEASURES["net"], FOUR)
    assert (net.numerator, net.denominator, net.value) == (22, 4, 5.5)
    assert net.deviation == pytest.approx(13.0256, abs=1e-4)
    assert net.low is not None
    assert net.high is not None
    assert net.low < 5.5 < net.high
    assert net.small
    assert (net.unit, net.numerator_title, net.denominator_title) == ("counters", "won or lost", "hands")


def test_in_money_each_counter_is_worth_what_its_stake_was() -> None:
    lines = lines_of(
        [line(1, {"score": 3}, stake="crown"), line(2, {"score": -5}, stake="farthing", price=12)]
    )
    net, price = estimates([MEASURES["net"], MEASURES["price"]], lines, money=True)
    assert (net.numerator, net.value, net.unit) == (3 * 240 - 5, 357.5, "farthings")
    assert (price.numerator, price.denominator) == (12, 1)
    tricks, bought = estimates([MEASURES["tricks"], MEASURES["bought"]], lines, money=True)
    assert (tricks.numerator, tricks.unit) == (14, "tricks")
    assert (bought.numerator, bought.denominator, bought.unit) == (1, 2, "share")


def test_the_hands_behind_a_number_are_those_that_add_to_it_or_all_it_was_told_among() -> None:
    assert keys("net_ruff", Side.NUMERATOR) == [1]
    assert keys("net_ruff", Side.DENOMINATOR) == [1, 2, 3, 4]
    assert keys("bought", Side.NUMERATOR) == keys("price", Side.DENOMINATOR) == [1, 3]
    assert keys("tricks_as_dealer", Side.DENOMINATOR) == [2]


def test_void_hands_are_behind_no_number() -> None:
    void = line(5, {"score": 50}, price=20, standing=Standing.RULED)
    lines = lines_of([*EVENING, void])
    assert estimates(MEASURES.values(), lines) == estimates(MEASURES.values(), FOUR)
    for measure in MEASURES.values():
        assert 5 not in behind(measure, lines, Side.NUMERATOR)["hand_key"]
        assert 5 not in behind(measure, lines, Side.DENOMINATOR)["hand_key"]


def test_of_no_hands_nothing_is_known() -> None:
    for nothing in estimates(MEASURES.values(), lines_of([])):
        assert (nothing.numerator, nothing.denominator, nothing.small) == (0, 0, True)
        assert (nothing.value, nothing.low, nothing.high) == (None, None, None)


def test_a_lost_showdown_that_hidden_cards_leave_open_is_not_lost() -> None:
    common = Mark.VYING_OVER | Mark.RUFF_VIED | Mark.SAW | Mark.SHOWN
    undecided, lost = pack(marks=common), pack(marks=common | Mark.RUFF_DECIDED)
    told = {each.name: each for each in estimates(MEASURES.values(), lines_of([undecided, lost, lost]))}
    assert (told["lost_shown"].numerator, told["lost_shown"].denominator) == (2, 2)
    assert (told["calls_right"].numerator, told["calls_right"].denominator) == (0, 2)
    assert (told["saw"].numerator, told["saw"].denominator) == (3, 3)


def test_honours_that_go_together_widen_the_interval_of_those_lost() -> None:
    known = Mark.COMPLETE | Mark.HOLDINGS_KNOWN
    apart = [pack(marks=known, honours_held=2, honours_lost=1) for _ in range(40)]
    together = [pack(marks=known, honours_held=2, honours_lost=lost) for lost in (0, 2) * 20]
    one, other = (estimate(MEASURES["honours_lost"], lines_of(packed)) for packed in (apart, together))
    assert (one.numerator, one.denominator) == (other.numerator, other.denominator) == (40, 80)
    assert one.low is not None
    assert other.low is not None
    assert other.low < one.low < 0.5
    assert not other.small
