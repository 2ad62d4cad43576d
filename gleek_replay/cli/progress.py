"""How far a long command is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Final, TextIO

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress
from rich.text import Text

from gleek_replay.cli.terminal import harmless

_LINE_EVERY: Final = 10.0
_A_MEGABYTE: Final = 1_000_000


class Unit(StrEnum):
    """What is counted."""

    RECORDS = "records"
    HANDS = "hands"
    BYTES = "MB"

    def amount(self, count: float) -> str:
        """A number of these, without the unit: ``1,234`` records, ``5.6`` megabytes."""
        return f"{count / _A_MEGABYTE:,.1f}" if self is Unit.BYTES else f"{count:,.0f}"


class Progress(ABC):
    """Shows on standard error how far the stages of some work are, one after the other."""

    @abstractmethod
    def begin(self, stage: str, unit: Unit, total: int | None, done: int = 0) -> None:
        """Begin a stage, of which so much is done already; ``total`` is ``None`` where nobody knows it."""

    @abstractmethod
    def reach(self, done: int) -> None:
        """Say how much is done in all."""


class _Lines(Progress):
    """A line every ten seconds."""

    def begin(self, stage: str, unit: Unit, total: int | None, done: int = 0) -> None:
        self._stage, self._unit, self._total, self._before = stage, unit, total, done
        self._begun = self._told = time.monotonic()

    def reach(self, done: int) -> None:
        now = time.monotonic()
        if now - self._told < _LINE_EVERY:
            return
        self._told = now
        print(f"{harmless(self._stage)}: {self._far(done, now - self._begun)}", file=sys.stderr, flush=True)

    def _far(self, done: int, seconds: float) -> str:
        rate = (done - self._before) / seconds
        told = f"{self._unit.amount(done)} {self._unit}, {self._unit.amount(rate)} a second"
        if self._total is None or rate <= 0:
            return told
        left = f"{max(0, self._total - done) / rate:,.0f} seconds left"
        return (
            f"{self._unit.amount(done)} of {self._unit.amount(self._total)} {told.partition(' ')[2]}, {left}"
        )


class _Bar(Progress):
    """A bar that is gone when the work is done."""

    def __init__(self, bars: RichProgress) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def begin(self, stage: str, unit: Unit, total: int | None, done: int = 0) -> None:
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = self._bars.add_task(harmless(stage), total=total, completed=done, unit=unit)

    def reach(self, done: int) -> None:
        if self._task is not None:
            self._bars.update(self._task, completed=done)


class _Amount(ProgressColumn):
    """How much is done, of how much, and how fast."""

    def render(self, task: Task) -> Text:
        """The column of one bar."""
        unit: Unit = task.fields["unit"]
        total = "" if task.total is None else f" of {unit.amount(task.total)}"
        rate = "" if not task.speed else f", {unit.amount(task.speed)} a second"
        return Text(f"{unit.amount(task.completed)}{total} {unit}{rate}", style="green")


@contextmanager
def showing_progress(*, bar: bool = True) -> Iterator[Progress]:
    """Show the progress of what the block does: a bar if standard error is a terminal, else plain lines."""
    if not bar or not _draws(sys.stderr):
        yield _Lines()
        return
    bars = RichProgress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        _Amount(),
        TimeRemainingColumn(),
        console=Console(stderr=True, highlight=False),
        transient=True,
    )
    with bars:
        yield _Bar(bars)


def _draws(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
