"""The small values of a record: each reader checks one kind of value and describes it as JSON Schema.

A reader returns the value read, or raises marshmallow's ``ValidationError`` with what was expected. They
are plain objects rather than nested marshmallow schemas, since a schema for each of some sixty small
objects cost ten times as much as all the rest of reading a record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, Protocol

from marshmallow import ValidationError

from gleek_replay.engine.cards import CARD_BY_NAME, parse_cards
from gleek_replay.records.faults import shown

LARGEST_AMOUNT: Final = 100_000_000
_CARD_PATTERN: Final = "[AKQJT98765432][SHDC]"


class Reader(Protocol):
    """Reads one value of a record."""

    def read(self, value: Any) -> Any:
        """The value read; ``ValidationError`` says what was expected."""

    def json_schema(self) -> dict[str, Any]:
        """What may stand here, as JSON Schema."""


def expected(what: str, found: object) -> ValidationError:
    """The fault of a value that is not what it should be."""
    return ValidationError(f"expected {what}; found {shown(found)}")


class Text:
    """A string of so many characters."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def read(self, value: Any) -> str:
        if type(value) is not str or not self._least <= len(value) <= self._most:
            low = f"{self._least} to " if self._least else "at most "
            raise expected(f"a string of {low}{self._most:,} characters", value)
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
                "an id of 1 to 64 letters, digits and ._:@+- that begins with a letter or digit", value
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
        r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:)(\d\d)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)", re.ASCII
    ).fullmatch

    def read(self, value: Any) -> datetime:
        fit = Instant._fits(value) if type(value) is str else None
        if fit:
            date, minute, second, fraction, offset = fit.groups()
            leap = second == "60"  # RFC 3339 allows a leap second, Python's clock does not
            second, fraction = ("59", ".999999") if leap else (second, (fraction or "")[:7])
            zone = "+00:00" if offset in "Zz" else offset
            try:
                return datetime.fromisoformat(f"{date}T{minute}{second}{fraction}{zone}").astimezone(UTC)
            except (ValueError, OverflowError):
                fit = None
        raise expected("a moment with its offset such as 2026-11-20T19:42:10Z (RFC 3339)", value)

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
        if type(value) is not str:
            raise expected("cards apart by single spaces, such as AS TH", value)
        try:
            return parse_cards(value)
        except ValueError as error:
            raise ValidationError(f"expected cards apart by single spaces, such as AS TH; {error}") from None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_CARD_PATTERN}( {_CARD_PATTERN})*$"}


class AnyObject:
    """An object that is kept and never read."""

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise expected("an object", value)
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "object"}


class ObjectOf:
    """An object with the fields named and no others."""

    def __init__(self, required: Mapping[str, Reader], optional: Mapping[str, Reader]) -> None:
        self._required = required
        self._readers = {**required, **optional}

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise expected(f"an object with {', '.join(self._readers)}", value)
        faults: dict[str, Any] = {}
        found: dict[str, Any] = {}
        for name, member in value.items():
            reader = self._readers.get(name)
            if reader is None:
                faults[name] = [f"no such field here; expected {', '.join(self._readers)}"]
                continue
            try:
                found[name] = reader.read(member)
            except ValidationError as error:
                faults[name] = error.messages
        for name in self._required:
            if name not in value:
                faults[name] = ["this field is required"]
        if faults:
            raise ValidationError(faults)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: reader.json_schema() for name, reader in self._readers.items()},
            "required": list(self._required),
            "additionalProperties": False,
        }


class MapOf:
    """An object from players' ids to values of one kind; whose ids they are is judged later."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise expected("an object by player", value)
        faults, found = {}, {}
        for player, member in value.items():
            try:
                found[player] = self._reader.read(member)
            except ValidationError as error:
                faults[player] = error.messages
        if faults:
            raise ValidationError(faults)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": PlayerIdentifier().json_schema(),
            "additionalProperties": self._reader.json_schema(),
        }


class ListOf:
    """An array of values of one kind."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read(self, value: Any) -> list[Any]:
        if type(value) is not list:
            raise expected("an array", value)
        faults, found = {}, []
        for index, member in enumerate(value):
            try:
                found.append(self._reader.read(member))
            except ValidationError as error:
                faults[index] = error.messages
        if faults:
            raise ValidationError(faults)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self._reader.json_schema()}
