"""What a broker is to tell workers may be lost or never said: the ledger knows, and they are told again."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from kombu.connection import Connection

from tests.jobs.hands import many_hands, sent_as
from tests.jobs.ledger import assert_all_is_stored_once
from tests.jobs.service import SECONDS_TO_FINISH, Client, whole_service
from tests.servers import free_port

HANDS = 600


class Gate:
    """A port that leads to a broker while it is open, and to nothing while it is shut."""

    def __init__(self, broker_url: str) -> None:
        self._broker, self.port = urlsplit(broker_url), free_port()
        self.url = self._broker._replace(
            netloc=self._broker.netloc.replace(str(self._broker.port), str(self.port))
        ).geturl()
        self._through: list[socket.socket] = []
        self._door: socket.socket | None = None
        self._threads: list[threading.Thread] = []

    def open(self) -> None:
        """Let everybody through from now on."""
        self._door = socket.create_server(("127.0.0.1", self.port))
        self._begin(self._let_in, self._door)

    def shut(self) -> None:
        """Let nobody through, and tear off who is."""
        if self._door is None:
            return
        for one in (self._door, *self._through):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for one in (self._door, *self._through):
            one.close()
        self._door, self._through, self._threads = None, [], []

    def _begin(self, what: object, *on: object) -> None:
        thread = threading.Thread(target=what, args=on)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _let_in(self, door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                outside = door.accept()[0]
                inside = socket.create_connection((self._broker.hostname, self._broker.port))
                self._through += [outside, inside]
                self._begin(_carry, outside, inside)
                self._begin(_carry, inside, outside)


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65_536):
            target.sendall(piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def gate(rabbitmq_url: str) -> Iterator[Gate]:
    """A way to RabbitMQ that is shut."""
    gate = Gate(rabbitmq_url)
    yield gate
    gate.shut()


def test_what_came_in_while_the_broker_was_away_is_done_when_it_is_back(
    tmp_path: Path, postgresql_url: str, gate: Gate
) -> None:
    with whole_service(tmp_path, postgresql_url, gate.url) as service, ExitStack() as stack:
        stack.callback(gate.shut)
        client = Client(url=service.url, token=service.new_key("bess"))
        sent = []
        for name in ("before-it-came", "after-it-went"):
            body = many_hands(HANDS, name)
            sent.append(sent_as(name, body))
            upload_id = client.upload(body, name)
            assert client.look_at(upload_id)["done"] == 0
            gate.open()
            assert client.followed(upload_id)["accepted"] == HANDS
            body = many_hands(HANDS, f"{name}-while-there")
            sent.append(sent_as(f"{name}-while-there", body))
            assert client.send(body, f"{name}-while-there")["accepted"] == HANDS
            gate.shut()
        assert_all_is_stored_once(postgresql_url, sent)
        assert '"event": "failure"' not in service.log


def test_redis_can_tell_workers_too(tmp_path: Path, sqlite_url: str, redis_url: str) -> None:
    with whole_service(tmp_path, sqlite_url, redis_url) as service:
        client = Client(url=service.url, token=service.new_key("bess"))
        body = many_hands(HANDS, "redis")
        assert client.send(body, "redis")["accepted"] == HANDS
        assert_all_is_stored_once(sqlite_url, [sent_as("redis", body)])


def test_workers_of_one_machine_hear_beside_each_other(
    tmp_path: Path, sqlite_url: str, rabbitmq_url: str
) -> None:
    second_log = tmp_path / "second.log"
    with whole_service(tmp_path, sqlite_url, rabbitmq_url) as service, second_log.open("wb") as log:
        second = subprocess.Popen(
            [sys.executable, "-m", "gleek_replay", "work", "--jobs", "1"],
            stdout=log, stderr=log, env=service.environment, cwd=tmp_path,
        )  # fmt: skip
        try:
            give_up = time.monotonic() + SECONDS_TO_FINISH
            while hearing(rabbitmq_url) < 2 and time.monotonic() < give_up:
                time.sleep(0.1)
        finally:
            second.terminate()
            second.wait()
    assert "Unrecoverable error" not in second_log.read_text(encoding="utf-8")


def hearing(rabbitmq_url: str) -> int:
    """How many workers would hear of a chunk."""
    with Connection(rabbitmq_url) as connection, suppress(*connection.channel_errors):
        found: int = connection.default_channel.queue_declare("gleek_replay", passive=True).consumer_count
        return found
    return 0
