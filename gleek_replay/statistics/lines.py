"""What statistics read: one line for each hand of one player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """One player's part in one audited hand; amounts are whole counters, as they were due.

    ``position`` is ``eldest``, ``middle`` or ``dealer`` among three players; ``players`` their number.
    ``net`` is what the player won or lost in all, and ``by_reason`` splits it by what it was paid for.
    ``bought`` says whether he took the stock, and ``price`` for how much. ``tricks`` and ``points`` are
    ``None`` where the hand did not come to its score. ``verdict`` is the audit's, ``stake`` the coin
    that a counter stood for; ``disputed`` says that some records contradict those that it was audited by.
    """

    hand_id: str
    played_at: datetime
    position: str
    players: int
    net: int
    by_reason: Mapping[str, int]
    bought: bool
    price: int | None
    tricks: int | None
    points: int | None
    verdict: str
    stake: str
    disputed: bool = False
