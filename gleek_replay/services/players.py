"""Players: who they are, and the sum of their hands."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import MOST_ITEMS, Page
from gleek_replay.services.people import People, people_of
from gleek_replay.services.refusals import NotFound
from gleek_replay.storage import player_queries
from gleek_replay.storage.player_queries import PlayerSummary

__all__ = ["PlayerSummary", "find_players", "get_player", "own_player"]


def find_players(
    session: Session, caller: Caller, cursor: str | None = None, limit: int = 50
) -> Page[PlayerSummary]:
    """A page of the club's players in the order of their ids; the cursor is the id of the last one seen."""
    require(caller, Action.READ)
    limit = max(1, min(limit, MOST_ITEMS))
    found = player_queries.players_after(session, caller.club_id, cursor, limit + 1)
    more = len(found) > limit
    club = people_of(session.connection(), caller.club_id)
    return Page(
        items=tuple(_with_aliases(player, club) for player in found[:limit]),
        next_cursor=found[limit - 1].player_id if more else None,
    )


def get_player(session: Session, caller: Caller, player_id: str) -> PlayerSummary:
    """A player by his id, or by another that was merged into it; raises :class:`NotFound`."""
    require(caller, Action.READ)
    club = people_of(session.connection(), caller.club_id)
    player = player_queries.one_player(session, caller.club_id, club.resolve(player_id))
    if player is None:
        raise NotFound(f"There is no player {player_id}.")
    return _with_aliases(player, club)


def own_player(session: Session, caller: Caller) -> str | None:
    """The id of the player whose key the caller shows, if the club has a hand of him."""
    if caller.player_id is None:
        return None
    own = people_of(session.connection(), caller.club_id).resolve(caller.player_id)
    known = player_queries.one_player(session, caller.club_id, own)
    return None if known is None else known.player_id


def _with_aliases(player: PlayerSummary, club: People) -> PlayerSummary:
    """A player with the ids that mean him; an id that stands for itself in some hands only has none."""
    if not club.aliases or player.player_id in club.aliases:
        return player
    return replace(player, aliases=tuple(sorted(club.ids_of(player.player_id) - {player.player_id})))
