"""Keeping a handful of processes running, and ending them together."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from gleek_replay.jobs.stopping import Stopping, stopping

_LOOK_SECONDS: Final = 0.1
_GRACE_SECONDS: Final = 40
_SHORT_LIFE: Final = 2.0
_PR_SET_PDEATHSIG: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A command line, with the descriptors it inherits and what its environment has beside this process's
    own. When the ``leading`` one ends of itself, all end.
    """

    command: Sequence[str]
    leading: bool = False
    descriptors: tuple[int, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class _Running:
    program: Program
    process: subprocess.Popen[bytes]
    since: float = field(default_factory=time.monotonic)


def supervise(programs: Sequence[Program]) -> int:
    """Run the programs until SIGTERM, SIGINT or SIGHUP, each begun anew when it is killed or ends.

    Returns the leading program's status once it has ended of itself, else 0. The programs may take their
    time to end; a second signal ends them at once. On Linux they are told to end when this process is killed.
    """
    with stopping(signal.SIGTERM, signal.SIGINT, signal.SIGHUP) as stop:
        running = [_start(program) for program in programs]
        try:
            return _watch(running, stop)
        finally:
            _end(running, stop)


@contextmanager
def running_beside(programs: Sequence[Program], stop: Stopping) -> Iterator[None]:
    """Run the programs beside this process, and end those that have not ended when the block is left.

    ``stop`` is what this process notes its signals in: one more of them ends the programs at once.
    """
    running = [_start(program) for program in programs]
    try:
        yield
    finally:
        _end(running, stop)


def _watch(running: list[_Running], stop: Stopping) -> int:
    while not stop.asked:
        for place, one in enumerate(running):
            status = one.process.poll()
            if status is None:
                continue
            if one.program.leading and status >= 0:
                return status
            if time.monotonic() - one.since < _SHORT_LIFE:
                stop.wait(_SHORT_LIFE)
            if not stop.asked:
                running[place] = _start(one.program)
        stop.wait(_LOOK_SECONDS)
    return 0


def _start(program: Program) -> _Running:
    """A program in a process group of its own, so that Ctrl-C reaches it through this process alone."""
    process = subprocess.Popen(  # noqa: S603 - our own command lines
        program.command,
        pass_fds=program.descriptors,
        env=os.environ | program.environment,
        process_group=0,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - one thread here
    )
    return _Running(program=program, process=process)


def _end_with_parent() -> None:
    """Ask the kernel to send SIGTERM when the parent is gone, however it went."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _end(running: Sequence[_Running], stop: Stopping) -> None:
    for one in running:
        one.process.terminate()
    asked, give_up = stop.asked, time.monotonic() + _GRACE_SECONDS
    while any(one.process.poll() is None for one in running):
        if stop.asked > asked or time.monotonic() > give_up:
            break
        time.sleep(_LOOK_SECONDS / 2)
    for one in running:
        with suppress(ProcessLookupError):
            os.killpg(one.process.pid, signal.SIGKILL)
        one.process.wait()
