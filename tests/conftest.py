"""What every test may ask for: the real service on a port of its own, and a real browser to look at it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from tests.broker import broker_url, rabbitmq_server, rabbitmq_url, redis_server, redis_url
from tests.chromium import find_chromium, packages_lacking, what_to_do
from tests.forks import run_forked
from tests.postgres import (
    database_url,
    empty_postgresql_url,
    postgresql_database,
    postgresql_server,
    postgresql_url,
    sqlite_template,
    sqlite_url,
)
from tests.servers import free_port

__all__ = [
    "broker_url",
    "database_url",
    "empty_postgresql_url",
    "postgresql_database",
    "postgresql_server",
    "postgresql_url",
    "rabbitmq_server",
    "rabbitmq_url",
    "redis_server",
    "redis_url",
    "sqlite_template",
    "sqlite_url",
]

SECONDS_TO_START = 90
SECONDS_TO_STOP = 60
SECONDS_FOR_A_COMMAND = 120
SECONDS_FOR_AN_ANSWER = 60.0

settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# A machine that runs all of this may let a client wait: the five seconds of httpx prove nothing.
for waiting in ("connect", "read", "write", "pool"):
    setattr(signature(httpx.Client).parameters["timeout"].default, waiting, SECONDS_FOR_AN_ANSWER)

# Who runs the tests behind a shell ignores Ctrl-C for them, and so for all that they start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


LONGEST_FIRST = ("jobs", "browser", "cli")
"""The folders whose files take longest by themselves: nobody is to wait for them in the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest; the tests of a file stay together."""

    def rank(item: pytest.Item) -> int:
        folder = item.path.parent.name
        return LONGEST_FIRST.index(folder) if folder in LONGEST_FIRST else len(LONGEST_FIRST)

    items.sort(key=rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveServer:
    """The service in a process of its own, with a database of its own.

    ``environment`` is what the process was started with: give it to a `gleek-replay` command, and the
    command works on the same database.
    """

    url: str
    database_url: str
    environment: dict[str, str]
    log: Path

    def command(self, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run `gleek-replay` with ``arguments`` on the same database and give back how it ended."""
        return run_forked(
            arguments,
            stdin=stdin,
            folder=self.log.parent,
            environment=self.environment,
            seconds=SECONDS_FOR_A_COMMAND,
        )


@contextmanager
def serving(folder: Path, **environment: str) -> Iterator[LiveServer]:
    """Serve the database ``folder``/gleek.sqlite3, or that of ``environment``, until the block is left."""
    port = free_port()
    database_url = environment.get("GLEEK_DATABASE_URL", f"sqlite:///{folder / 'gleek.sqlite3'}")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GLEEK_")}
    server = LiveServer(
        url=f"http://127.0.0.1:{port}",
        database_url=database_url,
        environment=inherited | {"GLEEK_DATABASE_URL": database_url} | environment,
        log=folder / "server.log",
    )
    where = ["--host", "127.0.0.1", "--port", str(port)]
    command = [sys.executable, "-m", "gleek_replay", "serve", *where, "--jobs", "1"]
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=server.environment,
            cwd=folder,
        )
    try:
        wait_until_live(server, process)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def wait_until_live(server: LiveServer, process: subprocess.Popen[bytes]) -> None:
    """Return once the service answers; fail with its log when it ends first or takes too long."""
    give_up = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < give_up:
        try:
            if httpx.get(f"{server.url}/livez").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    pytest.fail(f"The service did not start:\n{server.log.read_text()}", pytrace=False)


@pytest.fixture(scope="module")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., LiveServer]]:
    """Start the service: each call gives one more, with an empty database, until the module's tests end.

    Keywords are further environment variables; ``folder`` names a folder that already has a database.
    """
    with ExitStack() as running:

        def start(folder: Path | None = None, **environment: str) -> LiveServer:
            own_folder = folder or tmp_path_factory.mktemp("served")
            return running.enter_context(serving(own_folder, **environment))

        yield start


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser's program; `make test` installs one where it can."""
    found, lacking = find_chromium(), packages_lacking()
    if found is None or lacking:
        pytest.fail(what_to_do(lacking), pytrace=False)
    return found


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium for all of a test process."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=list(CHROMIUM_ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page of a fresh profile; afterwards it must have asked nothing of the outside.

    Neither may a script of its own have failed, nor the content security policy have held anything back.
    """
    context = browser.new_context(locale="en-GB", timezone_id="Europe/London")
    context.set_default_timeout(1000 * SECONDS_FOR_AN_ANSWER)
    faults: list[str] = []

    def note_request(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob"} and address.hostname != "127.0.0.1":
            faults.append(f"asked the outside for {request.url}")

    def note_console(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            faults.append(message.text)

    context.on("request", note_request)
    context.on("console", note_console)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert faults == []
