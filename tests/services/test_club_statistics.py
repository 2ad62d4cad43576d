"""A club's leaderboard, its players beside each other, and what it plays: as its hands say, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.orm import Session

from gleek_replay.services import keys, players
from gleek_replay.services.access import Caller
from gleek_replay.services.club_statistics import get_club_statistics
from gleek_replay.services.clubs import create_club, set_time_zone
from gleek_replay.services.disputes import RulingKind, open_dispute, rule
from gleek_replay.services.export import PLAYED_COLUMNS, export_players
from gleek_replay.services.figures import ClubFigure, ClubView, draw_of_club
from gleek_replay.services.hands import HandFilter, HandSummary, find_hands, get_audit
from gleek_replay.services.leaderboards import (
    ClubFilter,
    Ranked,
    Sort,
    every_rank,
    get_head_to_head,
    get_leaderboard,
)
from gleek_replay.services.player_hands import StatisticsFilter, read_hands
from gleek_replay.services.refusals import BadCursor, NotFound
from gleek_replay.services.statistics import tell_opponents, tell_statistics
from gleek_replay.simulation import simulate
from gleek_replay.statistics.series import By
from tests.services.told_hands import told, upload

ZONE = "Europe/Madrid"
LONG_AGO = 1800 * 12


@pytest.fixture(autouse=True)
def stored(session: Session, operator: Caller) -> None:
    """Simulated evenings by two presets, hands that were told wrongly, and one that was ruled void."""
    set_time_zone(session, "home", ZONE)
    upload(session, operator, *simulate("parlett", hands=90, seed=7))
    upload(session, operator, *simulate("cotton-1674", hands=20, seed=8))
    upload(session, operator, told("misreported"), told("revoke"), told("misreported", hand_id="void"))
    open_dispute(session, operator, "void", "Not so.")
    rule(session, operator, "void", version=1, ruling=RulingKind.VOID, grounds="Indeed.")


def hands_of(session: Session, operator: Caller, **wanted: Any) -> list[HandSummary]:
    """Every hand of the club."""
    found: list[HandSummary] = []
    cursor = None
    while True:
        page = find_hands(session, operator, HandFilter(**wanted), cursor, 200)
        found += page.items
        cursor = page.next_cursor
        if cursor is None:
            return found


def month_of(at: datetime) -> int:
    local = at.astimezone(ZoneInfo(ZONE))
    return local.year * 12 + local.month - 1


def a_month(session: Session, operator: Caller) -> int:
    """The month in which most was played."""
    months = Counter(month_of(hand.played_at) for hand in hands_of(session, operator))
    return months.most_common(1)[0][0]


def test_the_leaderboard_is_what_the_statistics_of_each_player_say(
    session: Session, operator: Caller
) -> None:
    ranks = every_rank(session, operator, sort=Sort.NET)
    assert [row.net for row in ranks] == sorted((row.net for row in ranks), reverse=True)
    listed = {player.player_id: player for player in players.find_players(session, operator, limit=200).items}
    assert {row.player_id for row in ranks} == {one for one, player in listed.items() if player.hands}
    for row in ranks:
        summary = tell_statistics(read_hands(session, operator, row.player_id)).summary
        assert (row.hands, row.void, row.net) == (summary.hands, summary.void, summary.net)
        assert row.net_a_hand.value == pytest.approx(summary.net_a_hand.value)
        assert row.net_a_hand.small or row.net_a_hand.hands >= 30
        player = listed[row.player_id]
        assert (row.name, row.last_played_at) == (player.name, player.last_played_at)
        assert (row.hands, row.void, row.net) == (player.hands, player.void, player.net)


@pytest.mark.parametrize(("rules", "stake"), [("cotton-1674", None), (None, "penny"), ("parlett", "groat")])
def test_a_filtered_leaderboard_is_of_those_hands(
    session: Session, operator: Caller, rules: str | None, stake: str | None
) -> None:
    wanted = ClubFilter(rules=rules, stake=stake, money=True)
    for row in every_rank(session, operator, wanted, sort=Sort.HANDS):
        mine = StatisticsFilter(rules=rules, stake=stake, money=True)
        summary = tell_statistics(read_hands(session, operator, row.player_id, mine)).summary
        assert (row.hands, row.net) == (summary.hands, summary.net)


def test_a_month_is_that_of_the_clubs_time_zone(session: Session, operator: Caller) -> None:
    month = a_month(session, operator)
    wanted = ClubFilter(first=month, last=month)
    played = [hand for hand in hands_of(session, operator) if month_of(hand.played_at) == month]
    assert get_club_statistics(session, operator, wanted).hands == len(played)
    hands = Counter(
        seat.player_id for hand in played if hand.ruling is not RulingKind.VOID for seat in hand.seats
    )
    assert {
        row.player_id: row.hands for row in every_rank(session, operator, wanted, sort=Sort.HANDS)
    } == hands
    assert get_club_statistics(session, operator, ClubFilter(last=LONG_AGO)).hands == 0


def test_players_are_put_in_order_by_what_is_asked_for(session: Session, operator: Caller) -> None:
    of: dict[Sort, Callable[[Ranked], float | None]] = {
        Sort.NET_A_HAND: lambda row: row.net_a_hand.value,
        Sort.HANDS: lambda row: row.hands,
        Sort.LOW: lambda row: row.net_a_hand.low,
    }
    for sort, value in of.items():
        values = [value(row) for row in every_rank(session, operator, sort=sort)]
        known = [value for value in values if value is not None]
        assert known == sorted(known, reverse=True)
        assert values == known + [None] * (len(values) - len(known)), "what is not known comes last"
    few = every_rank(session, operator, sort=Sort.NET, least_hands=40)
    assert all(row.hands >= 40 for row in few)
    assert 0 < len(few) < len(every_rank(session, operator, sort=Sort.NET))


def test_players_who_are_alike_share_a_rank(session: Session) -> None:
    create_club(session, "elsewhere")
    operator = keys.operator(session, "elsewhere")
    upload(session, operator, told())
    ranks = every_rank(session, operator, sort=Sort.HANDS)
    assert [row.rank for row in ranks] == [1, 1, 1]


def test_pages_of_the_leaderboard_give_every_player_once(session: Session, operator: Caller) -> None:
    whole = every_rank(session, operator, sort=Sort.NET)
    found: list[Ranked] = []
    cursor = None
    while True:
        page = get_leaderboard(session, operator, sort=Sort.NET, cursor=cursor, limit=3)
        found += page.items
        cursor = page.next_cursor
        if cursor is None:
            break
    assert tuple(found) == whole
    for wrong in ("-1", "x", "²", "9" * 5000):
        with pytest.raises(BadCursor):
            get_leaderboard(session, operator, cursor=wrong)


@pytest.mark.parametrize("wanted", [ClubFilter(), ClubFilter(money=True, rules="parlett")])
def test_players_beside_each_other_have_what_each_is_told_of_his_opponents(
    session: Session, operator: Caller, wanted: ClubFilter
) -> None:
    heads = get_head_to_head(session, operator, wanted, players=5)
    assert len(heads.players) == 5
    ids = {player.player_id for player in heads.players}
    for player in heads.players:
        mine = StatisticsFilter(money=wanted.money, rules=wanted.rules)
        told_of = tell_opponents(read_hands(session, operator, player.player_id, mine))
        expected = {
            told_of.known[one.opponent_key].player_id: (one.hands, one.had_of_him)
            for one in told_of.counterparties.opponents
            if told_of.known[one.opponent_key].player_id in ids
        }
        pairs = [pair for pair in heads.pairs if pair.player_id == player.player_id]
        assert {pair.opponent_id: (pair.hands, pair.net) for pair in pairs} == expected
        assert all(pair.net == pair.won - pair.lost for pair in pairs)
        assert all(pair.won >= 0 <= pair.lost for pair in pairs)


@pytest.mark.parametrize("by", [By.DAY, By.WEEK, By.MONTH])
def test_the_club_has_played_what_its_hands_say(session: Session, operator: Caller, by: By) -> None:
    hands = hands_of(session, operator)
    club = get_club_statistics(session, operator, by=by)
    days = [hand.played_at.astimezone(ZoneInfo(ZONE)).date() for hand in hands]
    assert (club.hands, club.time_zone) == (len(hands), ZONE)
    assert (club.first, club.last) == (min(days), max(days))
    assert club.verdicts == Counter(hand.verdict.value for hand in hands)
    periods: Counter[str] = Counter()
    for day in days:
        monday = date.fromordinal(day.toordinal() - day.weekday())
        periods[{By.DAY: f"{day}", By.WEEK: f"{monday}", By.MONTH: f"{day:%Y-%m}"}[by]] += 1
    assert {one.period: one.hands for one in club.activity} == periods
    assert [one.period for one in club.activity] == sorted(periods)
    assert {(one.rules, one.stake): one.hands for one in club.rules} == Counter(
        (hand.rules, hand.stake) for hand in hands
    )
    assert sum(one.hands for one in club.by_client) == len(hands)
    assert all(one.hands == sum(one.verdicts.values()) for one in club.by_client)


def test_it_is_told_which_client_misreports_what(session: Session, operator: Caller) -> None:
    club = get_club_statistics(session, operator)
    assert sum(one.hands for one in club.clients) == club.hands
    client = told("misreported")["client"]
    (mine,) = [
        one for one in club.clients if (one.client, one.version) == (client["name"], client["version"])
    ]
    assert mine.verdicts["misreported"] == 2
    assert (mine.misreported.count, mine.misreported.hands) == (2, mine.hands)
    assert club.findings is not None
    found = {(one.kind, one.code): one for one in club.findings if one.client == mine.client}
    reasons = {
        one["for"] for one in get_audit(session, operator, told("misreported")["hand_id"])["differences"]
    }
    assert reasons
    for reason in reasons:
        difference = found["difference", reason]
        assert (difference.hands, difference.share.count, difference.share.hands) == (2, 2, mine.hands)
    revoked = {(one.kind, one.code) for one in club.findings}
    assert ("violation", "revoke") in revoked
    assert get_club_statistics(session, operator, ClubFilter(rules="parlett")).findings is None


def test_players_counted_are_those_of_hands_that_count(session: Session, operator: Caller) -> None:
    rows = [dict(zip(PLAYED_COLUMNS, row, strict=True)) for row in export_players(session, operator)]
    assert get_club_statistics(session, operator).players == len(
        {row["player_id"] for row in rows if row["counts"]}
    )


@pytest.mark.parametrize("figure", ClubFigure)
def test_every_figure_of_the_club_can_be_drawn(
    session: Session, operator: Caller, figure: ClubFigure
) -> None:
    for wanted in (ClubFilter(), ClubFilter(rules="parlett", money=True), ClubFilter(last=LONG_AGO)):
        drawn = draw_of_club(session, operator, figure, wanted, ClubView(by=By.WEEK))
        assert drawn["layout"]["meta"]["summary"].endswith(".")
    with pytest.raises(NotFound, match="There is no figure pie: there are activity, "):
        draw_of_club(session, operator, "pie")


def test_another_club_has_its_own(session: Session) -> None:
    create_club(session, "elsewhere")
    abroad = keys.operator(session, "elsewhere")
    club = get_club_statistics(session, abroad)
    assert (club.hands, club.players, club.first, club.activity, club.time_zone) == (0, 0, None, (), "UTC")
    assert get_leaderboard(session, abroad).items == ()
    assert get_head_to_head(session, abroad).pairs == ()
