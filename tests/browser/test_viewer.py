"""The hand's page gone through step by step in a real browser: the table, the list and the controls."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.contrast import faint_texts
from tests.cards_in_text import cards_in
from tests.conftest import LiveServer
from tests.test_repository import ROOT

SAMPLES = [
    path.stem for path in sorted((ROOT / "sample_histories").glob("*.json")) if path.stem != "malformed"
]
EXAMPLES = ROOT / "tests" / "examples"
OF_MANY = {2: "two", 4: "four", 5: "five", 6: "six"}
STOPPED, HIDDEN = "example-00027", "example-00033"
HANDS = [*SAMPLES, *OF_MANY.values(), STOPPED, HIDDEN]
HIDDEN_PLATES = """(viewer) => {
    const bubble = viewer.querySelector(".bubble").getBoundingClientRect();
    return [...viewer.querySelectorAll(".plate")].filter((plate) => {
        const { left, right, top, bottom } = plate.getBoundingClientRect();
        return left < bubble.right && bubble.left < right && top < bubble.bottom && bubble.top < bottom;
    }).map((plate) => plate.textContent);
}"""
"""The plates at the table that the bubble lies on."""


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service with the sample hands, hands of two to six, one that stops and one with hidden cards."""
    server = live_server()
    files = [str(ROOT / "sample_histories" / f"{name}.json") for name in SAMPLES]
    files += [str(EXAMPLES / f"{name}.hand.json") for name in ("unplayable", "hidden-cards")]
    of_many = b""
    for players, name in OF_MANY.items():
        asked = ("--rules", "knauer-2008", "--players", str(players), "--hands", "1", "--seed", "7")
        hand = server.command("simulate", *asked).stdout
        of_many += re.sub(rb'"hand_id": ?"[^"]*"', b'"hand_id":"%s"' % name.encode(), hand)
    imported = server.command("import", "-", *files, stdin=of_many)
    assert imported.returncode == 0, imported.stderr
    return server


@pytest.fixture
def still(signed_in: Page) -> Page:
    """Signed in, by one who wants nothing to move."""
    signed_in.emulate_media(reduced_motion="reduce")
    return signed_in


def opened(page: Page, hand: str, more: str = "") -> Locator:
    """The viewer of a hand, once it shows a step."""
    page.goto(f"{page.url.partition('/hands')[0].rstrip('/')}/hands/{hand}{more}")
    viewer = page.locator("#viewer")
    expect(viewer).to_have_attribute("data-at", re.compile(r"^\d+$"))
    return viewer


def told(page: Page, hand: str, what: str = "replay", query: str = "") -> dict[str, Any]:
    """What the service tells a program of the hand."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    document: dict[str, Any] = page.request.get(f"{origin}/api/v1/hands/{hand}/{what}{query}").json()
    return document


def at(viewer: Locator) -> int:
    """The step that is shown."""
    return int(viewer.get_attribute("data-at") or "")


def balances(page: Page) -> dict[str, int]:
    """What lies before each player and in the pots."""
    found: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-account]")].map((account) =>
            [account.dataset.account, Number(account.querySelector(".counters").dataset.amount)]))"""
    )
    return found


@pytest.mark.parametrize("hand", HANDS)
def test_going_on_to_the_end_comes_to_what_the_audit_says(still: Page, hand: str) -> None:
    viewer = opened(still, hand)
    audit, replay = told(still, hand, "audit"), told(still, hand)
    last = replay["steps"][-1]["number"]
    viewer.scroll_into_view_if_needed()
    for _ in range(last):
        still.keyboard.press("ArrowRight")
    assert at(viewer) == last
    assert balances(still) == amounts_at_the_end(audit, replay)
    last_one = replay["steps"][-1]
    told_last = [violation["message"] for violation in last_one["violations"]] or [last_one["text"]]
    expect(viewer.locator("#caption")).to_contain_text(" ".join(told_last))
    totals = {player: score["total"] for player, score in (audit["score"] or {}).items()}
    assert points_told(viewer, replay) == totals
    for player, score in (audit["score"] or {}).items():
        about = viewer.locator(f'[data-account="{player}"] .plate-about')
        assert re.findall(r"(\d+) trick", about.inner_text()) == [str(score["tricks"])][: score["tricks"]]
    for place, number in places_at_the_end(replay).items():
        expect(viewer.locator(f'.playing-card[data-place="{place}"]')).to_have_count(number)


def points_told(viewer: Locator, replay: dict[str, Any]) -> dict[str, int]:
    """The points of each player as the step that is shown tells them; none if it does not tell the score."""
    _, _, score = viewer.locator("[aria-current][data-step]").inner_text().partition("The score: ")
    found = {each["id"]: re.search(rf"{re.escape(each['name'])} (\d+)", score) for each in replay["players"]}
    return {player: int(points[1]) for player, points in found.items() if points}


def amounts_at_the_end(audit: dict[str, Any], replay: dict[str, Any]) -> dict[str, int]:
    """What lies before each player, in the pot, and in the ruff pot if it is used, when all was paid."""
    net, carried = audit["due"]["net"], replay["carried"]
    paid = {paid[end] for step in replay["steps"] for paid in step["payments"] for end in ("from", "to")}
    used = carried["ruff_pot"] or "ruff_pot" in paid
    shown = [*(player["id"] for player in replay["players"]), "pot", *(["ruff_pot"] if used else [])]
    return {account: net[account] + carried.get(account, 0) for account in shown}


def places_at_the_end(replay: dict[str, Any]) -> dict[str, int]:
    """How many cards lie in each place after the last step."""
    counts = {name: len(place["cards"]) + place["hidden"] for name, place in replay["places"].items()}
    for step in replay["steps"]:
        for move in step["moves"]:
            number = len(move["cards"]) + move["hidden"]
            counts[move["from"]] -= number
            counts[move["to"]] += number
    return counts


def test_a_page_opens_with_the_deal_and_keeps_its_address(still: Page) -> None:
    viewer = opened(still, "clean")
    assert at(viewer) == 0
    assert urlsplit(still.url).fragment == ""
    expect(viewer.locator('.playing-card[data-place^="hand"] img[src*="back.svg"]')).to_have_count(0)


def test_a_link_to_a_step_opens_there_with_the_table_in_view(still: Page) -> None:
    viewer = opened(still, "clean", "#17")
    assert at(viewer) == 17
    expect(viewer.locator("[aria-current][data-step]")).to_have_attribute("data-step", "17")
    expect(viewer.locator("#at-step")).to_have_value("17")
    expect(viewer.locator("#table")).to_be_in_viewport(ratio=0.9)


def test_going_on_changes_the_address_and_not_the_way_back(still: Page) -> None:
    viewer = opened(still, "clean")
    before = still.evaluate("history.length")
    for _ in range(3):
        still.keyboard.press("ArrowRight")
    assert urlsplit(still.url).fragment == "3"
    assert still.evaluate("history.length") == before
    still.evaluate("window.location.hash = '#9'")
    expect(viewer).to_have_attribute("data-at", "9")


def test_keys_go_to_both_ends_and_no_further(still: Page) -> None:
    viewer = opened(still, "clean")
    last = int(viewer.locator("#at-step").get_attribute("max") or "")
    for key, step in (
        ("ArrowLeft", 0),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
        ("Home", 0),
    ):
        still.keyboard.press(key)
        assert at(viewer) == step, key


def test_keys_that_mean_something_else_are_left_alone(still: Page) -> None:
    viewer = opened(still, "clean", "#5")
    for keys in ("Control+ArrowRight", "Alt+ArrowUp", "Shift+ArrowRight", "Meta+End"):
        still.keyboard.press(keys)
        assert at(viewer) == 5, keys
    still.locator("#ask-rules").focus()
    still.keyboard.press("ArrowRight")
    assert at(viewer) == 5
    still.locator("#forward").focus()
    still.keyboard.press(" ")
    assert at(viewer) == 6
    expect(still.locator("#play")).to_have_accessible_name("Play")


def test_the_list_shows_the_step_without_moving_the_page(still: Page) -> None:
    viewer = opened(still, "clean", "#1")
    scrolled = still.evaluate("window.scrollY")
    for _ in range(40):
        still.keyboard.press("ArrowRight")
    current = viewer.locator("[aria-current][data-step]")
    expect(current).to_have_attribute("data-step", "41")
    expect(current).to_be_in_viewport(ratio=1)
    box, outer = current.bounding_box(), viewer.locator("#told").bounding_box()
    assert box is not None
    assert outer is not None
    assert outer["y"] <= box["y"] <= outer["y"] + outer["height"] - box["height"]
    assert still.evaluate("window.scrollY") == scrolled


def test_a_step_is_gone_to_in_the_list_and_its_source_opened_there(still: Page) -> None:
    viewer = opened(still, "clean")
    still.locator('[data-step="6"] .step-told > p').first.click()
    assert at(viewer) == 6
    finding = still.locator('[data-step="6"] details').first
    still.keyboard.press("ArrowLeft")
    finding.locator("summary").click()
    expect(finding.locator(".source")).to_be_visible()
    assert at(viewer) == 5


def test_the_hand_plays_and_pauses(still: Page) -> None:
    still.clock.install()
    viewer = opened(still, "clean")
    still.locator("#speed").select_option("brisk")
    still.locator("#play").click()
    expect(still.locator("#play")).to_have_accessible_name("Pause")
    still.clock.run_for(650 * 3)
    assert at(viewer) == 3
    expect(viewer.locator("#step-said")).to_have_text("")
    still.locator("#told").focus()
    still.keyboard.press(" ")
    expect(still.locator("#play")).to_have_accessible_name("Play")
    still.clock.run_for(5000)
    assert at(viewer) == 3


def test_play_stops_at_the_end_and_begins_anew(still: Page) -> None:
    still.clock.install()
    viewer = opened(still, "truncated")
    last = int(viewer.locator("#at-step").get_attribute("max") or "")
    still.keyboard.press("End")
    still.locator("#play").click()
    assert at(viewer) == 0
    still.clock.run_for(1300 * (last + 2))
    assert at(viewer) == last
    expect(still.locator("#play")).to_have_accessible_name("Play")


def test_the_slider_goes_to_a_step_and_says_what_it_is(still: Page) -> None:
    viewer = opened(still, "clean")
    slider = still.get_by_label("Step", exact=True)
    slider.fill("14")
    assert at(viewer) == 14
    text = told(still, "clean")["steps"][14]["text"]
    expect(slider).to_have_attribute("aria-valuetext", f"14 of {slider.get_attribute('max')}: {text}")
    slider.press("ArrowRight")
    assert at(viewer) == 15


def test_stages_and_tricks_are_gone_to(still: Page) -> None:
    viewer = opened(still, "clean")
    steps = told(still, "clean")["steps"]
    chapters = still.get_by_role("navigation", name="Stages and tricks")
    chapters.get_by_role("link", name="Ruff").click()
    assert steps[at(viewer)]["stage"] == "vying"
    assert steps[at(viewer) - 1]["stage"] != "vying"
    chapters.get_by_role("link", name="Trick 7").click()
    assert (steps[at(viewer)]["trick"], steps[at(viewer) - 1]["trick"]) == (7, 6)
    expect(chapters.locator("[aria-current]")).to_have_text(re.compile("7"))


def test_buttons_do_what_they_say(still: Page) -> None:
    viewer = opened(still, "clean")
    last = int(viewer.locator("#at-step").get_attribute("max") or "")
    for name, step in (
        ("To the end", last),
        ("One step back", last - 1),
        ("To the deal", 0),
        ("One step on", 1),
    ):
        still.get_by_role("button", name=name).click()
        assert at(viewer) == step, name


def test_who_steps_by_hand_is_told_the_step(still: Page) -> None:
    viewer = opened(still, "clean")
    steps = told(still, "clean")["steps"]
    still.keyboard.press("ArrowRight")
    expect(viewer.get_by_role("status")).to_have_text(steps[1]["text"])
    assert "holds" in viewer.locator("#table-words").inner_text()


def test_what_is_said_stands_in_a_bubble(still: Page) -> None:
    viewer = opened(still, "clean")
    steps = told(still, "clean")["steps"]
    spoken = next(step for step in steps if step["said"] == "Vie")
    opened(still, "clean", f"#{spoken['number']}")
    still.reload()
    expect(viewer.locator(".bubble")).to_have_text("Vie")
    still.keyboard.press("Home")
    expect(viewer.locator(".bubble")).to_be_hidden()


@pytest.mark.parametrize("players", [5, 6])
def test_what_is_said_at_a_narrow_table_hides_nobodys_plate(still: Page, players: int) -> None:
    still.set_viewport_size({"width": 390, "height": 844})
    viewer = opened(still, OF_MANY[players])
    speakers = set()
    for step in told(still, OF_MANY[players])["steps"][1:]:
        still.keyboard.press("ArrowRight")
        if step["said"]:
            speakers.add(step["player"])
            assert viewer.evaluate(HIDDEN_PLATES) == [], step["text"]
    assert len(speakers) == players


def test_trumps_and_those_with_names_are_marked(still: Page) -> None:
    viewer = opened(still, "clean")
    replay = told(still, "clean")
    cards = viewer.locator(".playing-card")
    shown = {card.get_attribute("data-card") or "": card for card in cards.all()}
    trumps = {card for card in shown if card.endswith(replay["trumps"])}
    assert {card for card, place in shown.items() if place.locator(".ribbon").count()} == trumps
    ribbons = {card: shown[card].locator(".ribbon").inner_text() for card in trumps}
    assert {card: name for card, name in ribbons.items() if name} == {
        card: name for card, name in replay["named"].items() if card in trumps
    }
    assert len(trumps) > 5


def test_the_card_that_takes_a_trick_stands_out_until_it_is_gathered(still: Page) -> None:
    viewer = opened(still, "clean")
    replay = told(still, "clean")
    ends = next(step for step in replay["steps"] if step["winner"] is not None)
    still.get_by_label("Step", exact=True).fill(str(ends["number"]))
    wins = viewer.locator(".playing-card.wins")
    expect(wins).to_have_count(1)
    expect(wins).to_have_attribute("data-place", f"trick:{ends['winner']}")
    still.locator("#forward").click()
    expect(viewer.locator(f'.playing-card[data-place="won:{ends["winner"]}"]')).to_have_count(3)
    expect(viewer.locator(f'[data-place="won:{ends["winner"]}"] img[src*="back.svg"]')).to_have_count(3)


def test_a_violation_is_marked_at_its_card_its_step_and_on_the_slider(still: Page) -> None:
    viewer = opened(still, "revoke")
    (violation,) = told(still, "revoke", "audit")["violations"]
    still.get_by_role("link", name=f"/actions/{violation['action']}").click()
    assert at(viewer) == violation["action"] + 1
    expect(viewer.locator(".against-rules")).to_have_attribute("data-card", violation["found"])
    expect(viewer.locator("#caption")).to_contain_text(violation["message"])
    expect(viewer.locator("[aria-current][data-step]")).to_have_class(re.compile("wrong"))
    expect(viewer.locator("#table")).to_be_in_viewport(ratio=0.9)
    expect(viewer.locator("#marks .wrong")).to_have_count(1)


@pytest.mark.parametrize("hand", ["clean", *OF_MANY.values()])
def test_every_card_of_every_hand_can_be_told(still: Page, hand: str) -> None:
    """The corner with rank and suit of each card in a hand is covered by nothing, at any width."""
    opened(still, hand, "#0")
    for width in (1440, 820, 360):
        still.set_viewport_size({"width": width, "height": 1300})
        still.evaluate("new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid)))")
        still.locator("#viewer-parts").evaluate("(parts) => parts.scrollIntoView()")
        assert covered_cards(still) == [], width


def test_cards_that_were_shown_can_be_told_among_those_face_down(still: Page) -> None:
    still.set_viewport_size({"width": 360, "height": 1300})
    viewer = opened(still, "clean", "?eyes=will#13")
    shown = viewer.locator('[data-place="hand:0"]:not([data-card=""])')
    assert shown.count() > 3
    assert viewer.locator('[data-place="hand:0"][data-card=""]').count() > 0
    assert covered_cards(still) == []


def covered_cards(page: Page) -> list[str]:
    """The cards in hands that lie face up and whose corner does not show."""
    covered: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
            '.playing-card[data-place^="hand"]:not([data-card=""])')].filter((card) => {
            const at = new DOMMatrix(getComputedStyle(card).transform);
            const [width, height] = [card.offsetWidth, card.offsetHeight];
            const table = document.getElementById("table").getBoundingClientRect();
            const turn = new DOMMatrix([at.a, at.b, at.c, at.d, 0, 0]);
            return [[-0.42, -0.44], [-0.3, -0.38], [-0.41, -0.26]].some(([right, down]) => {
                const corner = turn.transformPoint(new DOMPoint(right * width, down * height));
                const x = table.left + at.e + width / 2 + corner.x;
                const y = table.top + at.f + height / 2 + corner.y;
                return document.elementFromPoint(x, y)?.closest(".playing-card") !== card;
            });
        }).map((card) => card.dataset.card)"""
    )
    return covered


def test_from_a_seat_the_others_hold_their_cards_face_down(still: Page) -> None:
    viewer = opened(still, "parlett")
    replay = told(still, "parlett")
    player = replay["players"][1]
    still.keyboard.press("ArrowRight")
    still.get_by_label("Whose eyes").select_option(label=f"From {player['name']}’s seat")
    still.get_by_role("button", name="Look").click()
    still.wait_for_url(re.compile("eyes="))
    assert at(viewer) == 1
    assert parse_qs(urlsplit(still.url).query) == {"eyes": [player["id"]]}
    still.keyboard.press("Home")
    for seat in (0, 1, 2):
        backs = viewer.locator(f'[data-place="hand:{seat}"] img[src*="back.svg"]')
        expect(backs).to_have_count(0 if seat == 1 else 12)
    seen = told(still, "parlett", query=f"?eyes={player['id']}")
    turned = {card for step in seen["steps"] for move in step["moves"] for card in move["cards"]}
    known = cards_in(str(seen["places"])) | turned | cards_in(str([step["shown"] for step in seen["steps"]]))
    known |= cards_in(" ".join(step["text"] for step in seen["steps"]))
    assert cards_in(still.content()) <= known


def test_who_may_not_see_the_cards_finds_them_nowhere_in_the_page(
    browser: Browser, served: LiveServer, signed_in: Page
) -> None:
    made = served.command("keys", "create", "--name", "looker-on", "--role", "reader")
    whole = signed_in.request.get(f"{served.url}/api/v1/hands/parlett/history").json()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served.url}/hands/parlett")
    page.get_by_label("API key").fill(made.stdout.decode().strip())
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{served.url}/hands/parlett")
    thrown = {card for action in whole["actions"] if action[1] == "discard" for card in action[2].split()}
    played = {action[2] for action in whole["actions"] if action[1] == "play"}
    open_to_all = played | {whole["deal"]["turn_up"]}
    for key in ("Home", "End"):
        page.keyboard.press(key)
        assert not cards_in(page.content()) & (thrown - open_to_all)
    expect(page.locator('.playing-card[data-place="discards"] img[src*="back.svg"]')).to_have_count(7)
    context.close()


def test_with_names_masked_nobody_is_named_in_the_page(still: Page) -> None:
    viewer = opened(still, "clean")
    players = told(still, "clean")["players"]
    eldest = next(player for player in players if player["position"] == "eldest")
    still.get_by_label("Whose eyes").select_option(eldest["id"])
    still.get_by_label("Names").select_option("hidden")
    still.get_by_role("button", name="Look").click()
    still.wait_for_url(re.compile("names=hidden"))
    assert parse_qs(urlsplit(still.url).query) == {"eyes": ["eldest"], "names": ["hidden"]}
    expect(viewer.locator(".plate-name").first).to_have_text(re.compile("Eldest|Second|Dealer"))
    still.keyboard.press("End")
    content = still.content()
    for player in players:
        assert not re.search(rf"\b({re.escape(player['id'])}|{re.escape(player['name'])})\b", content)


def test_another_reading_marks_the_steps_that_change(still: Page) -> None:
    viewer = opened(still, "clean")
    still.get_by_label("Read by the rules of").select_option("cotton-1674")
    still.get_by_role("button", name="Look").click()
    still.wait_for_url(re.compile("rules=cotton-1674"))
    changed = told(still, "clean", query="?rules=cotton-1674")["reading"]["changed"]
    expect(viewer.locator("#marks .changed")).to_have_count(len(changed))
    still.get_by_role("link", name=str(changed[0]), exact=True).first.click()
    assert at(viewer) == changed[0]
    expect(viewer.locator("[aria-current] .by-its-own")).to_be_visible()
    still.keyboard.press("End")
    read = [told(still, "clean", what, "?rules=cotton-1674") for what in ("audit", "replay")]
    assert balances(still) == amounts_at_the_end(*read)


def test_cards_and_counters_move_only_for_those_who_want_it(signed_in: Page) -> None:
    opened(signed_in, "clean")
    paid = next(step["number"] for step in told(signed_in, "clean")["steps"] if step["payments"])
    signed_in.get_by_label("Step", exact=True).fill(str(paid - 1))
    signed_in.keyboard.press("Tab")
    for motion, moved in (("reduce", 0), ("no-preference", 1)):
        signed_in.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        signed_in.locator("#back").click()
        signed_in.get_by_label("Step", exact=True).fill(str(paid - 1))
        flown = signed_in.evaluate(
            """() => { document.getElementById("forward").click();
                return document.querySelectorAll(".paid-counter").length; }"""
        )
        assert (flown > 0) is bool(moved), motion
        card = signed_in.locator(".playing-card").first
        seconds = card.evaluate("(card) => parseFloat(getComputedStyle(card).transitionDuration)")
        assert (seconds > 0) is bool(moved), motion


def test_the_address_of_a_step_can_be_copied(signed_in: Page) -> None:
    signed_in.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(signed_in, "clean", "?names=hidden")
    signed_in.get_by_label("Step", exact=True).fill("8")
    signed_in.get_by_role("button", name="Copy link").click()
    expect(signed_in.get_by_role("button", name="Copied")).to_be_visible()
    copied = signed_in.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("/hands/clean?names=hidden#8")


def test_without_a_script_the_hand_can_be_read(browser: Browser, served: LiveServer, cookie: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 800})
    context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": served.url}])
    page = context.new_page()
    page.goto(f"{served.url}/hands/revoke#22")
    expect(page.locator("li:target")).to_be_in_viewport()
    expect(page.locator("#controls")).to_be_hidden()
    expect(page.locator("img.table-picture")).to_be_visible()
    expect(page.locator("#told")).to_have_css("overflow-y", "visible")
    page.get_by_label("Names").select_option("hidden")
    page.get_by_role("button", name="Look").click()
    assert parse_qs(urlsplit(page.url).query) == {"names": ["hidden"]}
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground_at_the_table_too(still: Page, scheme: str) -> None:
    still.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    for hand, step in (("revoke", 22), ("clean?rules=cotton-1674", 6)):
        opened(still, hand, f"#{step}")
        assert faint_texts(still) == []
