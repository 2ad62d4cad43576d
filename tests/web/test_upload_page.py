"""The pages for sending hands and of what came of them, and outcomes by what they came to."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator

import httpx
import pytest

from gleek_replay.services.access import Role
from gleek_replay.services.kept_texts import MOST_TEXT
from gleek_replay.web.numbers import size
from tests.test_repository import ROOT
from tests.web.conftest import LARGEST_BODY, Service
from tests.web.records import MALFORMED, example, ndjson
from tests.web.test_pages import check_outline
from tests.web.test_rules import text_of

SLIPS = (ROOT / "sample_histories" / "malformed.json").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def uploader(service: Service) -> Iterator[httpx.Client]:
    with service.caller(Role.UPLOADER, accept="text/html") as client:
        yield client


def sent(client: httpx.Client, *bodies: bytes, names: tuple[str, ...] = ()) -> str:
    """Send a form's files; the id of the upload."""
    called = names or tuple(f"file-{number}" for number in range(1, len(bodies) + 1))
    files = [("files", (name, body)) for name, body in zip(called, bodies, strict=True)]
    upload: str = client.post("/api/v1/uploads", files=files).json()["upload"]["id"]
    return upload


def marks(page: str) -> list[str]:
    found: list[str] = re.findall(r"<mark>(.*?)</mark>", page)
    return [mark.replace("&#34;", '"') for mark in found]


def test_the_page_for_sending_can_be_read_without_seeing_it(uploader: httpx.Client) -> None:
    page = uploader.get("/uploads").text
    check_outline(page)
    assert '<form class="slip" id="sending" method="post" action="/uploads"' in page
    assert 'data-token-header="X-Form-Token"' in page


@pytest.mark.parametrize(("role", "offered"), [(Role.UPLOADER, True), (Role.READER, False)])
def test_the_navigation_leads_there_whoever_may_send(service: Service, role: Role, offered: bool) -> None:
    with service.caller(role, accept="text/html") as client:
        for path in ("/", "/sessions", "/rules"):
            assert ('<li><a href="/uploads">Upload</a></li>' in client.get(path).text) is offered


def test_the_page_for_sending_lists_ones_own_latest_uploads(service: Service) -> None:
    with service.caller(Role.STEWARD, accept="text/html") as steward:
        mine = sent(steward, ndjson(example("parlett", hand_id="latest-1"), MALFORMED))
        page = steward.get("/uploads").text
    assert f'href="/uploads/{mine}"' in page
    assert "1 accepted, 1 malformed" in text_of(page)


def test_faults_stand_in_the_text_that_was_kept_of_every_file(uploader: httpx.Client) -> None:
    wrong = json.dumps(example("parlett", hand_id="wrong-stake", stake="ducat"))
    upload = sent(uploader, SLIPS.encode(), ndjson(example("parlett", hand_id="right"), json.loads(wrong)))
    page = uploader.get(f"/uploads/{upload}").text
    check_outline(page)
    assert marks(page) == [
        "{", '"2026-02-02 19:05"', '"daeler"', '"AS QS JS 8S 6S 4S 6H KH TD 5D AC 7C"',
        '["will", "bid", 13.5]', '["will", "fold"]', '"william"', '"ducat"',
    ]  # fmt: skip
    words = text_of(page)
    assert "/daeler no such field" in words
    assert "1 accepted, 2 malformed" in words


def test_only_who_sent_a_text_is_shown_it(service: Service, uploader: httpx.Client) -> None:
    secret = example("parlett", hand_id="secret", stake="doubloon")
    upload = sent(uploader, ndjson(secret))
    assert marks(uploader.get(f"/uploads/{upload}").text) == ['"doubloon"']
    with service.caller(Role.STEWARD, accept="text/html") as steward:
        page = steward.get(f"/uploads/{upload}").text
    assert marks(page) == []
    assert "sent by uploader" in text_of(page)
    assert "/stake" in page


def test_of_a_text_that_came_before_it_is_said_that_it_is_kept_elsewhere(uploader: httpx.Client) -> None:
    body = ndjson(example("parlett", hand_id="once-more", stake="moidore"))
    first, second = sent(uploader, body), sent(uploader, body)
    assert marks(uploader.get(f"/uploads/{first}").text) == ['"moidore"']
    page = uploader.get(f"/uploads/{second}").text
    assert marks(page) == []
    assert "the very same was sent before" in page
    assert "/stake" in page


def test_a_page_shows_so_much_text_and_says_that_the_rest_is_too_much(uploader: httpx.Client) -> None:
    long = 60_000
    bodies = [
        ndjson(example("parlett", hand_id=f"long-{number}", stake=f"groat-{number}", note="n" * long))
        for number in range(12)
    ]
    upload = sent(uploader, *bodies)
    page = uploader.get(f"/uploads/{upload}").text
    shown = MOST_TEXT // len(bodies[-1])
    assert 0 < shown < len(bodies)
    for number in range(len(bodies)):
        assert (f"<mark>&#34;groat-{number}&#34;</mark>" in page) is (number < shown)
    assert page.count("There is too much text on this page") == len(bodies) - shown
    assert page.count("<code>/stake</code>") == len(bodies)
    assert "was sent before" not in page


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (1 << 30, "1 GiB"), (3 << 29, "1.5 GiB"), (25 << 20, "25 MiB"), (LARGEST_BODY, "976.6 KiB"),
        (1 << 10, "1 KiB"), (1_023, "1,023 bytes"),
    ],
)  # fmt: skip
def test_the_largest_upload_is_told_in_the_units_of_the_documentation(length: int, words: str) -> None:
    assert size(length) == words


def test_the_page_for_sending_tells_the_largest_upload(uploader: httpx.Client) -> None:
    assert f"together up to {size(LARGEST_BODY)}." in uploader.get("/uploads").text


def test_what_a_text_says_cannot_become_part_of_the_page(uploader: httpx.Client) -> None:
    upload = sent(uploader, b'{"stake": "<script>alert(1)</script>"}', names=("<b>.json",))
    page = uploader.get(f"/uploads/{upload}").text
    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page
    assert "<b>.json" not in page


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe{", b'{"a" 1}', b"[" * 3_000, b"\n" * 50 + b'{"a": "\n"}', b'"' + b"x" * 70_000,
        json.dumps({f"k{number}": number for number in range(900)}, indent=1).encode(),
        b'{"\xf0\x9f\x82\xa1": "\xc3\xa9", "a" 1}',
    ],
    ids=["no UTF-8", "no JSON", "deep", "lines", "too long", "many faults", "beyond the first plane"],
)  # fmt: skip
def test_any_malformed_text_has_a_page(uploader: httpx.Client, body: bytes) -> None:
    answer = uploader.get(f"/uploads/{sent(uploader, body)}")
    assert answer.status_code == 200
    assert marks(answer.text)
    check_outline(answer.text)


def test_outcomes_are_asked_for_by_what_they_came_to(service: Service, uploader: httpx.Client) -> None:
    hands = [example("parlett", hand_id=f"filter-{number}") for number in range(1_200)]
    for number in (3, 700, 701):
        hands[number]["stake"] = f"coin-{number}"
    upload = uploader.post("/api/v1/uploads", content=gzip.compress(ndjson(*hands))).json()["upload"]["id"]
    path = f"/api/v1/uploads/{upload}/outcomes"
    assert uploader.get(path, params={"status": "malformed"}).json()["items"] == []
    service.work_off()
    first = uploader.get(path, params={"status": "malformed", "limit": 2}).json()
    assert [item["number"] for item in first["items"]] == [4, 701]
    rest = uploader.get(first["next"]).json()
    assert [item["number"] for item in rest["items"]] == [702]
    assert rest["next"] is None
    page = uploader.get(f"/uploads/{upload}", params={"status": "malformed"}).text
    assert marks(page) == ['"coin-3"', '"coin-700"', '"coin-701"']
    assert 'aria-current="true">malformed 3' in page
    everything = uploader.get(f"/uploads/{upload}").text
    assert marks(everything) == ['"coin-3"']
    further = re.search(r'href="([^"]+)" rel="next"', everything)
    assert further is not None
    assert "filter-200" in uploader.get(further[1].replace("&amp;", "&")).text
    assert uploader.get(path, params={"status": "conflicting"}).json() == {"items": [], "next": None}
    for wrong in ("replaced", "fine"):
        assert uploader.get(path, params={"status": wrong}).status_code == 422
    assert uploader.get(f"/uploads/{upload}", params={"status": "fine"}).status_code == 422


def test_all_outcomes_come_once_in_their_order_however_they_are_divided(
    service: Service, uploader: httpx.Client
) -> None:
    hands = [example("parlett", hand_id=f"order-{number}") for number in range(1_001)]
    upload = uploader.post("/api/v1/uploads", content=gzip.compress(ndjson(*hands))).json()["upload"]["id"]
    waiting = uploader.get(f"/api/v1/uploads/{upload}/outcomes").json()
    assert waiting["items"] == []
    service.work_off()
    found: list[int] = []
    address = waiting["next"] + "&limit=167"
    while address:
        page = uploader.get(address).json()
        found += [item["number"] for item in page["items"]]
        address = page["next"]
    assert found == list(range(1, 1_002))
