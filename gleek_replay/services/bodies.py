"""What is read of an upload, counted and digested on its way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import BinaryIO, Final, cast

_BYTES_A_READ: Final = 64 * 1024
"""Small enough that a slow line shows a sign of life in time."""


class Body:
    """What has been read of an upload: how many bytes, and their SHA-256 where a retry may be held to it.

    ``seen`` is called after each piece.
    """

    def __init__(self, seen: Callable[[], None], *, hashing: bool) -> None:
        self._seen = seen
        self._sha256 = hashlib.sha256() if hashing else None
        self.bytes = 0

    def of(self, stream: BinaryIO) -> BinaryIO:
        """The same stream, watched; it can be read from, and no more."""
        return cast(BinaryIO, _Watched(stream, self))

    def note(self, piece: bytes) -> None:
        """Take account of what was read."""
        self.bytes += len(piece)
        if self._sha256 is not None:
            self._sha256.update(piece)
        self._seen()

    @property
    def sha256(self) -> bytes | None:
        """The SHA-256 of what has been read."""
        return self._sha256.digest() if self._sha256 else None

    def columns(self) -> dict[str, object]:
        """What the ledger keeps of the body."""
        return {"bytes": self.bytes, "body_sha256": self.sha256}


class _Watched:
    """A stream whose reads are noted."""

    def __init__(self, stream: BinaryIO, body: Body) -> None:
        self._stream, self._body = stream, body

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        piece = self._stream.read(_BYTES_A_READ if size < 0 else min(size, _BYTES_A_READ))
        self._body.note(piece)
        return piece


def digest_of(streams: Iterable[BinaryIO]) -> bytes:
    """The SHA-256 of all that is left in some streams."""
    digest = hashlib.sha256()
    for stream in streams:
        while piece := stream.read(_BYTES_A_READ):
            digest.update(piece)
    return digest.digest()
