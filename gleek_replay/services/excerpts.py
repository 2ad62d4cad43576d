"""The text of a malformed record, cut to the lines round its faults, with each marked at its place.

The pages' JavaScript cuts in the same way what a browser still has (``static/upload/excerpts.js``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gleek_replay.records import Fault
from gleek_replay.records.places import Places, Span

MOST_MARKS: Final = 40
"""How many places of a record are marked; what is wrong beyond them is counted."""
_LINES_AROUND: Final = 1
_LONGEST_LINE: Final = 160
"""The longest line that is shown as a whole, in characters; of a longer one, what is round its marks."""
_AROUND: Final = 56
_LONGEST_MARK: Final = 120
_OMISSION: Final = "…"
_END_OF_LINE: Final = "¶"
"""Stands where the end of a line is marked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Some of a line: as it is, or under the ``mark`` of this number, or a sign of omission."""

    text: str
    mark: int | None = None
    left_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What is wrong where the ``mark`` of this number is, from 1."""

    mark: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line with its ``number`` in the record, from 1, and what is said of the marks in it. ``gap``: lines
    before it are left out.
    """

    number: int
    pieces: tuple[Piece, ...]
    notes: tuple[Note, ...]
    gap: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """The lines of a record that have a fault, and those next to them; none of an empty record. ``further``
    faults are not among them.
    """

    lines: tuple[Line, ...]
    further: int


@dataclass(frozen=True, slots=True)
class _Mark:
    span: Span
    note: Note


def excerpt(raw: bytes, faults: Iterable[Fault]) -> Excerpt:
    """What is shown of a record with faults."""
    text = raw.decode(errors="replace")
    found = _together(Places(text), faults) if text else []
    marks = [
        _Mark(span, Note(mark=number, faults=tuple(told)))
        for number, (span, told) in enumerate(found[:MOST_MARKS], 1)
    ]
    further = sum(len(told) for _, told in found[MOST_MARKS:])
    return Excerpt(lines=tuple(_lines(text, marks)), further=further)


def _together(places: Places, faults: Iterable[Fault]) -> list[tuple[Span, list[Fault]]]:
    """The faults by their places, from the first to the last; those whose places overlap together."""
    found: list[tuple[Span, list[Fault]]] = []
    placed = [(places.of(fault), fault) for fault in faults]
    for span, fault in sorted(placed, key=lambda each: (each[0].start, -each[0].end)):
        if found and span.start < found[-1][0].end:
            found[-1][1].append(fault)
        else:
            found.append((span, [fault]))
    return found


def _lines(text: str, marks: Sequence[_Mark]) -> Iterator[Line]:
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
    spans = [Span(start, end - 1) for start, end in pairwise([*starts, len(text) + 1])]
    marked: dict[int, list[_Mark]] = {}
    for mark in marks:
        marked.setdefault(bisect_right(starts, mark.span.start) - 1, []).append(mark)
    shown = {
        near
        for number in marked
        for near in range(max(0, number - _LINES_AROUND), min(len(spans), number + _LINES_AROUND + 1))
    }
    before = -1
    for number in sorted(shown):
        inside = marked.get(number, [])
        yield Line(
            number=number + 1,
            pieces=tuple(_pieces(text, spans[number], inside)),
            notes=tuple(mark.note for mark in inside),
            gap=number > before + 1,
        )
        before = number


def _pieces(text: str, line: Span, marks: Sequence[_Mark]) -> Iterator[Piece]:
    """A line in pieces: all of it, or of a long one what is round its marks, or else its beginning."""
    omission, at = Piece(text=_OMISSION, left_out=True), line.start
    for window in _windows(line, [mark.span for mark in marks]):
        if window.start > at:
            yield omission
        at = window.start
        for mark in marks:
            if not window.start <= mark.span.start <= window.end:
                continue
            if mark.span.start > at:
                yield Piece(text=text[at : mark.span.start])
            at = min(mark.span.end, line.end)
            yield Piece(text=_cut(text[mark.span.start : at]) or _END_OF_LINE, mark=mark.note.mark)
        if at < window.end:
            yield Piece(text=text[at : window.end])
            at = window.end
    if at < line.end:
        yield omission


def _cut(marked: str) -> str:
    return marked if len(marked) <= _LONGEST_MARK else marked[:_LONGEST_MARK] + _OMISSION


def _windows(line: Span, marks: Sequence[Span]) -> list[Span]:
    """The parts of a line that are shown."""
    if line.end - line.start <= _LONGEST_LINE:
        return [line]
    if not marks:
        return [Span(line.start, line.start + 2 * _AROUND)]
    windows: list[Span] = []
    for mark in marks:
        start = max(line.start, mark.start - _AROUND)
        end = min(line.end, mark.end + _AROUND)
        if windows and start <= windows[-1].end:
            start = windows.pop().start
        windows.append(Span(start, end))
    return windows
