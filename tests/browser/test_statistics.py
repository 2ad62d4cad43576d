"""The dashboards in a real browser: every figure draws, filters change it, and a point leads to its hands."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from gleek_replay.statistics.figures import ClubFigure, PlayerFigure
from tests.browser.contrast import faint_texts
from tests.conftest import LiveServer
from tests.test_repository import ROOT

OF_A_PLAYER = [*PlayerFigure, "measure_over_time"]
PLAYER = "tobias-wren"
GAIN = {"light": "rgb(31, 90, 140)", "dark": "rgb(125, 180, 230)"}


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """A club with hands enough to tell of luck, a revoke, a false payment and a single hand of Kate’s."""
    server = live_server()
    simulated = server.command("simulate", "--rules", "parlett", "--hands", "420", "--seed", "1662")
    samples = [str(ROOT / "sample_histories" / f"{name}.json") for name in ("revoke", "misreported", "clean")]
    imported = server.command("import", "-", *samples, stdin=simulated.stdout)
    assert imported.returncode == 0, imported.stderr
    fitted = server.command("luck", "fit")
    assert fitted.returncode == 0, fitted.stderr
    return server


def plot(page: Page, figure: str) -> Locator:
    """The place of a figure, drawn."""
    place = page.locator(f"[data-name={figure}]")
    place.scroll_into_view_if_needed()
    expect(place).to_have_attribute("data-state", "drawn")
    return place


def click(place: Locator, role: str, number: int = 0) -> None:
    """Click on a point of the trace with this role."""
    place.evaluate(
        """(place, [role, number]) => {
            const data = place.data.find((trace) => trace.meta?.role === role);
            place.emit("plotly_click", { points: [{ data, customdata: data.customdata[number] }] });
        }""",
        [role, number],
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_figure_of_a_player_draws_in_the_colours_of_the_page(
    signed_in: Page, served: LiveServer, scheme: str
) -> None:
    signed_in.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    signed_in.goto(f"{served.url}/players/{PLAYER}")
    for figure in OF_A_PLAYER:
        place = plot(signed_in, figure)
        assert place.locator(".trace, .heatmaplayer image, .points path").count() > 0, figure
        assert signed_in.locator(f"#{figure}-said").inner_text().endswith((".", "!"))
    curve = plot(signed_in, "net_over_time").locator(".scatterlayer path.js-line")
    strokes = curve.evaluate_all("lines => lines.map((line) => line.style.stroke)")
    assert GAIN[scheme] in strokes
    assert faint_texts(signed_in) == []


def test_every_figure_of_the_club_draws(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/club")
    for figure in ClubFigure:
        place = plot(signed_in, figure)
        assert place.locator(".trace, .heatmaplayer image, .points path").count() > 0, figure
    assert faint_texts(signed_in) == []


def test_figures_follow_the_browser_into_the_dark(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/players/{PLAYER}")
    place = plot(signed_in, "net_over_time")
    signed_in.emulate_media(color_scheme="dark")
    signed_in.wait_for_function(
        """([place, colour]) => [...place.querySelectorAll("path.js-line")]
            .some((line) => line.style.stroke === colour)""",
        arg=[place.element_handle(), GAIN["dark"]],
    )


def test_a_point_of_the_curve_leads_to_its_hand(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/players/{PLAYER}")
    click(plot(signed_in, "net_over_time"), "line")
    signed_in.wait_for_url(re.compile("/hands/"))
    expect(signed_in.get_by_role("heading", name="The ledger")).to_be_visible()


def test_a_seat_leads_to_the_hands_that_were_played_in_it(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/players/{PLAYER}?verdict=clean")
    click(plot(signed_in, "results_by_seat"), "point")
    signed_in.wait_for_url(re.compile(f"/players/{PLAYER}/hands"))
    query = parse_qs(urlsplit(signed_in.url).query)
    assert query["seat"] == ["eldest"]
    assert query["verdict"] == ["clean"]
    seats = signed_in.get_by_role("group", name="Hands").get_by_role("cell", name="eldest")
    expect(seats.first).to_be_visible()


def test_a_bar_of_the_club_leads_to_the_hands_that_a_program_recorded(
    signed_in: Page, served: LiveServer
) -> None:
    signed_in.goto(f"{served.url}/club")
    signed_in.locator("#ask-rules").select_option("parlett")
    signed_in.locator("#ask-unit").select_option("money")
    signed_in.get_by_role("button", name="Show").click()
    signed_in.wait_for_url(re.compile("rules=parlett"))
    place = plot(signed_in, "verdicts_by_client")
    click(place, "clean")
    signed_in.wait_for_url(re.compile("client="))
    query = parse_qs(urlsplit(signed_in.url).query)
    assert (query["rules"], query["verdict"]) == (["parlett"], ["clean"])
    assert "unit" not in query
    expect(signed_in.locator(".hands > li").first).to_be_visible()


def test_filters_stand_in_the_address_and_change_the_figures(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/players/{PLAYER}")
    plot(signed_in, "net_over_time")
    whole = signed_in.locator("#net_over_time-said").inner_text()
    signed_in.get_by_text("Narrow it to some of the hands").click()
    signed_in.locator("#ask-seat").select_option("eldest")
    signed_in.locator("#ask-unit").select_option("money")
    signed_in.get_by_role("button", name="Show").click()
    signed_in.wait_for_url(f"{served.url}/players/{PLAYER}?seat=eldest&unit=money")
    plot(signed_in, "net_over_time")
    narrowed = signed_in.locator("#net_over_time-said").inner_text()
    assert narrowed != whole
    assert re.search(r"[£sd]\b", narrowed)
    signed_in.get_by_role("link", name="All hands").click()
    signed_in.wait_for_url(f"{served.url}/players/{PLAYER}")


def test_any_statistic_is_drawn_over_time(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/players/{PLAYER}")
    plot(signed_in, "measure_over_time")
    said = signed_in.locator("#measure_over_time-said")
    expect(said).to_contain_text("by month")
    signed_in.locator("#ask-measure").select_option("bought")
    signed_in.locator("#ask-by").select_option("week")
    expect(said).to_contain_text("by week")
    table = signed_in.locator("#measure_over_time").get_by_role("link", name="CSV").get_attribute("href")
    assert parse_qs(urlsplit(str(table)).query)["measure"] == ["bought"]


def test_a_late_answer_does_not_take_the_place_of_a_newer_one(signed_in: Page, served: LiveServer) -> None:
    """Chosen in haste, the measure is asked for by month and at once by week: the first is given up."""
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    signed_in.goto(f"{served.url}/players/{PLAYER}")
    plot(signed_in, "measure_over_time")
    signed_in.route(re.compile(r"measure=bought&by=month"), hold)
    signed_in.locator("#ask-measure").select_option("bought")
    with signed_in.expect_event("requestfailed", lambda request: "by=month" in request.url):
        signed_in.locator("#ask-by").select_option("week")
    expect(signed_in.locator("#measure_over_time-said")).to_contain_text("by week")
    expect(signed_in.locator("[data-figure][data-state=failed]")).to_have_count(0)
    assert len(late) == 1


@pytest.mark.parametrize(("kind", "begins"), [("PNG", b"\x89PNG"), ("SVG", b"<svg")])
def test_a_figure_can_be_taken_away_as_a_picture(
    signed_in: Page, served: LiveServer, tmp_path: Path, kind: str, begins: bytes
) -> None:
    signed_in.goto(f"{served.url}/players/{PLAYER}")
    plot(signed_in, "distribution")
    with signed_in.expect_download() as download:
        signed_in.locator("#distribution").get_by_role("button", name=kind).click()
    assert download.value.suggested_filename == f"distribution.{kind.lower()}"
    kept = tmp_path / "kept"
    download.value.save_as(kept)
    assert kept.read_bytes().startswith(begins)


def test_a_number_leads_to_the_hands_behind_it(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/players/{PLAYER}")
    signed_in.locator("summary", has_text="Vying").click()
    row = signed_in.get_by_role("row", name=re.compile("^Bluffs"))
    bluffs = int(row.first.get_by_role("link").first.inner_text().replace(",", ""))
    row.first.get_by_role("link").first.click()
    signed_in.wait_for_url(re.compile("measure=bluffs"))
    rows = signed_in.get_by_role("group", name="Hands").locator("tbody tr")
    assert rows.count() == min(bluffs, 25)
    assert set(rows.locator("td:first-of-type").all_inner_texts()) == {"yes"}, "what each adds to the number"


def test_one_hand_is_drawn_without_an_interval(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/players/kate")
    place = plot(signed_in, "net_over_time")
    assert place.locator(".errorbars path, .yerror, .xerror").count() == 0
    assert "luck" not in signed_in.locator("#net_over_time-said").inner_text()


def test_the_leaderboard_is_put_in_another_order(signed_in: Page, served: LiveServer) -> None:
    signed_in.goto(f"{served.url}/leaderboard?least_hands=30")
    signed_in.get_by_role("link", name="hands played").click()
    signed_in.wait_for_url(re.compile("sort=hands"))
    cells = signed_in.locator(".board tbody td:last-child").all_inner_texts()
    hands = [int(text.split()[0].replace(",", "")) for text in cells]
    assert hands == sorted(hands, reverse=True)
    assert min(hands) >= 30
