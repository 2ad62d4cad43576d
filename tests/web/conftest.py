"""The service in this process, behind a real socket."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

import httpx
import pytest
from flask import Flask
from werkzeug.serving import make_server

from gleek_replay.services import keys
from gleek_replay.services.access import Role
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.opening import Database, open_database
from gleek_replay.settings import Settings
from gleek_replay.web import create_app

LARGEST_BODY = 1_000_000
UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Saves each client the reading of certificates that it would not use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """The running service, with a key for every role."""

    url: str
    app: Flask
    database: Database
    tokens: dict[Role, str]

    def caller(self, role: Role | None = Role.ADMINISTRATOR, accept: str = "*/*") -> httpx.Client:
        """A client that sends the key of a role, or none."""
        headers = {"Accept": accept}
        if role is not None:
            headers["Authorization"] = f"Bearer {self.tokens[role]}"
        return httpx.Client(base_url=self.url, headers=headers, verify=UNENCRYPTED)

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """What nobody in particular gets."""
        return httpx.get(f"{self.url}{path}", headers=headers, verify=UNENCRYPTED)

    def browser(self) -> httpx.Client:
        """A client that is signed in by its cookie, as a browser is."""
        with self.database.session() as session:
            token = keys.create_sign_in_link(session, keys.operator(session))
        client = self.caller(None, accept="text/html")
        assert client.get("/sign-in", params={"token": token}).status_code == 303
        return client

    def work_off(self) -> None:
        """Do what uploads have left to the workers."""
        worker = new_worker(timedelta(minutes=1))
        with self.database.session() as session:
            while work(session, worker):
                pass


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service on an empty database, until the module's tests end."""
    path = tmp_path_factory.mktemp("web") / "gleek.sqlite3"
    settings = Settings(
        secret_key="a key for tests alone", database_url=f"sqlite:///{path}", max_upload_bytes=LARGEST_BODY
    )
    database = open_database(settings)
    with database.session() as session:
        operator = keys.operator(session)
        tokens = {
            role: keys.create_key(session, operator, name=role.value, role=role, owner=role.value).token
            for role in Role
        }
    app = create_app(settings, database.sessions)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Service(url=f"http://127.0.0.1:{server.server_port}", app=app, database=database, tokens=tokens)
    server.shutdown()
    thread.join()
    server.server_close()
    database.close()
