"""The pictures in a real browser: that they draw, with nothing from outside, and can be read on a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.conftest import LiveServer
from tests.test_repository import ROOT

SAMPLES = ROOT / "sample_histories"
INKS = """async ([address, alone]) => {
    const picture = new Image();
    if (alone) {
        const text = await (await fetch(address)).text();
        picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    } else {
        picture.src = address;
    }
    await picture.decode();
    const sheet = new OffscreenCanvas(1200, 630).getContext("2d");
    sheet.drawImage(picture, 0, 0);
    const { data } = sheet.getImageData(0, 0, 1200, 630);
    const inks = {};
    for (let at = 0; at < data.length; at += 4) {
        const ink = data.slice(at, at + 4).join(",");
        inks[ink] = (inks[ink] ?? 0) + 1;
    }
    return { size: [picture.naturalWidth, picture.naturalHeight], inks };
}"""
"""How often each colour stands in the picture at an address, shown as it is or as a file without a site."""
BOXES = """(found) => [...found].map((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [left, top, right, bottom];
})"""


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service with sample hands, and one of six players."""
    server = live_server()
    made = server.command(
        "simulate", "--rules", "knauer-2008", "--players", "6", "--hands", "1", "--seed", "5", "--rare"
    ).stdout
    six = json.dumps(json.loads(made) | {"hand_id": "six"}).encode()
    files = [str(SAMPLES / f"{name}.json") for name in ("clean", "misreported", "four-players", "one-seat")]
    imported = server.command("import", "-", *files, stdin=six)
    assert imported.returncode == 0, imported.stderr
    return server


@pytest.mark.parametrize("hand", ["misreported", "four-players", "six"])
def test_a_picture_draws_as_an_image_with_nothing_from_outside(
    signed_in: Page, served: LiveServer, hand: str
) -> None:
    address = f"{served.url}/api/v1/hands/{hand}.svg"
    drawn = signed_in.evaluate(INKS, [address, False])
    assert drawn["size"] == [1200, 630]
    paper, sheet, card, ink = "244,236,219,255", "251,246,234,255", "255,253,245,255", "36,29,20,255"
    assert all(drawn["inks"].get(colour, 0) > 5_000 for colour in (paper, sheet, card, ink)), drawn["inks"]
    assert signed_in.evaluate(INKS, [address, True]) == drawn


def test_a_picture_that_is_opened_by_itself_says_what_it_shows(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/api/v1/hands/clean.svg")
    assert signed_in.title().startswith("A hand of Gleek: ")
    shown = signed_in.locator("svg")
    assert shown.bounding_box() == {"x": 0, "y": 0, "width": 1200, "height": 630}
    assert "turned up" in (shown.locator("desc").text_content() or "")


@pytest.mark.parametrize("hand", ["misreported", "six"])
@pytest.mark.parametrize("width", [360, 1440])
def test_the_amounts_of_the_chart_can_be_read(
    signed_in: Page, served: LiveServer, hand: str, width: int
) -> None:
    signed_in.set_viewport_size({"width": width, "height": 800})
    signed_in.goto(f"{served.url}/hands/{hand}")
    chart = signed_in.locator("figure.flow svg")
    amounts = chart.locator(".flow-amount").evaluate_all(BOXES)
    names = chart.locator(".flow-name").evaluate_all(BOXES)
    assert len(amounts) >= 3
    for left, top, right, bottom in (*amounts, *names):
        assert left >= 0
        assert right <= width
        assert bottom - top >= 12
    for one, other in combinations(names, 2):
        assert one[3] <= other[1] or other[3] <= one[1]
    for (left, top, right, bottom), other in combinations(amounts, 2):
        middle = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
        assert not (left < middle[0] < right and top < middle[1] < bottom)


def test_the_chart_is_drawn_in_the_colours_of_the_page(signed_in: Page, served: LiveServer) -> None:
    inks = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        signed_in.emulate_media(color_scheme=scheme)
        signed_in.goto(f"{served.url}/hands/misreported")
        of = "([part]) => [getComputedStyle(part).fill, getComputedStyle(part).stroke]"
        inks.append(
            [
                signed_in.locator(f"figure.flow {part}").evaluate_all(of)
                for part in (".flow-name", ".flow-arrow path", ".flow-differs path", ".flow-amount")
            ]
        )
    assert all(light != dark for light, dark in zip(*inks, strict=True))


def test_what_differs_is_marked_otherwise_than_by_colour(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/hands/misreported")
    dashes = "([part]) => getComputedStyle(part).strokeDasharray"
    chart = signed_in.locator("figure.flow")
    assert chart.locator(".flow-differs path").evaluate_all(dashes) != "none"
    assert chart.locator(".flow-arrow:not(.flow-differs) path").evaluate_all(dashes) == "none"
    assert chart.locator(".flow-strike").count() == chart.locator(".flow-differs").count() > 0
    assert "the record says" in (chart.locator("desc").text_content() or "")
