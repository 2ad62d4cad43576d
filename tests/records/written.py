"""Records to break: the examples, with something changed, and the faults that are then found."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

from gleek_replay.records import HandRecord, MalformedRecord, read_record

FOLDER: Final = Path(__file__).parent.parent / "examples"
EXAMPLES: Final = sorted(path.name.removesuffix(".hand.json") for path in FOLDER.glob("*.hand.json"))


class _Gone:
    """What is not there; spelt alike in every process, as names of tests have to be."""

    def __repr__(self) -> str:
        return "gone"


GONE: Final = _Gone()
"""Written in place of a value, takes out the member with its key."""


@cache
def _original(name: str) -> bytes:
    return (FOLDER / f"{name}.hand.json").read_bytes()


def example(name: str = "parlett") -> Any:
    """An example, to do with as one likes: three players bess, pru and geraldine, bess dealing."""
    return orjson.loads(_original(name))


def changed(changes: Mapping[str, object], name: str = "parlett") -> Any:
    """An example with other values at the places named by JSON pointers; ``-`` adds to an array."""
    document = example(name)
    for place, value in changes.items():
        *steps, last = [step.replace("~1", "/").replace("~0", "~") for step in place.split("/")[1:]]
        whole = document
        for step in steps:
            whole = whole[int(step)] if isinstance(whole, list) else whole[step]
        if last == "-":
            whole.append(None)
        key = len(whole) - 1 if last == "-" else int(last) if isinstance(whole, list) else last
        if value is GONE:
            del whole[key]
        else:
            whole[key] = copy.deepcopy(value)
    return document


def read(document: object) -> HandRecord:
    """The record that a document is."""
    return read_record(orjson.dumps(document))


def faults_in(raw: bytes) -> dict[str, list[str]]:
    """The messages of all faults of a record by their pointers; none for one that is well formed."""
    try:
        read_record(raw)
    except MalformedRecord as malformed:
        found: dict[str, list[str]] = {}
        for fault in malformed.faults:
            found.setdefault(fault.pointer, []).append(fault.message)
        return found
    return {}


def faults(document: object) -> dict[str, list[str]]:
    """The messages of all faults of a document by their pointers."""
    return faults_in(orjson.dumps(document))


def faults_after(changes: Mapping[str, object], name: str = "parlett") -> dict[str, list[str]]:
    """The messages of all faults of an example after some changes, by their pointers."""
    return faults(changed(changes, name))
