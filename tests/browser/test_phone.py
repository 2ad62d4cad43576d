"""Every kind of page on a phone, as a phone shows it: none is wider than the device, narrow ones too.

A browser for phones lays a page out as wide as its widest part and shrinks it to fit, so that the page is
held against the width of the device, never against the window's own idea of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.opening import open_up
from tests.conftest import LiveServer
from tests.test_repository import ROOT

SAMPLES = ROOT / "sample_histories"
WIDTHS = (390, 320)
LONG = "a-very-long-name-without-end-of-one-who-sat-down-to-play-gleek"


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service with hands of three, four and six players, with long names, sound and messy ones."""
    server = live_server()
    six = server.command(
        "simulate", "--rules", "knauer-2008", "--players", "6", "--hands", "4", "--seed", "1"
    ).stdout
    at_one_table = [json.loads(line) for line in six.splitlines()]
    for number, hand in enumerate(at_one_table, start=1):
        hand |= {"hand_id": f"six-{number}", "session": {"id": "six", "hand": number}}
    evening = (SAMPLES / "evening.ndjson").read_text(encoding="utf-8").splitlines()
    messy = [json.loads(line.replace("mitre-2026-05-16", "messy")) for line in evening]
    messy[2]["carried"]["pot"] += 3
    clean = (SAMPLES / "clean.json").read_text(encoding="utf-8")
    long_names = json.loads(clean.replace('"kate"', f'"{LONG}"').replace('"Kate Hollin"', f'"{LONG}"'))
    long_names["hand_id"] = LONG
    hands = "\n".join(map(json.dumps, [*at_one_table, *messy, long_names]))
    files = [str(path) for path in sorted(SAMPLES.glob("*.json")) if path.name != "malformed.json"]
    imported = server.command("import", "-", *files, stdin=hands.encode())
    assert imported.returncode == 0, imported.stderr
    return server


PAGES = [
    "/",
    "/?session=six&verdict=clean",
    "/?rules=nope",
    "/sessions",
    "/sessions/six",
    "/sessions/messy",
    *(
        f"/hands/{name}"
        for name in ("clean", "four-players", "six-1", "revoke", "misreported", "one-seat", LONG)
    ),
    "/players/kate",
    "/players/lettice",
    "/players/lettice?unit=money&seat=eldest",
    "/players/lettice/hands?measure=vied",
    "/club",
    "/leaderboard",
    "/uploads",
    f"/players/{LONG}",
    "/rules",
    "/rules?compare=parlett,cotgrave-1662,knauer-2008",
    "/rules/willughby-1665",
    "/api/v1/docs",
    "/nowhere",
]


@pytest.fixture(scope="module")
def phone(browser: Browser, served: LiveServer, cookie: str) -> Iterator[Page]:
    """A page of a phone, signed in."""
    context = browser.new_context(
        viewport={"width": WIDTHS[0], "height": 844},
        is_mobile=True,
        has_touch=True,
        device_scale_factor=2,
    )
    context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": served.url}])
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def fits(page: Page, width: int) -> bool:
    """Whether a page, on a phone as wide as this, is no wider than it."""
    page.set_viewport_size({"width": width, "height": 844})
    page.wait_for_function("width => screen.width === width", arg=width)
    return bool(page.evaluate("document.documentElement.scrollWidth <= screen.width"))


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_a_phone(phone: Page, served: LiveServer, path: str) -> None:
    phone.goto(f"{served.url}{path}")
    open_up(phone)
    assert [width for width in WIDTHS if not fits(phone, width)] == []


@pytest.mark.parametrize("path", ["/", "/sign-in", "/sign-in?token=used"])
def test_no_page_for_visitors_is_wider_than_a_phone(browser: Browser, served: LiveServer, path: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, is_mobile=True)
    page = context.new_page()
    page.goto(f"{served.url}{path}")
    assert page.evaluate("document.documentElement.scrollWidth - screen.width") <= 0
    context.close()


def test_a_table_that_goes_on_beyond_the_edge_shows_that_it_does(phone: Page, served: LiveServer) -> None:
    phone.goto(f"{served.url}/hands/six-1")
    ledger = phone.locator(".scroll").first
    assert ledger.evaluate("table => table.scrollWidth > table.clientWidth")
    assert ledger.evaluate("table => getComputedStyle(table).backgroundAttachment").startswith("local, local")


@pytest.mark.parametrize("hand", ["clean", "one-seat"])
def test_the_table_of_a_hand_begins_on_the_first_screen(phone: Page, served: LiveServer, hand: str) -> None:
    phone.set_viewport_size({"width": WIDTHS[0], "height": 844})
    phone.goto(f"{served.url}/hands/{hand}")
    begins = phone.locator("#table").bounding_box()
    assert begins
    assert begins["y"] < 844


def test_the_verdict_stands_beside_the_name_and_hides_nothing_of_it(phone: Page, served: LiveServer) -> None:
    for hand in ("misreported", LONG):
        phone.goto(f"{served.url}/hands/{hand}")
        name, stamp = (phone.locator(f".hand-head {part}").bounding_box() for part in ("h1", ".stamp"))
        assert name
        assert stamp
        assert name["x"] + name["width"] <= stamp["x"]
        assert stamp["x"] + stamp["width"] <= WIDTHS[0]
