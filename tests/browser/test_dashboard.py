"""The pages in a real browser, served by gunicorn as `gleek-replay serve` starts it.

The fixture `page` fails a test whose page asked the outside for anything, had a script fail, or tried what
the content security policy forbids.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.contrast import faint_texts
from tests.conftest import LiveServer

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service with some hands of Bess's, one of which broke a rule."""
    server = live_server()
    simulated = server.command("simulate", "--rules", "parlett", "--hands", "60", "--seed", "1662")
    assert simulated.returncode == 0, simulated.stderr
    imported = server.command("import", "-", stdin=simulated.stdout)
    assert imported.returncode == 0, imported.stderr
    for name in ("revoke", "misreported"):
        server.command("import", str(EXAMPLES / f"{name}.hand.json"))
    return server


def test_the_printed_link_signs_a_browser_in(page: Page, served: LiveServer) -> None:
    printed = re.search(r"http://\S+/sign-in\?token=\S+", served.log.read_text())
    assert printed is not None
    page.goto(printed[0])
    assert page.url == f"{served.url}/"
    expect(page.get_by_role("heading", name="Latest hands")).to_be_visible()


def test_a_key_signs_a_browser_in(page: Page, served: LiveServer) -> None:
    made = served.command("keys", "create", "--name", "by hand", "--role", "reader")
    token = re.search(rb"gleek_[\w-]+", made.stdout)
    assert token is not None, made.stderr
    page.goto(f"{served.url}/sign-in")
    page.get_by_label("API key").fill(token[0].decode())
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{served.url}/")


def test_a_hand_that_broke_a_rule_says_so_before_anything_else(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/hands/example-00023")
    expect(signed_in.locator(".stamp")).to_have_text("irregular")
    assert signed_in.get_by_role("heading", level=2).first.inner_text() == "What is wrong"


def test_hands_are_sent_with_the_form(signed_in: Page) -> None:
    signed_in.get_by_label("Files").set_input_files(EXAMPLES / "parlett.hand.json")
    signed_in.get_by_role("button", name="Audit and keep").click()
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("What came of the upload")
    signed_in.get_by_role("link", name="example-00012").click()
    expect(signed_in.locator(".stamp")).to_have_text("clean")


def test_the_api_can_be_tried_out_from_our_own_files(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/api/v1/docs")
    expect(signed_in.get_by_text("/api/v1/hands/{hand_id}/audit")).to_be_visible()


def test_the_page_of_the_api_is_dark_in_the_dark(signed_in: Page, served: LiveServer) -> None:
    signed_in.emulate_media(color_scheme="dark")
    signed_in.goto(f"{served.url}/api/v1/docs")
    expect(signed_in.get_by_text("/api/v1/hands/{hand_id}/audit")).to_be_visible()
    assert faint_texts(signed_in) == []
    expect(signed_in.locator(".sheet")).to_have_css("background-color", "rgb(28, 32, 34)")
    signed_in.emulate_media(color_scheme="light")
    expect(signed_in.locator(".sheet")).to_have_css("background-color", "rgb(255, 255, 255)")


def test_a_visitor_signs_in_on_the_page_that_he_wanted(page: Page, served: LiveServer) -> None:
    made = served.command("keys", "create", "--name", "visitor", "--role", "reader")
    page.goto(f"{served.url}/hands/example-00023")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.get_by_label("API key").fill(made.stdout.decode().strip())
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{served.url}/hands/example-00023")
