"""Taking a record of one's own back."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.agreement import Agreement, agree
from gleek_replay.services.refusals import NotFound
from gleek_replay.storage import members, writing
from gleek_replay.storage.tables import Status


def withdraw(session: Session, caller: Caller, hand_id: str) -> Agreement:
    """Withdraw every record of a hand that the caller's owner sent; what the others know then stands alone.

    The records are kept and marked. A hand of which no other record tells is no longer in the club. Raises
    :class:`NotFound`, also for a hand of which the caller sent no record.
    """
    require(caller, Action.UPLOAD)
    with writing(session, caller.club_id) as connection:
        found = members.own_records(session, caller.club_id, hand_id, caller.owner)
        if found is None or not found[1]:
            raise NotFound(f"There is no record of the hand {hand_id} that {caller.owner} sent.")
        hand_key, records = found
        members.end_records(connection, records, Status.WITHDRAWN, datetime.now(UTC))
        return agree(connection, caller.club_id, hand_key)
