"""Clients that read and upload as fast as they are answered, each over one connection that is kept open."""

from __future__ import annotations

import http.client
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

PATIENCE: Final = 60.0
"""How many seconds an answer may take."""
HANDS_IN_A_BATCH: Final = 10
_ROUNDS_TO_A_BATCH: Final = 10
_API: Final = "/api/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request: what it is called in the table, and what is expected of its answer."""

    what: str
    method: str
    path: str
    status: int
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    hand_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What clients heard: the seconds that each kind of request took, the hands that were taken in, and what
    went wrong.
    """

    seconds: dict[str, list[float]]
    taken: frozenset[str]
    errors: tuple[str, ...]

    @property
    def all_seconds(self) -> list[float]:
        """What every request took."""
        return [one for some in self.seconds.values() for one in some]


Rounds = Callable[[Iterator[bytes]], Iterator[Asked]]
"""What one client asks, from the hands that it has; it ends when there are none left."""


def rounds_of_the_service(hands: Iterator[bytes]) -> Iterator[Asked]:
    """Upload a hand and look at what came of it; now and then send several, not to be waited for."""
    for number, hand in enumerate(hands, 1):
        told = orjson.loads(hand)
        hand_id, player = told["hand_id"], told["players"][0]["id"]
        yield _upload("upload one hand", [hand], 201)
        yield Asked(what="read a hand", method="GET", path=f"{_API}/hands/{hand_id}", status=200)
        yield Asked(what="read its audit", method="GET", path=f"{_API}/hands/{hand_id}/audit", status=200)
        yield Asked(
            what="list hands", method="GET", path=f"{_API}/hands?player={player}&limit=20", status=200
        )
        yield Asked(
            what="read statistics", method="GET", path=f"{_API}/players/{player}/statistics", status=200
        )
        if number % _ROUNDS_TO_A_BATCH == 0:
            batch = [hand for _, hand in zip(range(HANDS_IN_A_BATCH), hands, strict=False)]
            if batch:
                yield _upload(f"upload {HANDS_IN_A_BATCH} hands", batch, 202, Prefer="respond-async")


def rounds_of_the_bare_endpoint(hands: Iterator[bytes]) -> Iterator[Asked]:
    """Keep a hand in one row, and read rows as often as hands and lists are read of the service."""
    for hand in hands:
        hand_id = orjson.loads(hand)["hand_id"]
        headers = {"Content-Type": "application/json"}
        yield Asked(what="bare upload", method="POST", path="/hands", status=201, body=hand, headers=headers)
        for _ in range(4):
            yield Asked(what="bare reading", method="GET", path=f"/hands/{hand_id}", status=200)


def ask(
    port: int, rounds: Rounds, tokens: Sequence[str], hands: Sequence[Sequence[bytes]], seconds: float
) -> Heard:
    """What as many clients hear as there are tokens, each with hands of its own, within so many seconds."""
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(len(tokens)) as pool:
        heard = pool.map(
            lambda own: _Client(port, own[0], end).ask(rounds(iter(own[1]))), zip(tokens, hands, strict=True)
        )
        return joined(list(heard))


def joined(heard: Sequence[Heard]) -> Heard:
    """What several clients heard, as one."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for one in heard:
        for what, some in one.seconds.items():
            seconds[what] += some
    return Heard(
        seconds=dict(seconds),
        taken=frozenset().union(*(one.taken for one in heard)),
        errors=tuple(error for one in heard for error in one.errors),
    )


class _Client:
    """One connection, and what is heard over it."""

    def __init__(self, port: int, token: str, end: float) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._headers = {"Authorization": f"Bearer {token}"}
        self._end = end
        self._seconds: dict[str, list[float]] = defaultdict(list)
        self._taken: set[str] = set()
        self._errors: list[str] = []

    def ask(self, rounds: Iterator[Asked]) -> Heard:
        """Ask until the time is over."""
        for asked in rounds:
            if time.monotonic() > self._end:
                break
            self._ask(asked)
        self._connection.close()
        return Heard(seconds=dict(self._seconds), taken=frozenset(self._taken), errors=tuple(self._errors))

    def _ask(self, asked: Asked) -> None:
        begun = time.perf_counter()
        try:
            self._connection.request(asked.method, asked.path, asked.body, self._headers | asked.headers)
            answer = self._connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._errors.append(f"{asked.method} {asked.path}: {error!r}")
            self._connection.close()
            return
        self._seconds[asked.what].append(time.perf_counter() - begun)
        if answer.status != asked.status:
            self._errors.append(f"{asked.method} {asked.path}: {answer.status} {body[:300]!r}")
        elif asked.hand_ids:
            self._taken.update(asked.hand_ids)


def _upload(what: str, hands: Sequence[bytes], status: int, **headers: str) -> Asked:
    told: list[dict[str, Any]] = [orjson.loads(hand) for hand in hands]
    return Asked(
        what=what,
        method="POST",
        path=f"{_API}/uploads",
        status=status,
        body=b"\n".join(hands),
        headers={"Content-Type": "application/x-ndjson", **headers},
        hand_ids=tuple(hand["hand_id"] for hand in told),
    )
