"""`gleek-replay import --to`: a service elsewhere, which may be busy, killed, or none of ours."""

from __future__ import annotations

import http.server
import os
import signal
import socketserver
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from tests.cli.commands import (
    QUIET,
    SAMPLES,
    SECONDS,
    complaints,
    database,
    descendants,
    gleek,
    number,
    wait_for,
)
from tests.conftest import LiveServer
from tests.servers import free_port

EVENING = (SAMPLES / "evening.ndjson").read_bytes().splitlines()


@pytest.fixture(scope="module")
def server(live_server: Callable[..., LiveServer]) -> LiveServer:
    """A service that takes the files of this module."""
    return live_server()


@pytest.fixture(scope="module")
def key(server: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an uploader's key."""
    made = server.command("keys", "create", "--name", "sender", "--role", "uploader")
    path = tmp_path_factory.mktemp("key") / "token"
    path.write_bytes(made.stdout)
    return path


@contextmanager
def serving_at(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The service at a port, on the database of a folder; killed with all that it started at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gleek_replay", "serve", "--port", str(port), "--jobs", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={**QUIET, "GLEEK_LEASE_SECONDS": "1"},
    )

    def answers() -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/livez").is_success
        except httpx.TransportError:
            return False

    try:
        wait_for(answers)
        yield process
    finally:
        for child in [*descendants(process.pid), process.pid]:
            os.kill(child, signal.SIGKILL)
        process.wait()


def test_a_file_is_sent_with_its_own_line_numbers_and_only_once(
    server: LiveServer, key: Path, tmp_path: Path
) -> None:
    other = orjson.dumps(orjson.loads(EVENING[0]) | {"stake": "crown"})
    lines = [EVENING[0], b"{broken", b'{"format": "gleek-hand/2"}', b"", other, *EVENING[1:]]
    (tmp_path / "evening.ndjson").write_bytes(b"\n".join(lines))
    asked = ["import", "--to", server.url, "--token-file", str(key), "evening.ndjson"]
    ended = gleek(*asked, folder=tmp_path)
    assert ended.returncode == 2
    assert ended.stdout == b"evening.ndjson: 10 accepted, 1 conflicting, 2 malformed\n"
    said = [line.removeprefix("gleek-replay: evening.ndjson, record ") for line in complaints(ended)]
    assert said[0].startswith("2: the record: expected JSON")
    assert said[1].startswith('3: /format: expected "gleek-hand/1"')
    assert said[-2].startswith("5: another record tells otherwise of the hand mitre-2026-05-16-1")
    again = gleek(*asked, folder=tmp_path)
    assert again.stdout.startswith(b"evening.ndjson: imported before, at 20")
    assert complaints(again) == complaints(ended)


def test_standard_input_goes_to_a_service_too_with_the_key_from_the_environment(
    server: LiveServer, key: Path, tmp_path: Path
) -> None:
    record = (SAMPLES / "tu-quoque.json").read_bytes()
    token = {"GLEEK_TOKEN": key.read_text().strip()}
    ended = gleek("import", "--to", server.url, "-", stdin=record, folder=tmp_path, environment=token)
    assert (ended.returncode, ended.stdout) == (0, b"standard input: 1 accepted\n")
    ended = gleek("import", "--to", server.url, "-", folder=tmp_path, environment=token)
    assert complaints(ended) == ["gleek-replay: standard input: there is no hand history in it"]


@pytest.mark.parametrize(
    ("to", "token", "complaint"),
    [
        ("{url}", "wrong", "says: This API key is unknown, revoked or expired."),
        ("{url}", "two words", "expected one line of letters and digits"),
        ("{url}", "", "name its file with --token-file, or set GLEEK_TOKEN"),
        ("{url}/elsewhere", "x", "says: There is nothing at this address."),
        ("http://127.0.0.1:1", "x", "cannot be reached: [Errno 111] Connection refused"),
        ("http://gleek.example", "x", "use https, or say --insecure if the way is safe"),
        ("gleek.example", "x", "expected an address such as https://gleek.example, not gleek.example"),
    ],
)
def test_a_service_that_cannot_be_used_is_one_clear_line(
    server: LiveServer, tmp_path: Path, to: str, token: str, complaint: str
) -> None:
    ended = gleek(
        "import", "--to", to.format(url=server.url), SAMPLES / "clean.json",
        folder=tmp_path, environment={"GLEEK_TOKEN": token},
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (2, b"")
    (line,) = complaints(ended)
    assert line.endswith(complaint)


class Busy(http.server.BaseHTTPRequestHandler):
    """Hands requests on to a service, but turns every other one away."""

    behind = ""
    turned_away = 0

    def turn_away_or_hand_on(self) -> None:
        """Answer 429 with when to try again, or what the service answers."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.requests() % 2:
            self.answer(429, {"Retry-After": "1"}, b"busy")
            return
        headers = {name: value for name, value in self.headers.items() if name != "Host"}
        answer = httpx.request(self.command, f"{self.behind}{self.path}", headers=headers, content=body)
        self.answer(answer.status_code, {"Content-Type": answer.headers["Content-Type"]}, answer.content)

    do_GET = do_POST = turn_away_or_hand_on  # noqa: N815 - as the library calls them

    @classmethod
    def requests(cls) -> int:
        """Count a request."""
        cls.turned_away += 1
        return cls.turned_away

    def answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        """Send an answer."""
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def test_a_service_that_is_busy_is_asked_again_when_it_says(
    server: LiveServer, key: Path, tmp_path: Path
) -> None:
    Busy.behind = server.url
    with socketserver.TCPServer(("127.0.0.1", 0), Busy) as proxy:
        threading.Thread(target=proxy.serve_forever).start()
        try:
            address = f"http://127.0.0.1:{proxy.server_address[1]}"
            asked = ["import", "--to", address, "--token-file", str(key), str(SAMPLES / "revoke.json")]
            ended = gleek(*asked, folder=tmp_path)
        finally:
            proxy.shutdown()
    assert ended.returncode == 0
    assert ended.stdout.endswith(b"revoke.json: 1 accepted\n")


@pytest.mark.parametrize("stopped", ["sender", "service"])
def test_a_file_whose_sending_was_cut_short_is_sent_on_and_every_hand_stored_once(
    tmp_path: Path, long_file: Path, stopped: str
) -> None:
    made = gleek("keys", "create", "--name", "sender", "--role", "uploader", folder=tmp_path)
    (tmp_path / "token").write_bytes(made.stdout)
    port = free_port()
    asked = ["import", "--to", f"http://127.0.0.1:{port}", "--token-file", "token", str(long_file)]
    command = [sys.executable, "-m", "gleek_replay", *asked]

    def send() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=QUIET
        )

    with database(tmp_path) as connection:
        with serving_at(port, tmp_path):
            sender = send()
            wait_for(
                lambda: number(connection, "SELECT count(*) FROM uploads WHERE state != 'receiving'") > 0
            )
            if stopped == "sender":
                connection.execute("BEGIN IMMEDIATE")  # nothing is finished until this ends
                sender.send_signal(signal.SIGINT)
                out, said = sender.communicate(timeout=SECONDS)
                connection.rollback()
                assert (sender.returncode, out) == (130, b"")
                (line,) = said.decode().splitlines()
                assert line.startswith(f"gleek-replay: {long_file}: interrupted; the service has ")
                sender = send()
                out, _ = sender.communicate(timeout=SECONDS)
        if stopped == "service":
            with serving_at(port, tmp_path):
                out, _ = sender.communicate(timeout=2 * SECONDS)
        assert sender.returncode == 0
        assert out.decode() == f"{long_file}: 3,000 accepted\n"
        assert number(connection, "SELECT count(*) FROM records") == 3000
        keys = connection.execute("SELECT idempotency_key FROM uploads").fetchall()
        assert len(set(keys)) == len(keys) == -(-long_file.stat().st_size // (2 * 1024 * 1024))
