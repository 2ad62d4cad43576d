from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import httpx
import pytest

from gleek_replay.services.access import Role
from tests.web.conftest import Service
from tests.web.records import EXAMPLES, MALFORMED, example, example_audit, ndjson


@pytest.fixture
def reader(service: Service) -> Iterator[httpx.Client]:
    with service.caller(Role.READER) as client:
        yield client


@pytest.mark.parametrize("name", sorted(path.name.split(".")[0] for path in EXAMPLES.glob("*.hand.json")))
def test_one_object_is_answered_with_its_audit(reader: httpx.Client, name: str) -> None:
    answer = reader.post("/api/v1/audits", json=example(name))
    assert answer.status_code == 200
    audit, expected = answer.json(), example_audit(name)
    told = expected.keys() & {"hand_id", "verdict", "differences", "score", "carried_out"}
    assert {key: audit[key] for key in told} == {key: expected[key] for key in told}


def test_a_gzipped_object_is_answered_with_its_audit(reader: httpx.Client) -> None:
    body = gzip.compress(json.dumps(example("parlett")).encode())
    said = reader.post("/api/v1/audits", content=body, headers={"Content-Encoding": "gzip"})
    unsaid = reader.post("/api/v1/audits", content=body, headers={"Content-Type": "application/gzip"})
    assert said.json()["verdict"] == unsaid.json()["verdict"] == "clean"


@pytest.mark.parametrize("written", ["array", "NDJSON", "NDJSON of one"])
def test_a_list_is_answered_with_a_list_in_its_order(reader: httpx.Client, written: str) -> None:
    records = [example("revoke"), MALFORMED, example("parlett")][: 1 if written == "NDJSON of one" else 3]
    if written == "array":
        answer = reader.post("/api/v1/audits", json=records)
    else:
        headers = {"Content-Type": "application/x-ndjson"}
        answer = reader.post("/api/v1/audits", content=ndjson(*records), headers=headers)
    assert answer.status_code == 200
    assert [audit["verdict"] for audit in answer.json()] == ["irregular", "malformed", "clean"][
        : len(records)
    ]


def test_a_malformed_object_is_a_problem_with_every_fault_at_its_place(reader: httpx.Client) -> None:
    answer = reader.post("/api/v1/audits", json=MALFORMED)
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    pointers = {fault["pointer"] for fault in answer.json()["faults"]}
    assert {"/hand_id", "/surprise", "/actions"} <= pointers


def test_nothing_of_an_audit_is_stored(reader: httpx.Client) -> None:
    reader.post("/api/v1/audits", json=example("parlett"))
    assert reader.get("/api/v1/hands").json()["items"] == []
