"""Who comes in, and what every answer tells the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from gleek_replay.services.access import Role
from tests.web.conftest import Service, form_token
from tests.web.matrix import ROWS, Matrix, Row, whole_matrix
from tests.web.records import example

POLICY = (
    "default-src 'none'; script-src 'self'; style-src {}; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.fixture(scope="module")
def matrix(service: Service, open_service: Service) -> Iterator[Matrix]:
    """All who come to the service, and all that they ask for."""
    with whole_matrix(service, open_service) as whole:
        yield whole


def test_every_door_has_a_row_in_the_matrix(service: Service) -> None:
    doors = {
        (method, rule.rule)
        for rule in service.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    known = set()
    for row in ROWS:
        address = re.sub(r"\{\w+\}", "x", row.address)
        rule, _ = service.app.url_map.bind("").match(address, row.method, return_rule=True)
        known.add((row.method, rule.rule))
    assert doors == known


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_caller_is_met_at_a_door_as_the_matrix_says(matrix: Matrix, row: Row) -> None:
    assert matrix.statuses(row) == row.statuses
    if row.method == "GET":
        for caller in ("nobody", "reader", "abroad"):
            assert matrix.status(row, caller, "HEAD") == row.statuses[caller]


@pytest.mark.parametrize("row", [row for row in ROWS if row.changes and row.address != "/sign-in"], ids=str)
def test_a_browser_changes_nothing_without_the_token_of_a_form(
    service: Service, matrix: Matrix, row: Row
) -> None:
    address, sent = matrix.things.of(row)
    headers = sent.pop("headers", {})
    browser = service.browser()
    assert browser.request(row.method, address, headers=headers, **sent).status_code == 403
    wrong = headers | {"X-Form-Token": "0" * 64}
    assert browser.request(row.method, address, headers=wrong, **sent).status_code == 403
    right = headers | {"X-Form-Token": form_token(browser.get("/").text)}
    done = browser.request(row.method, address, headers=right, **sent)
    assert done.status_code == row.statuses["admin"]


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


@pytest.mark.parametrize("path", ["/", "/livez", "/nowhere", "/api/v1/hands", "/sign-in"])
def test_every_answer_forbids_what_it_can(service: Service, path: str) -> None:
    headers = service.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY.format("'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/static/gleek.css", "/static/plotly.min.js", "/static/cards/AS.svg"])
def test_a_file_may_do_nothing_by_itself(service: Service, path: str) -> None:
    headers = service.get(path).headers
    assert headers["Content-Security-Policy"] == "default-src 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_only_the_dashboard_has_styles_beside_and_it_is_known_which(service: Service) -> None:
    with service.caller() as client:
        client.post("/api/v1/uploads", json=example("revoke"))
        policies = [
            client.get(path).headers["Content-Security-Policy"] for path in ("/api/v1/docs", "/players/bess")
        ]
    styles = re.search(r"style-src ('self'(?: 'sha256-[\w+/]{43}=')+);", policies[1])
    assert styles is not None
    assert policies == [POLICY.format("'self'"), POLICY.format(styles[1])]


def test_what_came_encrypted_is_to_come_so_from_now_on(service: Service) -> None:
    encrypted = service.app.test_client().get("/livez", base_url="https://gleek.example")
    assert encrypted.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in service.get("/livez").headers


def test_no_other_site_has_a_part_in_a_page_or_its_window(service: Service) -> None:
    headers = service.get("/sign-in").headers
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


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
