"""The marshmallow fields of a hand history, made of the readers of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from marshmallow import fields, missing

from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, choices
from gleek_replay.engine.rules import parse_choice
from gleek_replay.records.actions import Actions, Payments
from gleek_replay.records.faults import MOST_FAULTS, Fault, Misread, expected, pointer, shown, within
from gleek_replay.records.plain import plain_seats
from gleek_replay.records.record import FORMAT, Client, Player
from gleek_replay.records.shapes import REQUIRED, ListOf, MapOf, ObjectOf, Remembered
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
_NO_SUCH_OPTION: Final = f"no such option; expected only {', '.join(OPTIONS)}"


class ReaderField(fields.Field[Any]):
    """A field that one reader reads, ``null`` too. Its faults have their place in the record.

    Reading is all that it does: marshmallow's own validators and hooks of a field are passed over. ``read``
    is the reader's own, whose faults have their place in the value.
    """

    def __init__(self, reader: Reader, **settings: Any) -> None:
        super().__init__(**settings)
        self._reader = reader
        self.read = reader.read

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


class SeatedField(ReaderField):
    """A field that names players over and over: what ``seat`` makes of it is taken in the place of what the
    reader reads, unless that is ``None`` because something is wrong here or with the players.
    """

    def __init__(
        self, reader: Reader, seat: Callable[[list[Any], Mapping[str, int]], Any], **settings: Any
    ) -> None:
        super().__init__(reader, **settings)
        self.seat = seat

    def deserialize(
        self, value: Any, attr: str | None = None, data: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> Any:
        """The value with seats for ids, or else as the reader reads it."""
        if type(value) is list and data is not None:
            seats = plain_seats(data)
            seated = None if seats is None else self.seat(value, seats)
            if seated is not None:
                return seated
        return super().deserialize(value, attr, data, **kwargs)


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
        good: dict[str, Any] = {}
        for name, written in value.items():
            if len(faults) > MOST_FAULTS:
                break
            if name not in OPTIONS:
                faults.append(Fault(pointer(name), _NO_SUCH_OPTION))
                continue
            try:
                parse_choice(name, written)
                good[name] = written
            except ValueError as error:
                faults.append(Fault(pointer(name), f"{error}; found {shown(written)}"))
        if faults:
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
    """The players in seat order, each id once; where not all can be read, the ids, ``None`` for none."""

    _list = ListOf(Remembered(ObjectOf({"id": PlayerIdentifier()}, {"name": NAME}), Player))

    def read(self, value: Any) -> tuple[Player, ...]:
        faults: list[Fault] = []
        players: list[Player] = []
        try:
            players = self._list.read(value)
            ids: Sequence[str | None] = [player.id for player in players]
        except Misread as misread:
            if type(value) is not list:
                raise
            faults += misread.faults
            ids = [_written_id(entry) for entry in value]
        if len(set(ids)) < len(ids):
            faults += islice(_twice(ids), MOST_FAULTS + 1)
        if faults:
            raise Misread(faults, partial=ids)
        return tuple(players)

    def json_schema(self) -> dict[str, Any]:
        numbers = [number for number, _ in LAYOUTS]
        return {**self._list.json_schema(), "minItems": min(numbers), "maxItems": max(numbers)}


def _twice(ids: Sequence[str | None]) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    for index, name in enumerate(ids):
        first = index if name is None else seen.setdefault(name, index)
        if first < index:
            message = f"expected an id of his own; {shown(name)} is also at {pointer('players', first)}"
            yield Fault(pointer(index, "id"), message)


def _written_id(entry: Any) -> str | None:
    """The id that a player is meant to have, in whatever spelling; ``None`` if there is none."""
    written = entry.get("id") if type(entry) is dict else None
    return written if type(written) is str else None


CLIENT: Final = Remembered(ObjectOf({"name": NAME}, {"version": NAME}), Client)
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
