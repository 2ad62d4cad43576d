"""The dossier of a hand: everything that the club has of it, in one file that the club signs."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from gleek_replay.audit import reading_document, readings
from gleek_replay.dossiers import Dossier, DossierRecord, write_dossier
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.agreement import standing_record
from gleek_replay.services.disputes import get_dispute
from gleek_replay.services.refusals import NotFound
from gleek_replay.services.signing import signing_key
from gleek_replay.storage import credentials, exporting
from gleek_replay.storage.exporting import SentRecord
from gleek_replay.storage.tables import AGREEING


def make_dossier(session: Session, caller: Caller, hand_id: str, secret: str) -> bytes:
    """The signed dossier of a hand, with every record as it came in, whoever sent it and whether or not it
    still counts. ``secret`` is that of the settings.

    Raises :class:`NotFound`, and :class:`~gleek_replay.services.refusals.Conflict` if the club's key was
    sealed with another secret.
    """
    require(caller, Action.READ_RECORDS)
    key = signing_key(session, caller.club_id, secret)  # first, since making one ends what is read as one
    standing = standing_record(session, caller.club_id, hand_id)
    if standing is None:
        raise NotFound(f"There is no hand {hand_id}.")
    records = exporting.sent_records(session, caller.club_id, hand_id)
    dossier = Dossier(
        club=credentials.club_name(session, caller.club_id),
        hand_id=hand_id,
        made_at=datetime.now(UTC),
        records=[_record(record) for record in records],
        readings=[reading_document(standing, reading) for reading in readings(standing)],
        dispute=_dispute(session, caller, hand_id),
    )
    return write_dossier(dossier, key)


def _record(record: SentRecord) -> DossierRecord:
    return DossierRecord(
        raw=record.raw,
        owner=record.owner,
        client=record.client,
        received_at=record.received_at,
        status=record.status.value,
        stands=record.status in AGREEING,
        ended_at=record.ended_at,
        rewritten_at=record.rewritten_at,
    )


def _dispute(session: Session, caller: Caller, hand_id: str) -> dict[str, Any] | None:
    """The dispute about a hand with its steps; ``None`` if there has been none."""
    try:
        dispute = get_dispute(session, caller, hand_id)
    except NotFound:
        return None
    return {name: value for name, value in asdict(dispute).items() if name not in _OF_THE_READER}


_OF_THE_READER: Final = ("may_comment", "may_rule")
