from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from gleek_replay.services.access import Role
from gleek_replay.services.figures import PlayerFigure
from gleek_replay.statistics.measures import MEASURES
from tests.web.conftest import Service
from tests.web.records import example, ndjson

STATISTICS = "/api/v1/players/bess/statistics"


@pytest.fixture(scope="module", autouse=True)
def sent(service: Service) -> None:
    hands = [
        example("revoke", played_at="2025-12-05T20:00:00Z", stake="groat"),
        example("revoke", hand_id="again", played_at="2026-01-01T00:00:00Z", stake="penny"),
    ]
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*hands))


@pytest.fixture(scope="module")
def reader(service: Service) -> Iterator[httpx.Client]:
    with service.caller(Role.READER) as client:
        yield client


@pytest.fixture(scope="module")
def steward(service: Service) -> Iterator[httpx.Client]:
    with service.caller(Role.STEWARD) as client:
        yield client


def measures(client: httpx.Client, **query: Any) -> dict[str, dict[str, Any]]:
    found = client.get(STATISTICS, params=query).json()["measures"]
    return {measure["name"]: measure for measure in found}


def table(client: httpx.Client, address: str, **query: Any) -> list[dict[str, str]]:
    answer = client.get(f"/api/v1{address}", params=query)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    return list(csv.DictReader(io.StringIO(answer.text, newline=""), strict=True))


def test_players_come_by_id_with_the_sum_of_their_hands(reader: httpx.Client) -> None:
    first = reader.get("/api/v1/players", params={"limit": 2}).json()
    assert [(player["player_id"], player["hands"], player["net"]) for player in first["items"]] == [
        ("bess", 2, 76),
        ("geraldine", 2, -50),
    ]
    assert [player["player_id"] for player in reader.get(first["next"]).json()["items"]] == ["jack"]


def test_statistics_say_what_each_number_rests_on(reader: httpx.Client) -> None:
    statistics = reader.get(STATISTICS).json()
    assert (statistics["player_id"], statistics["unit"]) == ("bess", "counters")
    assert (statistics["hands"], statistics["net"], statistics["net_in_words"]) == (2, 76, None)
    assert statistics["net_a_hand"] == {
        "hands": 2, "value": 38.0, "deviation": 0.0, "low": None, "high": None, "small": True,
    }  # fmt: skip
    assert {stage["stage"]: stage["net"] for stage in statistics["by_stage"]} == {
        "turn_up": 0, "stock": -24, "ruff": 32, "gleeks": 0, "mournivals": 32, "small_trumps": 8,
        "challenges": 0, "score": 28, "ruling": 0,
    }  # fmt: skip
    assert statistics["bought"]["count"] == 2
    assert statistics["verdicts"] == {"irregular": 2}
    run = statistics["longest_winning"]
    assert (run["hands"], run["net"], run["first"]["hand_id"]) == (2, 76, "example-00023")
    assert (statistics["longest_losing"], statistics["drawdown"]) == (None, None)
    assert statistics["luck_adjusted"]["hands"] == 0
    assert list(measures(reader)) == list(MEASURES)


def test_each_statistic_has_its_parts_and_the_hands_behind_it(reader: httpx.Client) -> None:
    bought = measures(reader, rules="parlett", opponent=["jack", "geraldine"])["bought"]
    assert (bought["numerator"], bought["denominator"], bought["value"]) == (2, 2, 1.0)
    assert (bought["numerator_title"], bought["denominator_title"]) == ("hands bought", "hands")
    assert 0 < bought["low"] < bought["high"] == 1
    address = urlsplit(bought["hands"]["numerator"])
    assert address.path == "/api/v1/players/bess/hands"
    assert parse_qs(address.query) == {
        "rules": ["parlett"], "opponent": ["jack", "geraldine"], "measure": ["bought"], "side": ["numerator"],
    }  # fmt: skip
    hands = reader.get(bought["hands"]["numerator"]).json()["items"]
    assert [hand["hand_id"] for hand in hands] == ["again", "example-00023"]


def test_the_hands_behind_a_number_come_in_pages_that_keep_what_was_asked(reader: httpx.Client) -> None:
    query: dict[str, Any] = {
        "measure": ["bought", "net"],
        "opponent": ["jack", "geraldine"],
        "at_least": 1,
        "limit": 1,
    }
    first = reader.get("/api/v1/players/bess/hands", params=query).json()
    assert [hand["hand_id"] for hand in first["items"]] == ["again"]
    second = reader.get(first["next"]).json()
    assert [hand["hand_id"] for hand in second["items"]] == ["example-00023"]
    assert second["next"] is None
    assert reader.get("/api/v1/players/bess/hands", params={"measure": "pie"}).status_code == 404


def test_what_hidden_cards_say_is_told_without_hands_but_to_who_sees_them(
    reader: httpx.Client, steward: httpx.Client
) -> None:
    hidden, shown = measures(reader)["stock_aces"], measures(steward)["stock_aces"]
    assert (hidden["rests_on_cards"], hidden["denominator"], hidden["hands"]) == (True, 0, None)
    assert shown["denominator"] == 2
    assert len(steward.get(shown["hands"]["denominator"]).json()["items"]) == 2
    for address in ("hands", "series", "series.csv", "figures/measure_over_time"):
        answer = reader.get(f"/api/v1/players/bess/{address}", params={"measure": "stock_aces"})
        assert answer.status_code == 403
        assert "hidden at the table" in answer.json()["detail"]


def test_statistics_are_of_the_hands_asked_for(reader: httpx.Client) -> None:
    for query, hands in (
        ({"from": "2026-01-01"}, 1),
        ({"to": "2026-01-01T00:00:01Z", "from": "2026-01-01"}, 1),
        ({"verdict": "clean"}, 0),
        ({"players": 3}, 2),
        ({"players": 4}, 0),
        ({"opponent": "nobody"}, 0),
        ({"opponent": ["jack", "geraldine"]}, 2),
        ({"stake": "groat"}, 1),
        ({"seat": "middle"}, measures(reader)["net_as_middle"]["denominator"]),
        ({"client": example("revoke")["client"]["name"]}, 2),
        ({"client": "another"}, 0),
        ({"disputed": "true"}, 0),
    ):
        assert reader.get(STATISTICS, params=query).json()["hands"] == hands, query
    for wrong in ({"seat": "elder"}, {"players": 7}, {"unit": "pounds"}, {"opponent": "a b"}, {"hand": "x"}):
        assert reader.get(STATISTICS, params=wrong).status_code == 422, wrong


def test_money_is_told_in_farthings_and_in_words(reader: httpx.Client) -> None:
    in_money = reader.get(STATISTICS, params={"unit": "money"}).json()
    assert (in_money["unit"], in_money["net"]) == ("farthings", 38 * 16 + 38 * 4)
    assert in_money["net_in_words"] == "15s 10d"
    net = measures(reader, unit="money")["net"]
    assert (net["unit"], net["value"], net["in_words"]) == ("farthings", 380.0, "7s 11d")
    assert measures(reader, unit="money")["tricks"]["in_words"] is None


def test_a_statistic_over_time_has_a_point_for_each_period(reader: httpx.Client) -> None:
    address = "/api/v1/players/bess/series"
    by_hand = reader.get(address, params={"measure": "net", "by": "hand", "cumulative": "true"}).json()
    assert (by_hand["unit"], by_hand["by"], by_hand["step"]) == ("counters", "hand", 1)
    assert [(point["period"], point["numerator"]) for point in by_hand["points"]] == [("1", 38), ("2", 76)]
    assert [point["last_hand"] for point in by_hand["points"]] == ["example-00023", "again"]
    months = reader.get(address).json()["points"]
    assert [point["numerator"] for point in months] == [38, 38]
    assert all(len(point["period"]) == len("2026-01") for point in months)
    rolling = {"by": "rolling", "cumulative": "true"}
    assert reader.get(address, params=rolling).json()["faults"][0]["pointer"] == "/query/cumulative"
    assert reader.get(address, params={"measure": "pie"}).status_code == 404


def test_opponents_are_told_with_what_was_had_of_each(reader: httpx.Client) -> None:
    told = reader.get("/api/v1/players/bess/opponents").json()
    assert {one["player_id"] for one in told["opponents"]} == {"geraldine", "jack"}
    assert told["net"] == told["of_opponents"] + told["of_pots"] + told["by_rulings"] == 76
    assert sum(one["had_of_him"] for one in told["opponents"]) == told["of_opponents"]


def test_every_table_can_be_had_as_csv(reader: httpx.Client) -> None:
    rows = table(reader, "/players/bess/statistics.csv", rules="parlett")
    assert [row["measure"] for row in rows] == list(MEASURES)
    (net,) = [row for row in rows if row["measure"] == "net"]
    assert (net["numerator"], net["denominator"], net["value"], net["small"]) == ("76", "2", "38.0", "true")
    points = table(reader, "/players/bess/series.csv", measure="net", by="hand")
    assert [point["value"] for point in points] == ["38.0", "38.0"]
    opponents = table(reader, "/players/bess/opponents.csv")
    assert {row["opponent_id"] for row in opponents} == {"geraldine", "jack"}


@pytest.mark.parametrize("name", [*PlayerFigure, "measure_over_time"])
def test_a_figure_is_plotly_json_with_a_text_alternative(reader: httpx.Client, name: str) -> None:
    for query in ({}, {"unit": "money", "seat": "dealer"}, {"opponent": "nobody"}):
        figure = reader.get(f"/api/v1/players/bess/figures/{name}", params=query).json()
        assert "data" in figure
        assert figure["layout"]["meta"]["summary"].endswith(".")


@pytest.mark.parametrize("path", ["nobody/statistics", "nobody/figures/net_over_time", "bess/figures/pie"])
def test_an_unknown_player_or_figure_is_not_found(reader: httpx.Client, path: str) -> None:
    answer = reader.get(f"/api/v1/players/{path}")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
