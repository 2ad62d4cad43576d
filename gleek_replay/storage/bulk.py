"""Writing many rows at once, as fast as each database takes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, cast

import psycopg
from psycopg import sql
from sqlalchemy import BigInteger, Boolean, Connection, Integer, LargeBinary, SmallInteger, String
from sqlalchemy.dialects import sqlite
from sqlalchemy.types import TypeDecorator, TypeEngine

from gleek_replay.storage.prepared import driver_errors
from gleek_replay.storage.tables.base import Base

_COPIED_AS: Final[dict[type[TypeEngine[Any]], str]] = {
    SmallInteger: "int2",
    BigInteger: "int8",
    Integer: "int4",
    Boolean: "bool",
    LargeBinary: "bytea",
    String: "text",
}
"""What PostgreSQL's COPY calls a column type, the narrower of two related types first."""


def load(
    connection: Connection, table: type[Base], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows within the connection's transaction.

    A row has its values in the order of ``columns``, as the database keeps them: whole numbers, text,
    bytes, truth values, ``None``; a moment is a number of microseconds, a code its own word. Raises
    SQLAlchemy's errors.
    """
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        _copy(connection, table, tuple(columns), rows)
    else:
        _insert(connection, _insertion(table, tuple(columns)), rows)


def add_up(
    connection: Connection,
    table: type[Base],
    keys: Sequence[str],
    counts: Sequence[str],
    rows: Sequence[tuple[int, ...]],
) -> None:
    """Add rows of whole numbers, each found by its ``keys``, to those that there are: where there is one of
    the same keys, the ``counts`` of both are added up. No two of the rows have the same keys.

    Raises SQLAlchemy's errors.
    """
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        statement = _adding_lists(table, tuple(keys), tuple(counts))
        lists = [f"{{{','.join(map(str, column))}}}" for column in zip(*rows, strict=True)]
        with driver_errors(connection, statement):
            connection.connection.cursor().execute(statement, lists)
    else:
        marks = f"VALUES ({', '.join('?' * len(rows[0]))})"
        _insert(connection, _adding(table, tuple(keys), tuple(counts), marks), rows)


@lru_cache
def _adding_lists(table: type[Base], keys: tuple[str, ...], counts: tuple[str, ...]) -> str:
    """The statement that takes a list for each column, written as PostgreSQL writes it."""
    types = [_copied_as(table.__table__.columns[name].type) for name in (*keys, *counts)]
    lists = ", ".join(f"%s::{kind}[]" for kind in types)
    return _adding(table, keys, counts, f"SELECT * FROM unnest({lists})")  # noqa: S608 - our own names


@lru_cache
def _adding(table: type[Base], keys: tuple[str, ...], counts: tuple[str, ...], source: str) -> str:
    name = table.__tablename__
    sums = ", ".join(f"{count} = {name}.{count} + excluded.{count}" for count in counts)
    return (
        f"INSERT INTO {name} ({', '.join((*keys, *counts))}) {source} "
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {sums}"
    )


def _insert(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Have the driver insert rows: by way of SQLAlchemy, a row alone would take ten times as long."""
    with driver_errors(connection, statement):
        connection.connection.cursor().executemany(statement, rows)


@lru_cache
def _insertion(table: type[Base], columns: tuple[str, ...]) -> str:
    """The INSERT of columns in this order, with a question mark for each."""
    quote = sqlite.dialect().identifier_preparer.quote
    names = ", ".join(map(quote, columns))
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {quote(table.__tablename__)} ({names}) VALUES ({marks})"  # noqa: S608 - our own names


def _copy(
    connection: Connection, table: type[Base], columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> None:
    statement, types = _copying(table, columns)
    with (
        driver_errors(connection, statement.as_string()),
        _cursor(connection) as cursor,
        cursor.copy(statement) as copy,
    ):
        copy.set_types(types)
        for row in rows:
            copy.write_row(row)


def _cursor(connection: Connection) -> psycopg.Cursor:
    """A cursor of the driver's own, within the same transaction."""
    return cast(psycopg.Cursor, connection.connection.cursor())


@lru_cache
def _copying(table: type[Base], columns: tuple[str, ...]) -> tuple[sql.Composed, list[str]]:
    """The COPY, and the type of each column in it."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(
        sql.Identifier(table.__tablename__), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    return statement, [_copied_as(table.__table__.columns[name].type) for name in columns]


def _copied_as(kind: TypeEngine[Any]) -> str:
    plain = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    return next(name for column_type, name in _COPIED_AS.items() if isinstance(plain, column_type))
