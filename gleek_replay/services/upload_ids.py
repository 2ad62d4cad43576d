"""The public id of an upload: its key in hexadecimal digits."""

from __future__ import annotations

import re
from typing import Final

_ID: Final = re.compile("[0-9a-f]{1,15}")


def upload_id_of(key: int) -> str:
    """The id of the upload with this key.

    >>> upload_id_of(255), upload_key_of("ff"), upload_key_of("no id")
    ('ff', 255, None)
    """
    return f"{key:x}"


def upload_key_of(upload_id: str) -> int | None:
    """The key that an id stands for; ``None`` for what is no id."""
    return int(upload_id, 16) if _ID.fullmatch(upload_id) else None
