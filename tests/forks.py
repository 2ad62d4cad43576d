"""Runs `gleek-replay` in processes of its own that need not read every module anew.

That takes nine tenths of a short command's time. So a process beside each that runs tests has read them all,
and forks whenever a command is asked for: the fork has streams, a folder and an environment of its own, and
ends as `python -m gleek_replay` does. The services, and the commands of the front page, begin in interpreters
of their own all the same.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from sqlalchemy.orm import configure_mappers

from gleek_replay.conformance import make_kit

ROOT = Path(__file__).parent.parent
LENGTH_BYTES = 4


def run_forked(
    arguments: Sequence[str], *, stdin: bytes, folder: Path, environment: Mapping[str, str], seconds: float
) -> subprocess.CompletedProcess[bytes]:
    """Run a command and give back how it ended; raises :class:`TimeoutError` when it takes too long."""
    request = json.dumps([list(arguments), str(folder), dict(environment)]).encode()
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as complaints,
        socket.socket(socket.AF_UNIX) as asked,
    ):
        reading, writing = os.pipe()
        giving = threading.Thread(target=_give, args=(writing, stdin))
        asked.connect(forking_server())
        asked.settimeout(seconds)
        length = len(request).to_bytes(LENGTH_BYTES, "big")
        socket.send_fds(asked, [length], [reading, out.fileno(), complaints.fileno()])
        os.close(reading)
        asked.sendall(request)
        giving.start()
        pid = int.from_bytes(_take(asked, LENGTH_BYTES), "big")
        try:
            status = int.from_bytes(_take(asked, LENGTH_BYTES), "big", signed=True)
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            giving.join()
        for stream in (out, complaints):
            stream.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), complaints.read())


def put_command(folder: Path) -> None:
    """Put a program `gleek-replay` into a folder of the path whose commands run in such forks too."""
    program = folder / "gleek-replay"
    words = [sys.executable, "-I", "-S", ROOT / "tests" / "forked_command.py", forking_server()]
    program.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, words))} "$@"\n', encoding="utf-8")
    program.chmod(0o755)


def _give(descriptor: int, text: bytes) -> None:
    """Write into a pipe whose reader may end before."""
    with suppress(BrokenPipeError), open(descriptor, "wb") as stream:
        stream.write(text)


def _take(connection: socket.socket, size: int) -> bytes:
    taken = b""
    while len(taken) < size:
        piece = connection.recv(size - len(taken))
        if not piece:
            raise ConnectionError("the process that forks is gone")
        taken += piece
    return taken


@cache
def forking_server() -> str:
    """Where the process listens that forks for this one, and ends with it."""
    folder = tempfile.TemporaryDirectory(prefix="gleek-forks")
    address = f"{folder.name}/socket"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forks", address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def end() -> None:
        process.communicate()
        folder.cleanup()

    atexit.register(end)
    assert process.stdout.readline() == b"ready\n"
    return address


def serve(address: str) -> list[str]:
    """Fork for each command, until who started this closes our standard input.

    Returns in the forks, each with the arguments of its command.
    """
    package = import_module("gleek_replay.cli")
    for module in iter_modules(package.__path__, "gleek_replay.cli."):
        import_module(module.name)
    import_module("alembic.command")
    configure_mappers()
    gc.collect()
    gc.freeze()  # else each fork would look through all of it, and so have a copy of it
    assert threading.active_count() == 1
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ends is not waited for
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            heard: list[int] = select.select([0, listening.fileno()], [], [])[0]
            if 0 in heard:
                sys.exit()
            if _forked(listening):
                return sys.argv[1:]


def _forked(listening: socket.socket) -> bool:
    """Fork for the next command; whether this is its fork."""
    connection, _ = listening.accept()
    with connection:
        length, streams, *_ = socket.recv_fds(connection, LENGTH_BYTES, 3)
        arguments, folder, environment = json.loads(_take(connection, int.from_bytes(length, "big")))
        if arguments[:1] == ["conformance"]:
            make_kit()  # once for all forks
        if os.fork():
            for descriptor in streams:
                os.close(descriptor)
            return False
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        pid = os.fork()
        if not pid:
            _take_over(streams)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv[1:] = arguments
            return True
        for descriptor in streams:
            os.close(descriptor)
        connection.sendall(pid.to_bytes(LENGTH_BYTES, "big"))
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with suppress(BrokenPipeError):
            connection.sendall(status.to_bytes(LENGTH_BYTES, "big", signed=True))
        os._exit(0)


def _take_over(streams: Sequence[int]) -> None:
    """Make the standard streams anew: a pipe behaves otherwise than a file that was there before."""
    for name, own, given in zip(("stdin", "stdout", "stderr"), range(3), streams, strict=True):
        os.dup2(given, own)
        os.close(given)
        former = getattr(sys, name)
        stream = open(own, former.mode, encoding=former.encoding, errors=former.errors, closefd=False)  # noqa: SIM115
        stream.reconfigure(line_buffering=name == "stderr")
        setattr(sys, name, stream)


if __name__ == "__main__":
    from gleek_replay.cli import main

    ended = main(serve(sys.argv[1]))
    sys.stderr.flush()
    os._exit(ended)  # taking everything down takes twice as long as most commands
