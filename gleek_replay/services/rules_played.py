"""By which rules a stored hand, or those of a session, may have been played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy.orm import Session

from gleek_replay.audit import Ground, Trial, which_rules, which_rules_document
from gleek_replay.audit.account import TRIAL_WORDS
from gleek_replay.records import HandRecord
from gleek_replay.services.access import Caller
from gleek_replay.services.hands import replay_whole
from gleek_replay.services.sessions import replay_session

__all__ = ["MOST_HANDS", "TRIAL_WORDS", "Ground", "Trial", "get_rules_played", "get_session_rules_played"]

MOST_HANDS: Final = 24
"""How many hands of a session are looked at: some four hundred rule sets are tried on them."""


def get_rules_played(session: Session, caller: Caller, hand_id: str) -> dict[str, Any]:
    """The explanations of what a hand records, ranked; raises :class:`NotFound`. No card is named in them."""
    audit, _ = replay_whole(session, caller, hand_id)
    return _document([audit.record])


def get_session_rules_played(session: Session, caller: Caller, session_id: str) -> dict[str, Any]:
    """The same of the first :data:`MOST_HANDS` hands of a session together; ``left_out`` says how many it
    has beside them.
    """
    audits = replay_session(session, caller, session_id).audits
    return _document([audit.record for audit in audits])


def _document(records: Sequence[HandRecord]) -> dict[str, Any]:
    found = which_rules(records[:MOST_HANDS])
    return {**which_rules_document(found), "left_out": max(0, len(records) - MOST_HANDS)}
