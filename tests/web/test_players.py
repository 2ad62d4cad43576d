from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from gleek_replay.services.access import Role
from gleek_replay.statistics import FigureName
from tests.web.conftest import Service
from tests.web.records import example, ndjson


@pytest.fixture(scope="module")
def reader(service: Service) -> Iterator[httpx.Client]:
    hands = [example("revoke"), example("revoke", hand_id="again", played_at="2026-01-01T00:00:00Z")]
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*hands))
    with service.caller(Role.READER) as client:
        yield client


def test_players_come_by_id_with_the_sum_of_their_hands(reader: httpx.Client) -> None:
    first = reader.get("/api/v1/players", params={"limit": 2}).json()
    assert [(player["player_id"], player["hands"], player["net"]) for player in first["items"]] == [
        ("bess", 2, 76),
        ("geraldine", 2, -50),
    ]
    assert [player["player_id"] for player in reader.get(first["next"]).json()["items"]] == ["jack"]


def test_statistics_say_what_each_number_rests_on(reader: httpx.Client) -> None:
    statistics = reader.get("/api/v1/players/bess/statistics").json()
    assert (statistics["hands"], statistics["net"]) == (2, 76)
    assert statistics["net_a_hand"] == {
        "hands": 2, "value": 38.0, "deviation": 0.0, "low": 38.0, "high": 38.0, "small": True,
    }  # fmt: skip
    assert {stage["stage"]: stage["net"] for stage in statistics["by_stage"]} == {
        "turn_up": 0, "stock": -24, "ruff": 32, "gleeks": 0, "mournivals": 32, "small_trumps": 8,
        "challenges": 0, "score": 28,
    }  # fmt: skip
    assert statistics["bought"]["count"] == 2
    assert statistics["verdicts"] == {"irregular": 2}


def test_statistics_are_of_the_hands_asked_for(reader: httpx.Client) -> None:
    address = "/api/v1/players/bess/statistics"
    assert reader.get(address, params={"from": "2026-01-01"}).json()["hands"] == 1
    assert reader.get(address, params={"verdict": "clean"}).json()["hands"] == 0


@pytest.mark.parametrize("name", FigureName)
def test_a_figure_is_plotly_json_with_a_text_alternative(reader: httpx.Client, name: FigureName) -> None:
    figure = reader.get(f"/api/v1/players/bess/figures/{name}").json()
    assert figure["data"]
    assert figure["layout"]["meta"]["summary"].endswith(".")


@pytest.mark.parametrize("path", ["nobody/statistics", "nobody/figures/net_over_time", "bess/figures/pie"])
def test_an_unknown_player_or_figure_is_not_found(reader: httpx.Client, path: str) -> None:
    answer = reader.get(f"/api/v1/players/{path}")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
