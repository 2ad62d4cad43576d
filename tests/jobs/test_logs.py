"""Every line of every log is one JSON object, and those of workers name the request that brought the work."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import httpx
import pytest

from gleek_replay.jobs.logs import configure_logs
from tests.cli.commands import wait_for
from tests.jobs.hands import many_hands
from tests.jobs.service import Client, Role, whole_service

HANDS = 600


@pytest.mark.parametrize("broker", ["", "redis_url"])
def test_a_chunk_is_followed_from_the_request_to_the_worker(
    tmp_path: Path, sqlite_url: str, broker: str, request: pytest.FixtureRequest
) -> None:
    broker_url = request.getfixturevalue(broker) if broker else ""
    with whole_service(tmp_path, sqlite_url, broker_url, workers=1) as service:
        client = Client(url=service.url, token=service.new_key("bess"))
        said = {"Authorization": f"Bearer {client.token}", "X-Request-ID": "brought-it"}
        sent = httpx.post(f"{client.url}/uploads", content=many_hands(HANDS, "x"), headers=said, timeout=60)
        upload_id = sent.json()["upload"]["id"]
        assert client.followed(upload_id)["accepted"] == HANDS
        wait_for(lambda: len(chunk_lines(tmp_path)) == 2)
    for line in chunk_lines(tmp_path):
        assert (line["request_id"], line["upload"], line["level"]) == ("brought-it", upload_id, "info")
        assert line["accepted"] == line["records"]
        assert {"timestamp", "chunk", "attempt", "ms"} <= line.keys()
    assert {line["attempt"] for line in chunk_lines(tmp_path)} == {1}


def chunk_lines(folder: Path) -> list[dict[str, object]]:
    """What the logs in a folder say of chunks."""
    lines = [line for file in folder.glob("*.log") for line in file.read_text().splitlines()]
    objects = [json.loads(line) for line in lines if line.startswith("{")]
    return [line for line in objects if line["event"] == "chunk"]


def test_the_standard_librarys_lines_have_the_shape_of_all_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = logging.getLogger().handlers[:]
    try:
        configure_logs()
        logging.getLogger("gleek_replay.services.parts").info("heard", extra={"upload": "ff"})
        logging.getLogger("elsewhere").info("not heard")
        try:
            raise RuntimeError("Tib")
        except RuntimeError:
            logging.getLogger("elsewhere").exception("failed over %s", "Tom")
    finally:
        logging.getLogger().handlers[:] = before
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["event"], first["upload"], first["level"]) == ("heard", "ff", "info")
    assert (second["event"], second["level"]) == ("failed over Tom", "error")
    assert "RuntimeError: Tib" in second["exception"]


def test_gunicorns_own_lines_have_it_too(tmp_path: Path, sqlite_url: str) -> None:
    with whole_service(tmp_path, sqlite_url, workers=1) as service:
        service.kill(service.having(Role.REQUESTS)[0])
        wait_for(lambda: '"level": "error"' in service.log)
    lines = [json.loads(line) for line in service.log.splitlines() if line.startswith("{")]
    assert any("SIGKILL" in str(line["event"]) for line in lines)
