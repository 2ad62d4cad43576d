"""Reading sessions of play."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import Hand, Instant, PlaySession


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A session as a list shows it: how many hands of it are stored, and when they were played."""

    session_id: str
    hands: int
    first_played_at: datetime
    last_played_at: datetime


def sessions_after(session: Session, club_key: int, after: str | None, limit: int) -> list[SessionSummary]:
    """At most ``limit`` sessions in the order of their ids, from the one after ``after`` on."""
    has_hands = select(Hand.key).where(Hand.play_session_key == PlaySession.key).exists()
    page = select(PlaySession).where(PlaySession.club_key == club_key, has_hands)
    if after is not None:
        page = page.where(PlaySession.session_id > after)
    found = page.order_by(PlaySession.session_id).limit(limit).subquery()
    rows = session.execute(
        select(
            found.c.session_id,
            func.count().label("hands"),
            func.min(Hand.played_at, type_=Instant()).label("first"),
            func.max(Hand.played_at, type_=Instant()).label("last"),
        )
        .join(Hand, Hand.play_session_key == found.c.key)
        .group_by(found.c.session_id)
        .order_by(found.c.session_id)
    )
    return [
        SessionSummary(
            session_id=row.session_id, hands=row.hands, first_played_at=row.first, last_played_at=row.last
        )
        for row in rows
    ]
