"""Many rows written at once, as each database likes best to take them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from gleek_replay.storage import Database, open_database, writing
from gleek_replay.storage.bulk import load
from gleek_replay.storage.tables import ApiKey, Base, Player, Record, Status
from gleek_replay.storage.tables.base import microseconds
from tests.postgres import break_off

NOW = datetime(2026, 11, 20, 19, 42, 10, 123456, tzinfo=UTC)
PLAYER = ("key", "club_key", "player_id", "name", "named_at")
KEY = ("key", "club_key", "name", "owner", "role", "token_sha256", "created_at")
RECORD = ("key", "club_key", "uploaded_by", "received_at", "whole", "status", "sha256", "faults", "raw")
ANN = (2**62, 1, "ann", "Ann “Tib” Fo\t\\N\n", microseconds(NOW))
BESS = (2**62 + 1, 1, "bess", None, None)
HALL = (9, 1, "the hall", "the hall", "uploader", b"\0" * 32, microseconds(NOW))


def load_rows(session: Session, table: type[Base], columns: Sequence[str], *rows: tuple[Any, ...]) -> None:
    with writing(session, 1) as connection:
        load(connection, table, columns, rows)


def test_rows_are_read_as_they_were_written(database: Database) -> None:
    with database.session() as session:
        load_rows(session, Player, PLAYER, ANN, BESS)
        found = session.execute(
            select(Player.key, Player.club_key, Player.player_id, Player.name, Player.named_at)
        )
        assert sorted(tuple(row) for row in found) == [(*ANN[:4], NOW), BESS]


def test_the_columns_may_come_in_any_order(database: Database) -> None:
    with database.session() as session:
        load_rows(session, Player, PLAYER[::-1], ANN[::-1])
        found = session.execute(select(Player.key, Player.player_id, Player.name)).one()
        assert tuple(found) == (ANN[0], "ann", ANN[3])


def test_every_type_of_column_is_loaded(database: Database) -> None:
    every_byte = bytes(range(256))
    with database.session() as session:
        load_rows(session, ApiKey, KEY, HALL)
        load_rows(
            session,
            Record,
            RECORD,
            (1, 1, 9, microseconds(NOW), True, "malformed", b"\xff" * 32, None, every_byte),
            (2, 1, 9, -1, False, "malformed", b"\xfe" * 32, b"[]", b""),
        )
        columns = (Record.whole, Record.status, Record.sha256, Record.faults, Record.raw)
        found = session.execute(select(*columns).order_by(Record.key)).all()
        assert [tuple(row) for row in found] == [
            (True, Status.MALFORMED, b"\xff" * 32, None, every_byte),
            (False, Status.MALFORMED, b"\xfe" * 32, b"[]", b""),
        ]


def test_no_rows_are_nothing_to_do(database: Database) -> None:
    with database.session() as session:
        load_rows(session, Player, PLAYER)
        assert session.scalars(select(Player.key)).all() == []


def load_twice(connection: Connection) -> None:
    load(connection, Player, PLAYER, [ANN])
    assert connection.scalars(select(Player.player_id)).all() == ["ann"]
    load(connection, Player, PLAYER, [ANN])


def test_rows_belong_to_the_transaction_around_them(database: Database) -> None:
    with database.session() as session:
        with pytest.raises(IntegrityError), writing(session, 1) as connection:
            load_twice(connection)
        assert session.scalars(select(Player.player_id)).all() == []


@pytest.mark.parametrize("wrong", [(ANN[0], 1, "cat", None, None), (3, 77, "cat", None, None)])
def test_a_row_that_breaks_a_constraint_is_sqlalchemys_own_error(
    database: Database, wrong: tuple[Any, ...]
) -> None:
    with database.session() as session:
        load_rows(session, Player, PLAYER, ANN)
        with pytest.raises(IntegrityError):
            load_rows(session, Player, PLAYER, BESS, wrong)
        load_rows(session, Player, PLAYER, BESS)
        assert sorted(session.scalars(select(Player.player_id))) == ["ann", "bess"]


def load_and_break_off(session: Session, postgresql_url: str) -> None:
    with writing(session, 1) as connection:
        break_off(postgresql_url)
        load(connection, Player, PLAYER, [ANN])


def test_a_connection_that_breaks_off_is_sqlalchemys_own_error(postgresql_url: str) -> None:
    opened = open_database(postgresql_url)
    with opened.session() as session:
        with pytest.raises(OperationalError):
            load_and_break_off(session, postgresql_url)
        load_rows(session, Player, PLAYER, ANN)
        assert session.scalars(select(Player.player_id)).all() == ["ann"]
    opened.close()


def test_a_number_of_more_than_64_bits_is_refused(database: Database) -> None:
    with database.session() as session:
        with pytest.raises(OverflowError):
            load_rows(session, Player, PLAYER, (2**63, 1, "ann", None, None))
        load_rows(session, Player, PLAYER, ANN)
        assert session.scalars(select(Player.player_id)).all() == ["ann"]
