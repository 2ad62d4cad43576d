"""Disks of our own that can be filled, and folders that can be made to be read alone."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

NO_MOUNT = "whoever runs the tests may not mount a file system here"


def mounted(*arguments: str | Path) -> None:
    """Mount something; the test is left out where that is not allowed."""
    ended = subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)
    if ended.returncode:
        pytest.skip(f"{NO_MOUNT}: {ended.stderr.strip()}")


@contextmanager
def small_disk(folder: Path, mebibytes: int) -> Iterator[Path]:
    """A disk of this size at a folder, which is gone afterwards with what is on it."""
    folder.mkdir()
    mounted("-t", "tmpfs", "-o", f"size={mebibytes}m,mode=0700", "none", folder)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """No room on a disk as long as the block lasts."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while True:
                    file.write(b"\0" * size)
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder, which nobody may have open, that can only be read as long as the block lasts."""
    mounted("--bind", folder, folder)
    try:
        mounted("-o", "remount,bind,ro", folder)
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
