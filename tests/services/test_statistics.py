"""What is told of a player's hands: for whom, of which, and with which hands behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy.orm import Session

from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.clubs import set_time_zone
from gleek_replay.services.export import PLAYED_COLUMNS, export_players
from gleek_replay.services.figures import draw_over_time
from gleek_replay.services.hands import Verdict, get_hand
from gleek_replay.services.hands_behind import Behind, Side, find_behind
from gleek_replay.services.luck import make_fits
from gleek_replay.services.over_time import MOST_POINTS, By, tell_series
from gleek_replay.services.player_hands import PlayerHands, StatisticsFilter, read_hands
from gleek_replay.services.refusals import BadCursor, Forbidden, NotFound, Unfit
from gleek_replay.services.renaming import merge_players
from gleek_replay.services.statistics import tell_opponents, tell_statistics
from gleek_replay.simulation import simulate
from gleek_replay.statistics import blocks
from gleek_replay.statistics.measures import MEASURES, Estimate
from tests.services.told_hands import evening, told, upload

HANDS = 260


@pytest.fixture
def stored(session: Session, operator: Caller) -> None:
    """Simulated evenings, and one hand each by other rules and with four at the table."""
    upload(session, operator, *simulate("parlett", hands=HANDS, seed=3))
    upload(session, operator, *simulate("knauer-2008", hands=3, seed=4, players=4))


@pytest.fixture
def reader(session: Session, operator: Caller) -> Caller:
    """Somebody who may read hands, but not every card."""
    made = keys.create_key(session, operator, name="onlooker", role=Role.READER, owner="onlooker")
    found = keys.authenticate(session, made.token)
    assert found is not None
    return found


def busiest(session: Session, operator: Caller) -> str:
    """The player of most hands."""
    hands = Counter(row[PLAYED_COLUMNS.index("player_id")] for row in export_players(session, operator))
    return str(hands.most_common(1)[0][0])


def every_hand(hands: PlayerHands, wanted: Behind, limit: int = 50) -> list[str]:
    """The ids of all hands behind a number, page by page."""
    found: list[str] = []
    cursor = None
    while True:
        page = find_behind(hands, wanted, cursor, limit)
        found += [hand.hand_id for hand in page.items]
        cursor = page.next_cursor
        if cursor is None:
            return found


def by_name(hands: PlayerHands) -> dict[str, Estimate]:
    return {measure.name: measure for measure in tell_statistics(hands).measures}


@pytest.mark.usefixtures("stored")
def test_every_statistic_is_told_and_its_hands_are_as_many_as_it_says(
    session: Session, operator: Caller
) -> None:
    hands = read_hands(session, operator, busiest(session, operator))
    told_of = by_name(hands)
    assert list(told_of) == list(MEASURES)
    for name, measure in MEASURES.items():
        if measure.counts_hands:
            for side, number in (
                (Side.NUMERATOR, told_of[name].numerator),
                (Side.DENOMINATOR, told_of[name].denominator),
            ):
                assert len(every_hand(hands, Behind(measures=(name,), side=side), 200)) == number, name


@pytest.mark.usefixtures("stored")
def test_pages_give_every_hand_behind_a_number_once_the_newest_first(
    session: Session, operator: Caller
) -> None:
    hands = read_hands(session, operator, busiest(session, operator))
    whole = every_hand(hands, Behind(), 200)
    assert len(whole) == len(set(whole)) == len(hands.lines)
    assert every_hand(hands, Behind(), 7) == whole
    page = find_behind(hands, Behind(), None, 200)
    assert [hand.played_at for hand in page.items] == sorted(
        (hand.played_at for hand in page.items), reverse=True
    )
    with pytest.raises(BadCursor):
        find_behind(hands, Behind(), "nowhere")


@pytest.mark.usefixtures("stored")
def test_hands_are_found_by_how_much_they_brought_and_behind_several_numbers_at_once(
    session: Session, operator: Caller
) -> None:
    player = busiest(session, operator)
    hands = read_hands(session, operator, player)
    some = find_behind(hands, Behind(measures=("net",), at_least=5, at_most=9), None, 200).items
    nets = [seat.net for hand in some for seat in hand.seats if seat.player_id == player]
    assert nets
    assert all(5 <= net <= 9 for net in nets)
    assert len(some) == sum(5 <= net <= 9 for net in hands.lines["net"].tolist())
    for far in (1 << 64, -(1 << 64)):
        for name in ("net", "won", "gleeks"):
            beyond = Behind(measures=(name,), at_least=far, at_most=far)
            assert not find_behind(hands, beyond).items
    both = Behind(measures=("bought", "won"), side=Side.NUMERATOR)
    bought_and_won = [
        hand.hand_id
        for hand in find_behind(hands, Behind(), None, 200).items
        for seat in hand.seats
        if seat.player_id == player and seat.bought and seat.net > 0
    ]
    assert every_hand(hands, both, 200)[: len(bought_and_won)] == bought_and_won
    with pytest.raises(NotFound, match="There is no measure pie"):
        find_behind(hands, Behind(measures=("pie",)))


@pytest.mark.usefixtures("stored")
def test_every_filter_lets_through_what_the_table_of_hands_says(session: Session, operator: Caller) -> None:
    player = busiest(session, operator)
    rows: list[dict[str, Any]] = [
        dict(zip(PLAYED_COLUMNS, row, strict=True)) for row in export_players(session, operator)
    ]
    mine = {row["hand_id"]: row for row in rows if row["player_id"] == player}
    tables: dict[str, set[str]] = {}
    for row in rows:
        tables.setdefault(row["hand_id"], set()).add(row["player_id"])
    other = next(iter(tables[next(iter(mine))] - {player}))
    middle = sorted(row["played_at"] for row in mine.values())[len(mine) // 2]
    session_id = next(iter(mine.values()))["session"]
    cases: dict[StatisticsFilter, Callable[[dict[str, Any]], bool]] = {
        StatisticsFilter(start=middle): lambda row: row["played_at"] >= middle,
        StatisticsFilter(end=middle): lambda row: row["played_at"] < middle,
        StatisticsFilter(rules="knauer-2008"): lambda row: row["rules"] == "knauer-2008",
        StatisticsFilter(stake="penny"): lambda row: row["stake"] == "penny",
        StatisticsFilter(players=3): lambda row: row["players"] == 3,
        StatisticsFilter(session=session_id): lambda row: row["session"] == session_id,
        StatisticsFilter(session="never"): lambda _: False,
        StatisticsFilter(opponents=(other,)): lambda row: other in tables[row["hand_id"]],
        StatisticsFilter(opponents=("nobody",)): lambda _: False,
        StatisticsFilter(seat="dealer"): lambda row: row["position"] == "dealer",
        StatisticsFilter(client="gleek-replay simulate"): lambda _: True,
        StatisticsFilter(client="gleek-replay simulate 1.1.0"): lambda _: True,
        StatisticsFilter(client="gleek-replay"): lambda _: False,
        StatisticsFilter(verdict=Verdict.IRREGULAR): lambda row: row["verdict"] == "irregular",
        StatisticsFilter(disputed=True): lambda _: False,
        StatisticsFilter(disputed=False): lambda _: True,
    }
    for wanted, fits in cases.items():
        fitting = {hand_id for hand_id, row in mine.items() if fits(row)}
        found = every_hand(read_hands(session, operator, player, wanted), Behind(), 200)
        assert set(found) == fitting, wanted


def test_an_opponent_is_found_by_whatever_id_means_him(session: Session, operator: Caller) -> None:
    upload(session, operator, *evening(3, table="mitre", players=("maud", "nell", "olive")))
    upload(session, operator, *evening(2, table="anchor", players=("peg", "nell", "olive")))
    merge_players(session, operator, "peg", "maud")
    for alias in ("peg", "maud"):
        with_her = read_hands(session, operator, "nell", StatisticsFilter(opponents=(alias,)))
        assert tell_statistics(with_her).summary.hands == 5
        assert read_hands(session, operator, alias).player_id == "maud"
    (first, _) = tell_opponents(read_hands(session, operator, "nell")).known.values()
    assert first.player_id in {"maud", "olive"}


@pytest.mark.usefixtures("stored")
def test_what_one_had_of_another_the_other_had_not(session: Session, operator: Caller) -> None:
    player = busiest(session, operator)
    mine = tell_opponents(read_hands(session, operator, player))
    sums = mine.counterparties
    assert sums.net == sums.of_opponents + sums.of_pots + sums.by_rulings
    for one in sums.opponents:
        other = tell_opponents(read_hands(session, operator, mine.known[one.opponent_key].player_id))
        (me,) = [
            each
            for each in other.counterparties.opponents
            if other.known[each.opponent_key].player_id == player
        ]
        assert (me.hands, me.had_of_him) == (one.hands, -one.had_of_him)


@pytest.mark.usefixtures("stored")
def test_money_is_counters_by_their_coin(session: Session, operator: Caller) -> None:
    player = busiest(session, operator)
    farthings = {"halfpenny": 2, "penny": 4, "groat": 16}
    worth = sum(
        tell_statistics(read_hands(session, operator, player, StatisticsFilter(stake=stake))).summary.net
        * farthings[stake]
        for stake in farthings
    )
    in_money = tell_statistics(read_hands(session, operator, player, StatisticsFilter(money=True)))
    assert in_money.summary.net == worth
    (net,) = [measure for measure in in_money.measures if measure.name == "net"]
    assert (net.unit.value, net.numerator) == ("farthings", worth)


@pytest.mark.usefixtures("stored")
def test_points_over_time_add_up_to_the_statistic(session: Session, operator: Caller) -> None:
    hands = read_hands(session, operator, busiest(session, operator))
    for name in ("net", "bought", "points_over", "honours_lost"):
        whole = by_name(hands)[name]
        for by in (By.HAND, By.DAY, By.WEEK, By.MONTH, By.SESSION):
            points = tell_series(hands, name, by).points
            assert sum(point.numerator for point in points) == whole.numerator
            assert sum(point.denominator for point in points) == whole.denominator
            last = tell_series(hands, name, by, cumulative=True).points[-1]
            assert (last.numerator, last.denominator) == (whole.numerator, whole.denominator)
            assert last.value == pytest.approx(whole.value)
            assert last.low is None
    rolling = tell_series(hands, "net", By.ROLLING, window=50).points
    assert len(rolling) == len(hands.lines) - 49
    assert {point.denominator for point in rolling} == {50}
    assert rolling[-1].last_hand == every_hand(hands, Behind(), 1)[0]
    with pytest.raises(Unfit):
        tell_series(hands, "net", By.ROLLING, cumulative=True)


@pytest.mark.usefixtures("stored")
def test_a_long_series_is_thinned_out_and_ends_with_the_last_hand(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = read_hands(session, operator, busiest(session, operator))
    monkeypatch.setattr("gleek_replay.services.over_time.MOST_POINTS", 10)
    told_of = tell_series(hands, "net", By.HAND, cumulative=True)
    assert len(told_of.points) <= 10 < MOST_POINTS
    assert told_of.points[-1].numerator == by_name(hands)["net"].numerator
    numbers = [int(point.period or 0) for point in told_of.points]
    assert {later - earlier for earlier, later in pairwise(numbers)} == {told_of.step}


def test_days_are_those_of_the_clubs_time_zone(session: Session, operator: Caller) -> None:
    late = told(played_at="2026-03-01T23:30:00Z")
    upload(session, operator, late)
    player = late["players"][0]["id"]
    (point,) = tell_series(read_hands(session, operator, player), "net", By.DAY).points
    assert (point.period, point.last_hand) == ("2026-03-01", late["hand_id"])
    assert point.last_played_at == datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    set_time_zone(session, "home", "Europe/Madrid")
    (point,) = tell_series(read_hands(session, operator, player), "net", By.DAY).points
    assert point.period == "2026-03-02"


def test_a_day_that_is_asked_for_is_one_of_the_clubs_time_zone(session: Session, operator: Caller) -> None:
    late = told(played_at="2026-03-01T23:30:00Z")
    upload(session, operator, late)
    player, day = late["players"][0]["id"], date(2026, 3, 2)

    def found(start: date | None, end: date | None) -> int:
        asked = StatisticsFilter(start=start, end=end)
        return len(read_hands(session, operator, player, asked).lines)

    assert (found(day, None), found(None, day)) == (0, 1)
    set_time_zone(session, "home", "Europe/Madrid")
    assert (found(day, None), found(None, day)) == (1, 0)
    midnight = datetime(2026, 3, 2, tzinfo=UTC)
    assert (found(midnight, None), found(None, midnight)) == (0, 1), "a moment is a moment"


@pytest.mark.usefixtures("stored")
def test_hidden_cards_are_told_of_in_whole_blocks_of_hands_alone(
    session: Session, operator: Caller, reader: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "SMALL_SAMPLE", 10)
    make_fits(session, operator.club_id)
    player = busiest(session, operator)
    moments = [
        hand.played_at
        for hand in find_behind(read_hands(session, operator, player), Behind(), None, 200).items
    ]
    seen: dict[str, set[int]] = {"stock_honours": set(), "bluffs": set(), "luck": set()}
    for end in moments[::3]:
        wanted = StatisticsFilter(end=end)
        steward = tell_statistics(read_hands(session, operator, player, wanted))
        onlooker = tell_statistics(read_hands(session, reader, player, wanted))
        assert next(mine for mine in onlooker.measures if mine.name == "net_bluffs").denominator == 0
        for mine, whole in zip(onlooker.measures, steward.measures, strict=True):
            if not MEASURES[mine.name].rests_on_cards:
                assert mine == whole
            else:
                assert mine.denominator <= whole.denominator
                if MEASURES[mine.name].openly is None:
                    assert mine.denominator % 10 == 0
                assert not 0 < mine.denominator < 10
            if mine.name in seen:
                seen[mine.name].add(mine.denominator)
        assert onlooker.luck.hands % 10 == 0
        assert onlooker.luck.left_out == steward.luck.left_out
        seen["luck"].add(onlooker.luck.hands)
    assert all(len(hands) > 1 for hands in seen.values()), "and something is told"
    by_seat = tell_statistics(read_hands(session, reader, player, StatisticsFilter(seat="dealer")))
    assert by_seat.luck.hands == 0


@pytest.mark.usefixtures("stored")
def test_nobody_is_told_of_hidden_cards_hand_by_hand_who_may_not_see_them(
    session: Session, operator: Caller, reader: Caller
) -> None:
    player = busiest(session, operator)
    for name, measure in MEASURES.items():
        hands = read_hands(session, reader, player)
        if measure.rests_on_cards:
            with pytest.raises(Forbidden, match="hidden at the table"):
                find_behind(hands, Behind(measures=(name,)))
            with pytest.raises(Forbidden):
                tell_series(hands, name, By.MONTH)
            with pytest.raises(Forbidden):
                draw_over_time(hands, name, By.MONTH)
            find_behind(read_hands(session, operator, player), Behind(measures=(name,)))
        else:
            tell_series(hands, name, By.MONTH)


@pytest.mark.usefixtures("stored")
def test_where_blocks_end_does_not_tell_which_hands_were_bluffs(
    session: Session, operator: Caller, reader: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "SMALL_SAMPLE", 3)
    player = busiest(session, operator)
    whole = read_hands(session, operator, player)
    raised = every_hand(whole, Behind(measures=("bluffs",)))
    moments = {hand: get_hand(session, operator, hand).hand.played_at for hand in raised}
    seen = 0
    for before, hand in enumerate(reversed(raised), 1):
        until = StatisticsFilter(end=moments[hand] + timedelta(microseconds=1))
        told_now = by_name(read_hands(session, reader, player, until))["bluffs_came_off"].denominator
        if told_now != seen:
            assert before % 3 == 0, "an answer changes where a block of hands ends in which he vied"
            assert told_now - seen >= 3
        seen = told_now
    assert 0 < seen <= len(raised)
