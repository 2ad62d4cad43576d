"""What does not conform: where, what was expected, what was found, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from gleek_replay.records import pointer

_LONGEST: Final = 200
NOTHING: Final = object()
"""Stands for a value that is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A place of an answer (a JSON pointer, ``""`` for the whole) that is not as the kit has it.

    ``expected`` and ``found`` are as a JSON text has them, or in words; ``remedy`` says why and what to do.
    """

    case: str
    place: str
    expected: str
    found: str
    remedy: str


def written(value: object) -> str:
    """A value as it stands in JSON, cut short if it is long."""
    if value is NOTHING:
        return "nothing"
    text = orjson.dumps(value).decode()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def differing(expected: Any, found: Any, *steps: str | int) -> Iterator[tuple[str, Any, Any]]:
    """The places where two values of JSON differ, each with the two values there."""
    pairs: Iterable[tuple[str | int, Any, Any]]
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        names = [*expected, *(name for name in found if name not in expected)]
        pairs = [(name, expected.get(name, NOTHING), found.get(name, NOTHING)) for name in names]
    elif _is_list(expected) and _is_list(found) and len(expected) == len(found):
        pairs = zip(range(len(expected)), expected, found, strict=True)
    else:
        if type(expected) is not type(found) or expected != found:
            yield pointer(*steps), expected, found
        return
    for step, one, other in pairs:
        yield from differing(one, other, *steps, step)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
