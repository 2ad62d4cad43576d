"""`gleek-replay import` into the database: repeated, interrupted, killed, and watched."""

from __future__ import annotations

import gzip
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson
import pytest

from tests.cli.commands import (
    QUIET,
    SAMPLES,
    SECONDS,
    are_gone,
    complaints,
    database,
    descendants,
    gleek,
    number,
    wait_for,
)

CLEAN = (SAMPLES / "clean.json").read_bytes()
EVENING = (SAMPLES / "evening.ndjson").read_bytes()


@contextmanager
def importing(folder: Path, *arguments: str | Path, **streams: int) -> Iterator[subprocess.Popen[bytes]]:
    """An import as a shell would start it: the foreground process group of its own."""
    with subprocess.Popen(
        [sys.executable, "-m", "gleek_replay", "import", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**QUIET, "GLEEK_LEASE_SECONDS": "1"},
        start_new_session=True,
        **streams,  # type: ignore[call-overload]
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def press_ctrl_c(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a process that reads, as people do: again, if it does not hear.

    A signal that comes when Python is about to read is told only when something has been read.
    """
    give_up = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < give_up:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS / 6)


def test_a_file_that_was_imported_before_is_not_imported_again_unless_asked(tmp_path: Path) -> None:
    (tmp_path / "hand.json").write_bytes(CLEAN)
    assert gleek("import", "hand.json", folder=tmp_path).stdout == b"hand.json: 1 accepted\n"
    before = gleek("import", "hand.json", folder=tmp_path)
    assert before.returncode == 0
    assert before.stdout.startswith(b"hand.json: imported before, at 20")
    assert before.stdout.endswith(b" UTC: 1 accepted\n")
    again = gleek("import", "--again", "hand.json", folder=tmp_path)
    assert again.stdout == b"hand.json: 1 duplicate\n"


def test_a_record_is_replaced_by_a_better_one_of_the_same_uploader(tmp_path: Path) -> None:
    (tmp_path / "hand.json").write_bytes(CLEAN)
    (tmp_path / "better.json").write_bytes(orjson.dumps(orjson.loads(CLEAN) | {"stake": "crown"}))
    gleek("import", "hand.json", folder=tmp_path)
    conflicting = gleek("import", "better.json", folder=tmp_path)
    assert conflicting.returncode == 1
    assert complaints(conflicting) == [
        f"gleek-replay: better.json{line}"
        for line in (
            ", record 1: another record tells otherwise of the hand clean; both are kept",
            ": if an earlier record of yours is wrong, --replace puts this in its place",
        )
    ]
    replaced = gleek("import", "--replace", "better.json", folder=tmp_path)
    assert (replaced.returncode, complaints(replaced)) == (0, [])
    with database(tmp_path) as connection:
        assert connection.execute("SELECT stake, disputed FROM hands").fetchall() == [("crown", 0)]


def test_what_cannot_be_imported_is_a_line_each_and_costs_the_other_files_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_bytes(b"\n")
    (tmp_path / "broken.ndjson.gz").write_bytes(gzip.compress(EVENING)[:-400])
    (tmp_path / "hand.json").write_bytes(CLEAN)
    names = ["missing.json", ".", "empty.json", "broken.ndjson.gz", "hand.json"]
    ended = gleek("import", *names, folder=tmp_path)
    assert ended.returncode == 2
    assert complaints(ended)[:3] == [
        "gleek-replay: missing.json: No such file or directory",
        "gleek-replay: .: Is a directory",
        "gleek-replay: empty.json: there is no hand history in it",
    ]
    assert complaints(ended)[3].startswith("gleek-replay: broken.ndjson.gz, record ")
    assert len(complaints(ended)) == 4
    assert ended.stdout.endswith(b"hand.json: 1 accepted\n")


def test_a_file_that_can_be_read_but_once_is_imported_too(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with importing(tmp_path, "pipe") as process:
        (tmp_path / "pipe").write_bytes(EVENING)
        assert process.communicate(timeout=SECONDS)[0] == b"pipe: 10 accepted\n"


def test_what_writes_into_standard_input_may_pause_for_long(tmp_path: Path, long_file: Path) -> None:
    lines = long_file.read_bytes().splitlines(keepends=True)
    with importing(tmp_path, "-", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"".join(lines[:1500]))
        process.stdin.flush()
        wait_for((tmp_path / "var" / "gleek.sqlite3").exists)
        with database(tmp_path) as connection:
            wait_for(lambda: number(connection, "SELECT count(*) FROM upload_chunks") > 0)
            soon = (datetime.now(UTC) + timedelta(minutes=50)).timestamp() * 1_000_000
            assert number(connection, "SELECT min(expires_at) FROM uploads") > soon
        out, _ = process.communicate(b"".join(lines[1500:]), timeout=SECONDS)
        assert out == b"standard input: 3,000 accepted\n"


def test_after_ctrl_c_the_same_command_goes_on_and_every_hand_is_stored_once(
    tmp_path: Path, long_file: Path
) -> None:
    hands = long_file.read_bytes().splitlines()
    with importing(tmp_path, long_file, "--jobs", "2") as process:
        wait_for((tmp_path / "var" / "gleek.sqlite3").exists)
        with database(tmp_path) as connection:
            wait_for(lambda: number(connection, "SELECT count(*) FROM hands") > 0)
            connection.execute("BEGIN IMMEDIATE")  # nothing is finished until this ends
            helpers = descendants(process.pid)
            os.killpg(process.pid, signal.SIGINT)
            connection.rollback()
        out, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert out == b""
    (line,) = said.decode().splitlines()
    assert line.startswith(f"gleek-replay: {long_file}: interrupted; ")
    assert line.endswith(" of 3,000 records are done, the same command goes on with it")
    assert are_gone(helpers)
    resumed = gleek("import", long_file, folder=tmp_path)
    assert (resumed.returncode, resumed.stderr) == (0, b"")
    assert resumed.stdout.decode() == f"{long_file}: 3,000 accepted\n"
    exported = gleek("export", folder=tmp_path).stdout.splitlines()
    assert sorted(exported) == sorted(hands)
    with database(tmp_path) as connection:
        assert number(connection, "SELECT count(*) FROM uploads") == 1


def test_after_a_kill_the_same_command_goes_on_too(tmp_path: Path, long_file: Path) -> None:
    with importing(tmp_path, long_file, "--jobs", "2") as process:
        wait_for((tmp_path / "var" / "gleek.sqlite3").exists)
        with database(tmp_path) as connection:
            wait_for(lambda: number(connection, "SELECT count(*) FROM hands") > 0)
            helpers = descendants(process.pid)
            process.kill()
            process.wait()
            wait_for(lambda: are_gone(helpers))
    resumed = gleek("import", long_file, folder=tmp_path)
    assert resumed.stdout.decode() == f"{long_file}: 3,000 accepted\n"
    with database(tmp_path) as connection:
        assert number(connection, "SELECT count(*) FROM hands") == 3000
        assert number(connection, "SELECT count(*) FROM records") == 3000


def test_what_is_interrupted_while_it_comes_in_leaves_nothing_behind(tmp_path: Path, long_file: Path) -> None:
    with importing(tmp_path, "-", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"".join(long_file.read_bytes().splitlines(keepends=True)[:1500]))
        process.stdin.flush()
        wait_for((tmp_path / "var" / "gleek.sqlite3").exists)
        with database(tmp_path) as connection:
            wait_for(lambda: number(connection, "SELECT count(*) FROM upload_chunks") > 0)
            press_ctrl_c(process)
            assert process.returncode == 130
            assert process.stderr is not None
            (line,) = process.stderr.read().decode().splitlines()
            assert line.startswith("gleek-replay: standard input: interrupted; nothing of it is stored, ")
            assert number(connection, "SELECT count(*) FROM uploads") == 0
            assert number(connection, "SELECT count(*) FROM upload_chunks") == 0


@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_a_bar_is_drawn_on_a_terminal_that_can_and_is_gone_afterwards(
    tmp_path: Path, long_file: Path, terminal: str
) -> None:
    file, hands = (long_file, "3,000") if terminal == "xterm" else (SAMPLES / "evening.ndjson", "10")
    ours, theirs = pty.openpty()
    shown = b""
    with subprocess.Popen(
        [sys.executable, "-m", "gleek_replay", "import", str(file)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env={**QUIET, "TERM": terminal, "COLUMNS": "160"},
    ) as process:
        os.close(theirs)
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError:  # the other end is closed
            pass
        assert process.stdout is not None
        assert process.stdout.read().decode() == f"{file}: {hands} accepted\n"
    os.close(ours)
    if terminal == "dumb":
        assert shown == b""
        return
    assert b"auditing" in shown
    assert b"of 3,000 records" in shown
    assert b" a second" in shown
    assert shown.endswith((b"\x1b[2K", b"\x1b[?25h"))
