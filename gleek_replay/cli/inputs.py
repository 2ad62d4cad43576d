"""The files that a command is given."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final

from gleek_replay.records import RawRecord, split_records

STANDARD_INPUT: Final = "-"


class Unreadable(Exception):
    """A file that cannot be read; the message is one line and names it."""


def spoken_name(name: str) -> str:
    """What to call a file in a message."""
    return "standard input" if name == STANDARD_INPUT else name


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """The bytes of a file, or of standard input for ``-``; raises :class:`Unreadable`."""
    if name == STANDARD_INPUT:
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        raise Unreadable(reason(name, error)) from None


def records_of(name: str) -> Iterator[RawRecord]:
    """The records of a file one by one; raises :class:`Unreadable`, also for a file that holds none."""
    none_yet = True
    with opened(name) as stream:
        records = split_records(stream)
        while True:
            try:
                record = next(records, None)
            except OSError as error:
                raise Unreadable(reason(name, error)) from None
            if record is None:
                break
            none_yet = False
            yield record
    if none_yet:
        raise Unreadable(f"{spoken_name(name)}: there is no hand history in it")


def reason(name: str, error: OSError | ValueError) -> str:
    """One line that says why a file cannot be read."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{spoken_name(name)}: {said}"
