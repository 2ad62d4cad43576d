"""Files that commands write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that is put in its place when it is complete, so that what stood there stands until
    then.
    """
    if path.exists() and not path.is_file():  # a device or a pipe has no place to be put into
        with path.open("wb") as out:
            yield out
        return
    with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
        draft = Path(folder) / path.name
        with draft.open("wb") as out:
            yield out
        draft.replace(path)
