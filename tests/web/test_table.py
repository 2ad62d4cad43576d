"""`GET /hands.csv`: the players' rows of hands, for a spreadsheet; and finding an upload by its key."""

from __future__ import annotations

import csv
import io

from gleek_replay.services.access import Role
from tests.web.conftest import Service
from tests.web.records import example


def test_a_reader_gets_a_row_for_each_player_of_the_hands_that_fit(service: Service) -> None:
    with service.caller() as sender:
        for name in ("revoke", "parlett"):
            sender.post("/api/v1/uploads", json=example(name))
    with service.caller(Role.READER) as reader:
        answer = reader.get("/api/v1/hands.csv", params={"verdict": "irregular"})
        assert reader.get("/api/v1/hands.csv", params={"records": "all"}).status_code == 422
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    rows = list(csv.DictReader(io.StringIO(answer.text, newline=""), strict=True))
    assert [row["hand_id"] for row in rows] == ["example-00023"] * 3
    assert all(row["played_at"].endswith("+00:00") for row in rows)


def test_the_uploads_under_an_idempotency_key_can_be_asked_for(service: Service) -> None:
    with service.caller() as sender:
        key = {"Idempotency-Key": "mine 1"}
        sent = sender.post("/api/v1/uploads", json=example("parlett"), headers=key).json()
        sender.post("/api/v1/uploads", json=example("revoke"))
        found = sender.get("/api/v1/uploads", params={"idempotency_key": "mine 1"}).json()["items"]
        assert [upload["id"] for upload in found] == [sent["upload"]["id"]]
        other = sender.get("/api/v1/uploads", params={"idempotency_key": "other"})
        assert other.json()["items"] == []
