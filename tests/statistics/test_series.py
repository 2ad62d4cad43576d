from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from gleek_replay.audit.facts.layout import Mark, Standing
from gleek_replay.statistics.calendar_days import day_name, local_days
from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.measures import MEASURES, estimate
from gleek_replay.statistics.series import By, series
from tests.statistics.packed import EVENING, at, line, lines_of, pack

FOUR = lines_of(EVENING)
BERLIN = ZoneInfo("Europe/Berlin")


def many(hands: int = 400) -> Lines:
    """Hands of some weeks, of all kinds."""
    dice = np.random.default_rng(8)
    known = Mark.COMPLETE | Mark.HOLDINGS_KNOWN
    return lines_of(
        line(
            int(number) * 5,
            {"score": int(dice.integers(-20, 30)), "ruff": int(dice.integers(0, 2)) * 8},
            price=12 if dice.random() < 0.3 else None,
            marks=known,
            honours_held=held,
            honours_lost=int(dice.integers(0, held + 1)),
            session_key=int(number) // 9,
        )
        for number, held in enumerate(dice.integers(0, 4, hands).tolist())
    )


def test_a_series_by_hand_adds_up_in_the_order_of_play() -> None:
    found = series(MEASURES["net"], FOUR, By.HAND)
    assert list(found.keys) == [1, 2, 3, 4]
    assert list(found.last_hands) == [1, 2, 3, 4]
    assert list(found.sums) == [6, 7, -1, 22]
    assert list(found.so_far) == pytest.approx([6, 3.5, -1 / 3, 5.5])
    assert np.isnan(found.low).all()


def test_a_series_is_of_the_hands_of_its_denominator_alone() -> None:
    found = series(MEASURES["price"], FOUR, By.HAND)
    assert (list(found.keys), list(found.last_hands), list(found.values)) == ([1, 2], [1, 3], [12.0, 16.0])


def test_void_hands_are_in_no_series() -> None:
    lines = lines_of([*EVENING, line(5, {"score": 9}, standing=Standing.RULED)])
    assert len(series(MEASURES["net"], lines, By.HAND)) == 4


@pytest.mark.parametrize("name", ["net", "net_ruff", "bought", "honours_lost", "price"])
@pytest.mark.parametrize("by", [By.DAY, By.WEEK, By.MONTH, By.SESSION])
def test_each_point_is_the_estimate_of_its_own_hands(name: str, by: By) -> None:
    lines, measure = many(), MEASURES[name]
    found = series(measure, lines, by)
    days = local_days(lines["played_at"], UTC)
    periods = {
        By.DAY: [day_name(day) for day in days],
        By.WEEK: [day_name(day - datetime.fromisoformat(day_name(day)).weekday()) for day in days],
        By.MONTH: [day_name(day)[:7] for day in days],
        By.SESSION: [str(key) for key in lines["session_key"]],
    }[by]
    for point in range(len(found)):
        own = lines.where(np.array([period == found.name(point) for period in periods]))
        check(found, point, estimate(measure, own))
    assert found.numerators.sum() == estimate(measure, lines).numerator


@pytest.mark.parametrize("name", ["net", "bought", "honours_lost"])
def test_a_rolling_window_is_the_estimate_of_the_last_so_many_hands(name: str) -> None:
    lines, measure = many(150), MEASURES[name]
    own = lines.where(measure.hands(lines))
    found = series(measure, lines, By.ROLLING, window=60)
    assert len(found) == len(own) - 59
    assert list(found.keys[:2]) == [60, 61]
    for point in (0, 17, len(found) - 1):
        check(found, point, estimate(measure, Lines(own.rows[point : point + 60])))
        assert found.last_hands[point] == own["hand_key"][point + 59]


def check(found, point, told) -> None:
    """Whether a point of a series says what an estimate does."""
    assert (found.numerators[point], found.denominators[point]) == (told.numerator, told.denominator)
    assert found.values[point] == pytest.approx(told.value, nan_ok=True)
    for mine, theirs in ((found.low[point], told.low), (found.high[point], told.high)):
        assert mine == pytest.approx(np.nan if theirs is None else theirs, abs=1e-6, nan_ok=True)
    assert found.small[point] == told.small


def test_a_window_longer_than_the_play_has_no_point() -> None:
    assert len(series(MEASURES["net"], FOUR, By.ROLLING, window=5)) == 0
    for by in By:
        assert len(series(MEASURES["net"], lines_of([]), by)) == 0


def test_a_window_in_which_all_hands_are_alike_has_no_interval() -> None:
    lines = lines_of(line(number, {"score": 13 if number < 50 else number}) for number in range(100))
    found = series(MEASURES["net"], lines, By.ROLLING, window=40)
    assert np.isnan(found.low[:10]).all()
    assert not np.isnan(found.low[20:]).any()


def test_sessions_that_overlap_stand_where_they_began() -> None:
    lines = lines_of(
        line(number, {"score": 1}, session_key=key) for number, key in enumerate((5, 2, 5, 2, 0))
    )
    found = series(MEASURES["net"], lines, By.SESSION)
    assert (list(found.keys), list(found.numerators)) == ([5, 2, 0], [2, 2, 1])
    assert list(found.last_hands) == [2, 3, 4]


def test_a_day_ends_when_the_clubs_clocks_say_so() -> None:
    moments = (
        datetime(2026, 1, 31, 22, 59, tzinfo=UTC),
        datetime(2026, 1, 31, 23, 1, tzinfo=UTC),
        datetime(2026, 3, 28, 22, 59, tzinfo=UTC),  # the last night by winter time
        datetime(2026, 3, 28, 23, 1, tzinfo=UTC),
        datetime(2026, 3, 29, 21, 59, tzinfo=UTC),  # by summer time from one o'clock on
        datetime(2026, 3, 29, 22, 1, tzinfo=UTC),
    )
    lines = lines_of(pack(played_at=at(moment), net=1) for moment in moments)
    days = series(MEASURES["net"], lines, By.DAY, zone=BERLIN)
    assert [days.name(point) for point in range(len(days))] == [
        "2026-01-31", "2026-02-01", "2026-03-28", "2026-03-29", "2026-03-30",
    ]  # fmt: skip
    assert list(days.numerators) == [1, 1, 1, 2, 1]
    months = series(MEASURES["net"], lines, By.MONTH, zone=BERLIN)
    assert [months.name(point) for point in range(len(months))] == ["2026-01", "2026-02", "2026-03"]
    weeks = series(MEASURES["net"], lines, By.WEEK, zone=BERLIN)
    assert [weeks.name(point) for point in range(len(weeks))] == ["2026-01-26", "2026-03-23", "2026-03-30"]


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
)
def test_every_hour_of_a_year_falls_on_the_day_that_its_zone_says(zone: str) -> None:
    first = datetime(2025, 12, 31, tzinfo=UTC)
    moments = [first + timedelta(minutes=30 * step) for step in range(2 * 24 * 367)]
    days = local_days(np.array([at(moment) for moment in moments]), ZoneInfo(zone))
    told = [moment.astimezone(ZoneInfo(zone)).date().isoformat() for moment in moments]
    assert [day_name(int(day)) for day in days] == told


def test_the_first_and_the_last_moment_of_the_calendar_have_a_day_too() -> None:
    ends = (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC))
    days = local_days(np.array([at(end) for end in ends]), ZoneInfo("America/New_York"))
    assert [day_name(int(day)) for day in days] == ["0001-01-01", "9999-12-31"]
