from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from gleek_replay.statistics import Figure, FigureName, HandLine, draw_figure, summarise
from gleek_replay.statistics.figures import MOST_POINTS
from tests.statistics.lines_of_play import EVENING, line

EVENINGS = [
    replace(hand, hand_id=f"evening-{evening}-{i}", played_at=hand.played_at + timedelta(days=evening))
    for evening in range(8)
    for i, hand in enumerate(EVENING)
]
"""The same four hands on eight evenings."""


def trace(figure: Figure, role: str) -> Figure:
    found: Figure = next(drawn for drawn in figure["data"] if drawn["meta"]["role"] == role)
    return found


@pytest.mark.parametrize("name", FigureName)
@pytest.mark.parametrize("lines", [(), EVENING[:1], EVENING], ids=["no hand", "one hand", "an evening"])
def test_every_figure_has_a_title_and_a_text_alternative_and_is_plain_json(
    name: FigureName, lines: tuple[HandLine, ...]
) -> None:
    figure = json.loads(json.dumps(draw_figure(name, lines), allow_nan=False))
    assert figure["layout"]["title"]["text"]
    assert figure["layout"]["meta"]["summary"].endswith(".")
    assert figure["data"]


def test_the_running_net_adds_up_hand_by_hand_in_the_order_of_play() -> None:
    figure = draw_figure(FigureName.NET_OVER_TIME, EVENING[::-1])
    assert list(trace(figure, "line")["x"]) == [1, 2, 3, 4]
    assert list(trace(figure, "line")["y"]) == [6, 7, -1, 22]
    assert trace(figure, "line")["customdata"][2] == ["night-0003", -8, "1 Mar 2026"]


def test_the_range_of_luck_grows_with_the_root_of_the_hands() -> None:
    # 6, 1, -8, 23 eight times over: squares 8 times 509; deviation root(4072 / 31) = 11.4610;
    # Student's 2.0395 of 31 degrees times that is 23.374, after one hand; after four twice that
    edge = trace(draw_figure(FigureName.NET_OVER_TIME, EVENINGS), "band")["y"]
    assert edge[0] == pytest.approx(23.374, abs=0.05)
    assert edge[3] == pytest.approx(46.748, abs=0.1)
    assert list(edge[32:]) == [-reach for reach in edge[31::-1]]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (EVENING[:1], "Over 1 hand the running net ends at +6 counters."),
        (
            EVENING,
            "Over 4 hands the running net ends at +22 counters, after a height of +22 and a low of −1.",
        ),
        (
            [line(number, {"score": 5}) for number in range(40)],
            "Over 40 hands the running net ends at +200 counters, after a height of +200 and a low of +5.",
        ),
    ],
    ids=["one hand", "a small sample", "hands all alike"],
)
def test_luck_is_neither_drawn_nor_judged_where_its_scatter_is_not_known(
    lines: list[HandLine], said: str
) -> None:
    figure = draw_figure(FigureName.NET_OVER_TIME, lines)
    assert [drawn["meta"]["role"] for drawn in figure["data"]] == ["line"]
    assert figure["layout"]["meta"]["summary"] == said


@pytest.mark.parametrize("gain", [0, 3, 4, 5])
def test_the_figure_and_the_numbers_judge_luck_alike(gain: int) -> None:
    lines = [line(i, {"score": gain + net}) for i, net in enumerate((6, 1, -8, 3, -12, 9, 1, 0) * 4)]
    figure = draw_figure(FigureName.NET_OVER_TIME, lines)
    edge, ends = trace(figure, "band")["y"][31], trace(figure, "line")["y"][31]
    within = abs(ends) <= edge
    assert ("luck alone could have brought" in summarise(lines).luck) is within
    summary = figure["layout"]["meta"]["summary"]
    assert summary.endswith(
        f"it ends {'within' if within else 'outside'} the range that luck alone would bring."
    )


def test_a_long_curve_is_thinned_but_ends_at_the_last_hand() -> None:
    hands = MOST_POINTS * 3 + 2
    curve = trace(
        draw_figure(FigureName.NET_OVER_TIME, [line(i, {"score": 1}) for i in range(hands)]), "line"
    )
    assert len(curve["y"]) <= MOST_POINTS + 1
    assert curve["y"][-1] == hands


def test_stages_are_drawn_as_won_or_lost_with_their_mean_and_interval() -> None:
    figure = draw_figure(FigureName.NET_BY_STAGE, EVENING)
    won, lost = trace(figure, "gain"), trace(figure, "loss")
    assert dict(zip(won["y"], won["x"], strict=True)) == {
        "Turn-up": 2.0,
        "Ruff": 1.0,
        "Mournivals": 4.0,
        "Small trumps": 1.0,
        "Score": 1.75,
    }
    assert dict(zip(lost["y"], lost["x"], strict=True)) == {"Stock": -3.75, "Gleeks": -0.5}
    # in the ruff 4, 0, 0, 0 has the deviation 2; Student's 3.182 times 2 / root 4
    assert won["error_x"]["array"][1] == pytest.approx(3.182, abs=1e-3)


def test_what_a_stage_brought_is_told_as_one_would_say_it() -> None:
    assert draw_figure(FigureName.NET_BY_STAGE, EVENING)["layout"]["meta"]["summary"] == (
        "Over 4 hands mournivals brought most (+16 counters) and the stock least (−15)."
    )
    alone = draw_figure(FigureName.NET_BY_STAGE, [line(1, {"ruff": 4})])
    assert alone["layout"]["meta"]["summary"] == "Over 1 hand the ruff brought +4 counters."


def test_seats_are_drawn_with_their_number_of_hands_and_an_interval_only_from_two_on() -> None:
    with_interval, without = draw_figure(FigureName.RESULTS_BY_SEAT, EVENING)["data"]
    assert list(with_interval["x"]) == ["Eldest<br>2 hands"]
    assert list(without["x"]) == ["Middle<br>1 hand", "Dealer<br>1 hand"]
    assert (list(with_interval["y"]), list(without["y"])) == ([-1.0], [23.0, 1.0])
    # 6 and -8: deviation root(98); Student's 12.706 times that / root 2
    assert with_interval["error_y"]["array"] == [pytest.approx(12.706 * 7, abs=1e-3)]
    assert "error_y" not in without


def test_one_hand_has_no_interval_to_draw() -> None:
    for name in (FigureName.NET_BY_STAGE, FigureName.RESULTS_BY_SEAT):
        assert '"error_' not in json.dumps(draw_figure(name, EVENING[:1]))


@pytest.mark.parametrize("name", FigureName)
def test_won_and_lost_are_never_told_apart_by_red_and_green(name: FigureName) -> None:
    colours = set(re.findall(r"#[0-9a-f]{6}", json.dumps(draw_figure(name, EVENING))))
    for colour in colours:
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        assert not (green > red + 40 and green > blue + 40), f"{colour} is a green"
