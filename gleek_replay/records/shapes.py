"""The objects and arrays of a record: each reader reads all that it can, and says all that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from gleek_replay.records.faults import MOST_FAULTS, Fault, Misread, expected, pointer, within
from gleek_replay.records.values import PlayerIdentifier, Reader

REQUIRED: Final = "this field is required"


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
        self._no_such_field = f"no such field here; expected only {', '.join(self._readers)}"

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise expected(f"an object with {', '.join(self._readers)}", value)
        faults: list[Fault] = []
        found: dict[str, Any] = {}
        for name, member in value.items():
            if len(faults) > MOST_FAULTS:
                break
            reader = self._readers.get(name)
            if reader is None:
                faults.append(Fault(pointer(name), self._no_such_field))
                continue
            try:
                found[name] = reader.read(member)
            except Misread as misread:
                faults += within(name, misread.faults)
                if misread.partial is not None:
                    found[name] = misread.partial
        faults += [Fault(pointer(name), REQUIRED) for name in self._required if name not in value]
        if faults:
            raise Misread(faults, partial=found)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: reader.json_schema() for name, reader in self._readers.items()},
            "required": list(self._required),
            "additionalProperties": False,
        }


class Remembered:
    """An object of texts alone, read into a value that is remembered: the same few stand in record after
    record.
    """

    def __init__(self, reader: ObjectOf, make: Callable[..., Any]) -> None:
        self._reader = reader
        self._made = lru_cache(maxsize=4096)(lambda members: make(**reader.read(dict(members))))

    def read(self, value: Any) -> Any:
        if type(value) is dict:
            try:
                return self._made(tuple(value.items()))
            except TypeError:  # an array or object among the members
                pass
        return self._reader.read(value)

    def json_schema(self) -> dict[str, Any]:
        return self._reader.json_schema()


class MapOf:
    """An object from players' ids to values of one kind; whose ids they are is judged later."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise expected("an object by player", value)
        faults: list[Fault] = []
        found: dict[str, Any] = {}
        for player, member in value.items():
            try:
                found[player] = self._reader.read(member)
            except Misread as misread:
                faults += within(player, misread.faults)
                found[player] = misread.partial
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise Misread(faults, partial=found)
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
        faults: list[Fault] = []
        found: list[Any] = []
        for index, member in enumerate(value):
            try:
                found.append(self._reader.read(member))
            except Misread as misread:
                faults += within(index, misread.faults)
                found.append(misread.partial)
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise Misread(faults, partial=found)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self._reader.json_schema()}
