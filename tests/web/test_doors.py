"""Who comes in, and what every answer tells the browser."""

from __future__ import annotations

import re
from html import unescape

import pytest
from structlog.testing import capture_logs

from gleek_replay.services.access import Action, Role, allows
from tests.web.conftest import Service
from tests.web.records import example

DOORS = {
    ("GET", "/"): Action.READ,
    ("GET", "/hands/x"): Action.READ,
    ("GET", "/players/x"): Action.READ,
    ("GET", "/sessions"): Action.READ,
    ("GET", "/sessions/x"): Action.READ,
    ("GET", "/rules"): Action.READ,
    ("GET", "/rules/x"): Action.READ,
    ("POST", "/uploads"): Action.UPLOAD,
    ("GET", "/uploads/x"): Action.UPLOAD,
    ("POST", "/sign-out"): Action.READ,
    ("POST", "/api/v1/audits"): Action.AUDIT,
    ("POST", "/api/v1/uploads"): Action.UPLOAD,
    ("GET", "/api/v1/uploads"): Action.UPLOAD,
    ("GET", "/api/v1/uploads/x"): Action.UPLOAD,
    ("GET", "/api/v1/uploads/x/outcomes"): Action.UPLOAD,
    ("GET", "/api/v1/hands"): Action.READ,
    ("GET", "/api/v1/hands.ndjson"): Action.READ_RECORDS,
    ("GET", "/api/v1/hands.csv"): Action.READ,
    ("GET", "/api/v1/hands/x"): Action.READ,
    ("GET", "/api/v1/hands/x/audit"): Action.READ,
    ("GET", "/api/v1/hands/x/record"): Action.READ_RECORDS,
    ("DELETE", "/api/v1/hands/x/record"): Action.UPLOAD,
    ("GET", "/api/v1/sessions"): Action.READ,
    ("GET", "/api/v1/sessions/x"): Action.READ,
    ("GET", "/api/v1/rules"): Action.READ,
    ("GET", "/api/v1/rules/x"): Action.READ,
    ("GET", "/api/v1/players"): Action.READ,
    ("GET", "/api/v1/players/x/statistics"): Action.READ,
    ("GET", "/api/v1/players/x/figures/net_over_time"): Action.READ,
}
OPEN = {
    ("GET", "/livez"),
    ("GET", "/sign-in"),
    ("POST", "/sign-in"),
    ("GET", "/api/v1/openapi.json"),
    ("GET", "/api/v1/docs"),
    ("GET", "/static/gleek.css"),
    ("GET", "/static/plotly.min.js"),
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src {}; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def test_every_address_of_the_service_is_in_the_tables_above(service: Service) -> None:
    addresses = {
        (method, re.sub(r"<any\([^>]*>", "net_over_time", rule.rule))
        for rule in service.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    known = {
        (method, path.replace("/x", "/<id>").replace("/static/gleek.css", "/static/<path:filename>"))
        for method, path in DOORS.keys() | OPEN
    }
    assert {(method, re.sub(r"<id:\w+>", "<id>", path)) for method, path in addresses} == known


@pytest.mark.parametrize(("method", "path"), sorted(DOORS))
@pytest.mark.parametrize("role", [None, *Role])
def test_a_door_opens_to_those_who_may_do_what_is_behind_it(
    service: Service, method: str, path: str, role: Role | None
) -> None:
    with service.caller(role) as client:
        status = client.request(method, path, content=b"x").status_code
    if role is None:
        assert status == 401
    elif allows(role, DOORS[method, path]):
        assert status not in {401, 403}
    else:
        assert status == 403


@pytest.mark.parametrize(("method", "path"), sorted(OPEN))
def test_some_doors_are_open_to_all(service: Service, method: str, path: str) -> None:
    with service.caller(None) as client:
        assert client.request(method, path).status_code in {200, 422}


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer", "Basic dTpw", "Bearer ~~"])
def test_a_wrong_key_is_not_let_in_and_learns_which_scheme_would_be(service: Service, header: str) -> None:
    answer = service.get("/api/v1/hands", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].lower().startswith("bearer ")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_key_without_its_word_is_told_what_is_lacking(service: Service) -> None:
    header = {"Authorization": service.tokens[Role.READER]}
    answer = service.get("/api/v1/hands", headers=header)
    assert answer.status_code == 401
    assert "Authorization: Bearer" in answer.json()["detail"]
    assert "invalid_request" in answer.headers["WWW-Authenticate"]


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
    with service.caller(None) as client:
        answer = client.post("/sign-in", data={"key": token}, headers={"Host": "gleek.example"})
    assert answer.status_code == 303
    assert "; Secure" in answer.headers["Set-Cookie"]


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
    key = {"key": service.tokens[Role.READER]}
    with service.caller(None) as client:
        answer = client.post("/sign-in", data=key, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "path", ["/", "/livez", "/nowhere", "/api/v1/hands", "/static/gleek.css", "/sign-in"]
)
def test_every_answer_forbids_what_it_can(service: Service, path: str) -> None:
    headers = service.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY.format("'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_only_pages_that_draw_may_have_styles_of_their_own(service: Service) -> None:
    with service.caller() as client:
        client.post("/api/v1/uploads", json=example("revoke"))
        for path in ("/players/bess", "/api/v1/docs"):
            policy = client.get(path).headers["Content-Security-Policy"]
            assert policy == POLICY.format("'self' 'unsafe-inline'")


def test_an_answer_carries_the_id_of_its_request(service: Service) -> None:
    named = service.get("/nowhere", headers={"X-Request-ID": "mine-1"})
    assert named.headers["X-Request-ID"] == named.json()["request_id"] == "mine-1"
    unfit = service.get("/nowhere", headers={"X-Request-ID": "no good"})
    assert re.fullmatch("[0-9a-f]{32}", unfit.headers["X-Request-ID"])


def test_the_log_has_every_request_but_never_the_token_of_a_link(service: Service) -> None:
    with capture_logs() as lines:
        service.app.test_client().get("/sign-in?token=telltale", headers={"X-Request-ID": "logged-1"})
    assert [(line["event"], line["path"], line["status"]) for line in lines] == [("request", "/sign-in", 401)]
    assert "telltale" not in str(lines)


def next_address(page: str) -> str | None:
    """Where the form to sign in with leads."""
    found = re.search(r'name="next" value="([^"]*)"', page)
    return found and unescape(found[1])


def form_token(page: str) -> str:
    """The token of the forms on a page."""
    found = re.search(r'name="form_token" value="([0-9a-f]{64})"', page)
    assert found is not None
    return found[1]
