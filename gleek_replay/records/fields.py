"""The marshmallow fields of a hand history, made of the readers of its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from marshmallow import fields, missing

from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, choices
from gleek_replay.engine.rules import parse_choice
from gleek_replay.records.actions import Actions, Payments
from gleek_replay.records.faults import Fault, Misread, expected, pointer, shown, within
from gleek_replay.records.record import FORMAT
from gleek_replay.records.shapes import REQUIRED, ListOf, MapOf, ObjectOf
from gleek_replay.records.values import (
    LARGEST_AMOUNT,
    Card,
    Cards,
    Identifier,
    PlayerIdentifier,
    PowerOfTwo,
    Reader,
    Text,
    Whole,
)

LARGEST_MULTIPLIER: Final = 1 << 20
NAME: Final = Text(1, 80)


class ReaderField(fields.Field[Any]):
    """A field that one reader reads, ``null`` too. Its faults have their place in the record.

    Reading is all that it does: marshmallow's own validators and hooks of a field are passed over.
    """

    def __init__(self, reader: Reader, **settings: Any) -> None:
        super().__init__(**settings)
        self._reader = reader

    def deserialize(
        self, value: Any, attr: str | None = None, data: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> Any:
        """The value read, or the default of a field left out."""
        if value is missing:
            if self.required:
                raise Misread([Fault(pointer(str(self.name)), REQUIRED)])
            return self.load_default
        try:
            return self._reader.read(value)
        except Misread as misread:
            raise Misread(within(str(self.name), misread.faults), misread.partial) from None

    def json_schema(self) -> dict[str, Any]:
        """What may stand in this field, as JSON Schema."""
        return self._reader.json_schema()


class Format:
    """The name of the format."""

    def read(self, value: Any) -> str:
        if value != FORMAT:
            raise expected(f'"{FORMAT}"', value)
        return FORMAT

    def json_schema(self) -> dict[str, Any]:
        return {"const": FORMAT}


class Preset:
    """The name of a rule set."""

    def read(self, value: Any) -> str:
        if type(value) is not str or value not in PRESETS:
            raise expected(f"one of the presets {', '.join(PRESETS)}", value)
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"enum": list(PRESETS)}


class Options:
    """The options that override a preset's, each by itself; whether they go together is judged later."""

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise expected("an object of options", value)
        faults: list[Fault] = []
        for name, written in value.items():
            if name not in OPTIONS:
                message = f"no such option; expected only {', '.join(OPTIONS)}"
                faults.append(Fault(pointer(name), message))
                continue
            try:
                parse_choice(name, written)
            except ValueError as error:
                faults.append(Fault(pointer(name), f"{error}; found {shown(written)}"))
        if faults:
            bad = {fault.pointer for fault in faults}
            good = {name: written for name, written in value.items() if pointer(name) not in bad}
            raise Misread(faults, partial=good)
        return value

    def json_schema(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for option in OPTIONS:
            allowed = choices(option)
            if isinstance(allowed, range):
                options[option] = {"type": "integer", "minimum": allowed[0], "maximum": allowed[-1]}
            else:
                options[option] = {"enum": list(allowed)}
        return {"type": "object", "properties": options, "additionalProperties": False}


class WrittenRules(NamedTuple):
    """What a record says of its rules: the preset (``None`` if unreadable) and the options over it.

    ``doubtful`` names the options that may have been written, but not so that they could be read.
    """

    preset: str | None
    options: Mapping[str, Any]
    doubtful: frozenset[str] = frozenset()


class Rules:
    """A preset's name, or an object with it and the options that override it."""

    _preset = Preset()
    _object = ObjectOf({"preset": _preset}, {"options": Options()})

    def read(self, value: Any) -> WrittenRules:
        if type(value) is str:
            return WrittenRules(self._preset.read(value), {})
        if type(value) is not dict:
            raise expected("a preset's name, or an object with preset and options", value)
        try:
            read = self._object.read(value)
        except Misread as misread:
            raise Misread(misread.faults, self._partial(value, misread.partial)) from None
        return WrittenRules(read["preset"], read.get("options", {}))

    def _partial(self, value: dict[str, Any], read: dict[str, Any]) -> WrittenRules:
        options, written = read.get("options", {}), value.get("options", {})
        doubtful = written.keys() - options.keys() if isinstance(written, dict) else OPTIONS
        return WrittenRules(read.get("preset"), options, frozenset(doubtful))

    def json_schema(self) -> dict[str, Any]:
        return {"oneOf": [self._preset.json_schema(), self._object.json_schema()]}


class Players:
    """The players in seat order, each id once."""

    _list = ListOf(ObjectOf({"id": PlayerIdentifier()}, {"name": NAME}))

    def read(self, value: Any) -> list[dict[str, Any]]:
        faults: list[Fault] = []
        try:
            players: list[dict[str, Any]] = self._list.read(value)
        except Misread as misread:
            if type(value) is not list:
                raise
            faults += misread.faults
            players = [{"id": _written_id(entry)} for entry in value]
        ids = [player["id"] for player in players]
        for index, name in enumerate(ids):
            first = ids.index(name)
            if name is not None and first < index:
                message = f"expected an id of his own; {shown(name)} is also at {pointer('players', first)}"
                faults.append(Fault(pointer(index, "id"), message))
        if faults:
            raise Misread(faults, partial=players)
        return players

    def json_schema(self) -> dict[str, Any]:
        numbers = [number for number, _ in LAYOUTS]
        return {**self._list.json_schema(), "minItems": min(numbers), "maxItems": max(numbers)}


def _written_id(entry: Any) -> str | None:
    """The id that a player is meant to have, in whatever spelling; ``None`` if there is none."""
    written = entry.get("id") if type(entry) is dict else None
    return written if type(written) is str else None


CLIENT: Final = ObjectOf({"name": NAME}, {"version": NAME})
SESSION: Final = ObjectOf({"id": Identifier(), "hand": Whole(1, 1_000_000)}, {})
CARRIED: Final = ObjectOf(
    {},
    {
        "ruff_multiplier": PowerOfTwo(1, LARGEST_MULTIPLIER),
        "ruff_pot": Whole(0, LARGEST_AMOUNT),
        "pot": Whole(-LARGEST_AMOUNT, LARGEST_AMOUNT),
    },
)
DEAL: Final = ObjectOf({"turn_up": Card()}, {"hands": MapOf(Cards()), "stock": Cards()})
LIFT: Final = ListOf(MapOf(Card()))
RESULT: Final = MapOf(Whole(-LARGEST_AMOUNT, LARGEST_AMOUNT))
NOTES: Final = Text(0, 4_000)
ACTIONS: Final = Actions()
PAYMENTS: Final = Payments()
