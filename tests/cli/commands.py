"""Running `gleek-replay` as people do: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import orjson

SAMPLES = Path(__file__).parents[2] / "sample_histories"
QUIET = {name: value for name, value in os.environ.items() if not name.startswith("GLEEK_")}
"""The environment without settings of the machine that the tests run on."""


def gleek(
    *arguments: str | Path,
    stdin: bytes = b"",
    folder: Path = SAMPLES,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a folder and give back how it ended."""
    return subprocess.run(
        [sys.executable, "-m", "gleek_replay", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**QUIET, **environment},
        timeout=120,
    )


def objects(output: bytes) -> list[dict[str, Any]]:
    """The JSON objects of NDJSON."""
    return [orjson.loads(line) for line in output.splitlines()]


def complaints(ended: subprocess.CompletedProcess[bytes]) -> list[str]:
    """The lines on standard error."""
    return ended.stderr.decode().splitlines()
