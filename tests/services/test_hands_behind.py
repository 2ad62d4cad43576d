"""The hands behind a number as they are told one by one, and as a table."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest
from sqlalchemy.orm import Session

from gleek_replay.audit.facts.layout import MOST_OPPONENTS
from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.csv_export import as_csv
from gleek_replay.services.disputes import RulingKind, open_dispute, rule
from gleek_replay.services.export import PLAYED_COLUMNS, export_players
from gleek_replay.services.hands_behind import Behind, HandBehind, Side, find_behind, tell_behind
from gleek_replay.services.luck import make_fits
from gleek_replay.services.player_hands import PlayerHands, StatisticsFilter, names_of, read_hands
from gleek_replay.services.statistics import tell_statistics
from gleek_replay.services.tables import hands_table
from gleek_replay.simulation import simulate
from gleek_replay.statistics.measures import Unit
from tests.services.told_hands import upload


@pytest.fixture
def player(session: Session, operator: Caller) -> str:
    """Who has most hands of some evenings, of which luck is told."""
    upload(session, operator, *simulate("parlett", hands=220, seed=3))
    make_fits(session, operator.club_id)
    hands = Counter(row[PLAYED_COLUMNS.index("player_id")] for row in export_players(session, operator))
    return str(hands.most_common(1)[0][0])


def every(hands: PlayerHands, wanted: Behind) -> list[HandBehind]:
    return list(tell_behind(hands, wanted).items)


def test_what_hands_add_comes_to_the_number_that_they_are_behind(
    session: Session, operator: Caller, player: str
) -> None:
    hands = read_hands(session, operator, player)
    told = {each.name: each for each in tell_statistics(hands).measures}
    for name in ("net", "price", "bought", "points_over", "honours_lost", "net_ruff"):
        behind = every(hands, Behind(measures=(name,)))
        assert sum(hand.amounts[0].value for hand in behind) == told[name].numerator, name
    several = every(hands, Behind(measures=("bought", "won"), side=Side.NUMERATOR))
    assert {tuple(amount.value for amount in hand.amounts) for hand in several} == {(1, 1)}
    assert sum(hand.net or 0 for hand in every(hands, Behind())) == told["net"].numerator


def test_the_same_hands_come_page_by_page_and_all_at_once(
    session: Session, operator: Caller, player: str
) -> None:
    hands = read_hands(session, operator, player)
    wanted = Behind(measures=("bought",), side=Side.NUMERATOR)
    whole = every(hands, wanted)
    first = tell_behind(hands, wanted, limit=7)
    second = tell_behind(hands, wanted, first.next_cursor, 7)
    assert [*first.items, *second.items] == whole[:14]
    found = find_behind(hands, wanted, limit=14).items
    assert [hand.hand_id for hand in found] == [hand.hand_id for hand in whole[:14]]
    for told, hand in zip(whole, found, strict=False):
        seats = {seat.player_id: seat for seat in hand.seats}
        assert (told.played_at, told.session_id, told.rules) == (hand.played_at, hand.session_id, hand.rules)
        assert (told.net, told.seat) == (seats[player].net, seats[player].position)
        assert {other.player_id for other in told.opponents} == set(seats) - {player}


def test_without_luck_a_hand_is_told_to_those_alone_who_may_see_its_cards(
    session: Session, operator: Caller, player: str
) -> None:
    hands = read_hands(session, operator, player)
    behind = every(hands, Behind())
    luck = tell_statistics(hands).luck
    told = [hand.without_luck for hand in behind if hand.without_luck is not None]
    assert len(told) == luck.hands > 0
    assert luck.adjusted.value == pytest.approx(sum(told) / len(told))
    made = keys.create_key(session, operator, name="onlooker", role=Role.READER, owner="onlooker")
    reader = keys.authenticate(session, made.token)
    assert reader is not None
    seen = every(read_hands(session, reader, player), Behind())
    assert [hand.net for hand in seen] == [hand.net for hand in behind]
    assert {hand.without_luck for hand in seen} == {None}


def test_a_void_hand_has_no_net(session: Session, operator: Caller, player: str) -> None:
    newest = every(read_hands(session, operator, player), Behind())[0]
    dispute = open_dispute(session, operator, newest.hand_id, "The cards were not shuffled.")
    grounds, void = "It was played again.", RulingKind.VOID
    rule(session, operator, newest.hand_id, version=dispute.version, ruling=void, grounds=grounds)
    hands = read_hands(session, operator, player)
    assert (every(hands, Behind())[0].hand_id, every(hands, Behind())[0].net) == (newest.hand_id, None)
    assert newest.hand_id not in {hand.hand_id for hand in every(hands, Behind(measures=("net",)))}


def test_the_table_has_a_column_for_each_number_and_for_each_opponent(
    session: Session, operator: Caller, player: str
) -> None:
    hands = read_hands(session, operator, player, StatisticsFilter(money=True))
    wanted = Behind(measures=("price", "bought"))
    told = every(hands, wanted)
    text = b"".join(as_csv(hands_table(told, wanted.measures, money=True))).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["hand_id"] for row in rows] == [hand.hand_id for hand in told]
    assert rows[0]["unit"] == Unit.FARTHINGS
    assert [row["amount_price"] for row in rows] == [str(hand.amounts[0].value) for hand in told]
    assert {row["amount_bought"] for row in rows} == {"1"}, "who paid for it bought it"
    for row, hand in zip(rows, told, strict=True):
        met = [row[f"opponent_{left}_id"] for left in range(1, MOST_OPPONENTS + 1)]
        assert met == [*(other.player_id for other in hand.opponents), "", "", ""]
        assert row["opponent_1_name"] == (hand.opponents[0].name or "")


def test_players_are_called_by_their_names_where_anybody_knows_one(
    session: Session, operator: Caller, player: str
) -> None:
    hands = read_hands(session, operator, player)
    other = every(hands, Behind())[0].opponents[0]
    assert names_of(hands, [other.player_id, "stranger"]) == [other.name or other.player_id, "stranger"]
