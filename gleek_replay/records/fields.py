"""The marshmallow fields of a hand history, made of the readers of its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields

from gleek_replay.engine import OPTIONS, PRESETS, choices
from gleek_replay.records.actions import Actions, Payments
from gleek_replay.records.record import FORMAT
from gleek_replay.records.values import (
    LARGEST_AMOUNT,
    AnyObject,
    Card,
    Cards,
    Identifier,
    ListOf,
    MapOf,
    ObjectOf,
    PlayerIdentifier,
    PowerOfTwo,
    Reader,
    Text,
    Whole,
    expected,
)

LARGEST_MULTIPLIER: Final = 1 << 20
NAME: Final = Text(1, 80)


class ReaderField(fields.Field[Any]):
    """A field that one reader reads."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own attribute
        "required": "this field is required",
        "null": "this field may not be null",
    }

    def __init__(self, reader: Reader, **settings: Any) -> None:
        super().__init__(**settings)
        self._reader = reader

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        return self._reader.read(value)

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


class Rules:
    """A preset's name, or an object with it and the options that override it."""

    _object = ObjectOf({"preset": Text(1, 80)}, {"options": AnyObject()})

    def read(self, value: Any) -> tuple[str, dict[str, Any], bool]:
        """The preset, the options, and whether it was written as a bare name."""
        if type(value) is str:
            return value, {}, True
        if type(value) is not dict:
            raise expected("a preset's name, or an object with preset and options", value)
        read = self._object.read(value)
        return read["preset"], read.get("options", {}), False

    def json_schema(self) -> dict[str, Any]:
        return rules_schema()


def rules_schema() -> dict[str, Any]:
    """What may stand under ``rules``, made from the presets and options that there are."""
    preset = {"enum": list(PRESETS)}
    options: dict[str, Any] = {}
    for option in OPTIONS:
        allowed = choices(option)
        if isinstance(allowed, range):
            options[option] = {"type": "integer", "minimum": allowed[0], "maximum": allowed[-1]}
        else:
            options[option] = {"enum": list(allowed)}
    overriding = {"type": "object", "properties": options, "additionalProperties": False}
    written = {
        "type": "object",
        "properties": {"preset": preset, "options": overriding},
        "required": ["preset"],
        "additionalProperties": False,
    }
    return {"oneOf": [preset, written]}


class Players:
    """The players in seat order, each id once."""

    _list = ListOf(ObjectOf({"id": PlayerIdentifier()}, {"name": NAME}))

    def read(self, value: Any) -> list[dict[str, Any]]:
        players: list[dict[str, Any]] = self._list.read(value)
        ids = [player["id"] for player in players]
        faults = {
            index: {"id": [f"expected an id of its own; {name} is also player {ids.index(name)}"]}
            for index, name in enumerate(ids)
            if ids.index(name) < index
        }
        if faults:
            raise ValidationError(faults)
        return players

    def json_schema(self) -> dict[str, Any]:
        return {**self._list.json_schema(), "minItems": 2, "maxItems": 6}


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
