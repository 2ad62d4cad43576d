"""The players' rows of hands as a table: CSV as RFC 4180 has it, with a header row."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import StringIO
from itertools import chain
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Caller
from gleek_replay.services.export import PLAYED_COLUMNS, export_players
from gleek_replay.services.hands import HandFilter

_ROWS_AT_ONCE: Final = 500
_NAME: Final = PLAYED_COLUMNS.index("name")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would take for a formula and carry out."""


def export_csv(session: Session, caller: Caller, wanted: HandFilter | None = None) -> Iterator[bytes]:
    """The players' rows of hands, the newest hand first, in UTF-8.

    Moments are ISO 8601, truth is ``true`` or ``false``, and what is not known is empty. A name that looks
    like a formula has an apostrophe before it; ids and all else are as they are stored.
    """
    return _lines(export_players(session, caller, wanted))


def _lines(rows: Iterable[tuple[object, ...]]) -> Iterator[bytes]:
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(PLAYED_COLUMNS)
    for number, row in enumerate(rows, 1):
        writer.writerow(_cells(row))
        if number % _ROWS_AT_ONCE == 0:
            yield _taken(text)
    yield _taken(text)


def _cells(row: tuple[object, ...]) -> Iterator[object]:
    name = row[_NAME]
    harmless = f"'{name}" if isinstance(name, str) and name.startswith(_FORMULA) else name
    return map(_cell, chain(row[:_NAME], [harmless], row[_NAME + 1 :]))


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime) else value


def _taken(text: StringIO) -> bytes:
    """What was written, which is then gone from the buffer."""
    written = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return written
