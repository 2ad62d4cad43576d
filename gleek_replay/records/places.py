"""Where in the text of a record each of its values stands, so that a fault can be shown at its place.

The text may be no JSON at all: then whatever can be told apart has a place, and a fault of the parser the one
that it names. The pages' JavaScript finds places in the same way (``static/upload/places.js``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import orjson

from gleek_replay.records.faults import Fault, farther

_TOKEN: Final = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|[\[\]{},:]|[^\s\[\]{},:"]+')
_ABOUT_THE_KEY: Final = re.compile("no such field|this key stands twice")
_CHARACTER: Final = re.compile(r"expected JSON: .*\(char (\d+)\)$")
_BYTE: Final = re.compile(r"expected UTF-8; found the byte 0x[0-9A-F]{2} at place ([\d,]+)")
_SHORT: Final = 80
"""The longest array or object that is marked as a whole, in characters; of a longer one its bracket is."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text, from the character ``start`` to that before ``end``."""

    start: int
    end: int


@dataclass(slots=True)
class _Open:
    """An array or object that is being read: its place, and that of the value read next in it."""

    pointer: str
    start: int
    step: str | int
    key: Span | None = None


class Places:
    """The places of a text's values and keys, by JSON pointer; of a key that stands twice the last, which is
    what counts.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._values: dict[str, Span] = {}
        self._keys: dict[str, Span] = {}
        self._open: list[_Open] = []
        self._scalar: Span | None = None
        for token in _TOKEN.finditer(text):
            self._take(token[0], token.start(), token.end())
        self._end_scalar()
        while self._open:
            self._close(len(text))

    def of(self, fault: Fault) -> Span:
        """The piece of the text that a fault is about; where that is missing, the bracket of what it should
        be in; empty only where the text is.
        """
        if not fault.pointer and (at := self._told_by_the_parser(fault.message)) is not None:
            at = max(0, min(at, len(self._text) - 1))
            return Span(at, min(at + 1, len(self._text)))
        if fault.pointer in self._keys and _ABOUT_THE_KEY.match(fault.message):
            return self._keys[fault.pointer]
        place = fault.pointer
        while place and place not in self._values:
            place = place.rpartition("/")[0]
        found = self._values.get(place, Span(0, min(1, len(self._text))))
        lacking = place != fault.pointer
        if self._text[found.start : found.start + 1] in {"{", "["} and (lacking or self._is_long(found)):
            return Span(found.start, found.start + 1)
        return found

    def _is_long(self, span: Span) -> bool:
        return span.end - span.start > _SHORT or "\n" in self._text[span.start : span.end]

    def _told_by_the_parser(self, message: str) -> int | None:
        if found := _CHARACTER.match(message):
            return int(found[1])
        if found := _BYTE.match(message):
            left = int(found[1].replace(",", ""))
            at = 0
            while at < len(self._text) and left > 0:
                left -= len(self._text[at].encode())
                at += 1
            return at
        return None

    def _take(self, mark: str, start: int, end: int) -> None:
        inside = self._open[-1] if self._open else None
        match mark:
            case "{" | "[":
                self._end_scalar()
                self._open.append(_Open(self._pointer(), start, "" if mark == "{" else 0))
            case "}" | "]":
                self._end_scalar()
                if inside:
                    self._close(end)
            case ",":
                self._end_scalar()
                if inside and isinstance(inside.step, int):
                    inside.step += 1
            case ":" if inside and self._scalar and isinstance(inside.step, str):
                inside.step, inside.key = self._key_at(self._scalar), self._scalar
                self._keys[self._pointer()] = self._scalar
                self._scalar = None
            case ":":
                self._end_scalar()
            case _:
                self._end_scalar()
                self._scalar = Span(start, end)

    def _pointer(self) -> str:
        return farther(self._open[-1].pointer, self._open[-1].step) if self._open else ""

    def _key_at(self, span: Span) -> str:
        written = self._text[span.start : span.end]
        try:
            return str(orjson.loads(written))
        except orjson.JSONDecodeError:
            return written.strip('"')

    def _end_scalar(self) -> None:
        if self._scalar is not None:
            self._values[self._pointer()] = self._scalar
            self._scalar = None

    def _close(self, end: int) -> None:
        closed = self._open.pop()
        self._values[closed.pointer] = Span(closed.start, end)
