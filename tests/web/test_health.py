"""Whether the service is ready, and what it has counted, for those who watch over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import event, text

from gleek_replay.services.opening import Database, open_database
from gleek_replay.services.workers import WorkerKind, be_heard, introduce
from gleek_replay.settings import Settings, Workers
from gleek_replay.storage import writing
from gleek_replay.web import create_app
from tests.disks import read_only
from tests.web.conftest import NO_RATES, Service, role_keys, serving
from tests.web.records import example

TOKEN = "for Prometheus alone"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(settings_of(database_url))
    yield opened
    opened.close()


def settings_of(url: str) -> Settings:
    return Settings(secret_key="x", database_url=url, metrics_token=TOKEN, **NO_RATES)


@pytest.fixture
def own_service(database: Database, database_url: str) -> Iterator[Service]:
    """The service on a database of the test's own, in SQLite and once more in PostgreSQL."""
    with serving(settings_of(database_url), database, role_keys(database)) as served:
        yield served


def ready(service: Service) -> tuple[int, dict[str, str]]:
    answer = service.get("/readyz")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json()["ready"] is (answer.status_code == 200)
    assert ("Retry-After" in answer.headers) is (answer.status_code == 503)
    return answer.status_code, {
        name: found for name, found in answer.json()["checks"].items() if found != "ok"
    }


def test_the_service_is_ready_when_all_that_it_needs_is_there(
    own_service: Service, database: Database
) -> None:
    assert ready(own_service) == (503, {"workers": "no worker has been heard of lately"})
    with database.session() as session:
        be_heard(session, introduce("reaper", WorkerKind.REAPING))
        assert ready(own_service)[0] == 503, "a reaper audits nothing"
        be_heard(session, introduce("ann", WorkerKind.POLLING))
    assert ready(own_service) == (200, {})


def test_without_workers_the_service_is_ready_when_none_are_wanted(own_service: Service) -> None:
    settings = replace(own_service.app.extensions["gleek_settings"], workers=Workers.NONE)
    own_service.app.extensions["gleek_settings"] = settings
    assert ready(own_service) == (200, {})


def test_tables_of_another_version_keep_the_service_from_being_ready(sqlite_url: str) -> None:
    database = open_database(settings_of(sqlite_url))
    with serving(settings_of(sqlite_url), database, {}) as service, database.session() as session:
        with writing(session) as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        assert ready(service)[1]["migrations"] == "the tables are not those of this version"
        with writing(session) as connection:
            connection.execute(text("DROP TABLE workers"))
        assert ready(service)[0] == 503
    database.close()


def test_a_file_that_can_only_be_read_is_read_and_the_rest_refused(sqlite_url: str) -> None:
    database = open_database(settings_of(sqlite_url))
    tokens = role_keys(database)

    @event.listens_for(database.engine, "checkout")
    def forbid_writes(connection: object, *_: object) -> None:
        connection.execute(f"PRAGMA query_only = {forbidden[0]}")  # type: ignore[attr-defined]

    forbidden = ["ON"]
    with serving(settings_of(sqlite_url), database, tokens) as service, service.caller() as client:
        assert client.get("/api/v1/hands").status_code == 200, "though its key's use cannot be noted"
        refused = client.post("/api/v1/uploads", json=example("parlett"))
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert "can only be read" in refused.json()["detail"]
        forbidden[0] = "OFF"
        assert client.post("/api/v1/uploads", json=example("parlett")).status_code == 201
    database.close()


def test_a_file_that_may_not_grow_is_refused_as_a_full_disk_is(sqlite_url: str) -> None:
    """Everywhere, also where no small disk can be mounted."""
    database = open_database(settings_of(sqlite_url))
    tokens = role_keys(database)

    @event.listens_for(database.engine, "checkout")
    def limit(connection: object, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {most[0]}")  # type: ignore[attr-defined]

    most = ["1"]
    with serving(settings_of(sqlite_url), database, tokens) as service, service.caller() as client:
        hands = [dict(example("parlett"), hand_id=f"hand-{number}") for number in range(100)]
        refused = client.post("/api/v1/uploads", json=hands)
        assert (refused.status_code, "Retry-After" in refused.headers) == (507, False)
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert client.get("/api/v1/hands").json()["items"] == []
        most[0] = "1000000"
        assert client.post("/api/v1/uploads", json=hands).status_code == 201
    database.close()


def test_a_file_system_that_can_only_be_read_is_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    settings = settings_of(f"sqlite:///{folder / 'gleek.sqlite3'}")
    database = open_database(settings)
    tokens = role_keys(database)
    database.close()
    key = {"Authorization": f"Bearer {tokens[next(iter(tokens))]}"}
    with read_only(folder):
        client = create_app(settings).test_client()
        assert client.get("/api/v1/hands", headers=key).status_code == 503
        assert client.get("/readyz").status_code == 503
        assert client.get("/livez").status_code == 200
    assert client.get("/api/v1/hands", headers=key).status_code == 200


def scraped(service: Service, token: str = TOKEN) -> dict[tuple[str, ...], float]:
    """Each figure by its name and the values of its labels."""
    answer = service.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_what_is_done_is_counted(own_service: Service, database: Database) -> None:
    with database.session() as session:
        be_heard(session, introduce("ann", WorkerKind.POLLING))
    before = scraped(own_service)
    with own_service.caller() as client:
        client.post("/api/v1/uploads", json=[example("revoke"), {}])
        later = client.post("/api/v1/uploads", json=example("parlett"), headers={"Prefer": "respond-async"})
        assert later.status_code == 202
        client.get("/api/v1/hands/nowhere")
        client.get("/no/such/address")
    waiting = scraped(own_service)
    assert waiting["gleek_queued_chunks", "pending"] == 1
    assert waiting["gleek_oldest_queued_chunk_seconds",] > 0
    assert waiting["gleek_workers", "polling"] == 1
    assert waiting["gleek_database_up",] == 1
    own_service.work_off()
    after = scraped(own_service)
    assert after["gleek_queued_chunks", "pending"] == 0

    def added(*name: str) -> float:
        return after[name] - before.get(name, 0)

    assert added("gleek_records_total", "accepted") == 2
    assert added("gleek_records_total", "malformed") == 1
    assert added("gleek_hands_audited_total", "irregular") == 1
    assert added("gleek_chunk_seconds_count") == 1
    assert added("gleek_requests_total", "/api/v1/hands/<id:hand_id>", "GET", "404") == 1
    assert added("gleek_requests_total", "none", "GET", "404") == 1
    assert added("gleek_request_seconds_count", "/api/v1/uploads", "POST") == 2
    assert after["gleek_requests_under_way",] == 1, "the scrape itself"


@pytest.mark.parametrize("shown", ["", "Bearer wrong", f"Basic {TOKEN}", "Bearer"])
def test_nobody_has_the_metrics_without_their_token(own_service: Service, shown: str) -> None:
    refused = own_service.get("/metrics", headers={"Authorization": shown} if shown else {})
    assert refused.status_code == 401
    assert refused.headers["Content-Type"] == "application/problem+json"


def test_no_key_opens_the_metrics_and_their_token_opens_nothing_else(own_service: Service) -> None:
    for token in own_service.tokens.values():
        header = {"Authorization": f"Bearer {token}"}
        assert own_service.get("/metrics", headers=header).status_code == 401
    header = {"Authorization": f"Bearer {TOKEN}"}
    assert own_service.get("/api/v1/hands", headers=header).status_code == 401


def test_without_a_token_in_the_settings_nobody_may_have_the_metrics(service: Service) -> None:
    for header in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer x"}):
        assert service.get("/metrics", headers=header).status_code == 403


def test_the_metrics_can_be_had_while_the_database_is_away(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    settings = settings_of(f"sqlite:///{folder / 'gleek.sqlite3'}")
    app = create_app(settings, open_database(settings).sessions)
    app.extensions["gleek_sessions"].kw["bind"].dispose()
    for file in (*folder.iterdir(),):
        file.unlink()
    folder.rmdir()
    found = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert found.status_code == 200
    assert "gleek_database_up 0.0" in found.text
    assert app.test_client().get("/readyz").status_code == 503
