"""The whole service in processes of its own, any of which a test may kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.conftest import SECONDS_FOR_A_COMMAND, SECONDS_TO_START
from tests.forks import run_forked
from tests.servers import free_port

LEASE_SECONDS: Final = 2
SECONDS_TO_FINISH: Final = 300
"""How long an upload may take at most, however much is killed: far more than it does."""
_MOMENT: Final = 0.05
_BUSY: Final = frozenset({409, 500, 502, 503})
"""What a client asks again after; 500 is what a thread answers whose process is being torn down."""


class Role(StrEnum):
    """What a process of the service does."""

    SERVER = "serve"
    GUNICORN = "gunicorn's master"
    REQUESTS = "gunicorn's worker"
    JOB = "worker that polls"
    WORK = "work"
    CELERY = "Celery's parent"
    TASKS = "Celery's worker"
    REAPER = "reaper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A process as `/proc` shows it."""

    pid: int
    parent: int
    session: int
    command: str


@dataclass(slots=True, kw_only=True)
class Service:
    """`serve`, and `work` where there is a broker, each begun anew whenever it is gone."""

    folder: Path
    environment: dict[str, str]
    commands: dict[Role, list[str]]
    port: int
    _running: dict[Role, subprocess.Popen[bytes]] = field(default_factory=dict)
    _sessions: set[int] = field(default_factory=set)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/api/v1"

    @property
    def log(self) -> str:
        """What its processes have said, but for the requests that were only questions."""
        lines = [line for file in self.folder.glob("*.log") for line in file.read_text().splitlines()]
        return "\n".join(line for line in lines if '"method": "GET"' not in line)

    def start(self) -> None:
        """Begin whatever is not running; return once the service answers."""
        give_up = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < give_up:
            for role, command in self.commands.items():
                if role not in self._running or self._running[role].poll() is not None:
                    self._begin(role, command)
            with suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{self.port}/livez").is_success:
                    return
            time.sleep(_MOMENT)
        pytest.fail(f"The service did not start:\n{self.log}", pytrace=False)

    def _begin(self, role: Role, command: list[str]) -> None:
        with (self.folder / f"{role.value}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "gleek_replay", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.environment,
                cwd=self.folder,
                start_new_session=True,
            )
        self._running[role] = process
        self._sessions.add(process.pid)

    def processes(self) -> dict[int, Process]:
        """Every process that began with the service, its descendants' descendants too."""
        return {found.pid: found for found in _all_processes() if found.session in self._sessions}

    def having(self, role: Role) -> list[int]:
        """The processes that do this."""
        running = self.processes()
        return [pid for pid, process in running.items() if self._role(process, running) is role]

    def _role(self, process: Process, running: dict[int, Process]) -> Role | None:
        parent = running.get(process.parent)
        if "gunicorn" in process.command:
            return Role.REQUESTS if parent is not None and "gunicorn" in parent.command else Role.GUNICORN
        if "--part poll" in process.command:
            return Role.JOB
        if "--part reap" in process.command:
            return Role.REAPER
        if "--part hear" in process.command:
            return Role.TASKS if parent is not None and "--part hear" in parent.command else Role.CELERY
        return next((role for role, one in self._running.items() if one.pid == process.pid), None)

    def kill(self, pid: int) -> None:
        """End it by SIGKILL, and begin `serve` or `work` anew if it was that."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        for process in self._running.values():
            if process.pid == pid:
                process.wait()
        self.start()

    def end(self) -> None:
        """End everything, by force what does not end by itself."""
        for process in self._running.values():
            process.terminate()
        give_up = time.monotonic() + SECONDS_TO_START
        while (left := self.processes()) and time.monotonic() < give_up:
            for process in self._running.values():
                process.poll()
            time.sleep(_MOMENT)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in self._running.values():
            process.wait()
        assert not left, f"{sorted(left.values(), key=str)} did not end by themselves:\n{self.log}"

    def new_key(self, name: str) -> str:
        """The token of a new uploader."""
        made = run_forked(
            ["keys", "create", "--name", name, "--role", "uploader"],
            stdin=b"", folder=self.folder, environment=self.environment, seconds=SECONDS_FOR_A_COMMAND,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        return made.stdout.decode().strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """An uploader that asks again until it is answered, as a good client does."""

    url: str
    token: str

    def send(self, body: bytes, idempotency_key: str) -> dict[str, Any]:
        """The upload that the body is stored as, when it is done."""
        return self.followed(self.upload(body, idempotency_key))

    def upload(self, body: bytes, idempotency_key: str) -> str:
        """The id of the upload that the body is stored as."""
        answer = self._until_answered(
            "POST", "/uploads", content=body, headers={"Idempotency-Key": idempotency_key}
        )
        assert answer.status_code in {201, 202}, answer.text
        upload_id: str = answer.json()["upload"]["id"]
        return upload_id

    def look_at(self, upload_id: str) -> dict[str, Any]:
        """How far an upload is."""
        upload: dict[str, Any] = self._until_answered("GET", f"/uploads/{upload_id}").json()
        return upload

    def followed(self, upload_id: str) -> dict[str, Any]:
        """The upload when it is done."""
        give_up = time.monotonic() + SECONDS_TO_FINISH
        while time.monotonic() < give_up:
            upload = self.look_at(upload_id)
            if upload["state"] == "done":
                return upload
            time.sleep(_MOMENT)
        pytest.fail(f"The upload did not come to an end: {upload}", pytrace=False)

    def _until_answered(self, method: str, path: str, **request: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", **request.pop("headers", {})}
        give_up = time.monotonic() + SECONDS_TO_FINISH
        while time.monotonic() < give_up:
            with suppress(httpx.TransportError):
                answer = httpx.request(method, f"{self.url}{path}", headers=headers, timeout=60, **request)
                if answer.status_code not in _BUSY:
                    return answer
            time.sleep(_MOMENT)
        pytest.fail(f"{method} {path} was not answered", pytrace=False)


@contextmanager
def whole_service(
    folder: Path, database_url: str, broker_url: str = "", *, workers: int = 2, **environment: str
) -> Iterator[Service]:
    """The service on a database, with workers that a broker tells of their work if one is given.

    ``workers`` processes take requests; ``environment`` has further settings.
    """
    port = free_port()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GLEEK_")}
    settings = {
        "GLEEK_DATABASE_URL": database_url,
        "GLEEK_BROKER_URL": broker_url,
        "GLEEK_LEASE_SECONDS": str(LEASE_SECONDS),
        "GLEEK_SECRET_KEY": "a key for tests alone",
        "GLEEK_RATE_REQUESTS": "off",
        "GLEEK_RATE_UPLOADS": "off",
    }
    serve = ["serve", "--host", "127.0.0.1", "--port", str(port), "--workers", str(workers), "--jobs", "2"]
    commands = {Role.SERVER: serve}
    if broker_url:
        commands[Role.WORK] = ["work", "--jobs", "2"]
    service = Service(
        folder=folder, environment=inherited | settings | environment, commands=commands, port=port
    )
    try:
        service.start()
        yield service
    finally:
        service.end()


def _all_processes() -> Iterator[Process]:
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(FileNotFoundError, ProcessLookupError):
            state, parent, _, session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            if state == "Z":
                continue
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            yield Process(pid=int(entry.name), parent=int(parent), session=int(session), command=command)
