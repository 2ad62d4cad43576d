"""Taking times, and saying how they stand to the bars."""

from __future__ import annotations

import gc
import platform
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

ROUNDS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Something measured, ``beside`` what it was measured, and how many times of that it is.

    The ratio is to be ``bar`` at most where ``low`` is good, else at least; ``aim`` is what is striven for.
    """

    what: str
    found: str
    beside: str
    ratio: float
    bar: float
    aim: float | None = None
    low: bool = True

    @property
    def met(self) -> bool:
        """Whether the bar is met."""
        return self.ratio <= self.bar if self.low else self.ratio >= self.bar

    @property
    def aimed(self) -> bool:
        """Whether what is striven for is reached."""
        return self.aim is not None and (self.ratio <= self.aim if self.low else self.ratio >= self.aim)


def seconds_of(work: Callable[[], object]) -> float:
    """How long it takes to do something once."""
    gc.collect()
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def in_turns(*timed: Callable[[], float], rounds: int = ROUNDS) -> list[float]:
    """The shortest time of each, in seconds. They take turns, so that what slows the machine down for a
    while slows all of them down.
    """
    taken = [[one() for one in timed] for _ in range(rounds)]
    return [min(times) for times in zip(*taken, strict=True)]


def microseconds(seconds: float, count: int) -> str:
    """A time per hand, for the table."""
    return f"{seconds / count * 1e6:,.0f} µs a hand"


def per_second(count: float, seconds: float, what: str) -> str:
    """A rate, for the table."""
    return f"{count / seconds:,.0f} {what}/s"


def print_figures(title: str, figures: Sequence[Figure]) -> None:
    """A table of what was measured."""
    rows = [("", "here", "beside", "ratio", "bar", "aim", "")]
    for one in figures:
        sign = "≤" if one.low else "≥"
        aim = "" if one.aim is None else f"{sign} {one.aim:g}"
        judged = "MISSED" if not one.met else "met, and the aim" if one.aimed else "met"
        rows.append((one.what, one.found, one.beside, f"{one.ratio:.2f}", f"{sign} {one.bar:g}", aim, judged))
    print_table(title, rows)


def print_table(title: str, rows: Iterable[Sequence[str]]) -> None:
    """Columns as wide as what stands in them, the first and last to the left."""
    rows = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(f"\n{title}")
    for first, *middle, last in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(middle, widths[1:-1], strict=True)]
        print("  ".join([f"  {first:<{widths[0]}}", *cells, last]).rstrip(), flush=True)


def machine() -> str:
    """What this was measured on."""
    return f"Python {platform.python_version()} on {platform.machine()}"
