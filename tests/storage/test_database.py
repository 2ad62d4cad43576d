"""How sessions read, and how transactions write."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, func, insert, make_url, select
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError
from sqlalchemy.orm import Session

from gleek_replay.storage import Database, open_database, writing
from gleek_replay.storage import database as opening
from gleek_replay.storage.tables import Club, Player
from gleek_replay.storage.tables.base import microseconds, moment
from gleek_replay.storage.time_keys import TimeKeys, new_key, new_keys
from tests.postgres import break_off

NOW = datetime(2026, 11, 20, 19, 42, 10, 123456, tzinfo=UTC)


def add_player(connection: Connection, player_id: str, **columns: Any) -> None:
    row = {"key": new_key(), "club_key": 1, "player_id": player_id, "named_at": None}
    connection.execute(insert(Player), row | columns)


def add_players(session: Session, *player_ids: str, **columns: Any) -> None:
    with writing(session, 1) as connection:
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
        with database.session() as session, writing(session, 1) as connection:
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
    with database.session() as session, pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        add_players(session, "ann", club_key=77)


def test_a_writer_who_has_waited_long_enough_is_refused(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 1)
    monkeypatch.setitem(opening._POSTGRESQL_SETTINGS, "lock_timeout", "1s")
    opened = open_database(database_url)
    refused = pytest.raises(OperationalError, match=r"locked|lock timeout")
    with opened.session() as first, opened.session() as second, writing(first, 1), refused:
        add_players(second, "bess")
    opened.close()


def test_in_postgresql_clubs_do_not_wait_for_each_other(postgresql_url: str) -> None:
    opened = open_database(postgresql_url)
    with opened.session() as first, opened.session() as second:
        with writing(first, 1) as ours, writing(second, 2) as theirs:
            add_player(ours, "ann")
            add_player(theirs, "bess")
        assert sorted(first.scalars(select(Player.player_id))) == ["ann", "bess"]
    opened.close()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_may_be_named_as_others_name_it(postgresql_url: str, scheme: str) -> None:
    opened = open_database(make_url(postgresql_url).set(drivername=scheme).render_as_string(False))
    assert opened.engine.driver == "psycopg"
    with opened.session() as session:
        assert session.scalars(select(Club.name)).all() == ["home"]
    opened.close()


def write_and_break_off(session: Session, postgresql_url: str) -> None:
    with writing(session, 1) as connection:
        add_player(connection, "ann")
        break_off(postgresql_url)
        add_player(connection, "bess")


def test_a_connection_that_broke_off_while_idle_is_not_noticed(postgresql_url: str) -> None:
    opened = open_database(postgresql_url)
    with opened.session() as session:
        add_players(session, "ann")
        break_off(postgresql_url)
        add_players(session, "bess")
        assert sorted(session.scalars(select(Player.player_id))) == ["ann", "bess"]
    opened.close()


def test_a_write_that_breaks_off_leaves_nothing_and_the_next_one_goes_on(postgresql_url: str) -> None:
    opened = open_database(postgresql_url)
    with opened.session() as session:
        with pytest.raises(OperationalError):
            write_and_break_off(session, postgresql_url)
        add_players(session, "cat")
        assert session.scalars(select(Player.player_id)).all() == ["cat"]
    opened.close()


def test_text_that_cannot_be_stored_is_not_found(database: Database) -> None:
    with database.session() as session:
        add_players(session, "ann")
        assert session.scalars(select(Player.player_id).where(Player.player_id == "a\0nn")).all() == []


def test_ids_are_ordered_by_their_characters_codes(database: Database) -> None:
    with database.session() as session:
        add_players(session, "ann", "Bess", "a-b", "a1", "Z", "b")
        ordered = ["Bess", "Z", "a-b", "a1", "ann", "b"]
        assert session.scalars(select(Player.player_id).order_by(Player.player_id)).all() == ordered


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


def test_keys_are_told_apart_by_a_number_drawn_whenever_some_are_taken() -> None:
    keys = TimeKeys()
    taken = [keys.take(3) for _ in range(50)]
    assert len({some[0] % 4096 for some in taken}) > 10
    assert all(len({key % 4096 for key in some}) == 1 for some in taken)


def test_a_forked_process_can_take_keys_while_a_thread_of_its_parent_does() -> None:
    keys = TimeKeys()
    keys._lock.acquire()
    keys.forked()
    assert len(keys.take(2)) == 2
