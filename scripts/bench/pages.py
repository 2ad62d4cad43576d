"""How soon a hand's page is answered, and seen in Chromium, beside the barest endpoint that gives one."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import cycle, islice

import httpx
import orjson
from playwright.sync_api import Browser, sync_playwright

from gleek_replay.services.access import Role
from gleek_replay.services.keys import create_key, operator
from gleek_replay.storage import open_database
from scripts.bench.bare import INDEX, TABLE
from scripts.bench.databases import sqlite_database, sqlite_file
from scripts.bench.figures import print_table
from scripts.bench.floor import driver_connection
from scripts.bench.histories import Histories
from scripts.bench.requests import gunicorn
from scripts.bench.service import store_here
from tests.chromium import find_chromium

_HANDS = 60
_FRESH = 7
"""How often a browser that has nothing of the site yet opens a hand."""
_FIRST_PAINT = """() => new Promise(seen => new PerformanceObserver(list => list.getEntries().forEach(
    entry => entry.name === "first-contentful-paint" && seen(entry.startTime)
)).observe({type: "paint", buffered: true}))"""


def measure_pages(histories: Histories, times: int) -> None:
    """The time of an answer to a signed-in reader over a kept connection, and to the first picture."""
    lines = histories.lines(_HANDS)
    ids = [orjson.loads(line)["hand_id"] for line in lines]
    with sqlite_file() as bare_url, sqlite_database() as url:
        with closing(driver_connection(bare_url)) as connection:
            connection.execute(TABLE)
            connection.execute(INDEX)
            rows = zip(ids, lines, strict=True)
            connection.executemany("INSERT INTO hands (hand_id, raw) VALUES (?, ?)", rows)
            connection.commit()
        with closing(open_database(url)) as database:
            store_here(database, b"\n".join(lines))
            with database.session() as session:
                key = create_key(session, operator(session), name="bench", role=Role.STEWARD, owner="bench")
        with gunicorn(bare_url, "scripts.bench.bare:app") as bare, gunicorn(url) as service:
            site = f"http://127.0.0.1:{service}"
            cookies = httpx.post(f"{site}/sign-in", data={"key": key.token}).cookies
            answers = _times(site, cookies, ids, times)
            floor = _times(f"http://127.0.0.1:{bare}", httpx.Cookies(), ids, times)
            paints = _paints(site, cookies["gleek_replay"], ids)
    rows_found = [("", "median", "95th percentile", "bar", ""), _row("a hand's page", answers, "30 ms", 30)]
    rows_found += [_row("a bare endpoint that gives a row", floor, "", None)]
    rows_found += (
        [_row("first picture in Chromium, nothing kept", paints, "1,000 ms", 1000)] if paints else []
    )
    print_table(
        f"A hand's page, {times:,} times, and {len(paints)} browsers that have nothing of it", rows_found
    )


def _row(what: str, milliseconds: Sequence[float], bar: str, most: float | None) -> tuple[str, ...]:
    median = statistics.median(milliseconds)
    late = sorted(milliseconds)[int(len(milliseconds) * 0.95)]
    judged = "" if most is None else "met" if median < most else "MISSED"
    return (what, f"{median:,.1f} ms", f"{late:,.1f} ms", bar, judged)


def _times(site: str, cookies: httpx.Cookies, ids: Sequence[str], times: int) -> list[float]:
    with httpx.Client(base_url=site, cookies=cookies) as client:
        for hand_id in ids:
            _time(client, f"/hands/{hand_id}")
        return [_time(client, f"/hands/{hand_id}") for hand_id in islice(cycle(ids), times)]


def _time(client: httpx.Client, address: str) -> float:
    begun = time.perf_counter()
    client.get(address).raise_for_status()
    return (time.perf_counter() - begun) * 1000


def _paints(site: str, cookie: str, ids: Sequence[str]) -> list[float]:
    """Milliseconds until something is seen, each in a browser that kept nothing; none without Chromium."""
    chromium = find_chromium()
    if chromium is None:
        return []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        _paint(browser, site, cookie, ids[0])
        paints = [_paint(browser, site, cookie, hand_id) for hand_id in ids[:_FRESH]]
        browser.close()
    return paints


def _paint(browser: Browser, site: str, cookie: str, hand_id: str) -> float:
    context = browser.new_context(base_url=site)
    context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": site}])
    page = context.new_page()
    page.goto(f"/hands/{hand_id}")
    seen: float = page.evaluate(_FIRST_PAINT)
    context.close()
    return seen
