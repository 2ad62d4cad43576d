"""Servers that the tests talk to: found where they run already, or started for as long as tests run."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from types import MappingProxyType

import pytest

SECONDS_TO_START = 120
SECONDS_TO_STOP = 60
PORTS = range(12_000, 30_000)
"""Where our servers listen: below what any system takes for connections of its own accord."""
SHORT_PATHS = Path("/tmp")  # noqa: S108 - the path of a socket has to be short, whatever TMPDIR says


def meeting_place(factory: pytest.TempPathFactory) -> Path:
    """The folder that all processes of one test run share, and no other run."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@contextmanager
def shared(folder: Path, name: str, start: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
    """The URL of a server that the first process to ask starts, and stops when all have done with it.

    Who uses the server holds the lock with others; who starts or stops it holds the lock alone.
    """
    address = folder / f"{name}.url"
    with (folder / f"{name}.lock").open("w") as lock, ExitStack() as started:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not address.exists():
            address.write_text(started.enter_context(start()))
            started.callback(address.unlink)
            started.callback(fcntl.flock, lock, fcntl.LOCK_EX)
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield address.read_text()


@contextmanager
def running(
    command: Sequence[str | Path],
    *,
    answers: Callable[[], bool],
    folder: Path,
    environment: Mapping[str, str] = MappingProxyType({}),
    user: str | None = None,
    stop: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    """A server's process, once it answers, until the block is left; fails with its log otherwise."""
    log = folder / f"{Path(command[0]).name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=os.environ | environment,
            user=user,
            start_new_session=True,
        )
    try:
        give_up = time.monotonic() + SECONDS_TO_START
        while not answers():
            if process.poll() is not None or time.monotonic() > give_up:
                pytest.fail(f"{command[0]} did not start:\n{log.read_text()}", pytrace=False)
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


@contextmanager
def short_folder() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="gleek", dir=SHORT_PATHS) as folder:
        yield Path(folder)


def free_port() -> int:
    """A port of the loopback address that nothing listens at, and that nobody else is given.

    The system itself would name one of those from which it also takes a port for every connection that is
    made, until somebody listens there. Each process that runs tests begins elsewhere.
    """
    for port in _ports():
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is always another port")


@cache
def _ports() -> Iterator[int]:
    """All ports of ours, again and again."""
    ours = tuple(PORTS)
    begin = os.getpid() * 499 % len(ours)
    return cycle(ours[begin:] + ours[:begin])


def listens(port: int) -> bool:
    """Whether something takes connections at a port of the loopback address."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
