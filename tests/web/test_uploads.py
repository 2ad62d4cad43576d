from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator

import httpx
import pytest
from gunicorn.http.errors import InvalidChunkSize

from gleek_replay.services.access import Role
from tests.web.conftest import LARGEST_BODY, Service
from tests.web.records import MALFORMED, example, ndjson

UPLOADS = "/api/v1/uploads"


@pytest.fixture
def uploader(service: Service) -> Iterator[httpx.Client]:
    with service.caller(Role.UPLOADER) as client:
        yield client


def test_each_part_of_an_upload_has_its_outcome_and_bad_ones_cost_nothing_else(
    uploader: httpx.Client,
) -> None:
    body = ndjson(example("revoke", hand_id="mixed-1"), MALFORMED) + b"\nnot json\n"
    body += ndjson(example("parlett", hand_id="mixed-2"), example("parlett", hand_id="mixed-2"))
    answer = uploader.post(UPLOADS, content=body, headers={"Content-Type": "application/x-ndjson"})
    assert answer.status_code == 200
    outcomes = answer.json()["outcomes"]
    assert [(outcome["number"], outcome["status"], outcome["hand_id"]) for outcome in outcomes] == [
        (1, "accepted", "mixed-1"),
        (2, "malformed", None),
        (3, "malformed", None),
        (4, "accepted", "mixed-2"),
        (5, "duplicate", "mixed-2"),
    ]
    assert outcomes[0]["verdict"] == "irregular"
    assert {"pointer": "/surprise", "message": outcomes[1]["faults"][-1]["message"]} in outcomes[1]["faults"]
    assert outcomes[2]["faults"][0]["pointer"] == ""


@pytest.mark.parametrize("form", ["object", "array", "gzip said", "gzip unsaid", "chunked", "plain curl"])
def test_hands_come_in_every_form(uploader: httpx.Client, form: str) -> None:
    record = example("parlett", hand_id=f"form-{form.replace(' ', '-')}")
    plain = json.dumps([record] if form == "array" else record).encode()
    zipped = gzip.compress(plain)
    if form == "gzip said":
        answer = uploader.post(UPLOADS, content=zipped, headers={"Content-Encoding": "gzip"})
    elif form == "gzip unsaid":
        answer = uploader.post(UPLOADS, content=zipped)
    elif form == "chunked":
        answer = uploader.post(UPLOADS, content=(plain[i : i + 500] for i in range(0, len(plain), 500)))
    else:
        curls = form == "plain curl"
        said = "application/x-www-form-urlencoded" if curls else "application/json"
        answer = uploader.post(UPLOADS, content=plain, headers={"Content-Type": said})
    assert [outcome["status"] for outcome in answer.json()["outcomes"]] == ["accepted"]


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content-Type": "image/png"}, b"{}", 415),
        ({"Content-Encoding": "br"}, b"{}", 415),
        ({"Content-Encoding": "gzip"}, b"{}", 400),
        ({"Content-Type": "application/json"}, b"", 422),
        ({"Content-Type": "application/json"}, b" " * (LARGEST_BODY + 1), 413),
    ],
    ids=["an image", "brotli", "no gzip", "nothing", "too much"],
)
def test_a_body_that_cannot_be_hands_is_a_problem(
    uploader: httpx.Client, headers: dict[str, str], body: bytes, status: int
) -> None:
    answer = uploader.post(UPLOADS, content=body, headers=headers)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"]


def test_a_chunked_body_without_an_end_in_sight_is_cut_off(uploader: httpx.Client) -> None:
    answer = uploader.post(UPLOADS, content=(b" " * 100_000 for _ in range(12)))
    assert answer.status_code == 413


class BreaksOff(io.BytesIO):
    """A body of which nothing can be read."""

    def __init__(self, error: Exception) -> None:
        super().__init__(b" " * 100)
        self._error = error

    def readinto(self, buffer: object) -> int:
        raise self._error


@pytest.mark.parametrize("error", [ConnectionResetError("gone"), InvalidChunkSize(b"zz")])
def test_a_body_that_breaks_off_is_a_bad_request_and_no_failure(service: Service, error: Exception) -> None:
    answer = service.app.test_client().post(
        UPLOADS,
        input_stream=BreaksOff(error),
        headers={"Authorization": f"Bearer {service.tokens[Role.UPLOADER]}"},
    )
    assert answer.status_code == 400
    assert answer.mimetype == "application/problem+json"
    assert "body" in json.loads(answer.data)["detail"]
