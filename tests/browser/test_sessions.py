"""The pages of sessions in a real browser: the chart of the evening, the settling-up, and the list."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import LiveServer
from tests.test_repository import ROOT

EVENING = (ROOT / "sample_histories" / "evening.ndjson").read_text(encoding="utf-8")
MITRE = "mitre-2026-05-16"
CROWD = "a-crowd"


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service with a sound evening, and a long one at which eleven people sat in turn."""
    server = live_server()
    crowd = server.command(
        "simulate", "--rules", "knauer-2008", "--players", "6", "--hands", "24", "--seed", "3"
    ).stdout
    hands = [json.loads(line) for line in crowd.splitlines()]
    for number, hand in enumerate(hands, start=1):
        hand["session"] = {"id": CROWD, "hand": number}
    imported = server.command("import", "-", stdin="\n".join([EVENING, *map(json.dumps, hands)]).encode())
    assert imported.returncode == 0, imported.stderr
    return server


@pytest.mark.parametrize("width", [320, 360, 820, 1440])
@pytest.mark.parametrize("session", [MITRE, CROWD])
def test_names_stand_at_the_ends_of_their_lines_and_none_on_another(
    signed_in: Page, served: LiveServer, session: str, width: int
) -> None:
    signed_in.set_viewport_size({"width": width, "height": 900})
    signed_in.goto(f"{served.url}/sessions/{session}")
    boxes = [name.bounding_box() for name in signed_in.locator(".courses .who").all()]
    placed = sorted((box["y"], box["y"] + box["height"], box["x"] + box["width"]) for box in boxes if box)
    assert len(placed) == (3 if session == MITRE else 11)
    assert all(right <= width for _, _, right in placed)
    assert all(after[0] - before[0] >= 12 for before, after in pairwise(placed))
    assert signed_in.evaluate("document.documentElement.scrollWidth") <= width


def test_the_chart_is_told_to_those_who_do_not_see_it(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/sessions/{MITRE}")
    chart = signed_in.get_by_role("img", name="What each player stood at after each hand")
    expect(chart).to_be_visible()
    expect(chart).to_have_accessible_description(
        "Roger Bull ends at +73, lowest at −30 after hand 3; "
        "Lettice Ward ends at −29, highest at +7 after hand 3, lowest at −35 after hand 8; "
        "Hester Lowe ends at −52, highest at +22 after hand 3."
    )


def test_a_line_runs_to_where_its_player_stood(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/sessions/{MITRE}")
    zero = signed_in.locator(".courses .nought").bounding_box()
    heights = signed_in.evaluate(
        """() => [...document.querySelectorAll('.courses polyline')].map((line) => {
            const points = line.points, last = points[points.numberOfItems - 1];
            return last.matrixTransform(line.getScreenCTM()).y + scrollY;
        })"""
    )
    assert zero is not None
    lettice, roger, hester = (height - zero["y"] for height in heights)
    assert roger < 0 < lettice < hester
    assert hester / lettice == pytest.approx(52 / 29, rel=0.06)
    assert roger / lettice == pytest.approx(-73 / 29, rel=0.06)


@pytest.mark.parametrize("width", [320, 820, 1440])
def test_the_list_tells_who_won_and_leads_to_the_evening(
    signed_in: Page, served: LiveServer, width: int
) -> None:
    signed_in.set_viewport_size({"width": width, "height": 900})
    signed_in.goto(f"{served.url}/sessions")
    assert signed_in.evaluate("document.documentElement.scrollWidth") <= width
    evening = signed_in.locator(".evenings > li").filter(has_text=MITRE)
    expect(evening.get_by_role("list", name="Players by what they won or lost")).to_have_text(
        "Roger Bull +73 Lettice Ward −29 Hester Lowe −52", use_inner_text=True
    )
    evening.get_by_role("link", name=MITRE).click()
    expect(signed_in.get_by_role("heading", level=1)).to_have_text(MITRE)


def test_the_settling_up_fits_a_phone(signed_in: Page, served: LiveServer) -> None:
    signed_in.set_viewport_size({"width": 320, "height": 800})
    signed_in.goto(f"{served.url}/sessions/{MITRE}")
    settling = signed_in.locator(".settling")
    expect(settling.get_by_role("img", name="Who pays whom to settle the evening")).to_be_visible()
    expect(settling.locator(".transfers").first.get_by_role("listitem")).to_have_count(
        settling.locator(".flow-arrow").count()
    )
    assert settling.evaluate("place => place.scrollWidth <= place.clientWidth")
