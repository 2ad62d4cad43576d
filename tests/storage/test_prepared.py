"""Statements that the driver is given as they are, and the look-ups that are made of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gleek_replay.storage import Database, intake, writing
from gleek_replay.storage.bulk import load
from gleek_replay.storage.prepared import Prepared, asked_for
from gleek_replay.storage.tables import Player

ASKED = asked_for("ids")
BY_ID = Prepared(
    select(Player.player_id, Player.key)
    .select_from(ASKED.join(Player, Player.player_id == ASKED.c.value))
    .where(Player.club_key == bindparam("club"))
)
NAMING = Prepared(update(Player).where(Player.key == bindparam("whom")).values(name=bindparam("given")))
MOVING = Prepared(update(Player).where(Player.key == bindparam("whom")).values(key=bindparam("to")))
SOME = [(number, 1, f"player-{number}") for number in range(1, 6)]


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    """A session on a database with five players of one club."""
    with database.session() as opened:
        with writing(opened, 1) as connection:
            load(connection, Player, ("key", "club_key", "player_id"), SOME)
        yield opened


def test_of_a_list_those_are_found_that_there_are(session: Session) -> None:
    connection = session.connection()
    assert sorted(
        BY_ID.rows(connection, club=1, ids=["player-2", "nobody", 'a "quoted" one', "player-4"])
    ) == [
        ("player-2", 2),
        ("player-4", 4),
    ]
    assert BY_ID.rows(connection, club=1, ids=[]) == []
    assert BY_ID.rows(connection, club=2, ids=["player-2"]) == []
    assert len(BY_ID.rows(connection, club=1, ids=[f"player-{number}" for number in range(5_000)])) == 5


def test_a_statement_does_its_work_with_each_set_of_values(session: Session) -> None:
    with writing(session, 1) as connection:
        NAMING.run(connection, [{"whom": 2, "given": "Bess"}, {"whom": 3, "given": None}])
    names = select(Player.name).where(Player.key.in_([1, 2, 3])).order_by(Player.key)
    assert list(session.scalars(names)) == [None, "Bess", None]


def test_what_the_driver_raises_is_raised_as_sqlalchemy_would(session: Session) -> None:
    with pytest.raises(IntegrityError), writing(session, 1) as connection:
        MOVING.run(connection, [{"whom": 2, "to": 3}])


@pytest.mark.parametrize("lookup", ["_TOLD", "_PLAYERS", "_SESSIONS", "_STANDING"])
def test_sqlite_looks_up_what_is_asked_for_and_not_a_whole_club(session: Session, lookup: str) -> None:
    if session.get_bind().dialect.name != "sqlite":
        pytest.skip("PostgreSQL counts its rows, and plans by that")
    connection = session.connection()
    cursor = connection.connection.cursor()
    seen: list[str] = []
    connection.connection.driver_connection.set_trace_callback(seen.append)  # type: ignore[union-attr]
    getattr(intake, lookup).rows(connection, club=1, ids=["a", "b"])
    connection.connection.driver_connection.set_trace_callback(None)  # type: ignore[union-attr]
    plan = [row[-1] for row in cursor.execute(f"EXPLAIN QUERY PLAN {seen[-1]}").fetchall()]
    assert plan[0].startswith("SCAN asked")
    assert "(club_key=? AND " in plan[1]
