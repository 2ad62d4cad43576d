"""Signals that ask a process to stop, noted and looked at between two steps of its work.

An event or a lock would not do: a handler that runs while the same thread holds it would wait for ever.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_LOOK_SECONDS: Final = 0.05


class Stopping:
    """How often a signal has ``asked`` this process to stop."""

    def __init__(self) -> None:
        self.asked = 0

    def note(self, _: int, __: FrameType | None) -> None:
        """Handle a signal."""
        self.asked += 1

    def wait(self, seconds: float) -> None:
        """Sleep, but not for longer than until the process is asked to stop."""
        wake_up = time.monotonic() + seconds
        while not self.asked and (left := wake_up - time.monotonic()) > 0:
            time.sleep(min(left, _LOOK_SECONDS))


@contextmanager
def stopping(*signals: signal.Signals) -> Iterator[Stopping]:
    """Note these signals instead of ending by them, until the block is left."""
    asked = Stopping()
    before = {one: signal.signal(one, asked.note) for one in signals}
    try:
        yield asked
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
