"""Large, broken and hostile bodies: a clear answer, no trace left, and everybody else is served meanwhile."""

from __future__ import annotations

import gzip
import re
import shutil
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from gleek_replay.storage import open_database
from gleek_replay.storage.tables import Hand, Record, Upload, UploadChunk
from tests.jobs.hands import many_hands
from tests.jobs.service import Service, whole_service

LARGEST_BODY = 8_000_000
LARGEST_UNPACKED = 5_000_000
HANDS = 1_000
SECONDS_TO_SETTLE = 30
PATH = "/api/v1/uploads"


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The service with small limits, and an uploader's key to it."""

    service: Service
    token: str
    database_url: str

    def post(self, body: Any, **headers: str) -> httpx.Response:
        """Upload a body."""
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.post(
            f"{self.service.url}/uploads", content=body, headers=self.headers | said, timeout=60
        )

    def get(self, path: str) -> httpx.Response:
        """What the uploader is answered."""
        return httpx.get(f"{self.service.url}{path}", headers=self.headers, timeout=60)

    @property
    def headers(self) -> dict[str, str]:
        """What every request says."""
        return {"Authorization": f"Bearer {self.token}"}

    def opened(self, *headers: str) -> socket.socket:
        """A connection on which an upload has begun with these headers."""
        connection = socket.create_connection(("127.0.0.1", self.service.port), timeout=60)
        said = [f"POST {PATH} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {self.token}", *headers]
        connection.sendall("\r\n".join([*said, "", ""]).encode())
        return connection

    def stored(self) -> dict[str, int]:
        """How many rows there are of each kind."""
        database = open_database(self.database_url)
        with database.session() as session:
            rows = {
                table.__tablename__: session.scalar(select(func.count()).select_from(table)) or 0
                for table in (Upload, UploadChunk, Record, Hand)
            }
        database.close()
        return rows


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Door]:
    folder = tmp_path_factory.mktemp("door")
    shutil.copy(sqlite_template, folder)
    url = f"sqlite:///{folder / sqlite_template.name}"
    (folder / "temporary").mkdir()
    limits = {
        "GLEEK_MAX_UPLOAD_BYTES": str(LARGEST_BODY),
        "GLEEK_MAX_UNPACKED_BYTES": str(LARGEST_UNPACKED),
        "TMPDIR": str(folder / "temporary"),
    }
    with whole_service(folder, url, workers=2, **limits) as service:
        yield Door(service=service, token=service.new_key("bess"), database_url=url)


@pytest.fixture
def nothing_is_left(door: Door) -> Iterator[None]:
    """Nothing is stored in the course of the test, and no file is left behind."""
    before = door.stored()
    yield
    assert door.stored() == before
    assert list((door.service.folder / "temporary").rglob("*upload*")) == []


def assert_problem(answer: httpx.Response, status: int, detail: str) -> None:
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert re.search(detail, answer.json()["detail"]), answer.json()["detail"]


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("said", ["gzip", "identity"])
@pytest.mark.parametrize("blanks", [True, False])
def test_a_gzip_that_unpacks_to_more_than_the_limit_is_refused(door: Door, said: str, blanks: bool) -> None:
    unpacked = b" " * 50_000_000 if blanks else many_hands(2_000, "bomb")
    answer = door.post(gzip.compress(unpacked, 1), Content_Encoding=said)
    assert_problem(answer, 413, "more than 5,000,000 bytes")


@pytest.mark.usefixtures("nothing_is_left")
def test_a_body_larger_than_the_limit_is_refused(door: Door) -> None:
    assert_problem(door.post(b" " * (LARGEST_BODY + 1)), 413, "larger")


@pytest.mark.usefixtures("nothing_is_left")
def test_a_body_without_end_is_refused_at_the_limit(door: Door) -> None:
    line = many_hands(100, "endless") + b"\n"
    with door.opened("Transfer-Encoding: chunked") as connection:
        for _ in range(2 * LARGEST_BODY // len(line)):
            try:
                connection.sendall(b"%x\r\n%b\r\n" % (len(line), line))
            except OSError:
                break
        answer = answered(connection)
    assert " 413 " in answer
    assert "larger" in answer


@pytest.mark.usefixtures("nothing_is_left")
def test_a_line_that_unpacks_to_more_than_the_limit_is_refused(door: Door) -> None:
    line = b'{"notes": "' + b"x" * 100_000_000
    assert_problem(door.post(gzip.compress(line)), 413, "more than 5,000,000 bytes")


def test_a_line_longer_than_any_record_is_malformed_and_the_others_are_stored(door: Door) -> None:
    before, after = (many_hands(1, f"{place}-a-long-line") for place in ("before", "after"))
    long = b'{"notes": "' + b"x" * 6_000_000 + b'"}'
    upload = finished(door, door.post(b"\n".join((before, long, after))))
    assert (upload["received"], upload["accepted"], upload["malformed"]) == (3, 2, 1)


def test_an_array_nested_ten_thousand_deep_is_malformed(door: Door) -> None:
    answer = door.post(b"[" * 10_000 + b"]" * 10_000)
    assert answer.status_code == 201
    assert [outcome["status"] for outcome in answer.json()["outcomes"]] == ["malformed"]
    nested = door.post(b'[{"notes":' + b"[" * 10_000 + b"]" * 10_000 + b"}]")
    assert [outcome["status"] for outcome in nested.json()["outcomes"]] == ["malformed"]


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("hands", [1, HANDS])
def test_a_body_that_breaks_off_before_its_length_is_a_bad_request(door: Door, hands: int) -> None:
    body = many_hands(hands, "cut")
    with door.opened(f"Content-Length: {len(body)}") as connection:
        connection.sendall(body[: len(body) // 2])
        connection.shutdown(socket.SHUT_WR)
        assert " 400 " in answered(connection)


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("hands", [1, HANDS])
def test_a_chunked_body_that_breaks_off_is_a_bad_request(door: Door, hands: int) -> None:
    body = many_hands(hands, "cut-chunk")
    with door.opened("Transfer-Encoding: chunked") as connection:
        connection.sendall(b"%x\r\n" % len(body) + body[: len(body) // 2])
        connection.shutdown(socket.SHUT_WR)
        assert " 400 " in answered(connection)


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("resets", [True, False])
def test_a_connection_that_is_torn_leaves_nothing(door: Door, resets: bool) -> None:
    before, body = door.stored(), many_hands(HANDS, "torn")
    with door.opened(f"Content-Length: {2 * len(body)}") as connection:
        connection.sendall(body)
        wait_until(lambda: door.stored()["upload_chunks"] > before["upload_chunks"])
        if resets:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wait_until(lambda: door.stored() == before)


def test_a_body_that_trickles_in_holds_nobody_up_and_is_taken(door: Door) -> None:
    body = many_hands(3, "trickle")
    connections = [door.opened(f"Content-Length: {len(body)}") for _ in range(3)]
    for start in range(0, len(body), len(body) // 10):
        for connection in connections:
            connection.sendall(body[start : start + len(body) // 10])
        assert httpx.get(f"{door.service.url}/hands", headers=door.headers, timeout=60).status_code in {
            200,
            403,
        }
    answers = [answered(connection) for connection in connections]
    for connection in connections:
        connection.close()
    assert [" 201 " in answer for answer in answers] == [True] * 3


def wait_until(holds: Callable[[], bool]) -> None:
    """Return once it holds; fail when it takes far longer than it should."""
    give_up = time.monotonic() + SECONDS_TO_SETTLE
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.05)


@pytest.mark.usefixtures("nothing_is_left")
def test_a_sender_that_falls_silent_is_not_waited_for(door: Door) -> None:
    """More of them than there are threads: who comes after them is served once their time is over."""
    body, before = many_hands(HANDS, "silent"), door.stored()
    with ExitStack() as open_connections:
        silent = [door.opened(f"Content-Length: {2 * len(body)}") for _ in range(20)]
        for connection in silent:
            open_connections.enter_context(connection)
            connection.sendall(body)
        assert door.get("/uploads").status_code == 200
        assert {answered(connection).split()[1] for connection in silent} <= {"400", "409"}
        wait_until(lambda: door.stored() == before)


def answered(connection: socket.socket) -> str:
    """All that the server says until it has said an answer, or hangs up."""
    said = b""
    while not re.search(rb"\r\n\r\n.*\}\s*$", said, re.DOTALL) and (piece := connection.recv(65_536)):
        said += piece
    return said.decode()


def finished(door: Door, answer: httpx.Response) -> dict[str, Any]:
    """The upload, when it is done."""
    upload: dict[str, Any] = answer.json()["upload"]
    while upload["state"] != "done":
        upload = door.get(f"/uploads/{upload['id']}").json()
    return upload
