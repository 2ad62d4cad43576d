"""What the processes of a service count is counted together, wherever Prometheus asks."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir

import httpx
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.cli.commands import SECONDS, wait_for
from tests.documentation import blocks, codes
from tests.jobs.hands import many_hands
from tests.jobs.service import Client, Role, whole_service
from tests.servers import free_port, listens

HANDS = 1_200
TOKEN = "for Prometheus alone"
MEMORY = Path("/dev/shm")  # noqa: S108 - only looked at


def scraped(address: str) -> dict[tuple[str, ...], float]:
    """Each figure by its name and the values of its labels, asked for as the page shows it to Prometheus."""
    (scraping,) = yaml.safe_load(next(iter(blocks("deploy.md", "yaml"))).text)["scrape_configs"]
    path = scraping.get("metrics_path", "/metrics")
    kind = scraping["authorization"].get("type", "Bearer")
    answer = httpx.get(f"{address}{path}", headers={"Authorization": f"{kind} {TOKEN}"}, timeout=60)
    assert answer.status_code == 200, answer.text
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def folders() -> set[Path]:
    """Where processes count together at the moment."""
    return {path for place in (MEMORY, Path(gettempdir())) for path in place.glob("gleek-counts-*")}


def test_web_processes_and_workers_count_together_and_leave_nothing(tmp_path: Path, sqlite_url: str) -> None:
    with whole_service(tmp_path, sqlite_url, workers=2, GLEEK_METRICS_TOKEN=TOKEN) as service:
        address = f"http://127.0.0.1:{service.port}"
        client = Client(url=service.url, token=service.new_key("bess"))
        assert client.send(many_hands(HANDS, "counted"), "counted")["accepted"] == HANDS
        found = scraped(address)
        assert found["gleek_records_total", "accepted"] == HANDS
        assert found["gleek_hands_audited_total", "clean"] == HANDS
        assert found["gleek_chunk_seconds_count",] == 3
        assert found["gleek_requests_total", "/api/v1/uploads", "POST", "202"] == 1
        assert found["gleek_workers", "polling"] == 2
        told = {
            name.removesuffix(end)
            for name, *_ in found
            for end in ("", "_bucket", "_count", "_sum", "_created")
        }
        assert set(codes("deploy.md", "metrics")) <= told
        assert {name for name, *_ in found} <= {
            name + end for name in codes("deploy.md", "metrics") for end in ("", "_bucket", "_count", "_sum")
        }
        service.kill(service.having(Role.REQUESTS)[0])
        again = scraped(address)
        assert again["gleek_records_total", "accepted"] == HANDS, "what was counted stays"
        assert again["gleek_requests_under_way",] >= 1
        (own,) = {Path(folder) for folder in counting(service.having(Role.GUNICORN)[0])}
        assert own in folders()
    assert own not in folders()


def counting(pid: int) -> list[str]:
    """The folder that a process counts in."""
    environment = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
    return [value.partition("=")[2] for value in environment if value.startswith("PROMETHEUS_MULTIPROC_DIR=")]


def test_workers_elsewhere_answer_at_a_port_of_their_own(tmp_path: Path, sqlite_url: str) -> None:
    port = free_port()
    settings = {"GLEEK_METRICS_TOKEN": TOKEN, "GLEEK_WORKERS": "none"}
    with whole_service(tmp_path, sqlite_url, workers=1, **settings) as service:
        command = ["work", "--jobs", "1", "--metrics-port", str(port)]
        elsewhere = subprocess.Popen(
            [sys.executable, "-m", "gleek_replay", *command], cwd=tmp_path, env=service.environment
        )
        try:
            wait_for(lambda: listens(port))
            address = f"http://127.0.0.1:{port}"
            assert httpx.get(f"{address}/metrics").status_code == 401
            assert httpx.get(f"{address}/elsewhere").status_code == 404
            assert ("gleek_chunk_seconds_count",) in scraped(address)
        finally:
            elsewhere.send_signal(signal.SIGTERM)
            assert elsewhere.wait(SECONDS) == 0
        assert not listens(port)


def test_what_a_killed_service_left_is_removed_by_the_next() -> None:
    made = [
        sys.executable,
        "-c",
        "from gleek_replay.jobs.counts_folder import *; print(make_counts_folder())",
    ]
    left, after = (
        Path(subprocess.run(made, check=True, capture_output=True, text=True).stdout.strip())
        for _ in range(2)
    )
    assert left != after
    assert not left.exists()
    shutil.rmtree(after, ignore_errors=True)
