"""As many different hands as a test wants to send."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import cycle, islice
from typing import Final

import orjson

from tests.cli.commands import gleek

_DIFFERENT: Final = 250
"""Hands really played; the others are told of them under ids of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An upload as it was sent under an idempotency key: its size, its digest and those of its lines."""

    idempotency_key: str
    size: int
    sha256: bytes
    lines: tuple[bytes, ...]


def sent_as(idempotency_key: str, body: bytes) -> Sent:
    """What there is to remember of an upload."""
    lines = tuple(sha256(line).digest() for line in body.splitlines())
    return Sent(idempotency_key=idempotency_key, size=len(body), sha256=sha256(body).digest(), lines=lines)


@cache
def _played() -> tuple[tuple[bytes, bytes], ...]:
    """The records of simulated hands, each parted where its id stands."""
    simulated = gleek("simulate", "--rules", "parlett", "--hands", str(_DIFFERENT), "--seed", "1")
    parted = []
    for line in simulated.stdout.splitlines():
        before, _, after = line.partition(orjson.dumps(orjson.loads(line)["hand_id"]))
        parted.append((before, after))
    return tuple(parted)


def many_hands(count: int, name: str) -> bytes:
    """NDJSON of hands ``name-0``, ``name-1`` and so on."""
    lines = islice(cycle(_played()), count)
    return b"\n".join(
        b'%b"%b-%d"%b' % (before, name.encode(), number, after)
        for number, (before, after) in enumerate(lines)
    )
