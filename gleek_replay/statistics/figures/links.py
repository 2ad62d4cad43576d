"""How a figure tells which hands stand behind a point: as the query of an address.

``meta.link`` of a trace says where its points lead, and the first of a point's ``customdata`` is the rest: of
a hand its id, of hands a query, to be laid over that of the page; of a player his id, with a query as the
second.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final
from urllib.parse import quote

_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()


class Link(StrEnum):
    """Where a point leads."""

    HAND = "hand"
    HANDS = "hands"
    PLAYER = "player"


def query(*parts: tuple[str, object], **more: object) -> str:
    """A query of these parameters, of which those that are ``None`` are left out.

    >>> query(("measure", "vied"), ("measure", "won_unseen"), side="numerator", at_least=None)
    'measure=vied&measure=won_unseen&side=numerator'
    """
    told = (*parts, *more.items())
    return "&".join(f"{name}={quote(str(value), safe=':')}" for name, value in told if value is not None)


def played(first_day: int, last_day: int, zone: tzinfo) -> list[tuple[str, object]]:
    """The parameters for what was played between two days of a time zone, both included, which count from the
    beginning of 1970.

    >>> from datetime import UTC
    >>> query(*played(20_454, 20_454, UTC))
    'from=2026-01-01&to=2026-01-02'
    """
    return [("from", _beginning(first_day, zone)), ("to", _beginning(last_day + 1, zone))]


def queries_of_days(days: Sequence[int], zone: tzinfo) -> list[str]:
    """The query for each of many days, as :func:`played` has it; for all of them in one go.

    >>> from datetime import UTC
    >>> queries_of_days([20_454, 20_455], UTC)
    ['from=2026-01-01&to=2026-01-02', 'from=2026-01-02&to=2026-01-03']
    """
    begins = {day: _beginning(day, zone) for day in {*days, *(day + 1 for day in days)}}
    return [
        "&".join(
            f"{name}={begin}" for name, begin in (("from", begins[day]), ("to", begins[day + 1])) if begin
        )
        for day in days
    ]


def _beginning(day: int, zone: tzinfo) -> str | None:
    """When a day begins, told in UTC; ``None`` for days at the very ends of the calendar."""
    try:
        begins = datetime.fromordinal(_EPOCH_DAY + day)
        moment = (begins - (begins.replace(tzinfo=zone).utcoffset() or _NOTHING)).isoformat()
    except (OverflowError, ValueError):
        return None
    return moment.removesuffix(_MIDNIGHT) if moment.endswith(_MIDNIGHT) else f"{moment}Z"


_NOTHING: Final = timedelta()
_MIDNIGHT: Final = "T00:00:00"
