from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from gleek_replay.services import keys
from gleek_replay.services.access import Role
from gleek_replay.services.opening import open_database
from gleek_replay.settings import Settings
from gleek_replay.web import create_app
from tests.test_repository import ROOT
from tests.web.conftest import Service, form_token
from tests.web.records import MALFORMED, example, ndjson
from tests.web.test_rules import text_of


class Outline(HTMLParser):
    """What of a page matters to those who do not see it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.landmarks: list[str] = []
        self.labelled: set[str] = set()
        self.fields: set[str] = set()
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in {"main", "nav", "header", "footer"}:
            self.landmarks.append(tag)
        if tag == "label":
            self.labelled.add(has["for"] or "")
        if tag in {"input", "textarea", "select"} and has.get("type") != "hidden" and "hidden" not in has:
            self.fields.add(has.get("id") or "a field without an id")
        if has.get("id"):
            self.ids.append(has["id"] or "")
        if "style" in has or any(name.startswith("on") for name in has):
            self.faults.append(f"<{tag}> has a style or script of its own")
        if tag in {"script", "style"} and not has.get("src") and has.get("type") != "application/json":
            self.faults.append(f"<{tag}> stands in the page")


@pytest.fixture(scope="module")
def browser(service: Service) -> Iterator[httpx.Client]:
    record = example("revoke", session={"id": "friday", "hand": 7}, notes="<script>alert(1)</script>")
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(record, example("misreported")))
    client = service.browser()
    yield client
    client.close()


@pytest.mark.parametrize(
    "path",
    [
        "/", "/sessions", "/?rules=nope", "/hands/one-seat", "/hands/disputed", "/?verdict=irregular",
        "/?verdict=incomplete", "/?session=friday", "/hands/example-00023", "/hands/example-00025",
        "/players/bess", "/sessions/friday", "/rules", "/rules/parlett", "/rules?compare=parlett,wikipedia",
        "/rules?compare=parlett", "/rules/hoyle", "/nowhere", "/?limit=x", "/api/v1/docs",
        "/club", "/leaderboard", "/players/bess/hands",
        "/players/bess?unit=money&seat=eldest&from=2020-01-01&opponent=kate",
    ],
)  # fmt: skip
def test_a_page_can_be_read_without_seeing_it(browser: httpx.Client, path: str) -> None:
    check_outline(browser.get(path).text)


@pytest.mark.parametrize("path", ["/", "/sign-in", "/sign-in?token=used", "/hands/x"])
def test_a_page_for_visitors_can_be_read_without_seeing_it(service: Service, path: str) -> None:
    check_outline(service.get(path, headers={"Accept": "text/html"}).text)


def check_outline(text: str) -> None:
    """A page has one chief heading, every landmark, labels for its fields, and no script or style inside."""
    page = Outline(text)
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert {"main", "nav", "header", "footer"} <= set(page.landmarks)
    assert page.fields <= page.labelled
    assert len(page.ids) == len(set(page.ids))
    assert page.faults == []
    assert '<html lang="en-GB">' in text


def test_the_first_page_shows_hands_and_players(browser: httpx.Client) -> None:
    page = browser.get("/").text
    assert 'href="/hands/example-00023"' in page
    assert 'href="/players/bess"' in page
    assert 'class="verdict verdict-irregular"' in page
    assert 'Hand 7 of <a href="/sessions/friday">friday</a>' in page


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("", "Latest hands"),
        ("?rules=parlett", "Hands by the rules of parlett"),
        ("?verdict=clean", "Clean hands"),
        ("?disputed=true", "Hands in dispute"),
        ("?session=friday&player=bess", "Hands of bess in the session friday"),
        (
            "?verdict=irregular&from=2026-02-01&to=2027-01-01T12:00:00Z",
            "Irregular hands from 1 February 2026 on before 1 January 2027",
        ),
    ],
)
def test_the_first_page_says_which_hands_it_shows(browser: httpx.Client, query: str, heading: str) -> None:
    assert f'<h2 id="hands-title">{heading}</h2>' in browser.get(f"/{query}").text


def test_a_verdict_is_asked_for_among_the_hands_that_are_shown(browser: httpx.Client) -> None:
    page = browser.get("/?session=friday&player=bess&verdict=clean&from=2026-01-01").text
    among = "/?session=friday&amp;player=bess&amp;from=2026-01-01"
    assert f'<a href="{among}" >all</a>' in page
    assert f'<a href="{among}&amp;verdict=irregular" >irregular</a>' in page
    assert f'<a href="{among}&amp;verdict=clean" aria-current="true">clean</a>' in page


def test_rules_that_there_are_not_are_a_fault_of_the_query(browser: httpx.Client) -> None:
    answer = browser.get("/?rules=nope")
    assert answer.status_code == 422
    assert "<code>/query/rules</code> expected one of cotgrave-1662, " in answer.text
    api = browser.get("/api/v1/hands?rules=nope")
    assert (api.status_code, api.json()["faults"][0]["pointer"]) == (422, "/query/rules")


def test_a_hand_in_dispute_says_so_before_its_story_and_in_lists(service: Service) -> None:
    agreed = example("cotton-1674", hand_id="disputed")
    with service.caller(Role.UPLOADER) as first, service.caller(Role.STEWARD) as second:
        first.post("/api/v1/uploads", content=ndjson(agreed))
        second.post("/api/v1/uploads", content=ndjson({**agreed, "stake": "shilling"}))
        page = first.get("/hands/disputed").text
        words = text_of(page)
        assert "1 record of this hand, from steward, contradicts what is told here." in words
        assert "It stands because it came first; no other owner corroborates it." in words
        assert "conflicting from steward" in words
        assert page.index("In dispute") < page.index("The hand, step by step")
        assert '<span class="verdict verdict-disputed">disputed</span>' in first.get("/").text
        assert re.findall(r'class="name" href="/hands/([^"]+)"', first.get("/?disputed=true").text) == [
            "disputed"
        ]
        with service.caller(Role.ADMINISTRATOR) as third:
            third.post("/api/v1/uploads", content=ndjson(agreed))
        assert "1 other owner corroborates it." in text_of(first.get("/hands/disputed").text)


def test_a_hand_that_others_agree_on_says_how_many_do(service: Service, browser: httpx.Client) -> None:
    assert "corroborate" not in browser.get("/hands/example-00025").text
    with service.caller(Role.STEWARD) as second:
        second.post("/api/v1/uploads", content=ndjson(example("misreported")))
    assert "1 other owner corroborates it." in text_of(browser.get("/hands/example-00025").text)


def test_a_record_of_one_seat_is_called_clean_only_as_far_as_it_shows(service: Service) -> None:
    record = (ROOT / "sample_histories" / "one-seat.json").read_bytes()
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=record)
        page = text_of(uploader.get("/hands/one-seat").text)
    assert "Clean: all that is shown was done by the rules" in page
    assert "; not all could be verified." in page


def test_what_a_record_says_cannot_become_part_of_the_page(browser: httpx.Client) -> None:
    page = browser.get("/hands/example-00023").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_a_players_page_has_the_numbers_without_any_script(browser: httpx.Client) -> None:
    page = browser.get("/players/bess").text
    assert "Won or lost" in page
    assert "small sample" in page
    assert 'data-figure="/api/v1/players/bess/figures/net_over_time"' in page
    assert re.search(r'<th scope="row">Ruff[^<]*<.*?\+16</a> won or lost', page, re.DOTALL)


def test_a_single_hand_has_one_date_and_no_interval(service: Service) -> None:
    with service.caller(Role.UPLOADER) as uploader:
        alone = json.dumps(example("wikipedia", hand_id="once")).replace("will-rash", "once")
        uploader.post("/api/v1/uploads", content=alone)
        page = text_of(uploader.get("/players/once").text)
    assert "once, 1 hand, " in page
    assert " of 1 hand" in page
    assert "95 %:" not in page
    day = re.search(r"1 hand, (\d+ \w+ \d{4})", page)
    assert day is not None
    assert f"{day[1]} to" not in page


def test_the_form_stores_files_and_what_was_pasted_and_says_what_came_of_each(browser: httpx.Client) -> None:
    token = form_token(browser.get("/").text)
    sent = browser.post(
        "/uploads",
        data={"form_token": token, "pasted": json.dumps(example("parlett"))},
        files=[("files", ("hands.ndjson", ndjson(example("tu-quoque"), MALFORMED)))],
    )
    assert sent.status_code == 303
    answer = browser.get(sent.headers["Location"])
    assert "http-equiv" not in answer.text
    assert "2 accepted, 1 malformed" in answer.text
    assert "hands.ndjson" in answer.text
    assert "<code>/surprise</code>" in answer.text


def test_a_form_with_nothing_in_it_says_so(browser: httpx.Client) -> None:
    token = form_token(browser.get("/").text)
    answer = browser.post("/uploads", data={"form_token": token, "pasted": " "}, files={"files": ("", b"")})
    assert answer.status_code == 422
    assert "Nothing was sent" in answer.text


def test_the_form_can_put_a_hand_in_the_place_of_what_was_sent_before(browser: httpx.Client) -> None:
    def send(stake: str, **more: str) -> str:
        fields = {"form_token": form_token(browser.get("/").text), **more}
        pasted = json.dumps(example("parlett", hand_id="form-fixed", stake=stake))
        sent = browser.post("/uploads", data={**fields, "pasted": pasted}, files={"files": ("", b"")})
        return browser.get(sent.headers["Location"]).text

    assert "1 accepted" in send("groat")
    assert "1 conflicting" in send("crown")
    assert "in place of what I sent" in send("crown")
    assert "1 accepted" in send("sixpence", replace="true")
    assert browser.get("/api/v1/hands/form-fixed").json()["hand"]["disputed"] is False


def test_the_page_of_a_large_upload_says_how_far_it_is_and_is_loaded_again(
    browser: httpx.Client, service: Service
) -> None:
    token = form_token(browser.get("/").text)
    many = ndjson(*(example("parlett", hand_id=f"page-{number}") for number in range(150)))
    sent = browser.post("/uploads", data={"form_token": token}, files={"files": ("many.ndjson", many)})
    page = browser.get(sent.headers["Location"])
    assert "0 of 150 records" in page.text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page.text
    service.work_off()
    page = browser.get(sent.headers["Location"])
    assert "150 accepted" in page.text
    assert "http-equiv" not in page.text


def test_a_reader_is_not_offered_the_form(service: Service) -> None:
    with service.caller(None, accept="text/html") as browser:
        browser.post("/sign-in", data={"key": service.tokens[Role.READER]})
        assert 'action="/uploads"' not in browser.get("/").text


def test_whoever_is_not_signed_in_is_shown_where_to(service: Service) -> None:
    answer = service.get("/", headers={"Accept": "text/html"})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")
    assert '<form class="slip" method="post" action="/sign-in">' in answer.text
    assert "a program" not in answer.text


def test_static_files_are_kept_as_long_as_their_address_names_their_contents(service: Service) -> None:
    page = service.get("/sign-in").text
    versioned = re.findall(r'(?:href|src)="(/static/[^"]+\?v=[^"]+)"', page)
    named = {Path(urlsplit(address).path).name for address in versioned}
    assert {"favicon.svg", "gleek.css", "parts.css", "type.css"} <= named
    for address in versioned:
        assert "max-age=31536000" in service.get(address).headers["Cache-Control"]
    assert "no-cache" in service.get("/static/gleek.css").headers["Cache-Control"]


def test_plotly_is_the_installed_packages_and_zipped_for_whoever_takes_it(service: Service) -> None:
    plain = service.get("/static/plotly.min.js", headers={"Accept-Encoding": "identity"})
    zipped = service.get("/static/plotly.min.js", headers={"Accept-Encoding": "gzip"})
    assert plain.content == zipped.content
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert int(zipped.headers["Content-Length"]) < len(plain.content) / 2
    again = httpx.get(
        f"{service.url}/static/plotly.min.js",
        headers={"Accept-Encoding": "gzip", "If-None-Match": zipped.headers["ETag"]},
    )
    assert again.status_code == 304


def test_an_empty_database_has_pages_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("empty") / "gleek.sqlite3"
    settings = Settings(secret_key="x", database_url=f"sqlite:///{path}")
    database = open_database(settings)
    with database.session() as session:
        token = keys.create_key(
            session, keys.operator(session), name="a", role=Role.ADMINISTRATOR, owner="a"
        ).token
    client = create_app(settings, database.sessions).test_client()
    page = client.get("/", headers={"Authorization": f"Bearer {token}"}).text
    assert "Not a card has been dealt." in page
    assert "Nobody has sat down yet." in page
    database.close()
