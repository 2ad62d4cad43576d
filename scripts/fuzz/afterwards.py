"""What is measured of the inputs that fuzzing has kept: time and memory, without what atheris adds.

Time is the processor's, so that a machine which is busy with something else, or pauses, makes no input slow.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from scripts.fuzz.mutating import mutated
from scripts.fuzz.targets import SLOW, Target

_TIMED: Final = 3
_BATCH: Final = 1_000
_BATCHES: Final = 4
_SLACK: Final = 64 * 1024


class Growth(NamedTuple):
    """What is in memory after each batch of further inputs, in bytes, beside what the caches remember."""

    after: tuple[int, ...]
    batch: int

    @property
    def too_much(self) -> bool:
        """Whether every batch adds to it."""
        return all(
            later - earlier > _SLACK for earlier, later in zip(self.after, self.after[1:], strict=False)
        )

    def __str__(self) -> str:
        sizes = ", ".join(f"{size / 1024:,.0f}" for size in self.after)
        return f"{sizes} KiB after each {self.batch:,} further inputs"


def slowest(target: Target, folders: Sequence[Path]) -> tuple[float, dict[Path, float]]:
    """The most seconds that a record of any input takes, and those of each input: the best of three times for
    one that takes longer than it may.
    """
    taken = {
        path: _seconds(target, path.read_bytes()) for folder in folders for path in sorted(folder.iterdir())
    }
    return max(taken.values(), default=0), taken


def _seconds(target: Target, raw: bytes) -> float:
    best = float("inf")
    for _ in range(_TIMED):
        begun = time.process_time()
        records = target.check(raw)
        best = min(best, (time.process_time() - begun) / records)
        if best <= SLOW:
            break
    return best


def growth_over(target: Target, paths: Sequence[Path], batch: int = _BATCH) -> Growth:
    """What stays in memory of many inputs, each changed at random so that no two are alike."""
    chance = Random(1)  # noqa: S311 - for tests
    inputs = [path.read_bytes() for path in paths]
    tracemalloc.start()
    after: list[int] = []
    for _ in range(_BATCHES):
        for _ in range(batch):
            raw = chance.choice(inputs)
            target.check(mutated(raw, chance) or raw)
        for cache in caches():
            cache.cache_clear()
        gc.collect()
        after.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return Growth(tuple(after), batch)


def caches() -> list[Any]:
    """What the program remembers of its own functions: each such cache has an end."""
    remembering = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    return [each for each in remembering if each.__module__.startswith("gleek_replay.")]
