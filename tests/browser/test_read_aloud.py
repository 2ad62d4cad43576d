"""A hand read aloud in a real browser: its voice changes without scripts, each sentence is spoken in turn.

The browser of the tests has nobody to speak for it, so what would be spoken is written down, and a sentence
ends when the test says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.conftest import LiveServer
from tests.test_repository import ROOT

HAND = "/hands/tu-quoque"
WRITES_DOWN = """
  window.voices = [
    {name: "Amélie", lang: "fr-CA", localService: true}, {name: "Zoe", lang: "en-US", localService: true},
    {name: "Hazel from afar", lang: "en-GB", localService: false},
    {name: "Hazel", lang: "en_GB", localService: true},
  ];
  window.spoken = [];
  window.cancelled = 0;
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", {value: {
    getVoices: () => window.voices,
    speak: (utterance) => {
      window.saying = utterance;
      window.spoken.push([utterance.text, utterance.voice.name]);
    },
    cancel: () => { window.cancelled += 1; window.saying?.onend?.(); window.saying = undefined; },
  }});
"""
ENDS = "() => { const ended = window.saying; window.saying = undefined; ended.onend(); }"


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """A club with one hand."""
    server = live_server()
    imported = server.command("import", str(ROOT / "sample_histories" / "tu-quoque.json"))
    assert imported.returncode == 0, imported.stderr
    return server


@pytest.fixture
def aloud(signed_in: Page, served: LiveServer) -> Page:
    """The hand's page in a browser that can speak."""
    signed_in.add_init_script(WRITES_DOWN)
    signed_in.goto(f"{served.url}{HAND}")
    return signed_in


def button(page: Page) -> Locator:
    """What begins and stops the reading."""
    return page.locator("#speak")


def spoken(page: Page) -> list[list[str]]:
    """What has been spoken so far, and by which voice."""
    said: list[list[str]] = page.evaluate("() => window.spoken")
    return said


def marked(page: Page) -> list[str]:
    """The sentences that are marked as being spoken."""
    return page.locator(".narration .speaking").all_inner_texts()


def test_the_voices_change_by_a_link_without_scripts(
    browser: Browser, served: LiveServer, cookie: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": served.url}])
        page = context.new_page()
        page.goto(f"{served.url}{HAND}?eyes=staines")
        narration = page.locator("#narration")
        expect(narration).to_contain_text("Staines vied the ruff.")
        expect(button(page)).to_be_hidden()
        page.get_by_role("link", name="Words of the period").click()
        expect(page).to_have_url(re.compile(r"eyes=staines.*words=period.*#read-aloud$"))
        expect(narration).to_contain_text("“I'll vie")
        current = page.locator(".voices [aria-current]")
        expect(current).to_have_text("Words of the period")
        page.get_by_role("link", name="Plain English").click()
        expect(narration).to_contain_text("Staines vied the ruff.")


def test_a_browser_that_cannot_speak_has_no_button(signed_in: Page, served: LiveServer) -> None:
    signed_in.add_init_script("delete window.speechSynthesis; delete Window.prototype.speechSynthesis;")
    signed_in.goto(f"{served.url}{HAND}")
    expect(signed_in.locator("#narration")).to_be_visible()
    assert signed_in.evaluate("() => 'speechSynthesis' in window") is False
    expect(button(signed_in)).to_be_hidden()


def test_every_title_and_sentence_is_spoken_in_turn_by_a_british_voice(aloud: Page) -> None:
    sentences: list[str] = aloud.locator("#narration .said").evaluate_all(
        "(all) => all.map((each) => each.textContent)"
    )
    assert len(sentences) > 50
    button(aloud).click()
    for place, sentence in enumerate(sentences):
        expect(button(aloud)).to_have_text("Stop")
        assert spoken(aloud)[place:] == [[sentence, "Hazel"]]
        assert len(marked(aloud)) == 1
        aloud.evaluate(ENDS)
    assert len(spoken(aloud)) == len(sentences)
    expect(button(aloud)).to_have_text("Read aloud")
    assert marked(aloud) == []


def test_the_sentence_that_is_spoken_is_in_view(aloud: Page) -> None:
    button(aloud).click()
    for _ in range(30):
        aloud.evaluate(ENDS)
    expect(aloud.locator(".narration .speaking")).to_be_in_viewport()


def test_it_stops_where_it_is_told_to_and_begins_anew(aloud: Page) -> None:
    button(aloud).click()
    aloud.evaluate(ENDS)
    assert len(spoken(aloud)) == 2
    button(aloud).click()
    expect(button(aloud)).to_have_text("Read aloud")
    assert marked(aloud) == []
    assert len(spoken(aloud)) == 2, "what was broken off does not lead on to the next"
    button(aloud).click()
    assert spoken(aloud)[2] == spoken(aloud)[0]


def test_the_button_is_worked_from_the_keyboard(aloud: Page) -> None:
    button(aloud).focus()
    aloud.keyboard.press("Enter")
    expect(button(aloud)).to_have_text("Stop")
    aloud.keyboard.press("Space")
    expect(button(aloud)).to_have_text("Read aloud")


def status(page: Page) -> Locator:
    """Where it is said that it cannot be read aloud."""
    return page.locator("#read-aloud").get_by_role("status")


def test_voices_that_come_after_the_page_are_heard_of_before_the_first_click(
    signed_in: Page, served: LiveServer
) -> None:
    signed_in.add_init_script(f"{WRITES_DOWN}; window.later = window.voices; window.voices = [];")
    signed_in.goto(f"{served.url}{HAND}")
    button(signed_in).click()
    expect(status(signed_in)).to_contain_text("This browser has no voice to read with.")
    expect(button(signed_in)).to_have_text("Read aloud")
    assert spoken(signed_in) == []
    assert marked(signed_in) == []
    signed_in.evaluate("() => { window.voices = window.later; window.speechSynthesis.onvoiceschanged(); }")
    expect(status(signed_in)).to_be_empty()
    button(signed_in).click()
    expect(button(signed_in)).to_have_text("Stop")
    assert [voice for _, voice in spoken(signed_in)] == ["Hazel"]


def test_a_better_voice_that_comes_late_does_not_change_a_reading(aloud: Page) -> None:
    aloud.evaluate("() => { window.later = window.voices; window.voices = window.voices.slice(1, 2); }")
    button(aloud).click()
    aloud.evaluate("() => { window.voices = window.later; window.speechSynthesis.onvoiceschanged(); }")
    aloud.evaluate(ENDS)
    button(aloud).click()
    button(aloud).click()
    assert [voice for _, voice in spoken(aloud)] == ["Zoe", "Zoe", "Hazel"]


@pytest.mark.parametrize(
    ("error", "said"),
    [("synthesis-failed", "The voice of this browser failed."), ("interrupted", "")],
)
def test_a_voice_that_fails_says_so_and_one_that_is_broken_off_does_not(
    aloud: Page, error: str, said: str
) -> None:
    button(aloud).click()
    expect(status(aloud)).to_be_empty()
    aloud.evaluate("(error) => window.saying.onerror({error})", error)
    expect(button(aloud)).to_have_text("Read aloud")
    if said:
        expect(status(aloud)).to_contain_text(said)
    else:
        expect(status(aloud)).to_be_empty()
    assert marked(aloud) == []
    button(aloud).click()
    expect(button(aloud)).to_have_text("Stop")
    expect(status(aloud)).to_be_empty()


def test_it_falls_silent_where_the_page_is_left(aloud: Page) -> None:
    button(aloud).click()
    before: Any = aloud.evaluate("() => window.cancelled")
    aloud.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert aloud.evaluate("() => window.cancelled") > before
    expect(button(aloud)).to_have_text("Read aloud")
