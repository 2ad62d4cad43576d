"""Faults of a malformed record, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from marshmallow import ValidationError

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
        super().__init__("; ".join(f"{fault.pointer or 'record'}: {fault.message}" for fault in faults))
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
    """The JSON pointer of a place.

    >>> pointer("deal", "hands", "a/b")
    '/deal/hands/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def within(step: str | int, faults: Iterable[Fault]) -> list[Fault]:
    """The faults of a member, placed in the whole that it is a member of."""
    return [Fault(pointer(step) + fault.pointer, fault.message) for fault in faults]


def faults_of(messages: Mapping[str, Iterable[Fault | str]]) -> list[Fault]:
    """The faults that marshmallow collected by field: ours know their place, its own have the field's."""
    return [
        fault if isinstance(fault, Fault) else Fault(pointer(field), fault)
        for field, faults in messages.items()
        for fault in faults
    ]


def in_order(faults: Iterable[Fault], fields: Sequence[str]) -> tuple[Fault, ...]:
    """The faults by place, each said once: fields as the format has them, entries of an array by number."""

    def place(fault: Fault) -> tuple[int, list[tuple[int, int, str]]]:
        field, *steps = fault.pointer.split("/")[1:] or [""]
        known = fields.index(field) if field in fields else len(fields)
        numbered = [(0, int(step), "") if _NUMBER(step) else (1, 0, step) for step in (field, *steps)]
        return known if fault.pointer else -1, numbered

    return tuple(sorted(dict.fromkeys(faults), key=place))


def shown(value: object) -> str:
    """A value as it stands in the record, cut short, for messages."""
    try:
        text = orjson.dumps(value).decode()
    except orjson.JSONEncodeError:  # nested too deeply to be written
        return "an array" if isinstance(value, list) else "an object"
    return text if len(text) <= 48 else f"{text[:45]}…"
