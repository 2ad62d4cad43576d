"""Keys that rise with time, made here rather than by the database.

A key has the microseconds since 2020 in its upper bits and a number drawn by each process in the
lower twelve, so that rows are added at the end of every tree, keys are known before anything is
inserted, and processes need not ask each other. Two processes that draw the same number *and* the same
microsecond meet at a primary key: that insert is refused, and tried again with new keys.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from typing import Final

_LANE_BITS: Final = 12
_START: Final = 1_577_836_800_000_000
"""2020-01-01 in UTC, in microseconds; 51 bits last until 2091."""


class TimeKeys:
    """Makes the keys of one process; safe to share between its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0
        self._lane = secrets.randbits(_LANE_BITS)

    def take(self, count: int) -> range:
        """``count`` new keys, rising; all are above every key taken before."""
        with self._lock:
            first = max(time.time_ns() // 1000 - _START, self._last + 1)
            self._last = first + count - 1
            lane = self._lane
        step = 1 << _LANE_BITS
        return range(first * step + lane, (first + count) * step, step)

    def forked(self) -> None:
        """Give a forked process a number of its own, and a lock that nobody holds."""
        self._lock = threading.Lock()
        self._lane = secrets.randbits(_LANE_BITS)


_KEYS: Final = TimeKeys()
os.register_at_fork(after_in_child=_KEYS.forked)


def new_keys(count: int) -> range:
    """``count`` new keys, rising."""
    return _KEYS.take(count)


def new_key() -> int:
    """A new key, above every key that this process made before."""
    return _KEYS.take(1)[0]
