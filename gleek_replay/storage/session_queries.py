"""Reading sessions of play."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import Hand, PlaySession, Record


def records_of_session(session: Session, club_key: int, session_id: str) -> list[bytes]:
    """The records that a session's hands are based on, byte for byte, by number and time."""
    return list(
        session.scalars(
            select(Record.raw)
            .join(Hand, Hand.record_key == Record.key)
            .join(PlaySession, PlaySession.key == Hand.play_session_key)
            .where(PlaySession.club_key == club_key, PlaySession.session_id == session_id)
            .order_by(Hand.session_hand, Hand.played_at, Hand.key)
        )
    )
