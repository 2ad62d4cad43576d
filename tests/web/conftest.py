"""The service in this process, behind a real socket."""

from __future__ import annotations

import re
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import httpx
import pytest
from flask import Flask
from werkzeug.serving import make_server

from gleek_replay.services import keys
from gleek_replay.services.access import Role
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.opening import Database, open_database
from gleek_replay.settings import Reading, Settings
from gleek_replay.web import create_app

LARGEST_BODY = 1_000_000
PLAYER = "bess"
"""The player to whom the key of that role is bound."""
NO_RATES: dict[str, Any] = dict.fromkeys(
    ("rate_requests", "rate_uploads", "rate_visitors", "rate_failures"), "off"
)
"""The tests ask more, and show more wrong keys, than anybody would."""
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
        secret_key="a key for tests alone",
        database_url=f"sqlite:///{path}",
        max_upload_bytes=LARGEST_BODY,
        **NO_RATES,
    )
    database = open_database(settings)
    with serving(settings, database, role_keys(database)) as served:
        yield served
    database.close()


@pytest.fixture(scope="module")
def open_service(service: Service) -> Iterator[Service]:
    """The same service, with the same database, where reading is open to all."""
    settings = replace(service.app.extensions["gleek_settings"], reading=Reading.OPEN)
    with serving(settings, service.database, service.tokens) as served:
        yield served


def role_keys(database: Database) -> dict[Role, str]:
    """A key for every role in the home club, its name and owner that of the role; the player is bess."""
    with database.session() as session:
        operator = keys.operator(session)
        return {
            role: keys.create_key(
                session,
                operator,
                name=role.value,
                role=role,
                owner=role.value,
                player_id=PLAYER if role is Role.PLAYER else None,
            ).token
            for role in Role
        }


@contextmanager
def serving(settings: Settings, database: Database, tokens: dict[Role, str]) -> Iterator[Service]:
    """The service with these settings behind a socket."""
    app = create_app(settings, database.sessions)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Service(url=f"http://127.0.0.1:{server.server_port}", app=app, database=database, tokens=tokens)
    server.shutdown()
    thread.join()
    server.server_close()


def form_token(page: str) -> str:
    """The token of the forms on a page."""
    found = re.search(r'name="form_token" value="([0-9a-f]{128})"', page)
    assert found is not None
    return found[1]
