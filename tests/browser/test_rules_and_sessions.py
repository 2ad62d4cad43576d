"""The pages of the rules and of a session in a real browser: with a mouse, with keys alone, on a phone."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from gleek_replay.engine import OPTIONS, PRESETS, authority
from tests.browser.contrast import faint_texts
from tests.conftest import LiveServer
from tests.test_repository import ROOT

PHONE: ViewportSize = {"width": 390, "height": 844}
EVENING = ROOT / "sample_histories" / "evening.ndjson"
SIX = "six-at-the-table"


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service with a sound evening, a messy one, and one of six players."""
    server = live_server()
    messy = [json.loads(line.replace("mitre-2026-05-16", "messy")) for line in _lines()]
    messy[2]["carried"]["pot"] += 3
    six = server.command("simulate", "--rules", "knauer-2008", "--players", "6", "--hands", "5").stdout
    at_one_table = [json.loads(line) for line in six.splitlines()]
    for number, hand in enumerate(at_one_table, start=1):
        hand["session"] = {"id": SIX, "hand": number}
    hands = "\n".join([*_lines(), *map(json.dumps, messy + at_one_table)])
    imported = server.command("import", "-", stdin=hands.encode())
    assert imported.returncode == 0, imported.stderr
    return server


def _lines() -> list[str]:
    return EVENING.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def rules(signed_in: Page) -> Page:
    """The page of the rules, come to by the navigation."""
    signed_in.get_by_role("navigation").get_by_role("link", name="Rules").click()
    return signed_in


def source(page: Page, option: str, preset: str) -> tuple[Locator, Locator]:
    """The choice of a preset, and the note that says who says so."""
    choice = page.locator(f'[popovertarget="{option}-{preset}"].choice')
    return choice, page.locator(f'[id="{option}-{preset}"]')


def test_a_choice_tells_its_source_when_it_is_pressed(rules: Page) -> None:
    choice, note = source(rules, "odd_penny", "parlett")
    expect(note).to_be_hidden()
    choice.click()
    expect(note).to_be_visible()
    expect(note).to_contain_text("Bidding for the stock: “Sources vary as to what happens")
    expect(note).to_contain_text("David Parlett, Historic Card Games: Gleek")
    expect(note).to_contain_text("Contradicted: its passages differ, and the reading is ours.")
    another, its_note = source(rules, "odd_penny", "wikipedia")
    another.click()
    expect(its_note).to_be_visible()
    expect(note).to_be_hidden()
    its_note.get_by_role("button", name="Close").click()
    expect(its_note).to_be_hidden()


def test_a_choice_tells_its_source_to_keys_alone(rules: Page) -> None:
    choice, note = source(rules, "honours_to", "wikipedia")
    choice.focus()
    rules.keyboard.press("Enter")
    expect(note).to_be_visible()
    rules.keyboard.press("Tab")
    expect(note.get_by_role("link", name="wikipedia")).to_be_focused()
    rules.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(choice).to_be_focused()


def test_a_choice_tells_its_source_without_javascript(rules: Page, served: LiveServer, cookie: str) -> None:
    browser = rules.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, has_touch=True)
    context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": served.url}])
    page = context.new_page()
    page.goto(f"{served.url}/rules")
    choice, note = source(page, "follow", "knauer-2008")
    choice.tap()
    expect(note).to_be_visible()
    context.close()


def test_a_note_opens_inside_the_window(rules: Page) -> None:
    for preset in ("cotgrave-1662", "knauer-2008"):
        for option in ("tiddy", "settlement"):
            choice, note = source(rules, option, preset)
            choice.click()
            expect(note).to_be_in_viewport(ratio=1)
            rules.keyboard.press("Escape")


def test_an_open_reading_has_its_mark_for_eyes_and_ears(rules: Page) -> None:
    for preset in ("parlett", "wikipedia"):
        choice, _ = source(rules, "honours_to", preset)
        is_open = authority(PRESETS[preset], "honours_to").standing == "contradicted"
        assert ("†" in choice.inner_text()) is is_open
        name = "winner (an open reading)" if is_open else "holder"
        expect(choice).to_have_accessible_name(name)


def test_the_names_of_presets_stay_in_sight(rules: Page) -> None:
    rules.set_viewport_size({"width": 1280, "height": 900})
    choice, _ = source(rules, OPTIONS[-1], "knauer-2008")
    choice.scroll_into_view_if_needed()
    for preset in PRESETS:
        expect(rules.get_by_role("columnheader", name=preset)).to_be_in_viewport(ratio=1)
    rules.set_viewport_size({"width": 820, "height": 900})
    choice.scroll_into_view_if_needed()
    expect(choice.get_by_text("knauer-2008")).to_be_in_viewport(ratio=1)


def test_the_name_of_an_option_stays_in_sight_on_a_phone(rules: Page) -> None:
    rules.set_viewport_size(PHONE)
    heading = rules.get_by_role("rowheader", name="Reckoning a ruff")
    heading.evaluate("heading => scrollTo(0, heading.getBoundingClientRect().top + scrollY + 60)")
    expect(heading).to_be_in_viewport(ratio=1)


def test_presets_are_chosen_and_compared_with_a_plain_form(rules: Page) -> None:
    rules.get_by_label("parlett").check()
    rules.get_by_label("wikipedia").check()
    rules.get_by_role("button", name="Compare").click()
    assert rules.url.endswith("/rules?compare=parlett&compare=wikipedia")
    expect(rules.get_by_role("columnheader")).to_have_text(["Option", "parlett", "wikipedia"])
    expect(rules.locator(".choice")).to_have_count(2)
    expect(rules.get_by_role("cell").first).to_contain_text("Whoever played the honour.")
    rules.get_by_role("link", name="All presets, all options").click()
    expect(rules.locator(".choice")).to_have_count((1 + len(OPTIONS)) * len(PRESETS))


def test_a_phone_shows_each_choice_under_the_name_of_its_preset(rules: Page) -> None:
    rules.set_viewport_size(PHONE)
    choice, note = source(rules, "tiddy", "willughby-1665")
    expect(choice).to_have_accessible_name("willughby-1665 automatic")
    expect(choice.get_by_text("willughby-1665")).to_be_visible()
    box = choice.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    choice.click()
    expect(note).to_be_in_viewport(ratio=1)
    place = note.bounding_box()
    assert place is not None
    assert (place["x"], place["width"], round(place["y"] + place["height"])) == (0, 390, 844)
    expect(rules.get_by_role("table").get_by_role("rowheader", name="How Tiddy is paid")).to_be_visible()


def test_a_hand_leads_to_its_rules_and_to_its_session(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/hands/mitre-2026-05-16-7")
    signed_in.get_by_role("link", name="parlett", exact=True).click()
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("parlett")
    signed_in.go_back()
    signed_in.get_by_text("Hand 7 of").get_by_role("link", name="mitre-2026-05-16", exact=True).click()
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("mitre-2026-05-16")
    expect(signed_in.locator(".stamp")).to_have_text("sound")


def test_a_session_is_read_from_hand_to_hand(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/sessions/messy")
    expect(signed_in.locator(".stamp")).to_have_text("2 findings")
    rows = signed_in.get_by_role("table").get_by_role("row").all_inner_texts()
    finding = next(number for number, row in enumerate(rows) if row.startswith("Carried mismatch."))
    assert rows[finding + 1].startswith("Hand 3")
    signed_in.get_by_role("link", name="Hand 3").click()
    signed_in.wait_for_url(f"{served.url}/hands/messy-3")


@pytest.mark.parametrize(
    "path",
    [
        "/rules",
        "/rules?compare=parlett,cotgrave-1662,knauer-2008",
        "/rules/willughby-1665",
        "/sessions/messy",
        f"/sessions/{SIX}",
        "/hands/mitre-2026-05-16-7",
    ],
)
def test_no_page_is_wider_than_its_window(known: Page, served: LiveServer, path: str) -> None:
    known.goto(f"{served.url}{path}")
    for width in (1280, 820, 390):
        known.set_viewport_size({"width": width, "height": 844})
        assert known.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_note_that_is_open_stands_out_from_its_ground(known: Page, served: LiveServer, scheme: str) -> None:
    known.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    known.goto(f"{served.url}/rules?compare=parlett,cotgrave-1662,knauer-2008")
    choice, note = source(known, "unvied", "cotgrave-1662")
    choice.click()
    expect(note).to_be_visible()
    assert faint_texts(known) == []
