"""The days, weeks and months by which a club is told of."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from typing import Final

from gleek_replay.statistics.figures.links import played
from gleek_replay.statistics.figures.subjects import ClubPlay
from gleek_replay.statistics.series import By

_EPOCH: Final = date(1970, 1, 1).toordinal()
_A_MONTH: Final = len("2026-03")


def played_in(period: str, club: ClubPlay) -> list[tuple[str, object]]:
    """The parameters for what was played in a period."""
    begins = date.fromisoformat(period if len(period) > _A_MONTH else f"{period}-01")
    first = begins.toordinal() - _EPOCH
    match club.by:
        case By.DAY:
            last = first
        case By.WEEK:
            last = first + 6
        case _:
            last = first + monthrange(begins.year, begins.month)[1] - 1
    return played(first, last, club.zone)
