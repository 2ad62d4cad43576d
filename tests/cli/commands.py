"""Running `gleek-replay` as people do: in a process of its own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import orjson

from tests.forks import run_forked

SAMPLES = Path(__file__).parents[2] / "sample_histories"
QUIET = {name: value for name, value in os.environ.items() if not name.startswith("GLEEK_")}
"""The environment without settings of the machine that the tests run on."""
SECONDS = 60
"""How long anything may take on a machine that is busy."""


def gleek(
    *arguments: str | Path,
    stdin: bytes = b"",
    folder: Path = SAMPLES,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a folder and give back how it ended."""
    return run_forked(
        list(map(str, arguments)),
        stdin=stdin,
        folder=folder,
        environment={**QUIET, **environment},
        seconds=2 * SECONDS,
    )


def objects(output: bytes) -> list[dict[str, Any]]:
    """The JSON objects of NDJSON."""
    return [orjson.loads(line) for line in output.splitlines()]


def complaints(ended: subprocess.CompletedProcess[bytes]) -> list[str]:
    """The lines on standard error."""
    return ended.stderr.decode().splitlines()


def database(folder: Path) -> sqlite3.Connection:
    """The database that commands in a folder work on, read beside them."""
    return sqlite3.connect(folder / "var" / "gleek.sqlite3", timeout=SECONDS, isolation_level=None)


def wait_for(happened: Callable[[], bool]) -> None:
    """Return once something has happened."""
    give_up = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < give_up
        time.sleep(0.01)


def number(connection: sqlite3.Connection, query: str) -> int:
    """The one number that a query asks for; 0 before there is such a table."""
    try:
        return int(connection.execute(query).fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    begun = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return begun + [below for child in begun for below in descendants(child)]


def are_gone(processes: Iterable[int]) -> bool:
    """Whether none of these processes is there any more."""
    return not any(Path(f"/proc/{process}").exists() for process in processes)
