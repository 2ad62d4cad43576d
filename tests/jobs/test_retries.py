"""A retry under an idempotency key gives the upload that there is already, and never a second one."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat
from pathlib import Path
from threading import Event

import httpx
import pytest

from tests.jobs.hands import many_hands
from tests.jobs.service import LEASE_SECONDS, Client, whole_service

SMALL, LARGE = 3, 600
TWINS = 4


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("retries")
    file = shutil.copy(sqlite_template, folder)
    with whole_service(folder, f"sqlite:///{file}") as service:
        token = service.new_key("bess")
        yield Client(url=service.url, token=token)


def uploads_coming_in(client: Client) -> list[dict[str, object]]:
    """The uploads of which not everything is there."""
    headers = {"Authorization": f"Bearer {client.token}"}
    uploads: list[dict[str, object]] = httpx.get(f"{client.url}/uploads", headers=headers).json()["items"]
    return [upload for upload in uploads if upload["state"] == "receiving"]


def send(client: Client, body: object, idempotency_key: str) -> httpx.Response:
    said = {"Authorization": f"Bearer {client.token}", "Idempotency-Key": idempotency_key}
    return httpx.post(f"{client.url}/uploads", content=body, headers=said, timeout=60)  # type: ignore[arg-type]


def id_of(answer: httpx.Response) -> str:
    """The id of the upload that was answered."""
    upload_id: str = answer.json()["upload"]["id"]
    assert answer.headers["Location"].endswith(upload_id)
    return upload_id


@pytest.mark.parametrize("hands", [SMALL, LARGE])
def test_the_same_body_again_gives_the_same_upload(client: Client, hands: int) -> None:
    name = f"again-{hands}"
    body = many_hands(hands, name)
    first = send(client, body, name)
    assert first.status_code == (201 if hands == SMALL else 202)
    assert client.followed(id_of(first))["accepted"] == hands
    again = send(client, body, name)
    assert (again.status_code, id_of(again)) == (first.status_code, id_of(first))
    if hands == SMALL:
        assert again.json()["outcomes"] == first.json()["outcomes"]
    assert again.json()["upload"]["accepted"] == hands


@pytest.mark.parametrize("hands", [SMALL, LARGE])
def test_another_body_under_the_same_key_is_refused(client: Client, hands: int) -> None:
    name = f"other-{hands}"
    first = send(client, many_hands(hands, name), name)
    other = send(client, many_hands(hands, f"{name}-b"), name)
    assert (other.status_code, other.headers["Content-Type"]) == (422, "application/problem+json")
    assert client.followed(id_of(first))["accepted"] == hands


@pytest.mark.parametrize("hands", [SMALL, LARGE])
@pytest.mark.parametrize("number", range(3))
def test_of_twins_that_come_at_once_there_is_one_upload(client: Client, hands: int, number: int) -> None:
    name = f"twins-{hands}-{number}"
    body = many_hands(hands, name)
    with ThreadPoolExecutor(TWINS) as threads:
        answers = list(threads.map(lambda _: send(client, body, name), range(TWINS)))
    taken = [answer for answer in answers if answer.status_code in {201, 202}]
    assert {answer.status_code for answer in answers} - {201, 202} <= {409}
    assert len({id_of(answer) for answer in taken}) == 1
    assert client.followed(id_of(taken[0]))["accepted"] == hands
    assert id_of(send(client, body, name)) == id_of(taken[0])


def test_a_retry_while_the_first_is_coming_in_is_told_to_wait(client: Client) -> None:
    name, go_on = "coming-in", Event()
    body = many_hands(LARGE, name)
    sent: list[bytes] = []

    def slowly() -> Iterator[bytes]:
        for piece in chain([body], repeat(b"\n")):
            sent.append(piece)
            yield piece
            if go_on.wait(LEASE_SECONDS / 4):
                return

    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(send, client, slowly(), name)
        while not uploads_coming_in(client):
            time.sleep(0.05)
        retry = send(client, body, name)
        go_on.set()
        assert (retry.status_code, retry.headers["Content-Type"]) == (409, "application/problem+json")
        assert first.result().status_code == 202
    assert id_of(send(client, b"".join(sent), name)) == id_of(first.result())
    assert client.followed(id_of(first.result()))["accepted"] == LARGE


def test_under_another_key_the_content_makes_a_retry_harmless(client: Client) -> None:
    body = many_hands(SMALL, "content")
    first, again = (send(client, body, key) for key in ("content-1", "content-2"))
    assert id_of(first) != id_of(again)
    assert [outcome["status"] for outcome in again.json()["outcomes"]] == ["duplicate"] * SMALL
