"""Pages of other sites in a real browser: those of an allowed site may call the API, and no others."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.conftest import LiveServer
from tests.test_repository import ROOT

CALL = """async ([address, token, record]) => {
    const said = {
        method: "POST",
        headers: {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/json",
            "Idempotency-Key": location.origin,
        },
        body: record,
    };
    try {
        const answer = await fetch(`${address}/api/v1/uploads`, said);
        const read = (name) => answer.headers.get(name);
        return [answer.status, read("Location"), read("RateLimit-Policy"), await answer.json()];
    } catch (error) {
        return [0, error.name, null, null];
    }
}"""


class QuietSite(SimpleHTTPRequestHandler):
    """A site of static files that logs nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """The origin of a site with an empty page."""
    (folder / "index.html").write_text("<!doctype html><title>A page</title>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietSite, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def friend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with site(tmp_path_factory.mktemp("friend")) as origin:
        yield origin


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with site(tmp_path_factory.mktemp("stranger")) as origin:
        yield origin


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer], friend: str) -> LiveServer:
    return live_server(GLEEK_CORS_ORIGINS=f"https://club.example, {friend}")


@pytest.fixture(scope="module")
def token(served: LiveServer) -> str:
    made = served.command("keys", "create", "--name", "page", "--role", "uploader")
    found = re.search(rb"gleek_[\w-]+", made.stdout)
    assert found is not None, made.stderr
    return found[0].decode()


def called_from(page: Page, origin: str, served: LiveServer, token: str) -> list[Any]:
    """What a page of a site is answered, or that the browser keeps the answer from it."""
    page.goto(origin)
    record = (ROOT / "sample_histories" / "clean.json").read_text()
    answered: list[Any] = page.evaluate(CALL, [served.url, token, record])
    return answered


def test_a_page_of_an_allowed_site_uploads_with_its_key(
    page: Page, served: LiveServer, friend: str, token: str
) -> None:
    status, location, policy, receipt = called_from(page, friend, served, token)
    assert (status, receipt["upload"]["accepted"]) == (201, 1)
    assert location == f"/api/v1/uploads/{receipt['upload']['id']}"
    assert policy.startswith('"uploads";q=')


def test_a_page_of_another_site_is_kept_from_it_by_the_browser(
    page: Page, served: LiveServer, stranger: str, token: str
) -> None:
    assert called_from(page, stranger, served, token)[:2] == [0, "TypeError"]
    sent = httpx.get(
        f"{served.url}/api/v1/uploads",
        params={"idempotency_key": stranger},
        headers={"Authorization": f"Bearer {token}"},
    )
    assert sent.json()["items"] == [], "nothing was even sent"


def test_the_page_of_the_api_draws_within_the_strict_policy(page: Page, served: LiveServer) -> None:
    page.goto(f"{served.url}/api/v1/docs")
    operation = page.locator(".opblock-summary").first
    expect(operation).to_be_visible()
    operation.click()
    expect(page.locator(".opblock-body").first).to_be_visible()
