"""Who asks too often is told so and when to ask again, and holds up nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from typing import Any

import httpx
import pytest
from redis import Redis
from structlog.testing import capture_logs

from gleek_replay.services.access import Role
from gleek_replay.settings import Settings
from gleek_replay.web.limits import TAKING_HANDS, network_of
from tests.broker import own_redis
from tests.web.conftest import Service, serving
from tests.web.records import example

FEW: dict[str, Any] = {
    "rate_requests": "3/hour",
    "rate_uploads": "2/hour",
    "rate_visitors": "4/hour",
    "rate_failures": "2/hour",
}
TOO_MANY = 429
MakeService = Callable[..., Service]


@pytest.fixture
def limited(service: Service) -> Iterator[MakeService]:
    """One more service on the same database, with rates that are soon used up, or those that are named."""
    settings: Settings = service.app.extensions["gleek_settings"]
    with ExitStack() as running:

        def start(**rates: str) -> Service:
            chosen = replace(settings, **(FEW | rates))
            return running.enter_context(serving(chosen, service.database, service.tokens))

        yield start


def statuses(client: httpx.Client, path: str, times: int) -> list[int]:
    return [client.get(path).status_code for _ in range(times)]


def test_every_answer_says_how_much_is_left(limited: MakeService) -> None:
    with limited().caller(Role.READER) as client:
        answers = [client.get("/api/v1/players") for _ in range(3)]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"requests";q=3;w=3600'}
    said = [re.fullmatch(r'"requests";r=(\d+);t=(\d+)', answer.headers["RateLimit"]) for answer in answers]
    assert [int(one[1]) for one in said if one] == [2, 1, 0]
    ends = [int(one[2]) for one in said if one]
    assert all(3500 < later <= earlier <= 3600 for earlier, later in pairwise(ends))


def test_a_key_that_asks_too_often_is_told_when_to_ask_again_and_what_would_help(
    limited: MakeService,
) -> None:
    with limited().caller(Role.READER) as client:
        assert statuses(client, "/api/v1/players", 3) == [200] * 3
        refused = client.get("/api/v1/players")
    assert refused.status_code == TOO_MANY
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert 3500 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.headers["RateLimit"].startswith('"requests";r=0;t=')
    problem = refused.json()
    assert (problem["status"], problem["title"]) == (TOO_MANY, "Too Many Requests")
    assert f"Wait {refused.headers['Retry-After']} seconds" in problem["detail"]
    assert "longer pages" in problem["detail"]


def test_another_key_is_not_held_up(limited: MakeService) -> None:
    service = limited()
    with service.caller(Role.READER) as greedy, service.caller(Role.STEWARD) as modest:
        assert statuses(greedy, "/api/v1/players", 4)[-1] == TOO_MANY
        assert statuses(modest, "/api/v1/players", 3) == [200] * 3


def test_uploads_are_counted_by_themselves(limited: MakeService) -> None:
    with limited().caller(Role.UPLOADER) as client:
        sent = [client.post("/api/v1/uploads", json=example("parlett")) for _ in range(3)]
        assert [answer.status_code for answer in sent] == [201, 201, TOO_MANY]
        assert sent[0].headers["RateLimit-Policy"] == '"uploads";q=2;w=3600'
        assert "more hands in one request" in sent[2].json()["detail"]
        assert client.get("/api/v1/players").status_code == 200
        assert client.post("/api/v1/audits", json=example("parlett")).status_code == TOO_MANY


def test_what_takes_long_counts_as_several_requests(limited: MakeService) -> None:
    service = limited(rate_requests="50/hour")
    with service.caller(Role.READER) as client:
        asked = [
            client.get(f"/api/v1/{address}/nowhere/rules-played")
            for address in ("hands", "sessions", "sessions")
        ]
    assert [answer.status_code for answer in asked] == [404, 404, TOO_MANY]
    left = [re.match(r'"requests";r=(\d+)', answer.headers["RateLimit"]) for answer in asked]
    assert [int(one[1]) for one in left if one] == [40, 10, 0]


def test_who_shows_no_key_is_counted_by_his_address(limited: MakeService) -> None:
    service = limited()
    with service.caller(None) as visitor, service.caller(Role.READER) as reader:
        found = [visitor.get(path).status_code for path in ("/api/v1/openapi.json", "/nowhere", "/sign-in")]
        assert found == [200, 404, 200]
        assert visitor.get("/api/v1/players").status_code == 401
        refused = visitor.get("/api/v1/openapi.json")
        assert refused.status_code == TOO_MANY
        assert refused.headers["RateLimit-Policy"] == '"visitors";q=4;w=3600'
        assert reader.get("/api/v1/players").status_code == 200


def test_a_person_is_refused_with_a_page(limited: MakeService) -> None:
    with limited(rate_visitors="1/hour").caller(None, accept="text/html") as visitor:
        assert visitor.get("/sign-in").status_code == 200
        refused = visitor.get("/sign-in")
    assert refused.status_code == TOO_MANY
    assert refused.headers["Content-Type"].startswith("text/html")
    assert "<h1" in refused.text
    assert "Retry-After" in refused.headers


def test_signs_of_life_and_static_files_are_not_counted(limited: MakeService) -> None:
    with limited(rate_visitors="1/hour").caller(None) as visitor:
        for path in ("/livez", "/static/gleek.css", "/static/plotly.min.js"):
            assert statuses(visitor, path, 3) == [200] * 3
            assert "RateLimit" not in visitor.get(path).headers


def test_wrong_keys_are_soon_not_even_looked_up(limited: MakeService) -> None:
    service = limited()
    answers = [
        service.get("/api/v1/players", {"Authorization": f"Bearer gleek_{number}"}) for number in range(3)
    ]
    assert [answer.status_code for answer in answers] == [401, 401, TOO_MANY]
    assert answers[0].headers["RateLimit-Policy"] == '"failures";q=2;w=3600'
    assert "wrong keys" in answers[2].json()["detail"]
    right = service.get("/api/v1/players", {"Authorization": f"Bearer {service.tokens[Role.READER]}"})
    assert right.status_code == TOO_MANY, "nobody can find out that a guess was right"


def test_guesses_at_the_token_of_the_metrics_count_as_wrong_keys(limited: MakeService) -> None:
    service = limited(metrics_token="a token for tests alone")
    answers = [service.get("/metrics", {"Authorization": f"Bearer {number}"}) for number in range(3)]
    assert [answer.status_code for answer in answers] == [401, 401, TOO_MANY]
    right = {"Authorization": "Bearer a token for tests alone"}
    assert service.get("/metrics", right).status_code == TOO_MANY


@pytest.mark.parametrize("guess", ["form", "link", "cookie"])
def test_guesses_of_every_kind_count_as_wrong_keys(limited: MakeService, guess: str) -> None:
    with limited(rate_visitors="off").caller(None, accept="text/html") as browser:
        for number in range(3):
            if guess == "form":
                answer = browser.post("/sign-in", data={"key": f"gleek_{number}"})
            elif guess == "link":
                answer = browser.get(f"/sign-in?token={number}")
            else:
                answer = browser.get("/", headers={"Cookie": f"gleek_replay={number}"})
    assert answer.status_code == TOO_MANY
    assert answer.headers["RateLimit-Policy"].startswith('"failures"')


def test_who_was_let_in_before_is_not_held_up_by_the_wrong_keys_of_a_neighbour(limited: MakeService) -> None:
    service = limited()
    with service.caller(Role.READER) as known:
        assert known.get("/api/v1/players").status_code == 200
        for number in range(3):
            wrong = service.get("/api/v1/players", {"Authorization": f"Bearer gleek_{number}"})
        assert wrong.status_code == TOO_MANY
        assert known.get("/api/v1/players").status_code == 200


def test_rates_can_be_turned_off(service: Service) -> None:
    with service.caller() as client:
        answer = client.get("/api/v1/players")
    assert answer.status_code == 200
    assert not {"RateLimit", "RateLimit-Policy"} & answer.headers.keys()


def test_a_person_who_reads_and_a_table_that_plays_never_meet_the_usual_rates() -> None:
    usual = Settings(secret_key="x")
    assert (usual.rate_requests, usual.rate_uploads) == ("1200/minute", "600/minute")


def test_processes_that_share_a_redis_count_together(limited: MakeService, redis_url: str) -> None:
    first, second = limited(rate_store=redis_url), limited(rate_store=redis_url)
    with first.caller(Role.READER) as here, second.caller(Role.READER) as there:
        assert statuses(here, "/api/v1/players", 2) == [200] * 2
        assert there.get("/api/v1/players").headers["RateLimit"].startswith('"requests";r=0;t=')
        assert here.get("/api/v1/players").status_code == TOO_MANY
        assert there.get("/api/v1/players").status_code == TOO_MANY
    with Redis.from_url(redis_url) as store:
        counts = list(store.scan_iter("*requests*"))
        assert counts
        assert all(0 < store.ttl(count) <= 3600 for count in counts), "a count is forgotten with its window"


def test_a_store_that_is_down_holds_nobody_up_and_is_logged(limited: MakeService) -> None:
    with ExitStack() as running:
        service = limited(rate_store=running.enter_context(own_redis()))
        with service.caller(Role.READER) as client:
            assert statuses(client, "/api/v1/players", 4)[-1] == TOO_MANY
            running.close()
            with capture_logs() as lines:
                assert statuses(client, "/api/v1/players", 5) == [200] * 5
                wrong = service.get("/api/v1/players", {"Authorization": "Bearer gleek_wrong"})
    assert wrong.status_code == 401
    assert [line["event"] for line in lines].count("rate_store") == 1, "it is left alone for a while"


def test_a_service_starts_while_its_store_is_down(limited: MakeService) -> None:
    with limited(rate_store="redis://127.0.0.1:1/0").caller(Role.READER) as client:
        assert statuses(client, "/api/v1/players", 4) == [200] * 4


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        (None, "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_an_address_is_counted_with_what_belongs_to_the_same_household(
    address: str | None, counted_as: str
) -> None:
    assert network_of(address) == counted_as


def test_the_endpoints_that_take_hands_are_there(service: Service) -> None:
    assert service.app.view_functions.keys() >= TAKING_HANDS
