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
    assert answer.status_code == 201
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


def test_a_small_upload_is_done_when_it_is_answered(uploader: httpx.Client) -> None:
    answer = uploader.post(UPLOADS, json=example("parlett", hand_id="small"))
    assert answer.status_code == 201
    told = answer.json()["upload"]
    counted = {status: told[status] for status in ("received", "done", "accepted", "malformed")}
    assert counted == {"received": 1, "done": 1, "accepted": 1, "malformed": 0}
    assert (told["state"], told["seconds_left"], told["owner"]) == ("done", 0, "uploader")
    asked = uploader.get(answer.headers["Location"])
    assert asked.json() == told
    outcomes = uploader.get(f"{answer.headers['Location']}/outcomes").json()
    assert outcomes == {"items": answer.json()["outcomes"], "next": None}


def test_whoever_prefers_not_to_wait_is_told_where_to_ask(uploader: httpx.Client, service: Service) -> None:
    record = example("parlett", hand_id="deferred")
    answer = uploader.post(UPLOADS, json=record, headers={"Prefer": "respond-async"})
    assert answer.status_code == 202
    assert answer.headers["Preference-Applied"] == "respond-async"
    assert answer.json()["outcomes"] is None
    told = answer.json()["upload"]
    assert (told["state"], told["done"], told["rate"], told["seconds_left"]) == ("queued", 0, None, None)
    assert uploader.get("/api/v1/hands/deferred").status_code == 404
    service.work_off()
    assert uploader.get(answer.headers["Location"]).json()["accepted"] == 1
    assert uploader.get("/api/v1/hands/deferred").status_code == 200


def test_a_large_upload_is_worked_on_and_its_outcomes_are_paged(
    uploader: httpx.Client, service: Service
) -> None:
    lines = [ndjson(example("parlett", hand_id=f"large-{number}")) for number in range(1, 1_201)]
    lines[700] = ndjson(MALFORMED)
    packed = gzip.compress(b"\n".join(lines))
    answer = uploader.post(UPLOADS, content=packed, headers={"Content-Type": "application/x-ndjson"})
    assert answer.status_code == 202
    place = answer.headers["Location"]
    first = uploader.get(f"{place}/outcomes", params={"limit": 170}).json()
    assert first["items"] == []
    service.work_off()
    assert uploader.get(place).json()["accepted"] == 1_199
    items, address = [], first["next"]
    while address:
        page = uploader.get(address).json()
        assert len(page["items"]) <= 170
        items += page["items"]
        address = page["next"]
    assert [item["number"] for item in items] == list(range(1, 1_201))
    assert [item["number"] for item in items if item["status"] == "malformed"] == [701]


def test_the_files_of_a_form_are_told_apart(uploader: httpx.Client) -> None:
    files = [
        ("files", ("monday.ndjson", ndjson(example("parlett", hand_id="monday"), MALFORMED))),
        (
            "more",
            ("tuesday.json.gz", gzip.compress(json.dumps(example("revoke", hand_id="tuesday")).encode())),
        ),
    ]
    outcomes = uploader.post(UPLOADS, files=files).json()["outcomes"]
    assert [(outcome["file"], outcome["number"], outcome["status"]) for outcome in outcomes] == [
        ("monday.ndjson", 1, "accepted"),
        ("monday.ndjson", 2, "malformed"),
        ("tuesday.json.gz", 1, "accepted"),
    ]


def test_an_idempotency_key_gives_the_same_upload_again(uploader: httpx.Client) -> None:
    headers = {"Idempotency-Key": "once"}
    first = uploader.post(UPLOADS, json=example("parlett", hand_id="once"), headers=headers)
    again = uploader.post(UPLOADS, json=example("parlett", hand_id="once"), headers=headers)
    assert again.status_code == 201
    assert again.json() == first.json()
    other = uploader.post(UPLOADS, json=example("revoke", hand_id="twice"), headers=headers)
    assert other.status_code == 422
    assert "another body" in other.json()["detail"]
    assert uploader.get("/api/v1/hands/twice").status_code == 404


def test_an_idempotency_key_may_be_in_any_script(uploader: httpx.Client) -> None:
    headers = {b"Idempotency-Key": "Müller №1".encode()}
    uploader.post(UPLOADS, json=example("parlett", hand_id="mueller"), headers=headers)
    (found,) = uploader.get(UPLOADS, params={"idempotency_key": "Müller №1"}).json()["items"]
    assert found["idempotency_key"] == "Müller №1"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "multipart/form-data; boundary=other"}, 400),
        ({"Content-Type": "multipart/form-data"}, 400),
        ({"Content-Type": "multipart/form-data; boundary=x", "Content-Encoding": "gzip"}, 415),
    ],
    ids=["another boundary", "no boundary", "packed"],
)
def test_a_form_that_cannot_be_read_is_told_so(
    uploader: httpx.Client, headers: dict[str, str], status: int
) -> None:
    begun = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.json"\r\n\r\n{}'
    answer = uploader.post(UPLOADS, content=begun, headers=headers)
    assert answer.status_code == status
    assert "form" in answer.json()["detail"]


@pytest.mark.parametrize("given", ["", "x" * 256])
def test_an_idempotency_key_of_no_use_is_refused(uploader: httpx.Client, given: str) -> None:
    answer = uploader.post(UPLOADS, json=example("parlett"), headers={"Idempotency-Key": given})
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == "/header/Idempotency-Key"


def test_nobody_sees_the_uploads_of_another_but_who_may_read_records(
    uploader: httpx.Client, service: Service
) -> None:
    place = uploader.post(UPLOADS, json=example("parlett", hand_id="private")).headers["Location"]
    with service.caller(Role.STEWARD) as steward:
        assert steward.get(place).json()["owner"] == "uploader"
        own = steward.post(UPLOADS, json=example("parlett", hand_id="stewards")).headers["Location"]
        assert {item["owner"] for item in steward.get(UPLOADS).json()["items"]} >= {"uploader", "steward"}
    assert uploader.get(own).status_code == 404
    assert uploader.get(f"{own}/outcomes").status_code == 404
    assert {item["owner"] for item in uploader.get(UPLOADS).json()["items"]} == {"uploader"}


@pytest.mark.parametrize("address", ["nonsense", "ffffffffffffffff", "0"])
def test_there_is_no_such_upload(uploader: httpx.Client, address: str) -> None:
    assert uploader.get(f"{UPLOADS}/{address}").status_code == 404


def test_a_fixed_client_replaces_what_it_sent_and_disputes_nothing(uploader: httpx.Client) -> None:
    wrong, right = (example("parlett", hand_id="fixed", stake=stake) for stake in ("groat", "crown"))
    assert uploader.post(UPLOADS, json=wrong).json()["outcomes"][0]["status"] == "accepted"
    answer = uploader.post(UPLOADS, json=right, params={"replace": "true"})
    assert answer.json()["outcomes"][0]["status"] == "accepted"
    hand = uploader.get("/api/v1/hands/fixed").json()
    assert (hand["hand"]["stake"], hand["hand"]["disputed"]) == ("crown", False)
    assert [record["status"] for record in hand["records"]] == ["replaced", "accepted"]
    assert hand["records"][0]["ended_at"]


def test_a_record_can_be_withdrawn_by_who_sent_it_alone(uploader: httpx.Client, service: Service) -> None:
    place = "/api/v1/hands/withdrawn"
    uploader.post(UPLOADS, json=example("parlett", hand_id="withdrawn"))
    with service.caller(Role.STEWARD) as steward:
        assert steward.delete(f"{place}/record").status_code == 404
        other = steward.post(UPLOADS, json=example("parlett", hand_id="withdrawn", stake="crown"))
        assert other.json()["outcomes"][0]["status"] == "conflicting"
    assert uploader.delete(f"{place}/record").status_code == 204
    hand = uploader.get(place).json()
    assert (hand["hand"]["stake"], hand["hand"]["disputed"]) == ("crown", False)
    assert [(record["owner"], record["status"]) for record in hand["records"]] == [
        ("uploader", "withdrawn"),
        ("steward", "accepted"),
    ]
    assert uploader.delete(f"{place}/record").status_code == 404
    with service.caller(Role.STEWARD) as steward:
        assert steward.delete(f"{place}/record").status_code == 204
    assert uploader.get(place).status_code == 404


def test_what_came_in_comes_out_byte_for_byte(uploader: httpx.Client, service: Service) -> None:
    lines = [
        json.dumps(
            example("parlett", hand_id=f"out-{number}", session={"id": "out", "hand": number}), indent=None
        )
        for number in range(1, 4)
    ]
    uploader.post(UPLOADS, content="\n".join(lines), headers={"Content-Type": "application/x-ndjson"})
    folded = json.dumps(example("parlett", hand_id="out-4", session={"id": "out", "hand": 4}), indent=1)
    uploader.post(UPLOADS, content=folded)
    with service.caller(Role.STEWARD) as steward:
        answer = steward.get("/api/v1/hands.ndjson", params={"session": "out"})
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert answer.text.endswith("\n")
    assert sorted(answer.text.splitlines()) == sorted([*lines, folded.replace("\n", " ")])


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

    def read(self, size: int | None = -1) -> bytes:
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
