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
from tests.test_repository import ROOT

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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_players_dashboard_draws_its_plots(signed_in: Page, scheme: str) -> None:
    signed_in.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    signed_in.locator(".players a").first.click()
    expect(signed_in.locator(".plot[data-state=drawn]")).to_have_count(3)
    assert signed_in.locator("#net_over_time-said").inner_text().startswith("Over ")
    lines = signed_in.locator(".plot .scatterlayer path.js-line")
    assert lines.count() >= 1
    assert len(lines.last.get_attribute("d") or "") > 50
    assert signed_in.locator(".plot .barlayer path").count() >= 3
    assert signed_in.locator(".plot .scatterlayer .points path").count() == 3
    colour = "rgb(125, 180, 230)" if scheme == "dark" else "rgb(31, 90, 140)"
    assert lines.last.evaluate("line => line.style.stroke") == colour


def test_a_point_of_the_curve_leads_to_its_hand(signed_in: Page) -> None:
    signed_in.locator(".players a").first.click()
    expect(signed_in.locator(".plot[data-state=drawn]")).to_have_count(3)
    signed_in.evaluate(
        """() => {
            const plot = document.querySelector(".plot");
            const curve = plot.data.findIndex((trace) => trace.meta.role === "line");
            const data = plot.data[curve];
            plot.emit("plotly_click", { points: [{ data, customdata: data.customdata[0] }] });
        }"""
    )
    signed_in.wait_for_url(re.compile("/hands/"))
    expect(signed_in.get_by_role("heading", name="The ledger")).to_be_visible()


def test_figures_follow_the_browser_into_the_dark(signed_in: Page) -> None:
    signed_in.locator(".players a").first.click()
    expect(signed_in.locator(".plot[data-state=drawn]")).to_have_count(3)
    line = signed_in.locator(".plot .scatterlayer path.js-line").last
    signed_in.emulate_media(color_scheme="dark")
    expect(line).to_have_css("stroke", "rgb(125, 180, 230)")


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


def test_a_violation_leads_to_the_line_that_tells_of_it(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/hands/example-00023")
    signed_in.get_by_role("link", name=re.compile("actions")).click()
    told = signed_in.locator("li:target")
    expect(told).to_be_in_viewport()
    expect(told.get_by_role("img", name="against the rules")).to_be_visible()


def test_one_hand_is_drawn_on_an_axis_of_whole_hands_without_an_interval(
    signed_in: Page, served: LiveServer
) -> None:
    served.command("import", str(ROOT / "sample_histories" / "clean.json"))
    signed_in.goto(f"{served.url}/players/kate")
    expect(signed_in.locator(".plot[data-state=drawn]")).to_have_count(3)
    assert signed_in.locator(".plot").first.locator(".xtick text").all_text_contents() == ["0", "1"]
    assert signed_in.locator(".errorbars path, .yerror, .xerror").count() == 0
    assert "luck" not in signed_in.locator("#net_over_time-said").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", ["/", "/hands/example-00023", "/hands/example-00025", "/players/bess", "/sessions"]
)
def test_text_stands_out_from_its_ground(signed_in: Page, served: LiveServer, scheme: str, path: str) -> None:
    """Every text has the contrast of 4.5 to 1 that WCAG asks for, large ones of 3 to 1."""
    signed_in.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    signed_in.goto(f"{served.url}{path}", wait_until="networkidle")
    assert faint_texts(signed_in) == []
