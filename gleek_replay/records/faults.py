"""Faults of a malformed record, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson


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


def pointer(*steps: str | int) -> str:
    """The JSON pointer of a place.

    >>> pointer("deal", "hands", "a/b")
    '/deal/hands/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def faults_of(messages: Any, *place: str | int) -> Iterator[Fault]:
    """The faults of marshmallow's nested messages, each with its pointer."""
    if isinstance(messages, dict):
        for step, below in messages.items():
            if step == "_schema":
                yield from faults_of(below, *place)
            else:
                yield from faults_of(below, *place, step)
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield Fault(pointer(*place), message)


def shown(value: object) -> str:
    """A value as it stands in the record, cut short, for messages."""
    try:
        text = orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        text = repr(value)
    return text if len(text) <= 48 else f"{text[:45]}…"
