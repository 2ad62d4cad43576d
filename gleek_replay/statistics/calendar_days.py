"""The days, weeks and months of a time zone, as numbers."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gleek_replay.statistics.columns import Column

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_A_DAY: Final = 86_400_000_000
_A_WEEK: Final = 7
_EPOCH_WEEKDAY: Final = date(1970, 1, 1).weekday()


def local_days(played_at: Column, zone: tzinfo) -> NDArray[np.int64]:
    """On which day of a time zone each of these moments is; days count from the beginning of 1970, moments
    in microseconds from then in UTC.

    Zones are asked only where a day of UTC begins, and for every moment of the few days within which their
    clocks are changed.
    """
    if zone is UTC:
        return played_at // _A_DAY
    days, places = np.unique(played_at // _A_DAY, return_inverse=True)
    ahead = np.array([_ahead(int(day) * _A_DAY, zone) for day in days], dtype=np.int64)
    by_its_end = np.array([_ahead((int(day) + 1) * _A_DAY - 1, zone) for day in days], dtype=np.int64)
    of_each = ahead[places]
    for index in np.flatnonzero((ahead != by_its_end)[places]):
        of_each[index] = _ahead(int(played_at[index]), zone)
    local: NDArray[np.int64] = (played_at + of_each) // _A_DAY
    return local


def weeks(days: NDArray[np.int64]) -> NDArray[np.int64]:
    """The Monday of the week of each day, as a day."""
    return days - (days + _EPOCH_WEEKDAY) % _A_WEEK


def months(days: NDArray[np.int64]) -> NDArray[np.int64]:
    """The month of each day: twelve times the year, and 0 for January."""
    return days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) + 1970 * 12


def day_name(day: int) -> str:
    """A day as ISO 8601 writes it.

    >>> day_name(0), day_name(20_454)
    ('1970-01-01', '2026-01-01')
    """
    return date.fromordinal(_EPOCH_DAY + day).isoformat()


def month_name(month: int) -> str:
    """A month as ISO 8601 writes it.

    >>> month_name(2026 * 12 + 2)
    '2026-03'
    """
    year, of_year = divmod(month, 12)
    return f"{year:04}-{of_year + 1:02}"


def _ahead(moment: int, zone: tzinfo) -> int:
    """By how much a zone's clocks are ahead of UTC at a moment, in microseconds; nothing at the very ends of
    the calendar, where the zone is in no year any more.
    """
    try:
        ahead = (_EPOCH + timedelta(microseconds=moment)).astimezone(zone).utcoffset()
    except (OverflowError, ValueError):
        return 0
    return (ahead or timedelta()) // timedelta(microseconds=1)
