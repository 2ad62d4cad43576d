"""A browser that is signed in to the service that a module's fixture ``served`` gives."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.conftest import LiveServer

expect.set_options(timeout=20_000)  # a machine may have much else to do; what is waited for comes sooner


@pytest.fixture(scope="module")
def cookie(served: LiveServer) -> str:
    """The cookie of a browser that signed in with a key made on the command line."""
    made = served.command("keys", "create", "--name", "browser", "--role", "administrator")
    token = re.search(rb"gleek_[\w-]+", made.stdout)
    assert token is not None, made.stderr
    answer = httpx.post(f"{served.url}/sign-in", data={"key": token[0].decode()})
    return answer.cookies["gleek_replay"]


@pytest.fixture
def known(page: Page, served: LiveServer, cookie: str) -> Page:
    """An empty page of a browser that is signed in."""
    page.context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": served.url}])
    return page


@pytest.fixture
def signed_in(known: Page, served: LiveServer) -> Page:
    """The first page, on which the browser is signed in."""
    known.goto(served.url)
    return known
