"""One hand in one request, beside the barest endpoint that keeps one: same server, settings and client."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from typing import Final

from gleek_replay.services.access import Role
from gleek_replay.services.keys import create_key, operator
from gleek_replay.storage import open_database
from scripts.bench.bare import TABLE
from scripts.bench.client import CONNECTIONS, post_all
from scripts.bench.databases import sqlite_database, sqlite_file
from scripts.bench.figures import ROUNDS, Figure, in_turns, per_second, print_figures
from scripts.bench.floor import driver_connection
from scripts.bench.histories import Histories
from scripts.bench.service import environment_for
from tests.servers import free_port, listens

_PATIENCE: Final = 30.0
_WARM_UP: Final = 200


def measure_requests(histories: Histories, hands: int) -> None:
    """Requests a second, each with a new hand that is on the disk before the answer."""
    spawning = multiprocessing.get_context("spawn")
    with (
        sqlite_file() as bare_url,
        sqlite_database() as url,
        ProcessPoolExecutor(1, mp_context=spawning) as client,
    ):
        with closing(driver_connection(bare_url)) as connection:
            connection.execute(TABLE)
        token = _new_token(url)
        with gunicorn(bare_url, "scripts.bench.bare:app") as bare, gunicorn(url) as service:

            def post_bare(count: int = hands) -> float:
                return _post(client, bare, "/hands", token, histories.lines(count))

            def post_service(count: int = hands) -> float:
                return _post(client, service, "/api/v1/uploads", token, histories.lines(count))

            post_bare(_WARM_UP)
            post_service(_WARM_UP)
            floor, ours = in_turns(post_bare, post_service, rounds=ROUNDS)
    print_figures(
        f"POST /uploads of one hand, {hands:,} of them over {CONNECTIONS} connections",
        [
            Figure(
                what="beside a bare endpoint",
                found=per_second(hands, ours, "requests"),
                beside=per_second(hands, floor, "requests"),
                ratio=floor / ours,
                bar=0.4,
                low=False,
            )
        ],
    )


def _post(client: Executor, port: int, path: str, token: str, bodies: list[bytes]) -> float:
    return client.submit(post_all, port, path, token, bodies).result()


def _new_token(url: str) -> str:
    with closing(open_database(url)) as database, database.session() as session:
        return create_key(session, operator(session), name="bench", role=Role.UPLOADER, owner="bench").token


@contextmanager
def gunicorn(url: str, application: str | None = None) -> Iterator[int]:
    """A server's port: of this application, or of the service, both as the service is run."""
    port = free_port()
    command = [
        sys.executable, "-m", "gunicorn", "--config", "python:gleek_replay.web.gunicorn_conf",
        "--bind", f"127.0.0.1:{port}", *([application] if application else []),
    ]  # fmt: skip
    server = subprocess.Popen(command, env=environment_for(url), stderr=subprocess.DEVNULL)  # noqa: S603 - our own command
    try:
        give_up = time.monotonic() + _PATIENCE
        while not listens(port):
            if server.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"{' '.join(command)} did not start")
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait()
