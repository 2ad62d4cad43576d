"""Which pages of other sites may call the API: those of the settings, with a key and never with a cookie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from gleek_replay.services.access import Role
from tests.web.conftest import Service, serving
from tests.web.records import example

ALLOWED = "https://club.example"
OTHERS = [
    "https://evil.example", "http://club.example", "https://club.example:8443", "https://club.example.evil",
    "https://CLUB.example", "null", "",
]  # fmt: skip
ASKED = "Access-Control-Request-Method"


@pytest.fixture(scope="module")
def shared(service: Service) -> Iterator[Service]:
    """The same service, where the pages of two sites may call the API."""
    settings = service.app.extensions["gleek_settings"]
    chosen = replace(settings, cors_origins=(ALLOWED, "http://localhost:5173"), rate_requests="9/minute")
    with serving(chosen, service.database, service.tokens) as served:
        yield served


def allows(answer: httpx.Response) -> bool:
    """Whether an answer says anything to a page of another site."""
    return any(name.startswith("access-control-") for name in answer.headers)


def test_a_page_of_an_allowed_site_may_read_what_its_key_is_answered(shared: Service) -> None:
    with shared.caller(Role.UPLOADER) as page:
        answer = page.post("/api/v1/uploads", json=example("parlett"), headers={"Origin": ALLOWED})
    assert answer.status_code == 201
    assert answer.headers["Access-Control-Allow-Origin"] == ALLOWED
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    readable = set(answer.headers["Access-Control-Expose-Headers"].split(", "))
    assert readable >= {
        "Location", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "X-Request-ID",
        "Preference-Applied",
    }  # fmt: skip


def test_it_may_read_errors_too(shared: Service) -> None:
    for path in ("/api/v1/hands/none", "/api/v1/nowhere"):
        refused = shared.get(path, {"Origin": ALLOWED})
        assert refused.status_code in {401, 404}
        assert refused.headers["Access-Control-Allow-Origin"] == ALLOWED


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/v1/uploads", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("/api/v1/hands/x/record", {"GET", "HEAD", "DELETE", "OPTIONS"}),
        ("/api/v1/nowhere", set()),
    ],
)
def test_a_browser_that_asks_beforehand_is_told_without_a_key(
    shared: Service, path: str, methods: set[str]
) -> None:
    asked = {"Origin": ALLOWED, ASKED: "POST", "Access-Control-Request-Headers": "authorization"}
    with shared.caller(None) as browser:
        answer = browser.options(path, headers=asked)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == ALLOWED
    told = answer.headers["Access-Control-Allow-Methods"]
    assert set(filter(None, told.split(", "))) == methods
    taken = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert {"Authorization", "Content-Type", "Idempotency-Key", "Prefer"} <= set(taken)
    assert int(answer.headers["Access-Control-Max-Age"]) > 0
    assert "RateLimit" not in answer.headers


@pytest.mark.parametrize("origin", OTHERS)
def test_the_page_of_another_site_is_told_nothing(shared: Service, origin: str) -> None:
    with shared.caller(None) as browser:
        asked = browser.options("/api/v1/uploads", headers={"Origin": origin, ASKED: "POST"})
        answer = browser.get("/api/v1/openapi.json", headers={"Origin": origin})
    assert not allows(asked)
    assert not allows(answer)
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Origin" in answer.headers["Vary"], "what is kept for one site is not for another"


def test_pages_for_people_are_not_for_other_sites(shared: Service) -> None:
    for path in ("/sign-in", "/static/gleek.css", "/livez"):
        assert not allows(shared.get(path, {"Origin": ALLOWED}))


def test_unless_it_is_set_no_other_site_may_call(service: Service) -> None:
    answer = service.get("/api/v1/openapi.json", {"Origin": ALLOWED})
    assert not allows(answer)
    assert "Origin" not in answer.headers.get("Vary", "")
