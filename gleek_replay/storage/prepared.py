"""Statements that every upload needs, laid out once and then given to the driver as they are.

By way of SQLAlchemy each costs a small upload as much as all of its rows do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, Final, cast

import orjson
import psycopg
from sqlalchemy import ClauseElement, Connection, Dialect, String, TableValuedAlias, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

_IN_THIS_ORDER: Final = {"sqlite": "AS asked CROSS JOIN", "postgresql": "AS asked JOIN"}
"""SQLite knows nothing of how many rows there are, takes a club for small, and would look through all of it:
to join “across” says that what was asked for is to be looked up.
"""
_DRIVERS_ERRORS: Final[dict[str, type[Exception]]] = {"sqlite": sqlite3.Error, "postgresql": psycopg.Error}


class _Unpacked(FunctionElement[str]):
    """The texts of a list that is given as JSON."""

    inherit_cache = True
    name = "asked"


@compiles(_Unpacked, "sqlite")
def _json_each(element: _Unpacked, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **how)})"


@compiles(_Unpacked, "postgresql")
def _json_elements(element: _Unpacked, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_array_elements_text(({compiler.process(element.clauses, **how)})::json)"


def asked_for(parameter: str) -> TableValuedAlias:
    """The texts that a parameter lists, as a table with the one column ``value``: the first of a join."""
    return _Unpacked(bindparam(parameter, type_=String())).table_valued("value", name="asked")


class Prepared:
    """A statement with named parameters. What it takes and gives are the values that the database keeps,
    see :func:`gleek_replay.storage.bulk.load`; a list of texts is what is :func:`asked_for`.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._texts: dict[str, _Text] = {}

    def rows(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """What the statement finds. Raises SQLAlchemy's errors."""
        text = self._text(connection.dialect)
        with driver_errors(connection, text.sql):
            cursor = connection.connection.cursor()
            cursor.execute(text.sql, text.given(values))
            found = cursor.fetchall()
            cursor.close()
        return cast(list[tuple[Any, ...]], found)

    def run(self, connection: Connection, many: Sequence[Mapping[str, Any]]) -> None:
        """Have the statement do its work with each of many sets of values. Raises SQLAlchemy's errors."""
        text = self._text(connection.dialect)
        with driver_errors(connection, text.sql):
            cursor = connection.connection.cursor()
            cursor.executemany(text.sql, [text.given(values) for values in many])
            cursor.close()

    def _text(self, dialect: Dialect) -> _Text:
        text = self._texts.get(dialect.name)
        if text is None:
            text = self._texts[dialect.name] = _Text(self._statement, dialect)
        return text


class _Text:
    """A statement in the words of one database."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler), "a statement, and no definition of a table"
        self.sql = compiled.string.replace("AS asked JOIN", _IN_THIS_ORDER[dialect.name])
        self._places = compiled.positiontup
        self._constants = {name: _as_kept(value) for name, value in compiled.params.items()}

    def given(self, values: Mapping[str, Any]) -> Any:
        """The values as the driver takes them: by place in SQLite, by name in PostgreSQL."""
        given = {**self._constants, **{name: _as_json(value) for name, value in values.items()}}
        return given if self._places is None else [given[name] for name in self._places]


def _as_kept(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _as_json(value: Any) -> Any:
    return orjson.dumps(value).decode() if type(value) is list else value


@contextmanager
def driver_errors(connection: Connection, statement: str) -> Iterator[None]:
    """Raise what the driver raises as SQLAlchemy would have."""
    drivers = _DRIVERS_ERRORS[connection.dialect.name]
    try:
        yield
    except drivers as error:
        raise DBAPIError.instance(statement, None, error, drivers, dialect=connection.dialect) from error
