"""What is sent packed, how a client can tell, and what the length of it must not tell."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import brotli
import httpx
import pytest

from gleek_replay.services.access import Role
from gleek_replay.web.pages.assets import send_asset
from tests.web.conftest import Service, form_token
from tests.web.records import example, ndjson

UNPACKED = {"Accept-Encoding": "identity"}
HANDS = "/api/v1/hands"
SCRIPT = "/static/dashboard.js"


@pytest.fixture(scope="module")
def browser(service: Service) -> Iterator[httpx.Client]:
    """A signed-in browser, of a club in whose hands one is disputed."""
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(example("revoke"), example("misreported")))
    with service.caller() as administrator:
        opened = administrator.post(f"{HANDS}/example-00023/dispute", json={"claim": "It was not so. " * 60})
        assert opened.status_code == 201, opened.text
    client = service.browser()
    yield client
    client.close()


def as_sent(client: httpx.Client, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer and the bytes of its body as they came."""
    with client.stream("GET", path, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", ["/rules", "/hands/example-00023", f"{HANDS}/example-00023/audit", SCRIPT])
@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("deflate", None),
        ("identity", None),
        ("gzip;q=0, br;q=0", None),
        ("br;q=0, *", "gzip"),
        ("identity, gzip;q=0.5", None),
    ],
)
def test_what_a_client_can_unpack_is_packed(
    browser: httpx.Client, path: str, accepted: str, sent: str | None
) -> None:
    answer, body = as_sent(browser, path, **{"Accept-Encoding": accepted})
    whole, plain = as_sent(browser, path, **UNPACKED)
    assert answer.headers.get("Content-Encoding") == sent
    assert int(answer.headers["Content-Length"]) == len(body)
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[sent]
    assert without_tokens(unpack(body)) == without_tokens(plain)
    assert sent is None or len(body) < len(plain) / 2
    for either in (answer, whole):
        assert "Accept-Encoding" in re.split(", *", either.headers["Vary"])


def without_tokens(page: bytes) -> bytes:
    """A page but for the tokens of its forms, which are never the same."""
    return re.sub(b'value="[0-9a-f]{128}"', b"", page)


@pytest.mark.parametrize("path", ["/sign-in", HANDS, SCRIPT, "/static/fonts/fell-roman.woff2"])
@pytest.mark.parametrize("accepted", ["br", "gzip", "identity"])
def test_a_question_for_the_head_alone_is_answered_as_the_whole_would_be(
    service: Service, path: str, accepted: str
) -> None:
    with service.caller(accept="text/html, application/json") as client:
        whole = client.get(path, headers={"Accept-Encoding": accepted})
        head = client.head(path, headers={"Accept-Encoding": accepted})
    assert head.content == b""
    assert told(head) == told(whole)


def told(answer: httpx.Response) -> dict[str, str]:
    """The headers that tell of what is answered."""
    passing = {"date", "x-request-id"}
    return {name: value for name, value in answer.headers.items() if name not in passing}


@pytest.mark.parametrize("path", ["/hands/nobody-has-it", "/livez", "/static/nothing.css"])
def test_errors_and_what_fits_into_one_packet_are_sent_as_they_are(browser: httpx.Client, path: str) -> None:
    assert "Content-Encoding" not in browser.get(path).headers


def test_a_font_is_packed_already(browser: httpx.Client) -> None:
    answer = browser.get("/static/fonts/fell-roman.woff2")
    assert answer.headers["Content-Type"] == "font/woff2"
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/api/v1/hands.ndjson", "/api/v1/leaderboard.csv"])
def test_what_is_made_while_it_is_sent_goes_as_it_is(service: Service, path: str) -> None:
    with service.caller() as client:
        answer = client.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert answer.status_code == 200, answer.text
        assert "Content-Encoding" not in answer.headers
        assert answer.content == client.get(path, headers=UNPACKED).content


@pytest.mark.parametrize("accepted", ["br", "gzip", "identity"])
def test_a_file_that_the_client_has_is_not_sent_again(service: Service, accepted: str) -> None:
    headers = {"Accept-Encoding": accepted}
    first = service.get(SCRIPT, headers)
    again = service.get(SCRIPT, headers | {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Accept-Encoding" in again.headers["Vary"]
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert service.get(SCRIPT, headers | {"If-None-Match": '"another"'}).status_code == 200


def test_a_file_has_another_tag_in_each_packing(service: Service) -> None:
    tags = {
        service.get(SCRIPT, {"Accept-Encoding": how}).headers["ETag"] for how in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


def test_a_file_is_packed_once_until_it_is_another(
    monkeypatch: pytest.MonkeyPatch, service: Service, tmp_path: Path
) -> None:
    packed: list[bytes] = []

    def pack(content: bytes, **_: int) -> bytes:
        packed.append(content)
        return b"packed"

    monkeypatch.setattr(brotli, "compress", pack)
    sheet, tags = tmp_path / "sheet.css", []
    for rules in ("p {}" * 200, "div {}" * 200):
        sheet.write_text(rules)
        for query in ("", "?v=1", "?v=2"):
            with service.app.test_request_context(query, headers={"Accept-Encoding": "br"}):
                answer = send_asset(sheet)
            assert answer.data == b"packed"
            tags.append(answer.headers["ETag"])
    assert packed == [b"p {}" * 200, b"div {}" * 200]
    assert len(set(tags)) == 2


@pytest.mark.parametrize("accepted", ["br", "gzip", "identity"])
def test_the_tag_of_a_dispute_is_its_version_however_it_is_sent(service: Service, accepted: str) -> None:
    with service.caller() as client:
        address = "/api/v1/disputes/example-00023"
        plain = client.get(address, headers=UNPACKED)
        answer = client.get(address, headers={"Accept-Encoding": accepted})
        assert len(answer.content) > 500, "it would be packed but for its tag"
        assert answer.headers["ETag"] == plain.headers["ETag"]
        assert "Content-Encoding" not in answer.headers


def test_the_token_of_a_form_is_never_written_the_same_way_twice(browser: httpx.Client) -> None:
    tokens = [form_token(browser.get("/").text) for _ in range(3)]
    beginnings, ends = {token[:64] for token in tokens}, {token[64:] for token in tokens}
    assert len(beginnings) == len(ends) == 3
    for token in tokens:
        answer = browser.post("/uploads", data={"pasted": "{}", "form_token": token})
        assert answer.status_code == 303


def test_a_token_that_is_another_browsers_or_was_changed_is_refused(
    service: Service, browser: httpx.Client
) -> None:
    token = form_token(browser.get("/").text)
    changed = token[:-1] + ("0" if token[-1] != "0" else "1")
    unmasked = "0" * 64 + token[64:]
    other = service.browser()
    wrong = [
        form_token(other.get("/").text), changed, unmasked, token[:64], token + "00", "", f" {token}", "é",
    ]  # fmt: skip
    other.close()
    for each in wrong:
        answer = browser.post("/uploads", data={"pasted": "{}", "form_token": each})
        assert answer.status_code == 403, each


def test_what_another_site_led_a_signed_in_browser_to_is_not_packed(
    service: Service, browser: httpx.Client
) -> None:
    for site, sent in (("cross-site", None), ("same-site", None), ("same-origin", "br"), ("none", "br")):
        headers = {"Sec-Fetch-Site": site, "Accept-Encoding": "br"}
        assert browser.get("/hands/example-00023", headers=headers).headers.get("Content-Encoding") == sent
    visitor = service.get("/sign-in", {"Sec-Fetch-Site": "cross-site", "Accept-Encoding": "br"})
    assert visitor.headers["Content-Encoding"] == "br", "nothing on it is secret"
