"""Gives each test a message broker of its own: a virtual host of RabbitMQ, a numbered database of Redis.

The servers are those that TEST_BROKER_URL and TEST_REDIS_URL name; else those that run on this machine at
their usual ports; else they are started from Debian's packages, as they are when a variable is empty. A
RabbitMQ that is not ours to divide is used as it is, by one test at a time. Run as a program, this installs
the packages where it may, and otherwise says in one line what to do.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

import pytest
from kombu.connection import Connection
from redis import Redis, RedisError

from tests.debian import install, may_install
from tests.servers import free_port, listens, meeting_place, running, shared, short_folder

RABBITMQ = "amqp://guest:guest@127.0.0.1:5672//"
REDIS = "redis://127.0.0.1:6379"
SCRIPTS = "/usr/lib/rabbitmq/bin/"
"""Debian's RabbitMQ as anyone may run it; the commands in the path are for root."""
NUMBERS = range(1, 16)
"""The databases of a Redis server, but for the one that everybody uses."""
CLAIM = "claimed by a test"


@dataclass(frozen=True, slots=True, kw_only=True)
class RabbitMQ:
    """A server. ``control`` is the program that tells it what to do, if it would listen to us."""

    url: str
    control: str | None
    environment: Mapping[str, str]

    def tell(self, *words: str) -> bool:
        """Whether the server did what it was told."""
        if self.control is None:
            return False
        command = [self.control, "--quiet", *words]
        ended = subprocess.run(command, check=False, capture_output=True, env=os.environ | self.environment)
        return ended.returncode == 0


def find(variable: str, usual: str, answers: Callable[[str], bool]) -> str | None:
    """The URL in a variable, else that of a server at its usual port; ``None`` when we are to start one."""
    named = os.environ.get(variable)
    if named is not None:
        return named or None
    return usual if answers(usual) else None


def rabbitmq_answers(url: str) -> bool:
    """Whether a RabbitMQ lets us in there."""
    with Connection(url, connect_timeout=2) as connection:
        try:
            connection.connect()
        except (OSError, *connection.connection_errors):
            return False
    return True


def redis_answers(url: str) -> bool:
    """Whether a Redis lets us in there."""
    with Redis.from_url(url, socket_connect_timeout=2) as client:
        try:
            return bool(client.ping())
        except RedisError:
            return False


def program(name: str) -> str | None:
    """Where a program of RabbitMQ or Redis is."""
    return shutil.which(SCRIPTS + name) or shutil.which(name)


def packages_lacking() -> list[str]:
    """Debian's packages for the brokers that this machine neither runs nor could."""
    found = {
        "rabbitmq-server": find("TEST_BROKER_URL", RABBITMQ, rabbitmq_answers),
        "redis-server": find("TEST_REDIS_URL", REDIS, redis_answers),
    }
    return [name for name, url in found.items() if url is None and program(name) is None]


def what_to_do(packages: list[str]) -> str:
    """One line for a person whose machine lacks ``packages`` and cannot be given them from here."""
    return (
        f"The tests need more: on Debian, as root, apt-get install {' '.join(packages)} "
        "(or name servers in TEST_BROKER_URL and TEST_REDIS_URL)"
    )


def wanted(name: str) -> str:
    """Where a server's program is; the test fails with what to do when it is nowhere."""
    found = program(name)
    if found is None:
        pytest.fail(what_to_do([name]), pytrace=False)
    return found


@contextmanager
def own_rabbitmq() -> Iterator[str]:
    """A server of our own; gives what its programs are to have in their environment, as JSON."""
    with short_folder() as folder:
        names, loopback = str(free_port()), "127.0.0.1"
        environment = {
            "ERL_EPMD_ADDRESS": loopback,
            "ERL_EPMD_PORT": names,
            "ERL_FLAGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            "HOME": str(folder),  # for the secret that server and control share
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"),
            "RABBITMQ_CONF_ENV_FILE": str(folder / "rabbitmq-env.conf"),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_LOG_BASE": str(folder / "logs"),
            "RABBITMQ_MNESIA_BASE": str(folder / "files"),
            "RABBITMQ_NODENAME": "gleek@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": loopback,
            "RABBITMQ_NODE_PORT": str(free_port()),
            "RABBITMQ_PID_FILE": str(folder / "pid"),
        }
        with (
            running(
                [wanted("epmd"), "-port", names, "-address", loopback],
                answers=lambda: listens(int(names)),
                folder=folder,
            ),
            running(
                [wanted("rabbitmq-server")],
                answers=lambda: rabbitmq_answers(url_of(environment)),
                folder=folder,
                environment=environment,
            ),
        ):
            yield json.dumps(environment)


def url_of(environment: Mapping[str, str]) -> str:
    """The URL of the RabbitMQ that was started with this environment."""
    return f"amqp://guest:guest@127.0.0.1:{environment['RABBITMQ_NODE_PORT']}//"


@contextmanager
def own_redis() -> Iterator[str]:
    """A server of our own, which forgets everything afterwards."""
    port = free_port()
    url = f"redis://127.0.0.1:{port}"
    command = [wanted("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with (
        short_folder() as folder,
        running(command, answers=lambda: redis_answers(url), folder=folder),
    ):
        yield url


@pytest.fixture(scope="session")
def rabbitmq_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RabbitMQ]:
    """A RabbitMQ server."""
    url = find("TEST_BROKER_URL", RABBITMQ, rabbitmq_answers)
    if url is None:
        with shared(meeting_place(tmp_path_factory), "rabbitmq", own_rabbitmq) as told:
            environment = json.loads(told)
            control = program("rabbitmqctl")
            yield RabbitMQ(url=url_of(environment), control=control, environment=environment)
    else:
        control = None if os.environ.get("TEST_BROKER_URL") else shutil.which("rabbitmqctl")
        yield RabbitMQ(url=url, control=control, environment={})


@pytest.fixture
def rabbitmq_url(rabbitmq_server: RabbitMQ, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An empty virtual host of RabbitMQ; the server itself when it cannot be told to make one."""
    name = f"gleek-test-{uuid4().hex[:16]}"
    if rabbitmq_server.tell("add_vhost", name):
        assert rabbitmq_server.tell("set_permissions", "--vhost", name, "guest", ".*", ".*", ".*")
        yield rabbitmq_server.url.removesuffix("/") + name
        assert rabbitmq_server.tell("delete_vhost", name)
    else:
        with (meeting_place(tmp_path_factory) / "rabbitmq-undivided.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield rabbitmq_server.url


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server, without the number of a database."""
    url = find("TEST_REDIS_URL", REDIS, redis_answers)
    if url is None:
        with shared(meeting_place(tmp_path_factory), "redis", own_redis) as own:
            yield own
    else:
        yield url.rstrip("/")


@pytest.fixture
def redis_url(redis_server: str) -> Iterator[str]:
    """An empty database of Redis, which no other test is given in the meantime."""
    for number in NUMBERS:
        with Redis.from_url(f"{redis_server}/{number}") as client:
            if client.dbsize() or not client.set(CLAIM, 1, nx=True):
                continue
            yield f"{redis_server}/{number}"
            client.flushdb()
            return
    pytest.fail(f"No database of {redis_server} is empty", pytrace=False)


@pytest.fixture(params=["rabbitmq", "redis"])
def broker_url(request: pytest.FixtureRequest) -> str:
    """A broker with no messages in it: RabbitMQ, and once more Redis."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


def main() -> str | None:
    """Install what is lacking; give back the line for standard error when the tests cannot have it."""
    lacking = packages_lacking()
    if lacking and may_install():
        install(lacking)
        lacking = packages_lacking()
    return what_to_do(lacking) if lacking else None


if __name__ == "__main__":
    sys.exit(main())
