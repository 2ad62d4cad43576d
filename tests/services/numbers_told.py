"""The numbers of a player as somebody is told them."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from gleek_replay.services.access import Caller
from gleek_replay.services.figures import draw_of_player
from gleek_replay.services.player_hands import StatisticsFilter, read_hands
from gleek_replay.services.statistics import Statistics, tell_statistics
from gleek_replay.statistics.overview import PlayerStatistics


def statistics(
    session: Session, caller: Caller, player_id: str, wanted: StatisticsFilter | None = None
) -> Statistics:
    """All that is told of those hands of a player that are wanted."""
    return tell_statistics(read_hands(session, caller, player_id, wanted))


def summary(
    session: Session, caller: Caller, player_id: str, wanted: StatisticsFilter | None = None
) -> PlayerStatistics:
    """The overview of them."""
    return statistics(session, caller, player_id, wanted).summary


def lines(session: Session, caller: Caller, player_id: str) -> bytes:
    """What there is of a player's hands, to the byte."""
    packed: bytes = read_hands(session, caller, player_id).every.rows.tobytes()
    return packed


def figure(session: Session, caller: Caller, player_id: str, name: str) -> dict[str, Any]:
    """A figure of all his hands."""
    return draw_of_player(read_hands(session, caller, player_id), name)
