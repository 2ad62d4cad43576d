"""A database that is away, or takes no writes: that is said, nothing is lost, and all goes on by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url

from tests.cli.commands import complaints, gleek
from tests.jobs.hands import many_hands, sent_as
from tests.jobs.ledger import assert_all_is_stored_once
from tests.jobs.service import Client, Role, Service, whole_service
from tests.postgres import OwnPostgresql, break_off, connected
from tests.servers import short_folder

LARGE = 3_000
RATES_OFF = {"GLEEK_RATE_REQUESTS": "off", "GLEEK_RATE_UPLOADS": "off", "GLEEK_RATE_VISITORS": "off"}


@pytest.fixture
def server() -> Iterator[OwnPostgresql]:
    """A PostgreSQL that a test may stop and start."""
    with short_folder() as folder:
        server = OwnPostgresql(folder)
        server.start()
        yield server
        server.stop()


def asked(service: Service, path: str, token: str | None = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.get(f"http://127.0.0.1:{service.port}{path}", headers=headers, timeout=60)


def test_a_database_that_is_stopped_and_started_again_costs_nothing_but_time(
    tmp_path: Path, server: OwnPostgresql
) -> None:
    with whole_service(tmp_path, server.url, workers=1, **RATES_OFF) as service:
        client = Client(url=service.url, token=service.new_key("bess"))
        body = many_hands(LARGE, "large")
        upload_id = client.upload(body, "large")
        server.stop()
        refused = asked(service, "/api/v1/hands", client.token)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "10")
        assert refused.headers["Content-Type"] == "application/problem+json"
        ready = asked(service, "/readyz")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
        assert ready.json()["checks"]["database"] == "the database does not answer"
        service.kill(service.having(Role.REQUESTS)[0])
        assert asked(service, "/livez").status_code == 200, "a process begins without the database too"
        server.start()
        assert client.followed(upload_id)["accepted"] == LARGE
        assert_all_is_stored_once(server.url, [sent_as("large", body)])
        assert asked(service, "/readyz").json()["checks"]["database"] == "ok"


def test_an_import_without_a_database_is_one_line_and_goes_on_when_it_is_back(
    tmp_path: Path, server: OwnPostgresql
) -> None:
    hands = tmp_path / "hands.ndjson"
    hands.write_bytes(many_hands(30, "imported"))
    environment = {"GLEEK_DATABASE_URL": server.url, "GLEEK_SECRET_KEY": "x" * 40}
    server.stop()
    for command in (["import", hands], ["work"], ["serve", "--port", "1"]):
        refused = gleek(*command, folder=tmp_path, environment=environment)
        assert refused.returncode == 2
        assert len(complaints(refused)) == 1, refused.stderr
    server.start()
    taken = gleek("import", hands, folder=tmp_path, environment=environment)
    assert taken.stdout.decode().splitlines() == [f"{hands}: 30 accepted"]


def test_a_server_that_takes_no_writes_is_read_and_written_to_when_it_does(
    tmp_path: Path, empty_postgresql_url: str
) -> None:
    url = make_url(empty_postgresql_url)
    with whole_service(tmp_path, empty_postgresql_url, workers=1, **RATES_OFF) as service:
        client = Client(url=service.url, token=service.new_key("bess"))
        body = many_hands(LARGE, "large")
        upload_id = client.upload(body, "large")
        allow_writes(empty_postgresql_url, "off")
        key = {"Authorization": f"Bearer {client.token}"}
        refused = httpx.post(f"{service.url}/uploads", content=many_hands(1, "x"), headers=key, timeout=60)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
        assert "can only be read" in refused.json()["detail"]
        assert asked(service, "/api/v1/hands", client.token).status_code == 200
        assert asked(service, "/readyz").json()["checks"]["storage"] == "the database can only be read"
        allow_writes(empty_postgresql_url, "on")
        assert client.followed(upload_id)["accepted"] == LARGE
        assert_all_is_stored_once(url.render_as_string(hide_password=False), [sent_as("large", body)])


def allow_writes(url: str, on: str) -> None:
    """Have the server take writes or not, as one does that another server takes its place from."""
    name = make_url(url).database
    with connected(make_url(url)) as administrator:
        administrator.execute("SET default_transaction_read_only = off")
        read_only = "off" if on == "on" else "on"
        administrator.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {read_only}')
    break_off(url)
