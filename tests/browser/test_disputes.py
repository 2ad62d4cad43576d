"""A steward's whole way in real browsers: two clients contradict each other, he rules, and takes proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.evenings import EVENING, LATE, SLIP, TABLE, told_otherwise
from tests.cli.commands import gleek
from tests.conftest import LiveServer


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """The service with those who come to it: a cookie for each browser, by whom it is."""

    server: LiveServer
    cookies: dict[str, str]

    def browser(self, browser: Browser, who: str, **settings: Any) -> BrowserContext:
        """A browser in which somebody is signed in."""
        context = browser.new_context(locale="en-GB", timezone_id="Europe/London", **settings)
        context.add_cookies([{"name": "gleek_replay", "value": self.cookies[who], "url": self.server.url}])
        return context


def _key(server: LiveServer, name: str, role: str, *more: str) -> str:
    made = server.command("keys", "create", "--name", name, "--role", role, *more)
    assert made.returncode == 0, made.stderr
    return made.stdout.decode().strip()


@pytest.fixture(scope="module")
def club(live_server: Callable[..., LiveServer]) -> Club:
    """A club whose two clients have sent an evening, and disagree on two hands of it."""
    server = live_server()
    tokens = {
        "first": _key(server, "hester’s telephone", "uploader", "--owner", "hester"),
        "second": _key(server, "roger’s telephone", "uploader", "--owner", "roger"),
        "roger": _key(server, "roger", "player", "--player", "roger"),
        "steward": _key(server, "margaret", "steward"),
    }
    for who, records in {"first": EVENING, "second": told_otherwise()}.items():
        key = {"Authorization": f"Bearer {tokens[who]}"}
        for record in records:
            httpx.post(f"{server.url}/api/v1/uploads", json=record, headers=key).raise_for_status()
    cookies = {
        who: httpx.post(f"{server.url}/sign-in", data={"key": tokens[who]}).cookies["gleek_replay"]
        for who in ("roger", "steward")
    }
    return Club(server=server, cookies=cookies)


@pytest.fixture
def steward(browser: Browser, club: Club) -> Iterator[Page]:
    """The steward's browser."""
    context = club.browser(browser, "steward")
    yield context.new_page()
    context.close()


@pytest.fixture
def roger(browser: Browser, club: Club) -> Iterator[Page]:
    """The browser of a player who sat in every hand, without JavaScript."""
    context = club.browser(browser, "roger", java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_a_steward_goes_from_the_conflict_to_the_proof(
    steward: Page, roger: Page, club: Club, tmp_path: Path
) -> None:
    url, hand = club.server.url, f"{TABLE}-{SLIP}"
    paid = _net(steward, url, "roger")

    steward.goto(url)
    steward.get_by_role("navigation").get_by_role("link", name="Disputes").click()
    steward.get_by_role("link", name=hand, exact=True).click()
    expect(steward.locator(".stamp")).to_have_text("open")
    expect(steward.get_by_role("heading", name="Account II", exact=True)).to_be_visible()
    differing = steward.get_by_role("table", name="1 thing told differently")
    expect(differing.get_by_role("rowheader")).to_have_text("A payment")

    roger.goto(f"{url}/hands/{hand}")
    roger.get_by_role("note").get_by_role("link", name="The dispute").click()
    roger.get_by_label("What do you say?").fill("I paid five more for the stock.\nEverybody saw it.")
    roger.get_by_role("button", name="Say it").click()
    expect(roger.locator("blockquote")).to_have_text("I paid five more for the stock.\nEverybody saw it.")
    expect(roger.get_by_role("button", name="Rule")).to_have_count(0)

    _rule(steward, "Record 2 is upheld", "The slip says so.")
    expect(steward.get_by_role("heading", name="Somebody was quicker")).to_be_visible()
    expect(steward.locator("#since blockquote")).to_contain_text("I paid five more for the stock.")
    expect(steward.get_by_label("Grounds")).to_have_value("The slip says so.")
    expect(steward.get_by_label("Record 2 is upheld")).to_be_checked()
    steward.get_by_role("button", name="Rule", exact=True).click()
    expect(steward.locator(".stamp")).to_have_text("ruled")
    expect(steward.locator(".opening")).to_contain_text("Record 2 is upheld")

    assert _net(steward, url, "roger") == paid - 5
    expect(steward.get_by_text("1 hand counts as a steward has ruled.")).to_be_visible()

    steward.goto(f"{url}/disputes/{hand}")
    with steward.expect_download() as download:
        steward.get_by_role("link", name="The dossier, signed").click()
    assert download.value.suggested_filename == f"{hand}.dossier.zip"
    download.value.save_as(tmp_path / "hand.zip")
    published = httpx.get(f"{url}/api/v1/signing-key").json()
    (tmp_path / "club.pem").write_text(published["public_key"])
    verified = gleek("verify", "--key", "club.pem", "hand.zip", folder=tmp_path)
    assert verified.returncode == 0, verified.stdout
    assert published["fingerprint"] in verified.stdout.decode()


def _net(page: Page, url: str, player: str) -> int:
    """What a player has won or lost in all, as his page says."""
    page.goto(f"{url}/players/{player}")
    said = page.locator(".facts dd").filter(has=page.locator(".numbers")).first.inner_text()
    return int(said.split()[0].replace("−", "-").replace("+", "").replace(",", ""))


def _rule(page: Page, what: str, grounds: str) -> None:
    page.get_by_role("radio", name=what).check()
    page.get_by_label("Grounds").fill(grounds)
    page.get_by_role("button", name="Rule", exact=True).click()


def test_where_two_accounts_part_is_marked_and_led_to(steward: Page, club: Club) -> None:
    steward.goto(f"{club.server.url}/disputes/{TABLE}-{LATE}")
    steward.get_by_role("link", name="action ").first.click()
    parting = steward.get_by_text("Here they part")
    expect(parting).to_be_in_viewport()
    first, second = (
        steward.locator(".versions").filter(has=steward.locator("mark")).first.locator(".version").all()
    )
    assert first.locator("mark").first.inner_text() != second.locator("mark").first.inner_text()
    wide = [box["x"] for box in (first.bounding_box(), second.bounding_box()) if box]
    assert wide[0] < wide[1]
    steward.set_viewport_size({"width": 390, "height": 844})
    narrow = [box["x"] for box in (first.bounding_box(), second.bounding_box()) if box]
    assert narrow[0] == narrow[1]


def test_a_chapter_that_both_tell_alike_opens_to_keys_alone(steward: Page, club: Club) -> None:
    steward.goto(f"{club.server.url}/disputes/{TABLE}-{LATE}")
    auction = steward.locator("summary").filter(has_text="The auction")
    expect(auction).to_contain_text("told alike")
    auction.focus()
    steward.keyboard.press("Enter")
    expect(steward.get_by_text("has the stock for")).to_be_visible()


def test_an_evening_is_settled_up_and_asked_after_its_rules(steward: Page, club: Club) -> None:
    steward.goto(f"{club.server.url}/sessions/{TABLE}")
    expect(steward.get_by_role("heading", name="Settling up")).to_be_visible()
    steward.get_by_role("link", name="Which rules were they playing?").click()
    expect(steward.locator(".explanation").first).to_contain_text("The rules stated")
