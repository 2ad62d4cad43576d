"""The records of one hand, each by itself: who sent it, what became of it, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict, audit_record, seen
from gleek_replay.records import Client, MalformedRecord, history_document, read_record
from gleek_replay.services.access import Action, Caller, allows, require
from gleek_replay.services.hands import MOST_ITEMS, Page
from gleek_replay.services.people import as_seen
from gleek_replay.services.refusals import BadCursor, NotFound
from gleek_replay.services.sight import sight_with
from gleek_replay.storage import members
from gleek_replay.storage.members import NumberedRecord
from gleek_replay.storage.tables import AGREEING, LIVE, Status

__all__ = ["HandTold", "Status", "ToldRecord", "find_records"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTold:
    """What a record says of its hand, taken by itself: the program that wrote it, its verdict, what was due
    and what it says was paid, by account (``None`` where it says nothing of that), and the hand history as
    the caller may see it.
    """

    client: Client
    verdict: Verdict
    payments_agree: bool | None
    due: Mapping[str, int]
    recorded: Mapping[str, int] | None
    history: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRecord:
    """A record of a hand with its number. ``stands``: the hand stands on it, or on what agrees with it.
    ``told`` is ``None`` of a record that was replaced or withdrawn, but for its owner and for those who may
    read every record; and of one that is ``malformed`` to today's reader, which was another when it came.
    """

    number: int
    owner: str
    received_at: datetime
    status: Status
    stands: bool
    told: HandTold | None
    malformed: bool = False


def find_records(
    session: Session, caller: Caller, hand_id: str, cursor: str | None = None, limit: int = 50
) -> Page[ToldRecord]:
    """A page of the records of a hand in the order in which they came, those that were replaced or withdrawn
    among them. Raises :class:`NotFound` and :class:`BadCursor`.
    """
    require(caller, Action.READ)
    limit = max(1, min(limit, MOST_ITEMS))
    after = _read_cursor(cursor)
    records = members.numbered_records(session, caller.club_id, hand_id)
    if not records:
        raise NotFound(f"There is no hand {hand_id}.")
    wanted = [record for record in records if record.number > after][: limit + 1]
    raws = members.bytes_of(session.connection(), [record.key for record in wanted[:limit]])
    return Page(
        items=tuple(_record(session, caller, record, raws[record.key]) for record in wanted[:limit]),
        next_cursor=str(wanted[limit - 1].number) if len(wanted) > limit else None,
    )


def _record(session: Session, caller: Caller, record: NumberedRecord, raw: bytes) -> ToldRecord:
    own = record.owner == caller.owner and allows(caller.role, Action.UPLOAD)
    shown = own or record.status in LIVE or allows(caller.role, Action.READ_RECORDS)
    told, malformed = None, False
    if shown:
        try:
            told = _told(session, caller, raw, own=own)
        except MalformedRecord:
            malformed = True
    return ToldRecord(
        number=record.number,
        owner=record.owner,
        received_at=record.received_at,
        status=record.status,
        stands=record.status in AGREEING,
        told=told,
        malformed=malformed,
    )


def _told(session: Session, caller: Caller, raw: bytes, *, own: bool) -> HandTold:
    (record,) = as_seen(session, caller.club_id, [read_record(raw)])
    whole = audit_record(record)
    audit = seen(whole, sight_with(session, caller, whole, record if own else None))
    document = audit.document
    return HandTold(
        client=record.client,
        verdict=audit.verdict,
        payments_agree=audit.payments_agree,
        due=document["due"]["net"],
        recorded=document["recorded"] and document["recorded"]["net"],
        history=history_document(audit.record),
    )


def _read_cursor(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 10):
        raise BadCursor("The cursor is none that a page has given out.")
    return int(cursor)
