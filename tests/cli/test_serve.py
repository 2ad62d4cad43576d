"""`gleek-replay serve` and `demo`: an address that answers, and a link that signs in once."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.commands import QUIET, SAMPLES, are_gone, complaints, descendants, gleek, objects, wait_for
from tests.conftest import LiveServer
from tests.servers import free_port

SECONDS_TO_FILL = 120
SECONDS_TO_STOP = 60
LINK = re.compile(r"^ +(http://127\.0\.0\.1:\d+/sign-in\?token=[\w-]+)$", re.MULTILINE)


def link_in(log: str) -> str:
    """The one-time link that a service printed."""
    found = LINK.search(log)
    assert found, log
    return found[1]


def test_serve_prints_a_link_that_signs_one_browser_in_once(live_server: Callable[..., LiveServer]) -> None:
    server = live_server()
    link = link_in(server.log.read_text())
    assert link.startswith(server.url)
    with httpx.Client(follow_redirects=True) as browser:
        assert browser.get(f"{server.url}/api/v1/players").status_code == 401
        assert browser.get(link).status_code == 200
        assert browser.get(f"{server.url}/api/v1/players").json()["items"] == []
    with httpx.Client(follow_redirects=True) as other:
        assert not other.get(link).is_success
        assert other.get(f"{server.url}/api/v1/players").status_code == 401


def test_what_the_command_line_imports_the_service_shows(live_server: Callable[..., LiveServer]) -> None:
    server = live_server()
    sample = Path(__file__).parents[2] / "sample_histories" / "clean.json"
    assert server.command("import", str(sample)).returncode == 0
    made = server.command("keys", "create", "--name", "reader", "--role", "reader")
    headers = {"Authorization": f"Bearer {made.stdout.decode().strip()}"}
    audit = httpx.get(f"{server.url}/api/v1/hands/clean/audit", headers=headers)
    assert audit.json()["verdict"] == "clean"


def test_an_address_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for command in ("serve", "demo"):
            ended = gleek(command, "--port", str(port), folder=tmp_path)
            assert ended.returncode == 2
            assert complaints(ended) == [
                f"gleek-replay: cannot listen at 127.0.0.1, port {port}: Address already in use"
            ]


@pytest.mark.parametrize("asked", [["--port", "0"], ["--port", "http"], ["--workers", "0"]])
def test_a_port_or_a_number_of_workers_that_is_none_is_refused(asked: list[str], tmp_path: Path) -> None:
    assert gleek("serve", *asked, folder=tmp_path).returncode == 2


@pytest.fixture
def served(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The service in a process of its own that a test may do anything to."""
    port = free_port()
    with (tmp_path / "serve.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "gleek_replay", "serve", "--port", str(port), "--jobs", "1"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=tmp_path,
            env=QUIET,
        )
    try:
        wait_for(lambda: len(serving_processes(process)) == 2 and lives(port))
        yield process
    finally:
        process.kill()
        process.wait()


def serving_processes(process: subprocess.Popen[bytes]) -> dict[str, int]:
    """The programs that a service has started itself, as far as they have begun."""
    found: dict[str, int] = {}
    for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        command = Path(f"/proc/{pid}/cmdline").read_text()
        found |= {name: int(pid) for name in ("gunicorn", "work") if f"\0{name}\0" in command}
    return found


def lives(port: int) -> bool:
    """Whether a service answers at a port."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/livez", timeout=30).is_success
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_with_the_service_end_all_the_processes_that_it_started(
    served: subprocess.Popen[bytes], ending: signal.Signals
) -> None:
    begun = descendants(served.pid)
    served.send_signal(ending)
    assert served.wait(SECONDS_TO_STOP) == (-ending if ending is signal.SIGKILL else 0)
    wait_for(lambda: are_gone(begun))


def test_what_is_killed_of_a_service_is_begun_anew(served: subprocess.Popen[bytes], tmp_path: Path) -> None:
    before = serving_processes(served)
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: len(serving_processes(served)) == 2 and are_gone(before.values()))
    address = link_in((tmp_path / "serve.log").read_text()).partition("/sign-in")[0]
    token = gleek("keys", "create", "--name", "x", "--role", "uploader", folder=tmp_path).stdout.decode()
    headers = {"Authorization": f"Bearer {token.strip()}", "Prefer": "respond-async"}
    record = (SAMPLES / "clean.json").read_bytes()
    sent = httpx.post(f"{address}/api/v1/uploads", content=record, headers=headers, timeout=30)
    assert sent.status_code == 202
    progress = f"{address}{sent.headers['Location']}"
    wait_for(lambda: httpx.get(progress, headers=headers, timeout=30).json()["accepted"] == 1)


@contextmanager
def demonstration(folder: Path) -> Iterator[tuple[str, str]]:
    """The demonstration running in a folder: the link that it printed, and all that it printed before."""
    log = folder / "demo.log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "gleek_replay", "demo", "--port", str(free_port())],
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=QUIET,
        )
    try:
        give_up = time.monotonic() + SECONDS_TO_FILL
        while not LINK.search(log.read_text()) and process.poll() is None and time.monotonic() < give_up:
            time.sleep(0.05)
        link = link_in(log.read_text())
        assert httpx.get(link.replace("/sign-in", "/livez"), timeout=SECONDS_TO_FILL).is_success
        yield link, log.read_text()
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS_TO_STOP) == 0
    finally:
        process.kill()
        process.wait()


def test_the_demonstration_is_filled_once_and_kept(tmp_path: Path) -> None:
    with demonstration(tmp_path) as (link, said), httpx.Client(follow_redirects=True, timeout=30) as browser:
        assert "Filling" in said
        assert browser.get(link).status_code == 200
        address = link.partition("/sign-in")[0]
        assert browser.get(f"{address}/api/v1/hands/tu-quoque").status_code == 200
        players = browser.get(f"{address}/api/v1/players?limit=200").json()["items"]
        assert sum(player["hands"] for player in players) > 5000
        disputes = browser.get(f"{address}/api/v1/disputes").json()["items"]
        assert {dispute["hand_id"]: dispute["state"] for dispute in disputes} == {
            "mitre-2026-05-16-3": "ruled",
            "mitre-2026-05-16-7": "open",
        }
    demo = {"GLEEK_DATABASE_URL": "sqlite:///var/demo.sqlite3"}
    fits = objects(gleek("luck", "list", "--format", "ndjson", folder=tmp_path, environment=demo).stdout)
    assert len([fit for fit in fits if fit["in_force"] and fit["removed"] > 0.4]) == 7, "one for each preset"
    kept = (tmp_path / "var" / "demo.sqlite3").stat()
    with demonstration(tmp_path) as (_, said):
        assert "Filling" not in said
    assert (tmp_path / "var" / "demo.sqlite3").stat().st_ino == kept.st_ino
    assert {path.name for path in (tmp_path / "var").iterdir()} == {"demo.sqlite3", "secret_key"}
