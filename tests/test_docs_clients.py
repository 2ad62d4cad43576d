"""The page for authors of clients: its records are what it says, and its uploaders upload."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from gleek_replay.audit import audit_record
from gleek_replay.records import MalformedRecord, read_record
from tests.conftest import LiveServer
from tests.documentation import Block, blocks
from tests.node import find_node, what_to_do
from tests.servers import free_port

PAGE = "clients.md"
SAMPLES = Path(__file__).parent.parent / "sample_histories"
RECORDS = [block for block in blocks(PAGE, "json") if block.note]
UPLOADERS = {
    block.note: block.text
    for language in ("python", "js", "sh")
    for block in blocks(PAGE, language)
    if block.note.startswith("upload.")
}
MOST_LINES = 10
NOT_COUNTED = re.compile(r"^(?:import|from) .*$|^[{}() ;]*$", re.MULTILINE)


@pytest.mark.parametrize("block", RECORDS, ids=lambda block: block.note)
def test_a_record_of_the_page_is_what_it_says(block: Block) -> None:
    what, _, expected = block.note.partition(": ")
    told = "verdict"
    try:
        found = audit_record(read_record(block.text.encode())).verdict.value
    except MalformedRecord as malformed:
        told, found = "faults", ", ".join(dict.fromkeys(fault.pointer for fault in malformed.faults))
    assert (what, expected) == (told, found)


def test_the_page_has_records_and_three_uploaders() -> None:
    assert len(RECORDS) == 3
    assert sorted(UPLOADERS) == ["upload.mjs", "upload.py", "upload.sh"]


@pytest.mark.parametrize("name", UPLOADERS)
def test_an_uploader_has_ten_lines_at_most(name: str) -> None:
    lines = [line for line in NOT_COUNTED.sub("", UPLOADERS[name]).splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES


def program(name: str) -> str:
    """What runs an uploader."""
    found = {"py": sys.executable, "mjs": find_node(), "sh": shutil.which("bash")}[name.partition(".")[2]]
    if name.endswith(".sh") and shutil.which("curl") is None:
        pytest.fail(
            "The uploader with curl needs it: on Debian, as root, apt-get install curl", pytrace=False
        )
    if found is None:
        pytest.fail(what_to_do(["nodejs"]), pytrace=False)
    return found


def upload(name: str, file: Path, address: str, key: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run an uploader of the page."""
    (folder / name).write_text(UPLOADERS[name], encoding="utf-8")
    return subprocess.run(
        [program(name), folder / name, file],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"GLEEK": address, "KEY": key, "NO_COLOR": "1"},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A service with a key that may upload."""

    address: str
    key: str

    def get(self, place: str) -> Any:
        """What the API answers."""
        answer = httpx.get(f"{self.address}/{place}", headers={"Authorization": f"Bearer {self.key}"})
        return answer.json()


@pytest.fixture(scope="module")
def new_service(live_server: Callable[..., LiveServer]) -> Callable[[], Service]:
    """The service as a club finds it that has nothing stored yet."""
    server, clubs = live_server(), count(1)

    def found() -> Service:
        club = f"club-{next(clubs)}"
        assert server.command("clubs", "create", club).returncode == 0
        named = ("--name", "mine", "--role", "uploader", "--club", club)
        made = server.command("keys", "create", *named).stdout.decode()
        token = re.search(r"gleek_\S+", made)
        assert token, made
        return Service(address=f"{server.url}/api/v1", key=token[0])

    return found


@pytest.mark.parametrize("name", UPLOADERS)
def test_an_uploader_stores_hands_once_and_tells_what_is_wrong(
    name: str, new_service: Callable[[], Service], tmp_path: Path
) -> None:
    service = new_service()
    for _ in range(2):
        sent = upload(name, SAMPLES / "evening.ndjson", service.address, service.key, tmp_path)
        assert (sent.returncode, sent.stderr) == (0, "")
    assert len(service.get("hands")["items"]) == 10
    assert [each["accepted"] for each in service.get("uploads")["items"]] == [10]
    malformed = upload(name, SAMPLES / "malformed.json", service.address, service.key, tmp_path)
    assert malformed.returncode == 1
    assert "this field is required" in malformed.stderr
    refused = upload(name, SAMPLES / "clean.json", service.address, "gleek_unknown", tmp_path)
    assert refused.returncode == 1
    assert json.loads(refused.stderr[refused.stderr.index("{") :])["status"] == 401


@dataclass(slots=True, kw_only=True)
class Busy:
    """A service that first sends its clients away, with what it was sent."""

    statuses: list[int]
    sent: list[tuple[str, bytes]] = field(default_factory=list)


@contextmanager
def busy(statuses: list[int]) -> Iterator[tuple[str, Busy]]:
    """The address of a service that answers so, one after the other."""
    heard = Busy(statuses=statuses)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.sent.append((self.headers["Idempotency-Key"], body))
            self.send_response(heard.statuses.pop(0))
            self.send_header("Retry-After", "0")
            answer = b'{"upload":{"malformed":0},"outcomes":[]}'
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", free_port()), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", heard
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("name", UPLOADERS)
def test_an_uploader_that_is_sent_away_comes_again_with_the_same(name: str, tmp_path: Path) -> None:
    file = SAMPLES / "clean.json"
    with busy([429, 503, 201]) as (address, heard):
        sent = upload(name, file, address, "gleek_any", tmp_path)
    assert (sent.returncode, heard.statuses) == (0, [])
    assert len(heard.sent) == 3
    assert {body for _, body in heard.sent} == {file.read_bytes()}
    assert len({key for key, _ in heard.sent}) == 1
    assert len(heard.sent[0][0]) == 64
