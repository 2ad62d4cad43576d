"""What should be paid now: of a stored hand, and of a session. No card is named in either."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from gleek_replay.audit import Counts, evening_document, settle_evening, settlement_document
from gleek_replay.audit.settling import Basis
from gleek_replay.records import Stake
from gleek_replay.services.access import Caller
from gleek_replay.services.hands import HandFilter, replay_whole
from gleek_replay.services.sessions import WHAT_COUNTS, replay_session
from gleek_replay.storage import hand_queries

__all__ = ["Basis", "Counts", "Stake", "get_session_transfers", "get_transfers"]


def get_transfers(session: Session, caller: Caller, hand_id: str) -> dict[str, Any]:
    """The fewest transfers that bring the players of a hand from what they recorded to what counts: what was
    due, unless it was ruled otherwise. Raises :class:`NotFound`.

    ``balances`` and ``transfers`` are ``None`` where it cannot be said, since the record has only a result
    that leaves out a player, or of which it is not known whether it is right.
    """
    audit, _ = replay_whole(session, caller, hand_id)
    hand = hand_queries.one_hand(session, caller.club_id, hand_id)
    counts = WHAT_COUNTS[hand.ruling if hand else None]
    return settlement_document(audit, counts)


def get_session_transfers(session: Session, caller: Caller, session_id: str) -> dict[str, Any]:
    """The settling-up of a session, what is left in the pots included; raises :class:`NotFound`."""
    evening = replay_session(session, caller, session_id)
    wanted = HandFilter(session=session_id)
    stored = hand_queries.hands_before(session, caller.club_id, wanted, None, len(evening.audits))
    counts = {hand.hand_id: WHAT_COUNTS[hand.ruling] for _, hand in stored if hand.ruling}
    return evening_document(settle_evening(evening, counts))
