"""The leaderboard, players beside each other, and the club's own statistics."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from gleek_replay.services.access import Role
from gleek_replay.services.figures import ClubFigure
from tests.web.conftest import Service
from tests.web.records import example, ndjson


@pytest.fixture(scope="module")
def reader(service: Service) -> Iterator[httpx.Client]:
    hands = [
        example("revoke", played_at="2026-01-31T12:00:00Z"),
        example("revoke", hand_id="again", played_at="2026-02-01T12:00:00Z"),
        example("misreported", played_at="2026-03-01T12:00:00Z"),
    ]
    hands[2]["client"] = {"name": "=risky()", "version": "+1"}
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*hands))
    with service.caller(Role.READER) as client:
        yield client


def table(client: httpx.Client, address: str, **query: Any) -> list[dict[str, str]]:
    answer = client.get(f"/api/v1{address}", params=query)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    return list(csv.DictReader(io.StringIO(answer.text, newline=""), strict=True))


def test_the_leaderboard_comes_in_pages(reader: httpx.Client) -> None:
    query: dict[str, Any] = {"first": "2026-01", "last": "2026-02", "limit": 2}
    first = reader.get("/api/v1/leaderboard", params=query)
    assert first.headers["Link"].endswith('rel="next"')
    items = first.json()["items"] + reader.get(first.json()["next"]).json()["items"]
    assert (items[0]["rank"], items[0]["player_id"], items[0]["net"]) == (1, "bess", 76)
    assert sorted(row["player_id"] for row in items) == ["bess", "geraldine", "jack"]
    assert all(row["net_a_hand"]["small"] for row in items)


def test_the_leaderboard_is_of_the_hands_and_in_the_order_asked_for(reader: httpx.Client) -> None:
    one = reader.get("/api/v1/leaderboard", params={"last": "2026-01", "unit": "money"}).json()
    assert (one["unit"], one["items"][0]["hands"]) == ("farthings", 1)
    by_hands = reader.get("/api/v1/leaderboard", params={"sort": "hands", "least_hands": 2}).json()["items"]
    assert {row["player_id"] for row in by_hands} == {"bess", "geraldine", "jack"}
    for wrong in (
        {"first": "2026-13"},
        {"last": "0000-01"},
        {"sort": "luck"},
        {"cursor": "x"},
        {"from": "2026-01"},
    ):
        assert reader.get("/api/v1/leaderboard", params=wrong).status_code == 422, wrong


def test_the_ends_of_the_calendar_are_months_like_any(reader: httpx.Client) -> None:
    for address in ("leaderboard", "head-to-head", "club/statistics"):
        answer = reader.get(f"/api/v1/{address}", params={"first": "0001-01", "last": "9999-12"})
        assert answer.status_code == 200


def test_players_stand_beside_each_other(reader: httpx.Client) -> None:
    heads = reader.get("/api/v1/head-to-head", params={"most": 3, "last": "2026-02"}).json()
    assert {player["player_id"] for player in heads["players"]} == {"bess", "geraldine", "jack"}
    net = {(pair["player_id"], pair["opponent_id"]): pair["net"] for pair in heads["pairs"]}
    assert len(net) == 6
    assert all(net[other, one] == -amount for (one, other), amount in net.items())


def test_the_club_tells_what_is_played_and_what_clients_misreport(reader: httpx.Client) -> None:
    club = reader.get("/api/v1/club/statistics").json()
    assert (club["hands"], club["time_zone"], club["by"]) == (3, "UTC", "month")
    assert (club["first"], club["last"]) == ("2026-01-31", "2026-03-01")
    assert [one["period"] for one in club["activity"]] == ["2026-01", "2026-02", "2026-03"]
    (risky,) = [one for one in club["clients"] if one["client"] == "=risky()"]
    assert (risky["version"], risky["verdicts"]) == ("+1", {"misreported": 1})
    assert risky["misreported"]["count"] == 1
    assert {one["kind"] for one in club["findings"]} == {"violation", "difference"}
    assert reader.get("/api/v1/club/statistics", params={"rules": "parlett"}).json()["findings"] is None
    assert reader.get("/api/v1/club/statistics", params={"by": "hand"}).status_code == 422


def test_every_table_can_be_had_as_csv_without_formulas(reader: httpx.Client) -> None:
    (bess,) = [row for row in table(reader, "/leaderboard.csv") if row["player_id"] == "bess"]
    assert bess["hands"] == "2"
    assert len(table(reader, "/head-to-head.csv", most=2)) == 2
    clients = table(reader, "/club/clients.csv")
    assert ("'=risky()", "'+1", "1") in {
        (row["client"], row["version"], row["misreported"]) for row in clients
    }
    assert {row["kind"] for row in table(reader, "/club/findings.csv")} == {"violation", "difference"}
    assert sum(int(row["hands"]) for row in table(reader, "/club/activity.csv", by="day")) == 3
    assert sum(int(row["hands"]) for row in table(reader, "/club/rules.csv")) == 3
    assert reader.get("/api/v1/club/pies.csv").status_code == 404


@pytest.mark.parametrize("name", ClubFigure)
def test_a_figure_of_the_club_is_plotly_json_with_a_text_alternative(
    reader: httpx.Client, name: ClubFigure
) -> None:
    for query in ({}, {"unit": "money", "by": "day"}, {"last": "2025-01"}):
        figure = reader.get(f"/api/v1/club/figures/{name}", params=query).json()
        assert "data" in figure
        assert figure["layout"]["meta"]["summary"].endswith(".")
