"""How much one request may send, ask for, and keep the database busy; what is beyond is refused clearly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from gleek_replay.services import keys
from gleek_replay.services.access import Role
from gleek_replay.settings import Settings
from gleek_replay.storage import database as storage_database
from gleek_replay.storage import open_database, writing
from gleek_replay.web import create_app
from gleek_replay.web.limits import LARGEST_SMALL_BODY
from tests.web.conftest import NO_RATES, Service
from tests.web.records import example, ndjson

PROBLEM = "application/problem+json"


@pytest.fixture
def uploader(service: Service) -> Iterator[httpx.Client]:
    with service.caller(Role.UPLOADER) as client:
        yield client


def test_a_request_that_sends_no_hands_has_a_small_body(service: Service) -> None:
    key = {"key": "x" * LARGEST_SMALL_BODY}
    with service.caller(None) as visitor:
        refused = visitor.post("/sign-in", data=key)
    assert (refused.status_code, refused.headers["Content-Type"]) == (413, PROBLEM)
    assert f"{LARGEST_SMALL_BODY:,} bytes" in refused.json()["detail"]


def test_hands_may_have_more(uploader: httpx.Client) -> None:
    many = ndjson(*(example("parlett") for _ in range(40)))
    assert len(many) > LARGEST_SMALL_BODY
    assert uploader.post("/api/v1/audits", content=many).status_code == 200
    assert uploader.post("/api/v1/uploads", content=many).status_code == 201


@pytest.mark.parametrize("announced", [True, False])
def test_a_form_of_too_many_parts_is_told_so(uploader: httpx.Client, announced: bool) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n'
    form = part * 1001 + b"--x--\r\n"
    refused = uploader.post(
        "/api/v1/uploads",
        content=form if announced else iter([form]),
        headers={"Content-Type": "multipart/form-data; boundary=x"},
    )
    assert refused.status_code == 413
    assert "more than 1,000 parts" in refused.json()["detail"]
    assert ("body is larger" in refused.json()["detail"]) is not announced


def test_a_type_that_is_not_taken_is_told_which_are(uploader: httpx.Client) -> None:
    headers = {"Content-Type": "image/png"}
    upload = uploader.post("/api/v1/uploads", content=b"x", headers=headers)
    audit = uploader.post("/api/v1/audits", content=b"x", headers=headers)
    assert (upload.status_code, audit.status_code) == (415, 415)
    taken = "application/json, application/x-ndjson"
    assert upload.json()["detail"] == (
        f"image/png is not taken; {taken}, application/gzip or multipart/form-data is."
    )
    assert audit.json()["detail"] == f"image/png is not taken; {taken} or application/gzip is."


def test_what_a_file_is_called_can_be_shown_to_anybody(uploader: httpx.Client) -> None:
    name = "a\x00b\x1bc\u202ed\u2028e.json"
    part = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n{{}}\r\n--x--\r\n'
    sent = uploader.post(
        "/api/v1/uploads",
        content=part.encode(),
        headers={"Content-Type": "multipart/form-data; boundary=x"},
    )
    assert sent.json()["outcomes"][0]["file"] == "a\ufffdb\ufffdc\ufffdd\ufffde.json"


@pytest.fixture
def client_of() -> Iterator[Callable[[Settings], FlaskClient]]:
    """Asks the service with its own connections to the database, which are closed afterwards."""
    with ExitStack() as opened:

        def start(settings: Settings) -> FlaskClient:
            app = create_app(settings)
            opened.callback(app.extensions["gleek_sessions"].kw["bind"].dispose)
            return app.test_client()

        yield start


@pytest.mark.parametrize("limit", ["0", "201", "-1", "1e3", "9" * 400, "", "many", "1.5", "0x10"])
def test_a_page_has_1_to_200_items(uploader: httpx.Client, limit: str) -> None:
    for path in ("hands", "players", "sessions", "uploads"):
        refused = uploader.get(f"/api/v1/{path}", params={"limit": limit})
        assert refused.status_code == 422
        assert [fault["pointer"] for fault in refused.json()["faults"]] == ["/query/limit"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("player", "x" * 1000), ("player", "\x00"), ("session", "'; DROP TABLE hands; --"),
        ("session", "é" * 300), ("rules", "x" * 1000), ("verdict", "x" * 1000),
        ("disputed", "perhaps"), ("from", "9" * 1000), ("from", "10000-01-01"), ("to", "-0001-01-01"),
        ("to", "2026-02-30"), ("cursor", "x" * 201), ("cursor", "x" * 200), ("cursor", "\x00"),
        ("unheard-of", "x"),
    ],
)  # fmt: skip
def test_a_filter_that_makes_no_sense_is_refused_by_its_name(
    uploader: httpx.Client, name: str, value: str
) -> None:
    refused = uploader.get("/api/v1/hands", params={name: value})
    assert refused.status_code == 422, refused.text
    assert [fault["pointer"] for fault in refused.json()["faults"]] == [f"/query/{name}"]


def test_a_statement_that_takes_too_long_is_broken_off_with_503(
    postgresql_url: str, client_of: Callable[[Settings], FlaskClient]
) -> None:
    """What another program has locked for itself is waited for as long as a statement may take."""
    settings = Settings(secret_key="x" * 40, database_url=postgresql_url, statement_seconds=1, **NO_RATES)
    client, database = client_of(settings), open_database(postgresql_url)
    with database.session() as session:
        token = keys.create_key(
            session, keys.operator(session), name="slow", role=Role.READER, owner="slow"
        ).token
    headers = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/v1/players", headers=headers).status_code == 200
    with database.engine.connect() as other:
        other.execute(text("LOCK TABLE players"))
        refused = client.get("/api/v1/players", headers=headers)
        other.rollback()
    assert (refused.status_code, refused.content_type) == (503, PROBLEM)
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get("/api/v1/players", headers=headers).status_code == 200
    database.close()


def test_in_sqlite_a_write_that_waits_too_long_is_refused_with_503(
    sqlite_url: str, client_of: Callable[[Settings], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_database, "BUSY_SECONDS", 1)
    client = client_of(Settings(secret_key="x" * 40, database_url=sqlite_url))
    database = open_database(sqlite_url)
    with database.session() as session:
        token = keys.create_key(
            session, keys.operator(session), name="n", role=Role.UPLOADER, owner="n"
        ).token
    headers = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/v1/players", headers=headers).status_code == 200
    with database.session() as busy, writing(busy):
        refused = client.post("/api/v1/uploads", json=example("parlett"), headers=headers)
    assert (refused.status_code, refused.content_type) == (503, PROBLEM)
    assert int(refused.headers["Retry-After"]) > 0
    assert client.post("/api/v1/uploads", json=example("parlett"), headers=headers).status_code == 201
    database.close()
