"""The files that a command is given."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Final, cast

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


def digest_of(stream: BinaryIO) -> str | None:
    """The SHA-256 of a file in hexadecimal; ``None`` of what can be read only once. Raises ``OSError``."""
    if not stream.seekable():
        return None
    digest = hashlib.file_digest(cast(BufferedReader, stream), "sha256").hexdigest()
    stream.seek(0)
    return digest


def size_of(stream: BinaryIO) -> int | None:
    """How many bytes a file has; ``None`` of what is no file."""
    return os.fstat(stream.fileno()).st_size if stream.seekable() else None


class Followed:
    """A stream that says after every read how far it has been read."""

    def __init__(self, stream: BinaryIO, tell: Callable[[int], None]) -> None:
        self._stream, self._tell, self._far = stream, tell, 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        piece = self._stream.read(size)
        self._far += len(piece)
        self._tell(self._far)
        return piece


def reason(name: str, error: OSError | ValueError) -> str:
    """One line that says why a file cannot be read."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{spoken_name(name)}: {said}"
