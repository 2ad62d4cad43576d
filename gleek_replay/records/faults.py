"""Faults of a malformed record, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from marshmallow import ValidationError

MOST_FAULTS: Final = 1_000
"""The most faults of a record that are listed: it is read no farther than to find that there are more."""
_SAID: Final = 8
"""How many faults of a record are told in an exception's own message."""
_LONGEST_NAME: Final = 64
_LONGEST_POINTER: Final = 256
_NUMBER: Final = re.compile("[0-9]{1,8}").fullmatch


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a place of a record: a JSON pointer (RFC 6901, ``""`` for the whole) and a
    message that says what was expected there.
    """

    pointer: str
    message: str


class MalformedRecord(ValueError):
    """A record that breaks the format: ``faults`` has everything that is wrong with it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        said = [f"{fault.pointer or 'record'}: {fault.message}" for fault in faults[:_SAID]]
        rest = [f"and {len(faults) - _SAID:,} more"] if len(faults) > _SAID else []
        super().__init__("; ".join(said + rest))
        self.faults = faults


class Misread(ValidationError):
    """A value that could not be read: its ``faults``, with places relative to it, and in ``partial`` what
    of it could be read all the same, so that the rest can still be judged (``None``: nothing).
    """

    def __init__(self, faults: Sequence[Fault], partial: Any = None) -> None:
        super().__init__(list(faults), valid_data=partial)
        self.faults = tuple(faults)
        self.partial = partial


def expected(what: str, found: object, partial: Any = None) -> Misread:
    """The fault of a value that is not what it should be."""
    return Misread([Fault("", f"expected {what}; found {shown(found)}")], partial)


def pointer(*steps: str | int) -> str:
    """The JSON pointer of a place. Keys that no record has may be long, and are cut short with ``…``.

    >>> pointer("deal", "hands", "a/b")
    '/deal/hands/a~1b'
    """
    return "".join(map(_step, steps))


def farther(place: str, step: str | int) -> str:
    """The JSON pointer of a member of the value at a place; of one that lies too deep to be told, ``place``
    with ``/…``.
    """
    if len(place) <= _LONGEST_POINTER:
        return place + _step(step)
    return place if place.endswith("/…") else f"{place}/…"


def _step(step: str | int) -> str:
    if type(step) is int:
        return f"/{step}"
    step = short(str(step))
    return f"/{step}" if step.isalnum() else "/" + step.replace("~", "~0").replace("/", "~1")


def short(name: str) -> str:
    """An id or a key, cut short if it is longer than any may be."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def within(step: str | int, faults: Iterable[Fault]) -> list[Fault]:
    """The faults of a member, placed in the whole that it is a member of."""
    place = pointer(step)
    return [Fault(place + fault.pointer, fault.message) for fault in faults]


def faults_of(messages: Mapping[str, Iterable[Fault | str]]) -> list[Fault]:
    """The faults that marshmallow collected by field: ours know their place, its own have the field's."""
    return [
        fault if isinstance(fault, Fault) else Fault(pointer(field), fault)
        for field, faults in messages.items()
        for fault in faults
    ]


def in_order(faults: Iterable[Fault], fields: Sequence[str]) -> tuple[Fault, ...]:
    """The faults by place, each said once: fields as the format has them, entries of an array by number.

    Of more than may be listed the first, and one that says so.
    """
    by_field: dict[int, dict[Fault, None]] = {}
    for fault in faults:
        field = fault.pointer.split("/", 2)[1] if fault.pointer else ""
        known = fields.index(field) if field in fields else len(fields)
        by_field.setdefault(known if fault.pointer else -1, {})[fault] = None
    found: list[Fault] = []
    for _, told in sorted(by_field.items()):
        found += sorted(told, key=_steps)
        if len(found) > MOST_FAULTS:
            return *found[:MOST_FAULTS], Fault("", f"there are more faults than these {MOST_FAULTS:,}")
    return tuple(found)


def _steps(fault: Fault) -> list[tuple[int, int, str]]:
    """What a place is sorted by."""
    return [(0, int(step), "") if _NUMBER(step) else (1, 0, step) for step in fault.pointer.split("/")[1:]]


def shown(value: object) -> str:
    """A value as it stands in the record, cut short, for messages."""
    try:
        text = orjson.dumps(value).decode()
    except orjson.JSONEncodeError:  # nested too deeply to be written
        return "an array" if isinstance(value, list) else "an object"
    return text if len(text) <= 48 else f"{text[:45]}…"
