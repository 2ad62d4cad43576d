"""Moments as people write them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

EXPECTED_MOMENT: Final = "expected a date such as 2026-11-20, or a moment such as 2026-11-20T19:42:10Z"


def read_moment(text: str) -> datetime | None:
    """A moment with its offset, or a date, which stands for its beginning in UTC; ``None`` of anything else.

    >>> str(read_moment("2026-11-20")), str(read_moment("2026-11-20T19:42:10+01:00")), read_moment("soon")
    ('2026-11-20 00:00:00+00:00', '2026-11-20 18:42:10+00:00', None)
    """
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None and len(text) == len("2026-11-20"):
            moment = moment.replace(tzinfo=UTC)
        return None if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
