"""Made-up lines of play whose numbers can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from gleek_replay.statistics import HandLine

FIRST_NIGHT = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


def line(
    number: int,
    by_reason: Mapping[str, int],
    *,
    position: str = "eldest",
    price: int | None = None,
    points: int | None = 22,
    verdict: str = "clean",
) -> HandLine:
    """The ``number``-th hand of an evening, one an hour; its net is the sum of ``by_reason``."""
    return HandLine(
        hand_id=f"night-{number:04}",
        played_at=FIRST_NIGHT + timedelta(hours=number),
        position=position,
        players=3,
        net=sum(by_reason.values()),
        by_reason=by_reason,
        bought=price is not None,
        price=price,
        tricks=None if points is None else points // 3,
        points=points,
        verdict=verdict,
        stake="penny",
    )


EVENING = (
    line(1, {"stock": -12, "ruff": 4, "score": 14}, price=12, points=36),
    line(2, {"stock": 6, "gleek": -2, "tiddy": 4, "score": -7}, position="dealer", points=15),
    line(3, {"stock": -16, "turn_up": 8}, price=16, points=None, verdict="incomplete"),
    line(4, {"stock": 7, "mournival": 16, "score": 0}, position="middle", verdict="irregular"),
)
"""Four hands: +6 as eldest, +1 as dealer, -8 as eldest (not finished), +23 in the middle; +22 in all."""
