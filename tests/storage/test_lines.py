"""Lines are read as they were written, in the order of play; tallies add up and leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.audit.facts.layout import LINE_SIZE
from gleek_replay.storage import Database, writing
from gleek_replay.storage.bulk import add_up, load
from gleek_replay.storage.line_packing import LINE_COLUMNS, Line
from gleek_replay.storage.line_queries import lines_of
from gleek_replay.storage.tables import FindingMonth, PlayerLine
from gleek_replay.storage.tables.base import microseconds
from gleek_replay.storage.tallies import Tallies
from gleek_replay.storage.tally_queries import TallyFilter, player_tallies
from tests.statistics.packed import pack

START = datetime(2026, 1, 1, 19, tzinfo=UTC)


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    """A session on a database without lines."""
    with database.session() as opened:
        yield opened


def line(player: int, minute: int, hand: int) -> Line:
    """A line of random-looking bytes, zeros among them."""
    packed = bytes((player * 31 + minute * 7 + hand + place * place) % 256 for place in range(LINE_SIZE - 2))
    return Line(player, microseconds(START + timedelta(minutes=minute)), hand, b"\0" + packed + b"\xff")


def store(session: Session, lines: Sequence[Line]) -> None:
    with writing(session, 1) as connection:
        load(connection, PlayerLine, LINE_COLUMNS, lines)


def pieces(packed: bytes) -> list[bytes]:
    """Lines one after the other as single ones, in whatever order they came."""
    return sorted(packed[begin : begin + LINE_SIZE] for begin in range(0, len(packed), LINE_SIZE))


def packed_of(lines: Sequence[Line]) -> list[bytes]:
    """The bytes of lines, as :func:`pieces` has them."""
    return sorted(one.line for one in lines)


def test_the_lines_of_a_player_come_whole_and_no_others(session: Session) -> None:
    his = [line(1, minute, hand) for minute, hand in [(0, 9), (1, 4), (1, 5), (7, 1), (8, 1)]]
    others = [line(player, 1, 4) for player in (0, 2)]
    store(session, [his[3], his[2], others[0], his[0], his[4], others[1], his[1]])
    assert pieces(lines_of(session, 1)) == packed_of(his)
    assert lines_of(session, 2) == others[1].line
    assert lines_of(session, 3) == b""


def test_a_span_of_time_has_its_beginning_and_not_its_end(session: Session) -> None:
    his = [line(1, minute, minute) for minute in range(6)]
    store(session, his)
    start, end = START + timedelta(minutes=2), START + timedelta(minutes=4)
    assert pieces(lines_of(session, 1, start, end)) == packed_of(his[2:4])
    assert pieces(lines_of(session, 1, start=end)) == packed_of(his[4:])
    assert pieces(lines_of(session, 1, end=start)) == packed_of(his[:2])
    assert lines_of(session, 1, end, start) == b""


def test_many_lines_come_whole(session: Session) -> None:
    his = [line(1, minute, minute) for minute in range(3_000)]
    store(session, his[1::2] + his[::2])
    assert pieces(lines_of(session, 1)) == packed_of(his)


@pytest.mark.parametrize("order", list(permutations([(1, 10), (2, -3), (1, 1 << 40)])))
def test_rows_of_the_same_keys_are_added_up(session: Session, order: Sequence[tuple[int, int]]) -> None:
    keys = ("club_key", "month", "client_key", "finding")
    for day, hands in order:
        with writing(session, 1) as connection:
            add_up(connection, FindingMonth, keys, ("hands",), [(1, -day, 5, 6, hands), (1, 9, 9, day, 1)])
    rows = session.scalars(select(FindingMonth).where(FindingMonth.month < 0).order_by(FindingMonth.month))
    assert [(row.month, row.hands) for row in rows] == [(-2, -3), (-1, 10 + (1 << 40))]


def test_the_squares_of_the_largest_hands_add_up_exactly(session: Session) -> None:
    """So much is won if four thousand revies go up by a thousand counters, doubled twenty times, and all five
    opponents owe them.
    """
    net, hands = 5 * 4_500 * 1_000 * (1 << 20), 500
    tallies = Tallies(UTC)
    tallies.add(Line(1, microseconds(START), hand, pack(net=net)) for hand in range(1, hands + 1))
    for _ in range(2):
        with writing(session, 1) as connection:
            tallies.store(connection, 1)
    (told,) = player_tallies(session, 1, TallyFilter())
    assert (told.hands, told.net, told.squares) == (2 * hands, 2 * hands * net, 2 * hands * net * net)
