"""Every page of the site, as axe-core judges it: on a desk and on a phone, by day and by night."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize

from gleek_replay.settings import Settings
from gleek_replay.web import create_app
from tests.browser.axe import barriers
from tests.browser.contrast import faint_texts
from tests.browser.evenings import EVENING, LATE, SLIP, TABLE, told_otherwise
from tests.browser.opening import open_up
from tests.conftest import LiveServer
from tests.test_repository import ROOT

SAMPLES = ROOT / "sample_histories"
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONES = (320, 390)
"""How wide they are, in pixels of the page."""

NOT_PAGES = {"static", "assets.plotly_script", "health.livez", "health.readyz", "metrics.metrics"}
"""What is answered at GET beside the API and is no page."""
PAGES = {
    "home.home": ["/", "/?session=nowhere", "/?rules=nope"],
    "hand_pages.hand": [
        f"/hands/{TABLE}-1",
        f"/hands/{TABLE}-{SLIP}",
        "/hands/misreported",
        "/hands/one-seat",
    ],
    "dispute_pages.disputes": ["/disputes", "/disputes?state=ruled&player=roger"],
    "dispute_pages.dispute": [f"/disputes/{TABLE}-{LATE}", f"/disputes/{TABLE}-{SLIP}"],
    "dispute_pages.opening": [f"/hands/{TABLE}-1/dispute"],
    "reading_pages.readings": [f"/hands/{TABLE}-{LATE}/readings"],
    "reading_pages.session_rules": [f"/sessions/{TABLE}/rules-played"],
    "session_pages.sessions": ["/sessions"],
    "session_pages.session": [f"/sessions/{TABLE}", "/sessions/messy"],
    "player_pages.dashboard": ["/players/tobias-wren", "/players/kate?unit=money&seat=eldest"],
    "player_pages.hands_behind": ["/players/tobias-wren/hands?measure=vied"],
    "club_pages.club": ["/club"],
    "club_pages.leaderboard": ["/leaderboard?least_hands=5"],
    "rule_pages.rules": ["/rules", "/rules?compare=parlett,cotgrave-1662,knauer-2008"],
    "rule_pages.preset": ["/rules/willughby-1665"],
    "upload_pages.uploading": ["/uploads"],
    "upload_pages.upload": ["/uploads/{upload}"],
    "docs.swagger_ui": ["/api/v1/docs"],
    "sign_in.sign_in_page": ["/sign-in"],
    "nowhere": ["/nowhere"],
}
"""For each page, by its endpoint, addresses at which it is looked at; a new page wants some here."""
FOR_VISITORS = ["/", "/sign-in", "/sign-in?token=used", "/nowhere"]
OF_OTHERS = ".swagger-ui"
"""What others have made of a page, which is theirs to improve."""


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """A club with hands for every figure, among them sound, broken, partly seen and contradicted ones."""
    server = live_server()
    simulated = server.command("simulate", "--rules", "parlett", "--hands", "60", "--seed", "1662").stdout
    samples = [str(SAMPLES / f"{name}.json") for name in ("clean", "misreported", "one-seat", "revoke")]
    messy = json.loads(json.dumps(EVENING).replace(TABLE, "messy"))
    messy[2]["carried"]["pot"] += 3
    evening = "\n".join(map(json.dumps, [*EVENING, *messy])).encode()
    imported = server.command("import", "-", *samples, stdin=simulated + evening)
    assert imported.returncode == 0, imported.stderr
    return server


@pytest.fixture(scope="module")
def upload(served: LiveServer) -> str:
    """The id of an upload of the second client: hands that contradict others, and one that cannot be read."""
    key = served.command("keys", "create", "--name", "second", "--role", "uploader").stdout.decode().strip()
    lines = "\n".join([*map(json.dumps, told_otherwise()), '{"hand_id": 7}'])
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/x-ndjson"}
    sent = httpx.post(f"{served.url}/api/v1/uploads", content=lines, headers=headers)
    sent.raise_for_status()
    told: str = sent.json()["upload"]["id"]
    return told


def test_every_page_is_looked_at() -> None:
    app = create_app(Settings(secret_key="a key for tests alone", database_url="sqlite://"))
    got = {rule.endpoint: rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    api = {endpoint for endpoint, rule in got.items() if rule.startswith("/api/")} - {"docs.swagger_ui"}
    assert set(PAGES) - {"nowhere"} == set(got) - api - NOT_PAGES
    adapter = app.url_map.bind("")
    for endpoint, addresses in PAGES.items():
        if endpoint != "nowhere":
            matched = {
                adapter.match(address.format(upload="x").partition("?")[0])[0] for address in addresses
            }
            assert matched == {endpoint}


@pytest.mark.parametrize("path", [address for addresses in PAGES.values() for address in addresses])
def test_nothing_of_a_page_stands_in_anybodys_way(
    known: Page, served: LiveServer, upload: str, path: str
) -> None:
    found = found_at(known, f"{served.url}{path.format(upload=upload)}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", FOR_VISITORS)
def test_nothing_of_a_page_stands_in_a_visitors_way(page: Page, served: LiveServer, path: str) -> None:
    found = found_at(page, f"{served.url}{path}")
    assert not found, "\n".join(found)


def found_at(page: Page, address: str) -> list[str]:
    """What is wrong with a page, all of it opened, on a desk and on phones, by day and by night."""
    page.set_viewport_size(DESK)
    page.emulate_media(reduced_motion="reduce")  # else colours are measured on their way from day to night
    page.goto(address)
    open_up(page)
    but = OF_OTHERS if page.locator("#docs").count() else ""
    found = [*barriers(page, but=but), *faint_texts(page, but=but)]
    page.emulate_media(color_scheme="dark")
    found += [*barriers(page, rules=("color-contrast",), but=but), *faint_texts(page, but=but)]
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 844})
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            found.append(f"{wide} pixels are too wide for a phone of {width}")
    return found + barriers(page, but=but)
