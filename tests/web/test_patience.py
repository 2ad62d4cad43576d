"""Slow clients hold nobody up and are let go; what the application never sees is refused in its manner."""

from __future__ import annotations

import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import orjson
import pytest

from gleek_replay.settings import Settings
from gleek_replay.web.factory import create_app
from gleek_replay.web.limits import TAKING_HANDS
from gleek_replay.web.worker import LONGEST_HEAD, PATHS_OF_HANDS, SLOWEST_BODY, WHOLE_SECONDS, PacedSocket
from tests.jobs.service import Service, whole_service
from tests.web.records import example

MANY = 40
"""Far more connections than the service has threads."""
A_HEAD = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORWARDED_BY = "X-Forwarded-For"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Service]:
    """The service under gunicorn, with one process for requests and little patience."""
    folder = tmp_path_factory.mktemp("patience")
    shutil.copy(sqlite_template, folder)
    url = f"sqlite:///{folder / sqlite_template.name}"
    with whole_service(folder, url, workers=1, GLEEK_RATE_VISITORS="3/hour") as running:
        yield running


@pytest.fixture(scope="module")
def token(service: Service) -> str:
    return service.new_key("slow")


def connected(service: Service) -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), timeout=60)


def said_by(connection: socket.socket) -> bytes:
    """All that the server says until it hangs up."""
    said = b""
    try:
        while piece := connection.recv(65_536):
            said += piece
    except ConnectionResetError:
        pass
    return said


def lives(service: Service) -> bool:
    return httpx.get(f"http://127.0.0.1:{service.port}/livez", timeout=0.8 * WHOLE_SECONDS).is_success


def test_who_does_not_finish_a_head_or_a_small_body_holds_nobody_up_and_is_let_go(service: Service) -> None:
    with ExitStack() as open_connections:
        waiting = [open_connections.enter_context(connected(service)) for _ in range(3 * MANY + 1)]
        silent, dripping, blank = waiting[:MANY], waiting[MANY : 2 * MANY], waiting[2 * MANY : -1]
        whole_head = b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\nkey="
        for begun, connections in (
            (b"", silent),
            (A_HEAD, dripping),
            (b"\r\n\r\n", blank),
            (whole_head, waiting[-1:]),
        ):
            for connection in connections:
                connection.sendall(begun)
        assert lives(service)
        end = threading.Event()
        drops = threading.Thread(target=drip, args=(dripping, end))
        drops.start()
        assert {said_by(connection) for connection in waiting} == {b""}
        end.set()
        drops.join()


@pytest.mark.parametrize(
    "begun",
    [
        b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\nkey=",
        b"POST /sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nkey=\r\n",
        b"POST /sign-in HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
        b"POST http://x/livez?a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
        b"POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
        b"POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n[",
        A_HEAD + b"Connection: close\r\n\r\n",
    ],
)
def test_who_owes_a_body_or_does_not_hang_up_holds_nobody_up(service: Service, begun: bytes) -> None:
    with ExitStack() as open_connections:
        for _ in range(MANY):
            open_connections.enter_context(connected(service)).sendall(begun)
        assert lives(service)


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (b"X-Forwarded-For: 203.0.113.7\r\nContent-Length: 8\r\nExpect: 100-continue\r\n", b"link=bad"),
        (b"X-Forwarded-For: 203.0.113.8\r\nContent-Length: 8\r\n", b"link=bad"),
        (b"X-Forwarded-For: 203.0.113.9\r\nTransfer-Encoding: chunked\r\n", b"8\r\nlink=bad\r\n0\r\n\r\n"),
    ],
)
def test_a_small_body_that_comes_after_its_head_is_read_and_requests_may_follow(
    service: Service, headers: bytes, body: bytes
) -> None:
    form = b"Content-Type: application/x-www-form-urlencoded\r\n"
    with connected(service) as connection:
        connection.sendall(b"POST /sign-in HTTP/1.1\r\nHost: x\r\n" + form + headers + b"\r\n")
        if b"Expect" in headers:
            assert connection.recv(1024) == b"HTTP/1.1 100 Continue\r\n\r\n"
        for piece in (body[:3], body[3:], A_HEAD + b"Connection: close\r\n\r\n"):
            time.sleep(0.1)
            connection.sendall(piece)
        said = said_by(connection)
    assert b"HTTP/1.1 401" in said
    assert said.endswith(b"\r\n\r\nlive\n")


def test_the_addresses_that_a_body_is_taken_from_as_it_comes_are_those_that_take_hands(
    tmp_path: Path,
) -> None:
    app = create_app(Settings(secret_key="x", database_url=f"sqlite:///{tmp_path / 'gleek.sqlite3'}"))
    rules = {rule.rule for rule in app.url_map.iter_rules() if rule.endpoint in TAKING_HANDS}
    assert {path.decode() for path in PATHS_OF_HANDS} == rules


def drip(connections: list[socket.socket], end: threading.Event) -> None:
    """Send a little more of a head now and then."""
    while not end.wait(0.5):
        for connection in connections:
            try:
                connection.sendall(b"X-More: 1\r\n")
            except OSError:
                continue


def test_who_drips_a_body_is_let_go(service: Service, token: str) -> None:
    with connected(service) as connection:
        head = f"POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        connection.sendall(head.encode() + b"Content-Length: 100000\r\n\r\n")
        end = threading.Event()
        drops = threading.Thread(target=drip, args=([connection], end))
        drops.start()
        answer = said_by(connection)
        end.set()
        drops.join()
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"broke off" in answer


def test_a_body_that_comes_in_pieces_is_taken_all_the_same(service: Service, token: str) -> None:
    body = orjson.dumps(example("parlett"))

    def pieces() -> Iterator[bytes]:
        for begin in range(0, len(body), len(body) // 4):
            time.sleep(0.3)
            yield body[begin : begin + len(body) // 4]

    sent = httpx.post(
        f"{service.url}/uploads", content=pieces(), headers={"Authorization": f"Bearer {token}"}
    )
    assert sent.status_code == 201


def test_a_head_that_comes_in_pieces_is_read_and_requests_may_follow_each_other(service: Service) -> None:
    with connected(service) as connection:
        for piece in (b"GET /livez HT", b"TP/1.1\r\nHost: x\r", b"\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n"):
            connection.sendall(piece)
            time.sleep(0.1)
        connection.sendall(b"Connection: close\r\n\r\n")
        assert said_by(connection).count(b"\r\n\r\nlive\n") == 2


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 10_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-One: 1\r\n" * 500 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Endless: " + b"x" * (LONGEST_HEAD + 8192), 431),
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: pigeon, chunked\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nHost: x\r\nExpect: the unexpected\r\n\r\n", 417),
    ],
)
def test_what_the_application_never_sees_is_refused_with_a_problem_too(
    service: Service, request_bytes: bytes, status: int
) -> None:
    with connected(service) as connection:
        connection.sendall(request_bytes)
        head, _, body = said_by(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head
    problem = orjson.loads(body)
    assert problem.keys() == {"type", "title", "status", "detail", "request_id", "faults"}
    assert problem["status"] == status
    assert re.search(rb"X-Request-ID: ([0-9a-f]{32})", head)[1].decode() == problem["request_id"]  # type: ignore[index]


def visits(service: Service, forwarded_for: str) -> httpx.Response:
    return httpx.get(f"{service.url}/openapi.json", headers={FORWARDED_BY: forwarded_for}, timeout=60)


def test_behind_a_proxy_that_is_believed_every_client_is_counted_by_himself(service: Service) -> None:
    for _ in range(3):
        assert visits(service, "203.0.113.5, 192.0.2.1").status_code == 200
    assert visits(service, "203.0.113.5, 192.0.2.1").status_code == 429
    assert visits(service, "198.51.100.9, 192.0.2.1").status_code == 429, (
        "what a client says himself is nothing"
    )
    assert visits(service, "192.0.2.2").status_code == 200


def test_a_proxy_that_is_not_believed_is_counted_itself(tmp_path: Path, sqlite_template: Path) -> None:
    shutil.copy(sqlite_template, tmp_path)
    url = f"sqlite:///{tmp_path / sqlite_template.name}"
    told = {"GLEEK_RATE_VISITORS": "3/hour", "FORWARDED_ALLOW_IPS": "192.0.2.77"}
    with whole_service(tmp_path, url, workers=1, **told) as service:
        found = [visits(service, f"192.0.2.{number}").status_code for number in range(4)]
    assert found == [200, 200, 200, 429]


def test_only_waiting_uses_patience_up_and_bytes_earn_it_back() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        paced = PacedSocket(ours, patience=0.2)
        for _ in range(3):
            time.sleep(0.3)  # we are busy, and they are not to blame
            theirs.sendall(bytes(SLOWEST_BODY))
            assert paced.recv(SLOWEST_BODY) == bytes(SLOWEST_BODY)
        late = threading.Timer(0.5, theirs.sendall, [b"late"])
        late.start()
        with pytest.raises(TimeoutError, match="less than 1024 bytes a second"):
            paced.recv(1)
        late.join()
        paced.begin(0.2)
        assert paced.recv(1) == b"l"
