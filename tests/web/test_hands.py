from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from gleek_replay.services.access import Role
from tests.web.conftest import Service
from tests.web.records import example, example_audit, ndjson


@pytest.fixture(scope="module")
def reader(service: Service) -> Iterator[httpx.Client]:
    evening = [
        example(
            "parlett",
            hand_id=f"blackfriars-{number}",
            session={"id": "blackfriars", "hand": number},
            played_at=f"2026-11-20T{18 + number}:00:00Z",
        )
        for number in (1, 2, 3)
    ]
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*evening, example("revoke"), example("tu-quoque")))
    with service.caller(Role.READER) as client:
        yield client


def found(client: httpx.Client, /, **query: str) -> list[str]:
    answer = client.get("/api/v1/hands", params=query)
    assert answer.status_code == 200, answer.text
    return [hand["hand_id"] for hand in answer.json()["items"]]


def test_hands_come_newest_first(reader: httpx.Client) -> None:
    assert found(reader)[:3] == ["blackfriars-3", "blackfriars-2", "blackfriars-1"]


@pytest.mark.parametrize(
    ("query", "hands"),
    [
        ({"verdict": "irregular"}, ["example-00023"]),
        ({"session": "blackfriars", "to": "2026-11-20T20:00:00Z"}, ["blackfriars-1"]),
        ({"from": "2026-11-20T21:00:00+01:00"}, ["blackfriars-3", "blackfriars-2"]),
        ({"from": "2026-11-21"}, []),
        ({"player": "jack", "rules": "parlett"}, ["example-00023"]),
        ({"player": "nobody"}, []),
        ({"client": "Nobody"}, []),
        ({"client": example("revoke")["client"]["name"], "verdict": "irregular"}, ["example-00023"]),
        ({"stake": "penny", "verdict": "irregular"}, ["example-00023"]),
        ({"stake": "farthing"}, []),
    ],
)
def test_hands_are_filtered(reader: httpx.Client, query: dict[str, str], hands: list[str]) -> None:
    assert found(reader, **query) == hands


def test_pages_lead_to_one_another_until_the_last(reader: httpx.Client) -> None:
    seen, address = [], "/api/v1/hands?limit=2"
    while address:
        answer = reader.get(address)
        page = answer.json()
        seen += [hand["hand_id"] for hand in page["items"]]
        assert ("Link" in answer.headers) is (page["next"] is not None)
        address = page["next"]
    assert seen == found(reader)
    assert len(seen) == 5


def test_a_hand_tells_its_players_and_its_records(reader: httpx.Client) -> None:
    detail = reader.get("/api/v1/hands/example-00023").json()
    assert {seat["player_id"]: seat["net"] for seat in detail["hand"]["players"]} == {
        "geraldine": -25,
        "jack": -13,
        "bess": 38,
    }
    assert [record["status"] for record in detail["records"]] == ["accepted"]


def test_a_hands_audit_is_the_one_of_the_format(reader: httpx.Client) -> None:
    audit = reader.get("/api/v1/hands/example-00023/audit").json()
    expected = example_audit("revoke")
    assert {key: audit[key] for key in ("verdict", "complete", "score", "carried_out")} == {
        key: expected[key] for key in ("verdict", "complete", "score", "carried_out")
    }


def test_a_record_comes_back_byte_for_byte(service: Service) -> None:
    raw = json.dumps(example("misreported"), indent=3).encode()
    with service.caller(Role.ADMINISTRATOR) as administrator:
        administrator.post("/api/v1/uploads", content=raw)
        answer = administrator.get(f"/api/v1/hands/{example('misreported')['hand_id']}/record")
    assert answer.content == raw
    assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", ["nothing", "nothing/audit", "%00", "-x", "a/b"])
def test_what_is_not_there_is_not_found(reader: httpx.Client, path: str) -> None:
    answer = reader.get(f"/api/v1/hands/{path}")
    assert answer.status_code == 404
    assert answer.json()["title"] == "Not Found"


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"limit": "0"}, "/query/limit"),
        ({"limit": "many"}, "/query/limit"),
        ({"verdict": "guilty"}, "/query/verdict"),
        ({"from": "yesterday"}, "/query/from"),
        ({"from": "2026-11-20T19:00:00"}, "/query/from"),
        ({"to": "0001-01-01T00:00:00+23:00"}, "/query/to"),
        ({"player": "a b"}, "/query/player"),
        ({"surprise": "1"}, "/query/surprise"),
    ],
)
def test_a_query_that_makes_no_sense_is_a_problem_at_its_place(
    reader: httpx.Client, query: dict[str, str], pointer: str
) -> None:
    answer = reader.get("/api/v1/hands", params=query)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["faults"]] == [pointer]


def test_a_made_up_cursor_is_a_problem(reader: httpx.Client) -> None:
    answer = reader.get("/api/v1/hands", params={"cursor": "made-up"})
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == "/query/cursor"
