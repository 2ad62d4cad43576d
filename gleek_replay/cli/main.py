"""From the words of the command line to the command that they name."""

from __future__ import annotations

import gc
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Final

from gleek_replay.cli.parser import build_parser

_KILLED_BY: Final = 128
"""A shell reports a process that a signal ended as this and the signal's number."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    named = build_parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _command(named.module)(named)
        sys.stdout.flush()
    except BrokenPipeError:
        _let_stdout_go()
        return _KILLED_BY + signal.SIGPIPE
    except KeyboardInterrupt:
        return _KILLED_BY + signal.SIGINT
    return status


def _command(module: str) -> Callable[[Namespace], int]:
    """What runs a command.

    What its modules are made of is there to stay: the garbage collector, which would look through it again
    and again while it grows, would take a third of the time that a short command needs.
    """
    gc.disable()
    try:
        command: Callable[[Namespace], int] = import_module(f"gleek_replay.cli.{module}").run
    finally:
        gc.freeze()
        gc.enable()
    return command


def _let_stdout_go() -> None:
    """The reader is gone: what is still buffered goes nowhere rather than into an error at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
