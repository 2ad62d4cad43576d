"""The folder in which the processes of a service keep what they count for Prometheus.

Its name has to be in the environment before the library that counts is imported: nothing here imports it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the folder made in it has a name of its own, and is its owner's
"""Files there are not on the disk, so that counting goes on when that is full."""
_NAMED: Final = "gleek-counts-"


def make_counts_folder() -> str | None:
    """Make the folder for this process and those that it starts; ``None`` when there is one already. Those of
    processes that were killed are removed.
    """
    if VARIABLE in os.environ:
        return None
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for left in place.glob(f"{_NAMED}*"):
        pid = left.name.removeprefix(_NAMED).partition("-")[0]
        if pid.isdecimal() and not _is_alive(int(pid)):
            shutil.rmtree(left, ignore_errors=True)  # another user's cannot be removed, nor is it ours to
    os.environ[VARIABLE] = folder = tempfile.mkdtemp(prefix=f"{_NAMED}{os.getpid()}-", dir=place)
    return folder


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)  # another user's process lives as well
    return True


def remove_counts_folder(folder: str | None) -> None:
    """Remove what :func:`make_counts_folder` gave."""
    if folder is not None:
        del os.environ[VARIABLE]
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def sharing_counts() -> Iterator[None]:
    """Have the processes that are started in the block count together."""
    folder = make_counts_folder()
    try:
        yield
    finally:
        remove_counts_folder(folder)
