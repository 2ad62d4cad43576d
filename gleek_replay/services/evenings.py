"""The sessions of play as a list for people has them: the latest first, with who won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import MOST_ITEMS, Page
from gleek_replay.storage import people, session_queries
from gleek_replay.storage.session_queries import SessionSummary, Standing

__all__ = ["Evening", "Standing", "find_evenings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A session with what its players won or lost by what counts, the highest first, and how many of its
    hands have which verdict, clean ones aside.
    """

    summary: SessionSummary
    standings: tuple[Standing, ...]
    unsound: Mapping[Verdict, int]


def find_evenings(
    session: Session, caller: Caller, cursor: str | None = None, limit: int = 50
) -> Page[Evening]:
    """A page of the club's sessions, those heard of last first; the cursor is the id of the last one seen."""
    require(caller, Action.READ)
    limit = max(1, min(limit, MOST_ITEMS))
    found = session_queries.latest_sessions(session, caller.club_id, cursor, limit + 1)
    ids = [summary.session_id for summary in found[:limit]]
    standings = session_queries.standings(session, caller.club_id, ids)
    unsound = session_queries.unsound_hands(session, caller.club_id, ids)
    given = people.names_given(session.connection(), caller.club_id)
    evenings = tuple(
        Evening(
            summary=summary,
            standings=tuple(_called(each, given) for each in standings.get(summary.session_id, ())),
            unsound=unsound.get(summary.session_id, {}),
        )
        for summary in found[:limit]
    )
    return Page(items=evenings, next_cursor=ids[-1] if len(found) > limit else None)


def _called(standing: Standing, given: Mapping[str, str]) -> Standing:
    name = given.get(standing.player_id, standing.name)
    return Standing(player_id=standing.player_id, name=name, net=standing.net)
