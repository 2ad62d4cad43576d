"""A command that needs no database does not take the time to load what would open one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.commands import QUIET, SAMPLES

HEAVY = {"alembic", "celery", "flask", "httpx", "plotly", "sqlalchemy"}


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "audit clean.json",
        "rules --diff parlett wikipedia",
        "simulate --rules parlett --hands 1 --seed 1",
    ],
)
def test_a_command_without_a_database_loads_nothing_of_one(command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "gleek_replay", *command.split()],
        capture_output=True,
        check=True,
        cwd=SAMPLES,
        env=QUIET,
    )
    loaded = {
        line.rpartition("|")[2].strip().partition(".")[0] for line in ended.stderr.decode().splitlines()
    }
    assert "gleek_replay" in loaded
    assert loaded & HEAVY == set()
