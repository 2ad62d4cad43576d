"""Every error in one shape."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator
from sqlalchemy import create_engine
from sqlalchemy.orm import sessionmaker

from gleek_replay.settings import Settings
from gleek_replay.web import create_app
from gleek_replay.web.callers import open_to_all
from gleek_replay.web.schemas_export import openapi_document
from tests.web.conftest import Service


@pytest.fixture(scope="module")
def problem_schema() -> Draft202012Validator:
    components = openapi_document()["components"]["schemas"]
    return Draft202012Validator(
        {"$ref": "#/components/schemas/Problem", "components": {"schemas": components}}
    )


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    with service.caller() as calling:
        yield calling


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/v1/nowhere", b"", 404),
        ("GET", "/nowhere", b"", 404),
        ("GET", "/api/v1//hands", b"", 404),
        ("GET", "//api/v1/hands", b"", 404),
        ("GET", "/api/v1/hands/none", b"", 404),
        ("DELETE", "/api/v1/hands", b"", 405),
        ("PUT", "/", b"", 405),
        ("POST", "/api/v1/uploads", b" " * 1_000_001, 413),
        ("GET", "/api/v1/hands?limit=-1", b"", 422),
        ("POST", "/api/v1/audits", b"{", 422),
    ],
)
def test_an_error_is_a_problem(
    client: httpx.Client,
    problem_schema: Draft202012Validator,
    method: str,
    path: str,
    body: bytes,
    status: int,
) -> None:
    answer = client.request(method, path, content=body)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert list(problem_schema.iter_errors(answer.json())) == []
    assert answer.json()["status"] == status


def test_a_method_that_is_not_there_is_told_which_are(client: httpx.Client) -> None:
    allowed = client.delete("/api/v1/uploads").headers["Allow"]
    assert set(allowed.split(", ")) == {"GET", "HEAD", "POST", "OPTIONS"}


def test_a_failure_of_the_service_is_a_problem_that_tells_nothing_of_the_inside() -> None:
    app = create_app(Settings(secret_key="x"), sessionmaker())

    @app.get("/api/v1/broken")
    @open_to_all
    def broken() -> str:
        raise RuntimeError("secret")

    answer = app.test_client().get("/api/v1/broken")
    assert answer.status_code == 500
    assert answer.content_type == "application/problem+json"
    assert "secret" not in answer.text


def test_a_database_that_does_not_answer_is_a_problem_that_passes(tmp_path: Path) -> None:
    nowhere = create_engine(f"sqlite:///{tmp_path / 'missing' / 'gleek.sqlite3'}")
    app = create_app(Settings(secret_key="x"), sessionmaker(nowhere))
    answer = app.test_client().get("/api/v1/hands", headers={"Authorization": "Bearer any"})
    assert answer.status_code == 503
    assert answer.content_type == "application/problem+json"
    assert answer.headers["Retry-After"] == "10"


def test_a_view_that_does_not_say_who_may_have_it_lets_nobody_in() -> None:
    app = create_app(Settings(secret_key="x"), sessionmaker())

    @app.get("/api/v1/forgotten")
    def forgotten() -> str:
        return "open"

    assert app.test_client().get("/api/v1/forgotten").status_code == 403


def test_people_get_a_page_and_programs_a_problem(service: Service) -> None:
    person = service.get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
    program = service.get("/nowhere", headers={"Accept": "*/*"})
    assert person.headers["Content-Type"].startswith("text/html")
    assert program.headers["Content-Type"] == "application/problem+json"
    api = service.get("/api/v1/hands", headers={"Accept": "text/html"})
    assert api.headers["Content-Type"] == "application/problem+json"


def test_problems_speak_of_this_service_and_not_in_the_frameworks_words(client: httpx.Client) -> None:
    assert client.get("/api/v1/nowhere").json()["detail"] == "There is nothing at this address."
    assert "Allow" in client.put("/api/v1/hands").json()["detail"]
