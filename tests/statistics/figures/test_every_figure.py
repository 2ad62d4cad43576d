from __future__ import annotations

import json

import numpy as np
import pytest

from gleek_replay.statistics.columns import LINE_TYPE, Lines
from gleek_replay.statistics.figures import (
    TITLES,
    ClubFigure,
    Figure,
    PlayerFigure,
    PlayerPlay,
    draw_player_figure,
    draw_series,
)
from gleek_replay.statistics.luck import LuckSums, adjusted
from gleek_replay.statistics.measures import MEASURES
from gleek_replay.statistics.series import By, series
from tests.statistics.dealt_lines import lines_of_evenings, together
from tests.statistics.figures.links import (
    LONDON,
    assert_well_made,
    hand_ids,
    hands_behind,
    play_of,
    points,
    traces,
)
from tests.statistics.packed import EVENING, lines_of
from tests.statistics.played import lines_of_player, play


@pytest.fixture(scope="module")
def played() -> Lines:
    """A player's hands of all kinds: whole ones, broken ones, hidden ones, void ones."""
    return lines_of_player(play(500, seed=11), "ursula-pigot")


@pytest.fixture(scope="module")
def evenings() -> PlayerPlay:
    """Hands of which it is told what was luck."""
    by_player = lines_of_evenings("parlett", 300, seed=5)
    sums = LuckSums("parlett", 3)
    sums.add(together(list(by_player.values())))
    mine = by_player["ursula-pigot"]
    return play_of(mine, adjusted=adjusted(mine, [sums.fit(1)]))


def many(hands: int) -> Lines:
    """So many hands, one every other hour; what they bring is as good as chance."""
    chance = np.random.default_rng(1662)
    rows = np.resize(lines_of(EVENING).rows, hands).astype(LINE_TYPE)
    rows["hand_key"] = np.arange(1, hands + 1)
    rows["played_at"] += np.arange(hands) * 2 * 3600 * 1_000_000
    rows["session_key"] = rows["hand_key"] // 20
    rows["net_score"] = chance.integers(-30, 31, size=hands)
    rows["net"] = rows["net_score"]
    for left in (1, 2):
        rows[f"opponent_{left}"] = 200 + chance.integers(0, 9, size=hands) * 2 + left
        rows[f"from_{left}"] = chance.integers(-20, 21, size=hands)
    return Lines(rows)


@pytest.mark.parametrize("money", [False, True], ids=["counters", "money"])
@pytest.mark.parametrize("name", PlayerFigure)
def test_every_figure_is_well_made_however_few_the_hands(name: PlayerFigure, money: bool) -> None:
    for lines in ((), EVENING[:1], EVENING[2:3], EVENING):
        figure = draw_player_figure(name, play_of(lines_of(lines), money=money))
        assert figure["layout"]["title"]["text"] == TITLES[name]
        assert_well_made(figure)


@pytest.mark.parametrize("money", [False, True], ids=["counters", "money"])
@pytest.mark.parametrize("name", PlayerFigure)
def test_every_figure_is_well_made_of_hands_of_all_kinds(
    name: PlayerFigure, money: bool, played: Lines
) -> None:
    assert_well_made(draw_player_figure(name, play_of(played, money=money)))


@pytest.mark.parametrize("name", PlayerFigure)
def test_no_hands_are_told_of_in_words(name: PlayerFigure) -> None:
    figure = draw_player_figure(name, play_of(lines_of(())))
    assert figure["data"] == []
    assert figure["layout"]["meta"]["summary"].startswith("No ")


def test_every_figure_has_its_title() -> None:
    assert list(TITLES) == [*PlayerFigure, *ClubFigure]


@pytest.mark.parametrize("name", PlayerFigure)
def test_of_many_hands_a_figure_stays_small(name: PlayerFigure) -> None:
    figure = draw_player_figure(name, play_of(many(20_000)))
    assert len(json.dumps(figure)) < 150_000
    assert sum(len(trace["x"]) for trace in figure["data"]) <= 1_500


@pytest.mark.parametrize("by", By)
def test_a_measure_over_many_hands_stays_small(by: By) -> None:
    figure = of_series("net", many(20_000), by)
    assert len(json.dumps(figure)) < 150_000
    assert_well_made(figure)


def of_series(measure: str, lines: Lines, by: By, *, cumulative: bool = False, money: bool = False) -> Figure:
    told = MEASURES[measure]
    return draw_series(
        told,
        series(told, lines, by, zone=LONDON, window=5, money=money),
        hand_ids=hand_ids,
        session_ids=lambda keys: {key: f"session-{key}" for key in keys if key},
        zone=LONDON,
        cumulative=cumulative,
    )


@pytest.mark.parametrize("by", By)
@pytest.mark.parametrize("measure", ["net", "price", "bought", "honours_lost", "tricks", "breach_revoke"])
def test_any_measure_can_be_drawn_over_time(measure: str, by: By, played: Lines) -> None:
    for lines in (played, lines_of(EVENING), lines_of(EVENING[:1]), lines_of(())):
        for cumulative in (False, True):
            assert_well_made(of_series(measure, lines, by, cumulative=cumulative, money=cumulative))


COUNTED = {
    PlayerFigure.CALENDAR: 3,
    PlayerFigure.PRICE_AND_OUTCOME: 3,
    PlayerFigure.VYING_OUTCOMES: 2,
    PlayerFigure.OPPONENTS: 2,
}
"""Where figures say how many hands stand behind a point: the place in its custom data."""


@pytest.mark.parametrize("money", [False, True], ids=["counters", "money"])
@pytest.mark.parametrize("name", COUNTED)
def test_a_point_leads_to_as_many_hands_as_it_says(name: PlayerFigure, money: bool, played: Lines) -> None:
    asked = play_of(played, money=money)
    figure, found = draw_player_figure(name, asked), 0
    for trace in figure["data"]:
        for _, _, told in points(trace):
            hands = len(hands_behind(told[0], asked))
            assert told[COUNTED[name]].split(" ")[0] == f"{hands:,}"
            found += hands
    assert found


@pytest.mark.parametrize("money", [False, True], ids=["counters", "money"])
@pytest.mark.parametrize("name", [PlayerFigure.DISTRIBUTION, PlayerFigure.POINTS_AND_BREAK_EVEN])
def test_a_bar_leads_to_the_hands_that_it_counts(name: PlayerFigure, money: bool, played: Lines) -> None:
    asked = play_of(played, money=money)
    bars = draw_player_figure(name, asked)["data"]
    assert [trace["meta"]["role"] for trace in bars][:2] == ["gain", "loss"]
    for trace in bars:
        for _, height, told in points(trace):
            assert len(hands_behind(told[0], asked)) == height
    measure = "net" if name is PlayerFigure.DISTRIBUTION else "points_over"
    assert sum(sum(trace["y"]) for trace in bars) == len(hands_behind(f"measure={measure}", asked))


def test_a_stage_leads_to_the_hands_in_which_it_paid_or_cost(played: Lines) -> None:
    asked = play_of(played)
    (waterfall,) = traces(draw_player_figure(PlayerFigure.NET_BY_STAGE, asked), "waterfall")
    *stages, net = points(waterfall)
    for total, _, told in stages:
        measure = MEASURES[told[0].split("&")[0].removeprefix("measure=")]
        assert measure.values(hands_behind(told[0], asked)).sum() == total
    assert hands_behind(net[2][0], asked)["net"].sum() == net[0] == played.counted["net"].sum()


def test_a_seat_leads_to_its_hands(played: Lines) -> None:
    asked = play_of(played)
    for trace in draw_player_figure(PlayerFigure.RESULTS_BY_SEAT, asked)["data"]:
        for label, value, told in points(trace):
            hands = hands_behind(told[0], asked)
            assert label.endswith(f"<br>{len(hands)} hands")
            assert hands["net"].mean() == pytest.approx(value)


@pytest.mark.parametrize("by", [By.DAY, By.WEEK, By.MONTH, By.SESSION])
@pytest.mark.parametrize("measure", ["net", "bought", "calls_right"])
def test_a_point_of_time_leads_to_its_sample(measure: str, by: By, played: Lines) -> None:
    figure = of_series(measure, played, by)
    (line,) = traces(figure, "line")
    for _, _, told in points(line):
        if told[0]:
            assert f"{len(hands_behind(told[0], play_of(played))):,}" == told[3]


@pytest.mark.parametrize("by", [By.HAND, By.ROLLING])
def test_a_point_of_hands_leads_to_its_last_hand(by: By) -> None:
    (line,) = traces(of_series("net", many(12), by), "line")
    first = 1 if by is By.HAND else 5
    assert [told[0] for told in line["customdata"]] == [f"night-{key:04}" for key in range(first, 13)]


def test_the_adjusted_line_ends_apart_from_the_net_by_the_luck_of_all_cards(evenings: PlayerPlay) -> None:
    figure = draw_player_figure(PlayerFigure.NET_OVER_TIME, evenings)
    (line,), (without,) = traces(figure, "line"), traces(figure, "adjusted")
    assert evenings.adjusted is not None
    luck = float((evenings.adjusted.real - evenings.adjusted.net).sum())
    assert line["y"][-1] - without["y"][-1] == pytest.approx(luck, abs=0.1)
    assert "with ordinary cards it would have been" in figure["layout"]["meta"]["summary"]
    assert_well_made(figure)


def test_luck_is_told_only_at_every_so_many_hands_to_who_may_not_see_all_cards(evenings: PlayerPlay) -> None:
    of_all = play_of(evenings.lines, adjusted=evenings.adjusted)
    in_steps = play_of(evenings.lines, adjusted=evenings.adjusted, step=30)
    (exact,) = traces(draw_player_figure(PlayerFigure.NET_OVER_TIME, of_all), "adjusted")
    (coarse,) = traces(draw_player_figure(PlayerFigure.NET_OVER_TIME, in_steps), "adjusted")
    at = dict(zip(exact["x"], exact["y"], strict=True))
    assert coarse["x"] == [0, *exact["x"][30::30]]
    assert coarse["y"] == [at[x] for x in coarse["x"]]


def test_bluffs_are_drawn_only_for_who_may_see_all_cards(played: Lines) -> None:
    def links_of_bluffs(asked: PlayerPlay) -> set[str]:
        figure = draw_player_figure(PlayerFigure.VYING_OUTCOMES, asked)
        told = [told for trace in figure["data"] for _, _, told in points(trace)]
        return {link for link, title, *_ in told if title == "He bluffed"}

    assert len(links_of_bluffs(play_of(played))) == 4
    assert links_of_bluffs(play_of(played, step=30)) == set()
