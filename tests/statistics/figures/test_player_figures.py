from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from gleek_replay.audit.facts.layout import Mark, Standing
from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.figures import MOST_POINTS, Figure, PlayerFigure, draw_player_figure, draw_series
from gleek_replay.statistics.measures import MEASURES, estimate
from gleek_replay.statistics.series import By, series
from tests.statistics.figures.links import hand_ids, play_of, points, traces
from tests.statistics.packed import EVENING, FIRST_NIGHT, at, line, lines_of

SHOWDOWN = Mark.VYING_OVER | Mark.RUFF_VIED | Mark.RUFF_DECIDED | Mark.RUFFS_KNOWN
"""The marks of a hand whose ruff somebody won, with all ruffs known."""


def drawn(name: PlayerFigure, *lines: bytes, **told: Any) -> Figure:
    return draw_player_figure(name, play_of(lines_of(lines), **told))


def said(figure: Figure) -> str:
    return str(figure["layout"]["meta"]["summary"])


def test_the_running_net_adds_up_hand_by_hand() -> None:
    (curve,) = traces(drawn(PlayerFigure.NET_OVER_TIME, *EVENING), "line")
    assert (curve["x"], curve["y"]) == ([1, 2, 3, 4], [6, 7, -1, 22])
    assert curve["customdata"][2] == ["night-0003", "−1", "2026-03-01"]


def test_void_hands_are_in_no_figure() -> None:
    void = line(3, {"score": 99}, standing=Standing(0))
    (curve,) = traces(drawn(PlayerFigure.NET_OVER_TIME, *EVENING[:2], void), "line")
    assert curve["y"] == [6, 7]


@pytest.mark.parametrize(
    ("lines", "words"),
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
    lines: list[bytes], words: str
) -> None:
    figure = drawn(PlayerFigure.NET_OVER_TIME, *lines)
    assert traces(figure, "band") == []
    assert said(figure) == words


@pytest.mark.parametrize("gain", [0, 3, 4, 5])
def test_the_range_of_luck_is_left_when_the_interval_leaves_zero_out(gain: int) -> None:
    hands = lines_of(line(i, {"score": gain + net}) for i, net in enumerate((6, 1, -8, 3, -12, 9, 2, -1) * 4))
    figure = draw_player_figure(PlayerFigure.NET_OVER_TIME, play_of(hands))
    (band,), (curve,) = traces(figure, "band"), traces(figure, "line")
    last = [y for x, y in zip(band["x"], band["y"], strict=True) if x == len(hands)]
    told = estimate(MEASURES["net"], hands)
    assert told.low is not None
    assert told.high is not None
    within = min(last) <= curve["y"][-1] <= max(last)
    assert within is (told.low <= 0 <= told.high)
    assert f"ends {'within' if within else 'outside'} the range that luck alone would bring" in said(figure)


def test_the_range_of_luck_grows_with_the_root_of_the_hands() -> None:
    nets = (6, 1, -8, 23) * 25
    figure = drawn(PlayerFigure.NET_OVER_TIME, *(line(i, {"score": net}) for i, net in enumerate(nets)))
    (band,) = traces(figure, "band")
    edge = {x: max(y for at, y in zip(band["x"], band["y"], strict=True) if at == x) for x in band["x"]}
    quarter = max(x for x in edge if x <= 25)
    assert edge[quarter] == pytest.approx(edge[100] * (quarter / 100) ** 0.5, rel=0.01)


def test_a_long_curve_is_thinned_but_ends_at_the_last_hand() -> None:
    hands = MOST_POINTS * 3 + 2
    figure = drawn(PlayerFigure.NET_OVER_TIME, *(line(i, {"score": 1}) for i in range(hands)))
    (curve,) = traces(figure, "line")
    assert len(curve["y"]) <= MOST_POINTS + 1
    assert curve["y"][-1] == hands


def test_the_waterfall_goes_from_stage_to_stage_to_the_net() -> None:
    (waterfall,) = traces(drawn(PlayerFigure.NET_BY_STAGE, *EVENING), "waterfall")
    told = {
        label.split("<br>")[0]: total for label, total in zip(waterfall["y"], waterfall["x"], strict=True)
    }
    assert told == {
        "Turn-up": 8, "Stock": -15, "Ruff": 4, "Gleeks": -2, "Mournivals": 16, "Small trumps": 4, "Score": 7,
        "Net": 22,
    }  # fmt: skip
    assert waterfall["measure"] == ["relative"] * 7 + ["total"]


def test_what_a_stage_brought_is_told_as_one_would_say_it() -> None:
    assert said(drawn(PlayerFigure.NET_BY_STAGE, *EVENING)) == (
        "Over 4 hands mournivals brought most (+16 counters) and the stock least (−15); with the others that "
        "comes to +22."
    )
    alone = drawn(PlayerFigure.NET_BY_STAGE, line(1, {"ruff": 4}))
    assert said(alone) == "Over 1 hand the ruff brought +4 counters."
    assert said(drawn(PlayerFigure.NET_BY_STAGE, line(1, {}))) == "Over 1 hand nothing was paid."


def test_one_hand_has_no_interval_to_draw() -> None:
    for name in PlayerFigure:
        assert "'error_" not in str(drawn(name, EVENING[0]))


def test_seats_are_drawn_with_their_number_of_hands_and_an_interval_only_from_two_on() -> None:
    figure = drawn(PlayerFigure.RESULTS_BY_SEAT, *EVENING)
    with_interval, alone = figure["data"]
    assert next(points(with_interval))[:2] == ("Eldest<br>2 hands", -1.0)
    assert [point[:2] for point in points(alone)] == [("Middle<br>1 hand", 23.0), ("Dealer<br>1 hand", 1.0)]
    assert "error_y" in with_interval
    assert "error_y" not in alone


def at_moments(*moments: datetime) -> Lines:
    """A hand at each of these moments, which bring 1, 2, 3 counters, and so on."""
    rows = lines_of(line(number, {"score": number}) for number in range(1, len(moments) + 1)).rows.copy()
    rows["played_at"] = [at(moment) for moment in moments]
    return Lines(rows)


def test_hands_after_midnight_in_the_clubs_zone_are_of_the_next_day() -> None:
    before = FIRST_NIGHT.replace(month=7, hour=22, minute=30)
    hands = at_moments(before, before + timedelta(hours=1), before + timedelta(hours=2))
    (days,) = draw_player_figure(PlayerFigure.CALENDAR, play_of(hands))["data"]
    assert days["customdata"] == [
        ["from=2026-06-30T23:00:00Z&to=2026-07-01T23:00:00Z", "2026-07-01", "+1", "1 hand"],
        ["from=2026-07-01T23:00:00Z&to=2026-07-02T23:00:00Z", "2026-07-02", "+5", "2 hands"],
    ]


def test_days_that_brought_and_that_cost_something_differ_in_shape() -> None:
    figure = drawn(PlayerFigure.CALENDAR, line(1, {"score": 4}), line(40, {"score": -4}))
    assert [trace["marker"]["symbol"] for trace in figure["data"]] == ["circle", "circle-open"]


def test_a_calendar_of_years_has_a_row_for_each_of_the_last_ones() -> None:
    hands = at_moments(*(FIRST_NIGHT.replace(year=year) for year in range(2021, 2027)))
    figure = draw_player_figure(PlayerFigure.CALENDAR, play_of(hands))
    titles = [words["text"] for words in figure["layout"]["annotations"]]
    assert titles == [f"{year}" for year in (2023, 2024, 2025, 2026)]
    assert said(figure).startswith("Played on 4 days of the last 4 years: 4 brought something")


@pytest.mark.parametrize("moment", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_very_ends_of_the_calendar_can_be_drawn(moment: datetime) -> None:
    hands = at_moments(moment)
    for name in PlayerFigure:
        draw_player_figure(name, play_of(hands))
    for by in By:
        told = series(MEASURES["net"], hands, by)
        draw_series(MEASURES["net"], told, hand_ids=hand_ids, session_ids=hand_ids, zone=UTC)


def test_losses_gains_and_nothing_are_counted_apart() -> None:
    nets = (-3, -1, 0, 0, 1, 1, 1, 4)
    figure = drawn(PlayerFigure.DISTRIBUTION, *(line(i, {"score": net}) for i, net in enumerate(nets)))
    bars = {trace["meta"]["role"]: dict(zip(trace["x"], trace["y"], strict=True)) for trace in figure["data"]}
    assert bars == {"gain": {1: 3, 4: 1}, "loss": {-3: 1, -1: 1}, "neutral": {0: 2}}
    assert said(figure) == (
        "Of 8 hands 4 brought something (50 %) and 2 cost something; the middle one 0, the average +0.4."
    )


def test_points_are_drawn_against_the_break_even_point() -> None:
    points_made = (30, 22, 10, 25)
    hands = [line(number, {}, points=made) for number, made in enumerate(points_made)]
    figure = drawn(PlayerFigure.POINTS_AND_BREAK_EVEN, *hands)
    assert traces(figure, "gain")[0]["x"] == [25, 30]
    assert [words["text"] for words in figure["layout"]["annotations"]] == ["break-even 22"]
    assert said(figure).startswith(
        "Of 4 hands 2 came to more points than break even (50 %) and 1 to just as many"
    )


def test_points_are_told_beside_break_even_where_it_differs() -> None:
    of_four = line(9, {}, points=None, marks=Mark.COMPLETE)
    rows = lines_of([line(1, {}, points=30), of_four]).rows.copy()
    rows["points"][1], rows["break_even"][1] = 10, 16
    figure = draw_player_figure(PlayerFigure.POINTS_AND_BREAK_EVEN, play_of(Lines(rows)))
    assert (traces(figure, "gain")[0]["x"], traces(figure, "loss")[0]["x"]) == ([8], [-6])
    assert traces(figure, "loss")[0]["customdata"][0][1] == "6 under break-even"


def test_prices_are_drawn_against_the_net_of_their_hands_and_of_hands_without_the_stock() -> None:
    bought = [line(number, {"score": net}, price=12) for number, net in ((1, 4), (2, 8))]
    figure = drawn(PlayerFigure.PRICE_AND_OUTCOME, *bought, line(3, {"score": -2}))
    ((price, net, told),) = [point for trace in figure["data"] for point in points(trace)]
    assert (price, net, told[3]) == (12, 6, "2 hands")
    assert said(figure) == "2 hands bought brought +6.00 each, 1 hand without the stock −2.00 on average."


def test_vying_is_told_by_what_was_done_and_what_came_of_it() -> None:
    bluff = line(1, {"ruff": -8}, marks=SHOWDOWN | Mark.VIED | Mark.SHOWN)
    call = line(2, {"ruff": 6}, marks=SHOWDOWN | Mark.SAW | Mark.SHOWN | Mark.RUFF_WON | Mark.BEST_RUFF)
    passed = line(3, {"ruff": -2}, marks=SHOWDOWN | Mark.GAVE_UP)
    unseen = line(4, {"ruff": 2}, marks=SHOWDOWN | Mark.VIED | Mark.RUFF_WON | Mark.UNSEEN | Mark.BEST_RUFF)
    figure = drawn(PlayerFigure.VYING_OUTCOMES, bluff, call, passed, unseen)
    shares = {trace["meta"]["role"]: trace["x"] for trace in figure["data"]}
    titles = [words["text"] for words in figure["layout"]["annotations"]]
    assert titles == [
        "Somebody vied: 4 hands, −0.50 a hand",
        "He vied: 2 hands, −3.00 a hand",
        "He saw: 1 hand, +6.00 a hand",
        "He bluffed: 1 hand, −8.00 a hand",
    ]
    assert shares == {
        "won_unseen": [0.25, 0.5, 0, 0],
        "won_shown": [0.25, 0, 1, 0],
        "lost_shown": [0.25, 0.5, 0, 1],
        "gave_up": [0.25, 0, 0, 0],
    }


def test_opponents_are_drawn_with_what_was_had_of_them() -> None:
    hands = [
        line(number, {}, opponent_1=102, opponent_2=103, from_1=7, from_2=-4, from_pots=1)
        for number in (1, 2)
    ]
    figure = drawn(PlayerFigure.OPPONENTS, *hands)
    rows = [(name, had) for trace in figure["data"] for had, name, _ in points(trace)]
    assert rows == [("Player 102", 14), ("p103", -8)]
    assert said(figure) == "Of Player 102 he had +14, of p103 −8; of all opponents +6, and of the pots +2."


def test_only_those_with_whom_he_played_most_are_drawn() -> None:
    hands = [line(number, {}, opponent_1=200 + number, from_1=number) for number in range(13)]
    figure = drawn(PlayerFigure.OPPONENTS, *hands)
    assert sum(len(trace["x"]) for trace in figure["data"]) == 10
    assert said(figure).endswith("; 3 more are not drawn.")


def test_amounts_of_money_stand_in_pounds_shillings_and_pence() -> None:
    figure = drawn(PlayerFigure.NET_OVER_TIME, *EVENING, money=True)
    assert figure["layout"]["yaxis"]["ticktext"] == ["−6d", "0d", "6d", "1s", "1s 6d", "2s"]
    assert said(figure).startswith("Over 4 hands the running net ends at +1s 10d, after a height of +1s 10d")


def test_what_all_hands_so_far_come_to_is_drawn_from_where_the_sample_is_not_small() -> None:
    hands = lines_of(line(number, {"score": number % 5}) for number in range(40))
    told = series(MEASURES["net"], hands, By.HAND)
    figure = draw_series(
        MEASURES["net"], told, cumulative=True, hand_ids=hand_ids, session_ids=hand_ids, zone=UTC
    )
    (curve,) = traces(figure, "line")
    assert curve["x"] == list(range(30, 41))
    assert curve["y"][-1] == pytest.approx(2)


def test_opponents_of_one_name_have_rows_of_their_own() -> None:
    hands = [line(1, {}, opponent_1=102, opponent_2=104, from_1=7, from_2=4)]
    alike = {key: SimpleNamespace(player_id=f"p{key}", name="Kate <3") for key in (102, 104)}
    figure = draw_player_figure(PlayerFigure.OPPONENTS, play_of(lines_of(hands), players=lambda _: alike))
    rows = [row for trace in figure["data"] for row in trace["y"]]
    assert rows == ["Kate &lt;3 (p102)", "Kate &lt;3 (p104)"]
    assert said(figure).startswith("Of Kate <3 (p102) he had +7")
