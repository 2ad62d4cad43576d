"""The small values of a record: each reader checks one kind of value and describes it as JSON Schema.

A reader returns the value read, or raises :class:`Misread` with what was expected. They are plain objects
rather than nested marshmallow schemas: with a schema for each of some sixty small objects, reading a record
takes two to five times as long.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Protocol

from gleek_replay.engine.cards import CARD_BY_NAME
from gleek_replay.records.faults import Fault, Misread, expected, shown

LARGEST_AMOUNT: Final = 100_000_000
_CARD_PATTERN: Final = "[AKQJT98765432][SHDC]"
_card: Final = CARD_BY_NAME.__getitem__


class Reader(Protocol):
    """Reads one value of a record."""

    def read(self, value: Any) -> Any:
        """The value read; :class:`Misread` says what was expected."""

    def json_schema(self) -> dict[str, Any]:
        """What may stand here, as JSON Schema."""


class Text:
    """A string of so many characters."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def read(self, value: Any) -> str:
        low = f"{self._least} to " if self._least else "at most "
        if type(value) is not str:
            raise expected(f"a string of {low}{self._most:,} characters", value)
        if not self._least <= len(value) <= self._most:
            length = f"{len(value):,} characters: " if value else ""
            message = f"expected a string of {low}{self._most:,} characters; found {length}{shown(value)}"
            raise Misread([Fault("", message)])
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": self._least, "maxLength": self._most}


class Identifier:
    """An id: it stands in addresses, so only some characters are allowed."""

    PATTERN: Final = "[A-Za-z0-9][A-Za-z0-9._:@+-]{0,63}"
    _fits = re.compile(PATTERN).fullmatch

    def read(self, value: Any) -> str:
        if type(value) is not str or not Identifier._fits(value):
            raise expected(
                "an id of 1 to 64 letters A-Z a-z, digits and ._:@+- that begins with a letter or digit",
                value,
            )
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{self.PATTERN}$"}


class PlayerIdentifier(Identifier):
    """A player's id, which may not be the name of a pot."""

    def read(self, value: Any) -> str:
        if value in ("pot", "ruff_pot"):
            raise expected("a player's id, which pot and ruff_pot are not", value)
        return super().read(value)

    def json_schema(self) -> dict[str, Any]:
        return {**super().json_schema(), "not": {"enum": ["pot", "ruff_pot"]}}


class Whole:
    """A whole number: a JSON integer, neither ``12.0`` nor a boolean."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def read(self, value: Any) -> int:
        if type(value) is not int or not self._least <= value <= self._most:
            raise expected(f"a whole number from {self._least:,} to {self._most:,}", value)
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self._least, "maximum": self._most}


class PowerOfTwo(Whole):
    """A whole number that is a power of two."""

    def read(self, value: Any) -> int:
        if type(value) is not int or not self._least <= value <= self._most or value & (value - 1):
            raise expected(f"a power of two from {self._least:,} to {self._most:,}", value)
        return value

    def json_schema(self) -> dict[str, Any]:
        powers = [1 << n for n in range(self._most.bit_length())]
        return {"type": "integer", "enum": powers}


class OneOf:
    """One of the words of an enumeration."""

    def __init__(self, words: type[StrEnum]) -> None:
        self._words = {word.value: word for word in words}

    def read(self, value: Any) -> StrEnum:
        if type(value) is not str or value not in self._words:
            raise expected(f"one of {', '.join(self._words)}", value)
        return self._words[value]

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self._words)}


class Instant:
    """A moment: RFC 3339 with an offset."""

    _fits = re.compile(
        r"(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d:)([0-5]\d|60)(\.\d+)?"
        r"([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
        re.ASCII,
    ).fullmatch

    def read(self, value: Any) -> datetime:
        fit = Instant._fits(value) if type(value) is str else None
        if fit is None:
            raise expected("a moment with its offset such as 2026-11-20T19:42:10Z (RFC 3339)", value)
        try:
            if value[-1] == "Z" and fit[3] != "60":
                return datetime.fromisoformat(value)
            return self._moment(*fit.groups(default=""))
        except (ValueError, OverflowError):
            raise expected("a moment that there is such as 2026-11-20T19:42:10Z", value) from None

    def _moment(self, date: str, minute: str, second: str, fraction: str, offset: str) -> datetime:
        leap = second == "60"
        second, fraction = ("59", ".999999") if leap else (second, fraction[:7])
        zone = "+00:00" if offset in "Zz" else offset
        moment = datetime.fromisoformat(f"{date}T{minute}{second}{fraction}{zone}").astimezone(UTC)
        if leap:  # a second put in at the end of a month, which Python's clock does not have
            after = moment + timedelta(microseconds=1)
            if (after.day, after.hour, after.minute) != (1, 0, 0):
                raise ValueError
        return moment

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}


class Card:
    """A card by rank and suit, read as one bit."""

    def read(self, value: Any) -> int:
        card = CARD_BY_NAME.get(value) if type(value) is str else None
        if card is None:
            raise expected("a card: rank AKQJT98765432, then suit SHDC, such as TH", value)
        return card

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_CARD_PATTERN}$"}


class Cards:
    """Cards apart by single spaces, read as a set of bits."""

    def read(self, value: Any) -> int:
        if type(value) is not str or not value:
            raise expected("a string of cards apart by single spaces, such as AS TH", value)
        names = value.split(" ")
        try:
            cards = sum(map(_card, names))
        except KeyError:
            raise _misspelt(names) from None
        if cards.bit_count() != len(names):  # the sum of different powers of two has a bit for each
            raise _misspelt(names)
        return cards

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_CARD_PATTERN}( {_CARD_PATTERN})*$"}


def _misspelt(names: Sequence[str]) -> Misread:
    faults = []
    if strange := [name for name in dict.fromkeys(names) if name not in CARD_BY_NAME]:
        found = ", ".join("a space too many" if name == "" else shown(name) for name in strange[:6])
        rest = f" and {len(strange) - 6} more" if len(strange) > 6 else ""
        message = "expected cards apart by single spaces, rank AKQJT98765432 then suit SHDC, such as AS TH"
        faults.append(Fault("", f"{message}; found {found}{rest}"))
    known = Counter(name for name in names if name in CARD_BY_NAME)
    for name, count in known.items():
        if count > 1:
            faults.append(Fault("", f"expected each card once; found {name} {count} times"))
    return Misread(faults, partial=sum(map(_card, known)))
