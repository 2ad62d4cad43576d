"""A full disk: uploads are refused clearly, nothing is lost, and all goes on when there is room."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.cli.commands import complaints, gleek
from tests.disks import filled, small_disk
from tests.jobs.hands import Sent, many_hands, sent_as
from tests.jobs.ledger import assert_all_is_stored_once
from tests.jobs.service import Client, whole_service

MEBIBYTES = 96
LARGE = 3_000
MOST_TRIES = 200
RATES_OFF = {"GLEEK_RATE_REQUESTS": "off", "GLEEK_RATE_UPLOADS": "off", "GLEEK_RATE_VISITORS": "off"}


def send_until_refused(client: Client, sent: list[Sent]) -> httpx.Response:
    """Send small uploads until one is refused; those that were taken are noted."""
    headers = {"Authorization": f"Bearer {client.token}"}
    for number in range(MOST_TRIES):
        name = f"small-{number}"
        body = many_hands(90, name)
        said = headers | {"Idempotency-Key": name}
        answer = httpx.post(f"{client.url}/uploads", content=body, headers=said, timeout=60)
        if answer.status_code != 201:
            return answer
        sent.append(sent_as(name, body))
    pytest.fail("the disk did not become full")


def test_uploads_are_refused_while_the_disk_is_full_and_workers_go_on_by_themselves_afterwards(
    tmp_path: Path,
) -> None:
    with small_disk(tmp_path / "disk", MEBIBYTES) as disk:
        url = f"sqlite:///{disk / 'gleek.sqlite3'}"
        with whole_service(tmp_path, url, workers=1, **RATES_OFF) as service:
            client = Client(url=service.url, token=service.new_key("bess"))
            body = many_hands(LARGE, "large")
            sent = [sent_as("large", body)]
            upload_id = client.upload(body, "large")
            with filled(disk):
                refused = send_until_refused(client, sent)
                assert refused.status_code == 507, refused.text
                assert refused.headers["Content-Type"] == "application/problem+json"
                assert "the disk of the database is full" in refused.json()["detail"].lower()
                assert "Retry-After" not in refused.headers
                address = f"http://127.0.0.1:{service.port}"
                ready = httpx.get(f"{address}/readyz", timeout=60)
                assert ready.status_code == 503
                assert ready.json()["checks"]["storage"] == "the disk of the database is full"
                assert httpx.get(f"{address}/livez").status_code == 200
                key = {"Authorization": f"Bearer {client.token}"}
                assert httpx.get(f"{client.url}/hands", headers=key, timeout=60).status_code == 200
            assert client.followed(upload_id)["accepted"] == LARGE
            again = many_hands(3, "again")
            assert client.send(again, "again")["accepted"] == 3
            assert_all_is_stored_once(url, [*sent, sent_as("again", again)])


def test_an_import_onto_a_full_disk_says_so_and_the_same_command_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    hands = tmp_path / "hands.ndjson"
    hands.write_bytes(many_hands(1_500, "imported"))
    with small_disk(tmp_path / "disk", MEBIBYTES) as disk:
        environment = {"GLEEK_DATABASE_URL": f"sqlite:///{disk / 'gleek.sqlite3'}"}
        assert gleek("migrate", folder=tmp_path, environment=environment).returncode == 0
        with filled(disk):
            refused = gleek("import", hands, folder=tmp_path, environment=environment)
            assert refused.returncode == 2
            assert complaints(refused) == ["gleek-replay: the database cannot be used: its disk is full"]
        taken = gleek("import", hands, folder=tmp_path, environment=environment)
        assert taken.stdout.decode().splitlines() == [f"{hands}: 1,500 accepted"], taken.stderr
