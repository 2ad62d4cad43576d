"""The elements of a JSON array, cut out as its text comes in, however long it is.

A decoder finds where each element ends. Where it finds no JSON, the brackets are counted instead, and where
they do not match either, the next place where a record begins is looked for: a broken element should
cost nothing but itself. Files that were put one after another may hold several arrays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from io import BufferedReader
from typing import Final

from gleek_replay.records.raw import BLANK, RawRecord, broken, is_json, sized
from gleek_replay.records.reader import LARGEST_RECORD
from gleek_replay.records.schema import HandHistorySchema

_AHEAD: Final = 2 * LARGEST_RECORD
"""The longest element that is still looked for as a whole, in bytes."""
_CHUNK: Final = LARGEST_RECORD
_DECODER: Final = json.JSONDecoder(strict=False, parse_int=str)  # as str, a number may be of any length
_TOKEN: Final = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|["\[\]{},]')
_CLOSING: Final = {"[": "]", "{": "}"}
_RECORD: Final = re.compile(r'\{[ \t\r\n]*"(?:' + "|".join(HandHistorySchema().fields) + r')"[ \t\r\n]*:')
"""How a record begins: a bracket and one of its keys. No other object of a record begins so."""
_LONGEST_START: Final = 256

_blanks: Final = re.compile(r"[ \t\r\n]*").match

_NO_COMMA: Final = "expected a comma or the closing bracket after this element of the array"
_NO_ELEMENT: Final = "expected an element of the array; found nothing"
_UNCLOSED: Final = "the array breaks off before its closing bracket"
_TRAILING: Final = "expected nothing after the array"


def elements(head: bytes, stream: BufferedReader) -> Generator[RawRecord, None, tuple[int, bytes]]:
    """The elements of the array that begins with ``head`` and goes on in ``stream``, and of arrays that
    follow it, numbered from 1. Returns how many there were, and what has been read of an object after them.
    """
    return _Array(head, stream).elements()


class _Array:
    """An array's text, from the place ``_at`` that has been reached to some way ahead.

    The text is decoded as Latin-1: then a character is a byte, and JSON's own marks are what they are.
    """

    def __init__(self, head: bytes, stream: BufferedReader) -> None:
        self._stream = stream
        self._text = head.decode("latin-1")
        self._at = self._text.index("[") + 1
        self._ended = self._told_unclosed = False
        self._next_record = -1

    def elements(self) -> Generator[RawRecord, None, tuple[int, bytes]]:
        number, following = 0, "["
        while following == "[":
            goes_on = self._mark() != "]"
            while goes_on:
                number += 1
                yield self._element(number)
                goes_on = self._goes_on()
            if self._mark() != "]":
                if not self._told_unclosed:
                    yield broken(number + 1, b"", _UNCLOSED)
                return number, b""
            self._at += 1
            following = self._mark()
            self._at += following == "["
        if following == "{":
            return number, self._text[self._at :].encode("latin-1")
        if following:
            yield broken(number + 1, self._bytes(self._at, len(self._text)), _TRAILING)
        return number, b""

    def _goes_on(self) -> bool:
        """Whether another element follows, a comma or none before it."""
        mark = self._mark()
        if mark == ",":
            self._at += 1
            self._mark()
            return True
        return mark not in {"]", ""}

    def _mark(self) -> str:
        """The next character that is not blank; ``""`` at the end of the stream."""
        while True:
            self._at = _blank_end(self._text, self._at)
            if self._at < len(self._text) or self._ended:
                return self._text[self._at : self._at + 1]
            self._read_on(self._at)

    def _read_on(self, kept: int) -> None:
        """Drop the text before ``kept``, which is then reached, and have more after it."""
        wanted = _CHUNK + max(0, _AHEAD - len(self._text) + kept)
        more = self._stream.read(wanted)
        self._ended = len(more) < wanted
        self._text = self._text[kept:] + more.decode("latin-1")
        self._at, self._next_record = 0, -1

    def _bytes(self, start: int, end: int) -> bytes:
        return self._text[start:end].encode("latin-1").strip(BLANK)

    def _element(self, number: int) -> RawRecord:
        if len(self._text) - self._at < _AHEAD and not self._ended:
            self._read_on(self._at)
        start = self._at
        try:
            _, end = _DECODER.raw_decode(self._text, start)
        except (ValueError, RecursionError):
            return self._broken_element(number, start)
        after = _blank_end(self._text, end)
        if self._text[after : after + 1] not in {",", "]", ""}:
            return self._broken_element(number, start)
        self._at = after
        return sized(number, self._bytes(start, end))

    def _broken_element(self, number: int, start: int) -> RawRecord:
        limit = self._next_start(start)
        end = self._end_by_brackets(start, limit)
        if end is not None and end < limit:
            self._at = end
            raw = self._bytes(start, end)
            return sized(number, raw) if raw else broken(number, raw, _NO_ELEMENT)
        raw = self._bytes(start, limit)
        if limit < len(self._text):
            self._at = limit
        elif self._ended:
            self._at = self._closing_bracket() if end is None else limit
            raw = self._bytes(start, self._at)
        else:
            self._pass_over()
        if self._mark() == "" and len(raw) <= LARGEST_RECORD:
            self._told_unclosed = True
            return broken(number, raw, _UNCLOSED)
        raw = raw.removesuffix(b",").rstrip(BLANK)
        return broken(number, raw, _NO_COMMA) if is_json(raw) else sized(number, raw)

    def _end_by_brackets(self, start: int, limit: int) -> int | None:
        """Where an element ends by its brackets, ``limit`` if not before; ``None`` if they do not match."""
        awaited: list[str] = []
        for token in _TOKEN.finditer(self._text, start, limit):
            mark = token[0]
            if mark in _CLOSING:
                awaited.append(_CLOSING[mark])
            elif not awaited and mark in {",", "]"}:
                return token.start()
            elif mark == '"' or (mark in {"]", "}"} and (not awaited or awaited.pop() != mark)):
                return None
        return limit

    def _next_start(self, start: int) -> int:
        """Where the next record begins as far as the text goes; the end of the text if none does."""
        if self._next_record <= start:
            self._next_record = next(
                (
                    found.start()
                    for found in _RECORD.finditer(self._text, start + 1)
                    if not _is_member(self._text, found.start())
                ),
                len(self._text),
            )
        return self._next_record

    def _pass_over(self) -> None:
        """Read past an element of any length, to where a record begins or the array ends."""
        while not self._ended:
            self._read_on(len(self._text) - _LONGEST_START)
            if (found := self._next_start(-1)) < len(self._text):
                self._at = found
                return
        self._at = self._closing_bracket()

    def _closing_bracket(self) -> int:
        """The place of the bracket that the stream ends with; the end of the text if it does not."""
        end = len(self._text.rstrip(" \t\r\n"))
        return end - 1 if self._text[self._at : end].endswith("]") else len(self._text)


def _blank_end(text: str, start: int) -> int:
    blanks = _blanks(text, start)
    return blanks.end() if blanks else start


def _is_member(text: str, start: int) -> bool:
    """Whether what begins here is the value of a key, and so no element."""
    return text[max(start - _LONGEST_START, 0) : start].rstrip(" \t\r\n").endswith(":")
