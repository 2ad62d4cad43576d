"""Tables as CSV, as RFC 4180 has it, with a header row."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import StringIO
from typing import Final, NamedTuple

from sqlalchemy.orm import Session

from gleek_replay.audit.facts.layout import MOST_OPPONENTS
from gleek_replay.services.access import Caller
from gleek_replay.services.export import PLAYED_COLUMNS, export_players
from gleek_replay.services.hands import HandFilter

_ROWS_AT_ONCE: Final = 500
_FREE_TEXT: Final = frozenset({"name", "opponent_name", "client", "version"}) | {
    f"opponent_{left}_name" for left in range(1, MOST_OPPONENTS + 1)
}
"""The columns in which people have written what they liked."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would take for a formula and carry out."""


class Table(NamedTuple):
    """Rows with a value for each of the columns."""

    columns: Sequence[str]
    rows: Iterable[Sequence[object]]


def export_csv(session: Session, caller: Caller, wanted: HandFilter | None = None) -> Iterator[bytes]:
    """The players' rows of hands, the newest hand first."""
    return as_csv(Table(PLAYED_COLUMNS, export_players(session, caller, wanted)))


def as_csv(table: Table) -> Iterator[bytes]:
    """A table in UTF-8, written out as its rows come.

    Moments are ISO 8601, truth is ``true`` or ``false``, and what is not known is empty. A name that looks
    like a formula has an apostrophe before it; ids and all else are as they are.
    """
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(table.columns)
    free = [column in _FREE_TEXT for column in table.columns]
    for number, row in enumerate(table.rows, 1):
        writer.writerow(map(_cell, row, free))
        if number % _ROWS_AT_ONCE == 0:
            yield _taken(text)
    yield _taken(text)


def _cell(value: object, is_free: bool) -> object:
    match value:
        case bool():
            return "true" if value else "false"
        case datetime():
            return value.isoformat()
        case str() if is_free and value.startswith(_FORMULA):
            return f"'{value}"
    return value


def _taken(text: StringIO) -> bytes:
    """What was written, which is then gone from the buffer."""
    written = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return written
