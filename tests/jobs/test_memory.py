"""The service takes no more memory for a large upload than for one half as large."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.jobs.hands import many_hands
from tests.jobs.service import Client, Service, whole_service

MEGABYTE = 1_000_000
MOST_OVER_IDLE = 100 * MEGABYTE
SLACK = 12 * MEGABYTE
"""By how much two runs of the same differ."""
AT_ONCE = 200
BOUNDARY = b"parted"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Service]:
    """The service with one process for requests, so that it is the same one which is asked again."""
    folder = tmp_path_factory.mktemp("memory")
    file = shutil.copy(sqlite_template, folder)
    with whole_service(folder, f"sqlite:///{file}", workers=1, GLEEK_LEASE_SECONDS="60") as service:
        yield service


@pytest.fixture(scope="module")
def idle(service: Service) -> int:
    """What the service has in memory when it has done a first upload and has nothing to do, in bytes.

    Caches grow until they are full, which belongs to no upload alone: they are filled after that.
    """
    client = Client(url=service.url, token=service.new_key("first"))
    upload(client, "plain", "first", MEGABYTE)
    found = memory(service, "VmRSS")
    upload(client, "plain", "filling", 16 * MEGABYTE)
    return found


@pytest.mark.parametrize("form", ["plain", "gzip", "multipart"])
@pytest.mark.parametrize(
    "megabytes", [pytest.param(6, id="short"), pytest.param(200, id="long", marks=pytest.mark.long)]
)
def test_twice_the_upload_takes_no_more_memory(
    service: Service, idle: int, form: str, megabytes: int
) -> None:
    client = Client(url=service.url, token=service.new_key(f"{form}-{megabytes}"))
    taken = []
    for times in (1, 2):
        forget_peaks(service)
        upload(client, form, f"{form}-{times * megabytes}", times * megabytes * MEGABYTE)
        taken.append(memory(service, "VmHWM") - idle)
    assert max(taken) < MOST_OVER_IDLE
    assert taken[1] <= taken[0] + SLACK


def upload(client: Client, form: str, name: str, size: int) -> None:
    """Send new hands of that size together, and wait until all are stored."""
    pieces = lines(name, size)
    headers = {"Authorization": f"Bearer {client.token}"}
    if form == "gzip":
        pieces, headers["Content-Encoding"] = packed(pieces), "gzip"
    if form == "multipart":
        pieces = parted(pieces)
        headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY.decode()}"
    answer = httpx.post(f"{client.url}/uploads", content=pieces, headers=headers, timeout=600)
    assert answer.status_code in {201, 202}, answer.text
    done = client.followed(answer.json()["upload"]["id"])
    assert done["received"] == done["accepted"] > 0


def lines(name: str, size: int) -> Iterator[bytes]:
    """NDJSON, piece by piece, until it is as large."""
    sent, number = 0, 0
    while sent < size:
        piece = many_hands(AT_ONCE, f"{name}-{number}") + b"\n"
        yield piece
        sent += len(piece)
        number += 1


def packed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A stream, gzipped."""
    packer = zlib.compressobj(level=1, wbits=31)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


def parted(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A stream as the file of a form."""
    disposition = b'Content-Disposition: form-data; name="files"; filename="hands.ndjson"'
    yield b"--%b\r\n%b\r\n\r\n" % (BOUNDARY, disposition)
    yield from pieces
    yield b"\r\n--%b--\r\n" % BOUNDARY


def forget_peaks(service: Service) -> None:
    """Let the kernel note anew the most memory that each process of the service has had."""
    for pid in service.processes():
        Path(f"/proc/{pid}/clear_refs").write_text("5")


def memory(service: Service, measure: str) -> int:
    """What all processes of the service have together, in bytes."""
    return sum(
        1024 * int(line.split()[1])
        for pid in service.processes()
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith(f"{measure}:")
    )
