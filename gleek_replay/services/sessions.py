"""Sessions of play: their hands in order, and what is wrong between them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from gleek_replay.audit import SessionAudit, audit_record, audit_sessions
from gleek_replay.records import read_record
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import HandFilter, HandSummary
from gleek_replay.services.refusals import NotFound
from gleek_replay.storage import hand_queries, session_queries


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDetail:
    """A session of play: its hands by number, and how they hang together."""

    session_id: str
    hands: tuple[HandSummary, ...]
    audit: SessionAudit


def get_session(session: Session, caller: Caller, session_id: str) -> SessionDetail:
    """A session with its findings, from the records that its hands are based on.

    Raises :class:`NotFound`.
    """
    require(caller, Action.READ)
    records = session_queries.records_of_session(session, caller.club_id, session_id)
    audits = audit_sessions(audit_record(read_record(raw)) for raw in records)
    if not audits:
        raise NotFound(f"There is no session {session_id}.")
    wanted = HandFilter(session=session_id)
    found = hand_queries.hands_before(session, caller.club_id, wanted, None, len(records))
    hands = {hand.hand_id: hand for _, hand in found}
    return SessionDetail(
        session_id=session_id,
        hands=tuple(hands[audit.record.hand_id] for audit in audits[0].audits),
        audit=audits[0],
    )
