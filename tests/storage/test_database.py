"""How sessions read, and how transactions write."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import Session

from gleek_replay.storage import Database, writing
from gleek_replay.storage.tables import Club, Player
from gleek_replay.storage.tables.base import microseconds, moment
from gleek_replay.storage.time_keys import TimeKeys, new_key, new_keys

NOW = datetime(2026, 11, 20, 19, 42, 10, 123456, tzinfo=UTC)


def add_player(connection: Connection, player_id: str, **columns: Any) -> None:
    row = {"key": new_key(), "club_key": 1, "player_id": player_id, "named_at": None}
    connection.execute(insert(Player), row | columns)


def add_players(session: Session, *player_ids: str, **columns: Any) -> None:
    with writing(session) as connection:
        for player_id in player_ids:
            add_player(connection, player_id, **columns)


def test_what_is_written_stays_when_the_block_ends(database: Database) -> None:
    with database.session() as session, writing(session) as connection:
        add_player(connection, "ann")
    with database.session() as session:
        assert session.scalars(select(Player.player_id)).all() == ["ann"]


def test_nothing_stays_of_a_block_that_raises(database: Database) -> None:
    with database.session() as session:
        with pytest.raises(IntegrityError):
            add_players(session, "ann", "bess", "ann")
        assert session.scalar(select(func.count()).select_from(Player)) == 0


def test_a_session_that_has_read_can_write_after_another_has_written(database: Database) -> None:
    with database.session() as reader, database.session() as other:
        assert reader.scalars(select(Player.player_id)).all() == []
        with writing(other) as connection:
            add_player(connection, "ann")
        assert reader.scalars(select(Player.player_id)).all() == [], "a snapshot, while it only reads"
        with writing(reader) as connection:
            add_player(connection, "bess")
        assert sorted(reader.scalars(select(Player.player_id))) == ["ann", "bess"]


def test_writers_wait_for_each_other(database: Database) -> None:
    def count_up(_: int) -> None:
        with database.session() as session, writing(session) as connection:
            known = connection.scalar(select(func.count()).select_from(Player))
            add_player(connection, f"player-{known}")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count_up, range(40)))
    with database.session() as session:
        assert set(session.scalars(select(Player.player_id))) == {f"player-{n}" for n in range(40)}


def test_readers_do_not_wait_for_a_writer(database: Database) -> None:
    with database.session() as writer, database.session() as reader, writing(writer) as connection:
        add_player(connection, "ann")
        assert reader.scalars(select(Club.name)).all() == ["home"]


def test_foreign_keys_are_held(database: Database) -> None:
    with database.session() as session, pytest.raises(IntegrityError, match="FOREIGN KEY"):
        add_players(session, "ann", club_key=77)


def test_a_moment_is_given_back_in_utc_to_the_microsecond(database: Database) -> None:
    with database.session() as session:
        add_players(session, "ann", named_at=NOW.astimezone(timezone(timedelta(hours=-5, minutes=-30))))
        assert session.scalar(select(Player.named_at)) == NOW


def test_a_time_that_says_no_moment_is_refused(database: Database) -> None:
    with database.session() as session, pytest.raises(StatementError, match="offset-naive"):
        add_players(session, "ann", named_at=NOW.replace(tzinfo=None))


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_moments_are_ordered_as_their_numbers(one: datetime, other: datetime) -> None:
    assert (microseconds(one) < microseconds(other)) is (one < other)
    assert moment(microseconds(one)) == one


def test_keys_rise_with_time_and_never_repeat() -> None:
    keys = [key for count in (1, 1000, 3) for key in new_keys(count)]
    assert keys == sorted(set(keys))
    assert all(0 < key < 2**63 for key in keys)


def test_threads_share_the_keys_of_a_process_without_repeating_one() -> None:
    with ThreadPoolExecutor(8) as threads:
        taken = [key for keys in threads.map(new_keys, [50] * 80) for key in keys]
    assert len(set(taken)) == 4000


def test_a_forked_process_draws_keys_of_its_own() -> None:
    parent, child = TimeKeys(), TimeKeys()
    drawn = set()
    for _ in range(20):
        child.forked()
        drawn.add(child.take(1)[0] % 4096)
    assert len(drawn) > 1
    assert parent.take(1)[0] % 4096 == parent.take(1)[0] % 4096
