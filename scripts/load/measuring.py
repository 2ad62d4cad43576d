"""The service under load: started as it is run, asked by clients in a process of their own, and searched for
every hand that it took.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import orjson

from gleek_replay.services.access import Role
from gleek_replay.services.keys import create_key, operator
from gleek_replay.storage import open_database
from scripts.bench.bare import INDEX, TABLE
from scripts.bench.floor import driver_connection
from scripts.bench.histories import Histories
from scripts.bench.service import environment_for
from scripts.load.clients import Heard, Rounds, ask, rounds_of_the_bare_endpoint, rounds_of_the_service
from tests.servers import free_port, listens, running

ROOT: Final = Path(__file__).parents[2]
_SECONDS_TO_SETTLE: Final = 300
_WARM_UP_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How clients fared, and which of the hands that were taken in cannot be had out again."""

    heard: Heard
    missing: frozenset[str]


def load_service(
    url: str, histories: Histories, *, clients: int, seconds: float, hands: int, workers: int | None = None
) -> Load:
    """Let clients read and upload for so many seconds, or until the ``hands`` of each have been sent."""
    tokens, steward = _new_tokens(url, clients), _new_tokens(url, 1, Role.STEWARD)[0]
    with serving(url, workers) as port:
        heard = _ask_from_elsewhere(port, rounds_of_the_service, tokens, histories, hands, seconds)
        return Load(heard=heard, missing=heard.taken - _stored(port, steward, heard.taken))


def load_bare_endpoint(histories: Histories, *, clients: int, seconds: float, hands: int) -> Heard:
    """The same clients at an endpoint that does nothing but keep and give rows, in SQLite."""
    with tempfile.TemporaryDirectory(prefix="gleek") as folder:
        url = f"sqlite:///{Path(folder) / 'bare.sqlite3'}"
        with closing(driver_connection(url)) as connection:
            connection.execute(TABLE)
            connection.execute(INDEX)
        with _gunicorn(url, "scripts.bench.bare:app") as port:
            tokens = ["none"] * clients
            return _ask_from_elsewhere(port, rounds_of_the_bare_endpoint, tokens, histories, hands, seconds)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so large a share of them do not exceed."""
    return sorted(values)[max(0, int(len(values) * share + 0.5) - 1)]


def _ask_from_elsewhere(
    port: int, rounds: Rounds, tokens: Sequence[str], histories: Histories, hands: int, seconds: float
) -> Heard:
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawning) as elsewhere:
        warm_up = [histories.lines(2) for _ in tokens]
        elsewhere.submit(ask, port, rounds, tokens, warm_up, _WARM_UP_SECONDS).result()
        own = [histories.lines(hands) for _ in tokens]
        return elsewhere.submit(ask, port, rounds, tokens, own, seconds).result()


def _new_tokens(url: str, count: int, role: Role = Role.UPLOADER) -> list[str]:
    with closing(open_database(url)) as database, database.session() as session:
        names = [f"{role.value}-{number}" for number in range(count)]
        return [
            create_key(session, operator(session), name=name, role=role, owner=name).token for name in names
        ]


def _stored(port: int, token: str, expected: frozenset[str]) -> set[str]:
    """The hands that the service gives out again, once its workers have done what was left to them."""
    give_up = time.monotonic() + _SECONDS_TO_SETTLE
    found: set[str] = set()
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as client:
        while not expected <= found and time.monotonic() < give_up:
            lines = client.get("/api/v1/hands.ndjson").raise_for_status().content.splitlines()
            found = {orjson.loads(line)["hand_id"] for line in lines}
    return found


@contextmanager
def serving(url: str, workers: int | None) -> Iterator[int]:
    """The port of the whole service on a database: requests, and the audits that are left to workers."""
    asked = [] if workers is None else ["--workers", str(workers)]
    with _started(url, lambda port: ["gleek_replay", "serve", "--port", str(port), *asked]) as port:
        yield port


@contextmanager
def _gunicorn(url: str, application: str) -> Iterator[int]:
    """The port of another application, served as the service is."""
    config = ["gunicorn", "--config", "python:gleek_replay.web.gunicorn_conf"]
    with _started(url, lambda port: [*config, "--bind", f"127.0.0.1:{port}", application]) as port:
        yield port


@contextmanager
def _started(url: str, module: Callable[[int], list[str]]) -> Iterator[int]:
    port = free_port()
    environment = environment_for(url) | {"PYTHONPATH": str(ROOT)}
    with (
        tempfile.TemporaryDirectory(prefix="gleek") as folder,
        running(
            [sys.executable, "-m", *module(port)],
            answers=lambda: listens(port),
            folder=Path(folder),
            environment=environment,
        ),
    ):
        yield port
