from __future__ import annotations

import json
import re

import pytest

from gleek_replay.statistics import Figure, FigureName, HandLine, draw_figure
from gleek_replay.statistics.figures import MOST_POINTS
from tests.statistics.lines_of_play import EVENING, line


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
    assert list(trace(figure, "line")["y"]) == [6, 7, -1, 22]
    assert [told[:2] for told in trace(figure, "line")["customdata"]][2] == ["night-0003", -8]


def test_the_range_of_luck_grows_with_the_root_of_the_hands() -> None:
    # the deviation of 6, 1, -8, 23 is 13.0256: 1.96 of it after one hand, twice that after four
    edge = trace(draw_figure(FigureName.NET_OVER_TIME, EVENING), "band")["y"]
    assert edge[0] == pytest.approx(25.53, abs=0.01)
    assert edge[3] == pytest.approx(51.06, abs=0.01)
    assert list(edge[4:]) == [-reach for reach in edge[3::-1]]


def test_the_summary_says_where_the_net_ends_and_whether_luck_could_do_it() -> None:
    said = draw_figure(FigureName.NET_OVER_TIME, EVENING)["layout"]["meta"]["summary"]
    assert said == (
        "Over 4 hands the running net ends at +22 counters, after a height of +22 and a low of −1; "
        "it ends within the range that luck alone would bring."
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


def test_seats_are_drawn_with_their_number_of_hands() -> None:
    points = trace(draw_figure(FigureName.RESULTS_BY_SEAT, EVENING), "point")
    assert list(points["x"]) == ["Eldest<br>2 hands", "Middle<br>1 hand", "Dealer<br>1 hand"]
    assert list(points["y"]) == [-1.0, 23.0, 1.0]
    assert points["error_y"]["array"][1:] == [0, 0]


@pytest.mark.parametrize("name", FigureName)
def test_won_and_lost_are_never_told_apart_by_red_and_green(name: FigureName) -> None:
    colours = set(re.findall(r"#[0-9a-f]{6}", json.dumps(draw_figure(name, EVENING))))
    for colour in colours:
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        assert not (green > red + 40 and green > blue + 40), f"{colour} is a green"
