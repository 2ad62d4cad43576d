"""The hands of one player as a table: a column for each field of a line, a row for each hand."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gleek_replay.audit.facts.layout import LAYOUT_VERSION, LINE_FIELDS, Mark, Standing

_NUMPY_KINDS: Final = {"b": "<i1", "B": "<u1", "h": "<i2", "H": "<u2", "I": "<u4", "q": "<i8", "Q": "<u8"}
LINE_TYPE: Final = np.dtype([(name, _NUMPY_KINDS[kind]) for name, kind in LINE_FIELDS])
"""A line of :mod:`gleek_replay.audit.facts.layout` as numpy reads it, to the byte."""

Column: TypeAlias = NDArray[Any]
Mask: TypeAlias = NDArray[np.bool_]


class _Table:
    """All rows, and those of their columns that have been asked for."""

    __slots__ = ("_columns", "rows")

    def __init__(self, rows: NDArray[Any]) -> None:
        self.rows = rows
        self._columns: dict[str, Column] = {}

    def __getitem__(self, field: str) -> Column:
        column = self._columns.get(field)
        if column is None:
            column = self._columns[field] = np.ascontiguousarray(self.rows[field])
        return column


class Lines:
    """Lines in the order in which the hands were played.

    ``lines["net"]`` is a column, ``lines.where(mask)`` a table of some of the rows. Columns and masks are
    made once, so that many statistics may ask for the same; nobody may write into them. Of some of the rows,
    those columns are taken that are asked for: lines are wide, and to copy them would take longer than most
    of what is reckoned from them.
    """

    __slots__ = ("_chosen", "_columns", "_counted", "_masks", "_table")

    def __init__(self, rows: NDArray[Any] | _Table, chosen: NDArray[np.intp] | None = None) -> None:
        self._table = rows if isinstance(rows, _Table) else _Table(rows)
        self._chosen = chosen
        self._columns: dict[str, Column] = {}
        self._masks: dict[tuple[str, int], Mask] = {}
        self._counted: Lines | None = None

    def __len__(self) -> int:
        return len(self._table.rows if self._chosen is None else self._chosen)

    def __getitem__(self, field: str) -> Column:
        if self._chosen is None:
            return self._table[field]
        column = self._columns.get(field)
        if column is None:
            column = self._columns[field] = self._table[field][self._chosen]
        return column

    @property
    def rows(self) -> NDArray[Any]:
        """The lines themselves."""
        return self._table.rows if self._chosen is None else self._table.rows[self._chosen]

    def where(self, mask: Mask) -> Lines:
        """Those rows of which the mask is true."""
        if mask.all():
            return self
        return Lines(self._table, np.flatnonzero(mask) if self._chosen is None else self._chosen[mask])

    def marked(self, mark: Mark) -> Mask:
        """In which hands all these marks are set."""
        return self._bits_of("marks", np.uint32(mark))

    def stands(self, standing: Standing) -> Mask:
        """Of which hands this is the standing."""
        return self._bits_of("standing", np.uint8(standing))

    @property
    def counted(self) -> Lines:
        """The hands that were not ruled void: those that any number is made of."""
        if self._counted is None:
            self._counted = self.where(self.stands(Standing.COUNTS))
        return self._counted

    def _bits_of(self, field: str, wanted: np.unsignedinteger[Any]) -> Mask:
        key = (field, int(wanted))
        mask = self._masks.get(key)
        if mask is None:
            mask = self._masks[key] = (self[field] & wanted) == wanted
        return mask


def read_lines(packed: bytes) -> Lines:
    """Lines from their bytes, one after the other; those of another layout are left out."""
    rows = np.frombuffer(packed, dtype=LINE_TYPE)
    current = rows["version"] == LAYOUT_VERSION
    return Lines(rows if current.all() else rows[current])


def in_order(lines: Lines) -> Lines:
    """The lines of a player in the order in which he played; hands of one moment in that of their keys."""
    moments, keys = lines["played_at"], lines["hand_key"]
    later = moments[1:] > moments[:-1]
    if (later | (moments[1:] == moments[:-1]) & (keys[1:] > keys[:-1])).all():
        return lines
    return Lines(lines.rows[np.lexsort((keys, moments))])
