"""How much a browser has to load before somebody sees a hand, and how little for the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import LiveServer
from tests.test_repository import ROOT

SAMPLES = ROOT / "sample_histories"
MOST = 300_000
"""The most bytes that a hand may cost, packed and with their headers."""


class Loaded:
    """What came over the network: for each request its address, and its bytes once all are there."""

    def __init__(self) -> None:
        self.addresses: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self._kept: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        return (self.addresses[name] for name in self.sizes)

    def note_answer(self, event: dict[str, Any]) -> None:
        """An answer begins to come in; what was kept is not one."""
        answer = event["response"]
        kept = answer["fromDiskCache"] or event["requestId"] in self._kept
        if not kept and not answer["url"].startswith("data:"):
            self.addresses[event["requestId"]] = answer["url"]

    def note_kept(self, event: dict[str, Any]) -> None:
        """The answer to a request was kept in memory."""
        self._kept.add(event["requestId"])

    def note_end(self, event: dict[str, Any]) -> None:
        """It is all there."""
        if event["requestId"] in self.addresses:
            self.sizes[event["requestId"]] = int(event["encodedDataLength"])


@contextmanager
def loading(page: Page) -> Iterator[Loaded]:
    """What the page loads until the block is left."""
    loaded, tools = Loaded(), page.context.new_cdp_session(page)
    tools.on("Network.requestServedFromCache", loaded.note_kept)
    tools.on("Network.responseReceived", loaded.note_answer)
    tools.on("Network.loadingFinished", loaded.note_end)
    tools.send("Network.enable")
    yield loaded
    page.wait_for_load_state("networkidle")
    tools.detach()


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service with hands of three and of four players."""
    server = live_server()
    files = [str(SAMPLES / f"{name}.json") for name in ("clean", "four-players", "revoke")]
    imported = server.command("import", *files)
    assert imported.returncode == 0, imported.stderr
    return server


@pytest.fixture
def visitor(browser: Browser, served: LiveServer, cookie: str) -> Iterator[Page]:
    """An empty page of a browser that is signed in but has kept nothing."""
    context = browser.new_context(base_url=served.url)
    context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": served.url}])
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("hand", ["clean", "four-players", "revoke"])
def test_a_hand_is_light_for_who_has_seen_nothing_yet(visitor: Page, hand: str) -> None:
    page = visitor
    with loading(page) as loaded:
        page.goto(f"/hands/{hand}")
    assert sum(loaded.sizes.values()) < MOST, by_size(loaded)
    assert not any("plotly" in address for address in loaded)


def by_size(loaded: Loaded) -> str:
    """What was loaded, the heaviest first."""
    pairs = sorted(((size, loaded.addresses[name]) for name, size in loaded.sizes.items()), reverse=True)
    return "\n".join(f"{size:>7} {address}" for size, address in pairs)


def test_what_was_loaded_once_is_not_asked_for_again(visitor: Page) -> None:
    page = visitor
    page.goto("/hands/clean")
    page.wait_for_load_state("networkidle")
    with loading(page) as loaded:
        page.goto("/hands/revoke")
    cards = [address for address in loaded if "/static/cards/" in address]
    assert [address for address in loaded if address not in cards] == [page.url]
