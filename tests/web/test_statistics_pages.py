"""Pages of statistics as they lead on: no link of theirs, and no point of their figures, leads nowhere."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from html import unescape
from itertools import chain
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx
import pytest

from gleek_replay.services.access import Role
from gleek_replay.services.clubs import set_time_zone
from gleek_replay.simulation import simulate
from tests.web.conftest import Service
from tests.web.records import example, ndjson

PAGES = [
    "/club",
    "/club?first=2026-02&last=2026-02&rules=parlett&stake=penny&by=week&unit=money",
    "/leaderboard?first=2026-02&unit=money&sort=low&least_hands=2",
    "/players/bess",
    "/players/bess?unit=money&from=2026-02-01&opponent=jack&verdict=irregular&disputed=false",
    "/players/bess/hands?measure=price&measure=bought&unit=money&opponent=jack&to=2026-03-01",
    "/leaderboard?called=BES&least_hands=1",
    "/club?sort=low&least_hands=3&most=4",
]
PAGES_WITH_FIGURES = [page for page in PAGES if not re.search("leaderboard|/hands", page)]


@pytest.fixture(scope="module")
def browser(service: Service) -> Iterator[httpx.Client]:
    """A club in Madrid, with hands around the turn of a month by two programs."""
    programs = [{"name": "Tables & more", "version": "1+2"}, {"name": "Tables & more"}]
    hands = [
        example(name, hand_id=f"{name}-{number}", played_at=at, client=programs[number % 2], stake="penny")
        for name in ("misreported", "revoke", "tu-quoque")
        for number, at in enumerate(("2026-01-31T23:30:00Z", "2026-02-28T22:30:00Z", "2026-02-28T23:30:00Z"))
    ]
    with service.database.session() as session:
        set_time_zone(session, "home", "Europe/Madrid")
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*hands, *simulate("parlett", hands=30, seed=5)))
    client = service.browser()
    yield client
    client.close()


def addresses(page: str) -> set[str]:
    """Where the links and figures of a page lead within the service."""
    found = (unescape(address) for address in re.findall(r' (?:href|data-figure)="([^"]+)"', page))
    return {address for address in found if address.startswith("/") and "/static/" not in address}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(browser: httpx.Client, page: str) -> None:
    answer = browser.get(page)
    assert answer.status_code == 200
    for address in addresses(answer.text):
        assert browser.get(address, follow_redirects=True).status_code == 200, address


@pytest.mark.parametrize("page", PAGES_WITH_FIGURES)
def test_every_point_of_a_figure_leads_to_hands_of_the_page(browser: httpx.Client, page: str) -> None:
    text = browser.get(page).text
    (own,) = re.findall(r'data-hands="([^"]+)"', text)
    followed = set()
    for figure in re.findall(r'data-figure="([^"]+)"', text):
        for kind, custom in linked(browser.get(unescape(figure)).json()):
            if kind == "hands":
                address = laid_over(unescape(own), custom[0])
                narrowed = browser.get(address)
                assert narrowed.status_code == 200, address
                followed.add(custom[0])
    assert followed


def test_the_hands_of_a_month_are_those_of_the_club(browser: httpx.Client) -> None:
    page = browser.get("/club?first=2026-02&last=2026-02&stake=penny").text
    (own,) = re.findall(r'data-hands="([^"]+)"', page)
    query = parse_qs(urlsplit(unescape(own)).query)
    assert query == {
        "from": ["2026-01-31T23:00:00+00:00"],
        "to": ["2026-02-28T23:00:00+00:00"],
        "stake": ["penny"],
    }
    listed = browser.get("/api/v1/hands", params={**query, "client": "Tables & more"}).json()["items"]
    assert {hand["hand_id"] for hand in listed} == {
        f"{name}-{number}" for name in ("misreported", "revoke", "tu-quoque") for number in (0, 1)
    }
    one = browser.get("/api/v1/hands", params={**query, "client": "Tables & more 1+2"}).json()["items"]
    assert {hand["hand_id"] for hand in one} == {"misreported-0", "revoke-0", "tu-quoque-0"}


def test_every_table_and_figure_has_its_numbers_as_csv(browser: httpx.Client) -> None:
    tables: dict[str, set[str]] = {}
    for page in ("/players/bess", "/players/bess/hands?measure=net", "/club", "/leaderboard"):
        text = browser.get(page).text
        told = {address for address in addresses(text) if urlsplit(address).path.endswith(".csv")}
        assert text.count('<figure class="plate') == len(re.findall(r'class="takeaway">.*>CSV</a>', text))
        for address in told:
            header, *rows = browser.get(address).text.splitlines()
            assert "," in header, address
            assert rows or "/findings.csv" in address, address
        tables[page] = {urlsplit(address).path.rpartition("/")[2] for address in told}
    assert tables == {
        "/players/bess": {"statistics.csv", "opponents.csv", "hands.csv", "series.csv"},
        "/players/bess/hands?measure=net": {"hands.csv"},
        "/club": {
            "activity.csv", "clients.csv", "findings.csv", "rules.csv", "head-to-head.csv", "leaderboard.csv",
        },
        "/leaderboard": {"leaderboard.csv"},
    }  # fmt: skip


def test_the_hands_behind_a_number_are_told_with_what_they_add_and_by_whom_one_met(
    browser: httpx.Client,
) -> None:
    query = "measure=price&side=numerator&opponent=jack&from=2026-02-01&to=2026-03-01"
    page = browser.get(f"/players/bess/hands?{query}").text
    (row,) = [row for row in browser.get("/api/v1/players").json()["items"] if row["player_id"] == "jack"]
    assert f"with {row['name']}" in page
    assert "from 1 February 2026 on" in page
    assert ">Price of the stock</th>" in page
    table = browser.get(f"/api/v1/players/bess/hands.csv?{query}").text
    listed = browser.get(f"/api/v1/players/bess/hands?{query}").json()["items"]
    hands = list(csv.DictReader(table.splitlines()))
    assert hands
    assert [hand["hand_id"] for hand in hands] == [hand["hand_id"] for hand in listed]
    for hand in hands:
        assert f"<td>{hand['amount_price']}</td>" in page
        assert "jack" in {hand["opponent_1_id"], hand["opponent_2_id"]}


def test_a_player_is_found_on_the_leaderboard_with_his_place_among_all(browser: httpx.Client) -> None:
    whole = browser.get("/api/v1/leaderboard?limit=200").json()["items"]
    some = browser.get("/api/v1/leaderboard?called=ES").json()["items"]
    assert some == [one for one in whole if "es" in f"{one['player_id']} {one['name']}".casefold()]
    assert 0 < len(some) < len(whole)
    rows = browser.get("/api/v1/leaderboard.csv?called=ES").text.splitlines()[1:]
    assert [row.split(",")[1] for row in rows] == [one["player_id"] for one in some]
    assert "Nobody of whom that is a part" in browser.get("/leaderboard?called=zzz").text


def test_who_has_a_player_of_his_own_is_led_to_his_page(service: Service, browser: httpx.Client) -> None:
    mine = 'href="/players/bess">my page</a>'
    with service.caller(Role.PLAYER) as player:
        for page in ("/leaderboard", "/club"):
            assert mine in player.get(page, headers={"Accept": "text/html"}).text
            assert mine not in browser.get(page).text


def linked(figure: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The points that lead somewhere, with what leads there."""
    for trace in figure["data"]:
        if link := trace.get("meta", {}).get("link"):
            points = trace["customdata"]
            rows = chain.from_iterable(points) if trace["type"] == "heatmap" else points
            yield from ((link, custom) for custom in rows if custom and custom[0])


def laid_over(own: str, query: str) -> str:
    """As the script of the page does it."""
    laid = parse_qsl(query, strict_parsing=True)
    parts = urlsplit(own)
    kept = [part for part in parse_qsl(parts.query) if part[0] not in dict(laid)]
    return f"{parts.path}?{urlencode(kept + laid)}"
