"""Signing a browser in and out, and what its cookie is good for."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from html import unescape

import pytest

from gleek_replay.services import clubs, keys
from gleek_replay.services.access import Role
from tests.web.conftest import Service, form_token
from tests.web.records import example


def test_a_used_link_says_so_and_that_the_browser_is_signed_in_already(service: Service) -> None:
    browser = service.browser()
    again = browser.get("/sign-in?token=used")
    assert again.status_code == 200
    assert "This link has been used before, or has expired." in again.text
    assert "This browser is signed in already." in again.text
    assert '<a href="/">To the hands</a>' in again.text


def test_whoever_is_signed_in_is_not_asked_to_sign_in(service: Service) -> None:
    browser = service.browser()
    assert (browser.get("/sign-in").status_code, browser.get("/sign-in").headers["Location"]) == (303, "/")
    assert browser.get("/sign-in?next=/rules").headers["Location"] == "/rules"


def test_signing_in_leads_back_to_the_page_that_was_wanted(service: Service) -> None:
    with service.caller(None, accept="text/html") as browser:
        wanted = next_address(browser.get("/hands/x?from=here&to=there").text)
        assert wanted == "/hands/x?from=here&to=there"
        refused = browser.post("/sign-in", data={"key": "wrong", "next": wanted})
        assert (refused.status_code, next_address(refused.text)) == (422, wanted)
        key = {"key": service.tokens[Role.READER], "next": wanted}
        assert browser.post("/sign-in", data=key).headers["Location"] == wanted


@pytest.mark.parametrize(
    "elsewhere",
    [
        "//evil", "/\\evil", "\\evil", "\\\\evil", "http://evil", "http:evil", "https:/evil", "evil", "",
        " //evil", "/\t/evil", "/\n/evil", "\t//evil", "javascript:alert(1)", "//evil@127.0.0.1/", "/ /evil",
        "/\x00/evil",
    ],
)  # fmt: skip
def test_signing_in_never_leads_to_another_site(service: Service, elsewhere: str) -> None:
    with service.caller(None, accept="text/html") as browser:
        key = {"key": service.tokens[Role.READER], "next": elsewhere}
        assert browser.post("/sign-in", data=key).headers["Location"] == "/"
        again = browser.get("/sign-in", params={"next": elsewhere})
        assert again.headers["Location"] == "/"


def test_a_sign_in_link_works_once_and_leaves_the_token_out_of_the_address(service: Service) -> None:
    browser = service.browser()
    assert browser.get("/").status_code == 200
    cookie = next(iter(browser.cookies.jar))
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "Lax"
    assert not cookie.secure
    used = service.get("/sign-in?token=used", headers={"Accept": "text/html"})
    assert used.status_code == 401


def test_off_the_loopback_address_the_cookie_is_for_encrypted_connections_only(service: Service) -> None:
    token = service.tokens[Role.READER]
    elsewhere = {"Host": "gleek.example"}
    with service.caller(None) as client:
        answer = client.post("/sign-in", data={"key": token}, headers=elsewhere)
        assert answer.status_code == 303
        name, _, rest = answer.headers["Set-Cookie"].partition("=")
        assert name == "__Host-gleek_replay"
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(rest.split("; "))
        assert "Domain" not in rest
        token = rest.partition(";")[0]
        for called, status in {name: 200, "gleek_replay": 401}.items():
            headers = elsewhere | {"Cookie": f"{called}={token}"}
            assert client.get("/api/v1/hands", headers=headers).status_code == status


@pytest.mark.parametrize("host", ["[::1]", "[::1]:8022", "127.0.0.1", "localhost:80"])
def test_on_the_loopback_address_a_connection_that_is_not_encrypted_will_do(
    service: Service, host: str
) -> None:
    key = service.tokens[Role.READER]
    with service.caller(None) as client:
        answer = client.post("/sign-in", data={"key": key}, headers={"Host": host})
    assert answer.headers["Set-Cookie"].startswith("gleek_replay=")
    assert "Secure" not in answer.headers["Set-Cookie"]


def test_a_key_signs_a_browser_in_and_the_browser_can_sign_out(service: Service) -> None:
    with service.caller(None, accept="text/html") as browser:
        assert browser.post("/sign-in", data={"key": "wrong"}).status_code == 422
        assert browser.post("/sign-in", data={"key": service.tokens[Role.READER]}).status_code == 303
        page = browser.get("/").text
        assert browser.post("/sign-out", data={"form_token": form_token(page)}).status_code == 303
        assert browser.get("/").status_code == 401


def test_a_form_that_another_site_made_is_refused(service: Service) -> None:
    browser = service.browser()
    assert browser.post("/uploads", data={"pasted": "{}"}).status_code == 403
    assert browser.post("/uploads", data={"pasted": "{}", "form_token": "0" * 64}).status_code == 403
    sent = browser.post("/api/v1/audits", json=example("parlett"))
    assert sent.status_code == 403
    assert "an API key as a bearer token" in sent.json()["detail"]
    assert browser.get("/api/v1/hands").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "{own}"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "{own}.evil.example"}, 403),
        ({"Origin": "{own}"}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "{own}"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
    ],
)
def test_no_other_site_signs_a_browser_in(service: Service, headers: dict[str, str], status: int) -> None:
    sent = {name: value.replace("{own}", service.url) for name, value in headers.items()}
    key = {"key": service.tokens[Role.READER]}
    with service.caller(None) as client:
        assert client.post("/sign-in", data=key, headers=sent).status_code == status
        assert ("gleek_replay" in client.cookies) is (status == 303)


def test_a_link_that_another_site_leads_to_is_redeemed_by_a_form_only(service: Service) -> None:
    link = new_link(service)
    with service.caller(None, accept="text/html") as browser:
        page = browser.get("/sign-in", params={"token": link}, headers={"Sec-Fetch-Site": "cross-site"})
        assert page.status_code == 200
        assert "Another site led to this one-time link." in page.text
        assert not browser.cookies
        form = {"link": unescape(re.findall(r'name="link" value="([^"]*)"', page.text)[0])}
        assert form["link"] == link
        elsewhere = browser.post("/sign-in", data=form, headers={"Sec-Fetch-Site": "cross-site"})
        assert elsewhere.status_code == 403
        here = browser.post("/sign-in", data=form, headers={"Sec-Fetch-Site": "same-origin"})
        assert here.status_code == 303
        assert browser.get("/").status_code == 200
        assert service.caller(None).post("/sign-in", data=form).status_code == 401


def test_asking_for_the_head_of_a_link_does_not_use_it_up(service: Service) -> None:
    link = {"token": new_link(service)}
    with service.caller(None) as client:
        assert client.head("/sign-in", params=link).status_code == 200
        assert client.get("/sign-in", params=link).status_code == 303


def test_signing_in_anew_ends_what_the_browser_was_signed_in_as_before(service: Service) -> None:
    browser = service.browser()
    before = browser.cookies["gleek_replay"]
    assert browser.post("/sign-in", data={"key": service.tokens[Role.READER]}).status_code == 303
    assert browser.cookies["gleek_replay"] != before
    with service.caller(None) as client:
        client.cookies.set("gleek_replay", before)
        assert client.get("/api/v1/hands").status_code == 401


def test_a_browser_is_out_at_once_when_its_key_is_revoked(service: Service) -> None:
    with service.database.session() as session:
        operator = keys.operator(session)
        key = keys.create_key(session, operator, name="lost", role=Role.READER, owner="lost")
        link = keys.create_sign_in_link_for(session, operator, "lost")
    with service.caller(None) as browser:
        assert browser.post("/sign-in", data={"key": key.token}).status_code == 303
        assert browser.get("/api/v1/hands").status_code == 200
        with service.caller() as administrator:
            assert administrator.delete("/api/v1/keys/lost").status_code == 204
        assert browser.get("/api/v1/hands").status_code == 401
    with service.caller(None) as client:
        assert client.get("/sign-in", params={"token": link}).status_code == 401


def test_the_cookie_lasts_no_longer_than_the_key(service: Service) -> None:
    until = (datetime.now(UTC) + timedelta(days=2)).replace(microsecond=0)
    with service.caller() as administrator:
        wanted = {"name": "for two days", "role": "reader", "expires_at": until.isoformat()}
        made = administrator.post("/api/v1/keys", json=wanted).json()
    with service.caller(None) as browser:
        signed_in = browser.post("/sign-in", data={"key": made["token"]})
    expires = re.findall("Expires=([^;]*)", signed_in.headers["Set-Cookie"])
    assert [parsedate_to_datetime(moment) for moment in expires] == [until]


def test_whoever_has_no_key_reads_where_reading_is_open_and_is_offered_to_sign_in(
    service: Service, open_service: Service
) -> None:
    with service.caller() as uploader:
        uploader.post("/api/v1/uploads", json=example("parlett"))
    with open_service.caller(None, accept="text/html") as visitor:
        page = visitor.get("/").text
        assert 'href="/hands/example-00012"' in page
        assert '<a href="/sign-in">Sign in</a>' in page
        assert "Sign out" not in page
        assert "Send hands" not in page
        assert visitor.get("/sign-in").status_code == 200
        assert visitor.get("/uploads/0123456789abcdf").status_code == 401


def test_a_wrong_key_is_refused_also_where_reading_is_open(open_service: Service) -> None:
    for header in ("Bearer wrong", "Basic dTpw"):
        answer = open_service.get("/api/v1/hands", headers={"Authorization": header})
        assert answer.status_code == 401


def test_a_browser_whose_session_has_ended_reads_on_where_reading_is_open(open_service: Service) -> None:
    with open_service.caller(None, accept="text/html") as browser:
        browser.cookies.set("gleek_replay", "ended")
        page = browser.get("/")
        assert page.status_code == 200
        assert '<a href="/sign-in">Sign in</a>' in page.text


def test_open_reading_is_of_the_home_club_alone(open_service: Service) -> None:
    with open_service.database.session() as session:
        clubs.create_club(session, "southwark")
        made = keys.create_key(
            session, keys.operator(session, "southwark"), name="u", role=Role.UPLOADER, owner="u"
        )
    hand = example("revoke", hand_id="of-southwark")
    with open_service.caller(None) as client:
        sent = client.post("/api/v1/uploads", json=hand, headers={"Authorization": f"Bearer {made.token}"})
        assert sent.status_code == 201
        assert client.get("/api/v1/hands/of-southwark").status_code == 404
        assert "of-southwark" not in client.get("/api/v1/hands").text


def new_link(service: Service) -> str:
    """The token of a link that signs in as the operator."""
    with service.database.session() as session:
        return keys.create_sign_in_link(session, keys.operator(session))


def next_address(page: str) -> str | None:
    """Where the form to sign in with leads."""
    found = re.search(r'name="next" value="([^"]*)"', page)
    return found and unescape(found[1])
