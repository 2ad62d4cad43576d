"""Keys that rise with time, made here rather than by the database.

A key has the microseconds since 2020 in its upper bits and a drawn number in the lower twelve, so that
rows are added at the end of every tree, keys are known before anything is inserted, and processes need
not ask each other. The number is drawn anew whenever keys are taken. Two processes that take keys of the
same microseconds *and* draw the same number meet at a primary key, and that insert is refused: whoever
takes keys long before using them looks first whether they are still free.
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

    def take(self, count: int) -> range:
        """``count`` new keys, rising; all are above every key taken before."""
        with self._lock:
            first = max(time.time_ns() // 1000 - _START, self._last + 1)
            self._last = first + count - 1
        return keys_from((first << _LANE_BITS) + secrets.randbits(_LANE_BITS), count)

    def forked(self) -> None:
        """Give a forked process a lock that nobody holds."""
        self._lock = threading.Lock()


def keys_from(first: int, count: int) -> range:
    """The ``count`` keys that were taken at once, ``first`` being the first of them."""
    step = 1 << _LANE_BITS
    return range(first, first + count * step, step)


_KEYS: Final = TimeKeys()
os.register_at_fork(after_in_child=_KEYS.forked)


def new_keys(count: int) -> range:
    """``count`` new keys, rising."""
    return _KEYS.take(count)


def new_key() -> int:
    """A new key, above every key that this process made before."""
    return _KEYS.take(1)[0]
