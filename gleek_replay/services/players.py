"""Players: who they are, and what their hands come to."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import MOST_ITEMS, HandFilter, Page
from gleek_replay.services.refusals import NotFound
from gleek_replay.statistics import Figure, FigureName, HandLine, PlayerStatistics, draw_figure, summarise
from gleek_replay.storage import player_queries
from gleek_replay.storage.player_queries import PlayerSummary

__all__ = ["PlayerSummary", "find_players", "get_figure", "get_lines", "get_player", "get_statistics"]


def find_players(
    session: Session, caller: Caller, cursor: str | None = None, limit: int = 50
) -> Page[PlayerSummary]:
    """A page of the club's players in the order of their ids; the cursor is the id of the last one seen."""
    require(caller, Action.READ)
    limit = max(1, min(limit, MOST_ITEMS))
    found = player_queries.players_after(session, caller.club_id, cursor, limit + 1)
    more = len(found) > limit
    return Page(items=tuple(found[:limit]), next_cursor=found[limit - 1].player_id if more else None)


def get_player(session: Session, caller: Caller, player_id: str) -> PlayerSummary:
    """A player by his id; raises :class:`NotFound`."""
    require(caller, Action.READ)
    player = player_queries.one_player(session, caller.club_id, player_id)
    if player is None:
        raise NotFound(f"There is no player {player_id}.")
    return player


def get_lines(
    session: Session, caller: Caller, player_id: str, wanted: HandFilter | None = None
) -> tuple[HandLine, ...]:
    """A player's hands as statistics read them, oldest first; raises :class:`NotFound`.

    Every audited hand counts with the payments that fell due in it; its line has the verdict.
    """
    get_player(session, caller, player_id)
    wanted = replace(wanted or HandFilter(), player=player_id)
    return tuple(
        HandLine(
            hand_id=hand.hand_id,
            played_at=hand.played_at,
            position=hand.position.value,
            players=hand.players,
            net=hand.net,
            by_reason=hand.by_reason,
            bought=hand.bought,
            price=hand.price,
            tricks=hand.tricks,
            points=hand.points,
            verdict=hand.verdict.value,
            stake=hand.stake,
            disputed=hand.disputed,
        )
        for hand in player_queries.played_hands(session, caller.club_id, wanted)
    )


def get_statistics(
    session: Session, caller: Caller, player_id: str, wanted: HandFilter | None = None
) -> PlayerStatistics:
    """A player's statistics over the hands wanted; raises :class:`NotFound`."""
    return summarise(get_lines(session, caller, player_id, wanted))


def get_figure(
    session: Session,
    caller: Caller,
    player_id: str,
    figure: FigureName | str,
    wanted: HandFilter | None = None,
) -> Figure:
    """The named Plotly figure of a player; raises :class:`NotFound` for an unknown player or figure."""
    if figure not in tuple(FigureName):
        raise NotFound(f"There is no figure {figure}: there are {', '.join(FigureName)}.")
    return draw_figure(FigureName(figure), get_lines(session, caller, player_id, wanted))
