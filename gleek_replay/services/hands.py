"""Finding hands, and what is known of one."""

from __future__ import annotations

import base64
import binascii
import struct
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, Sight, Verdict, audit_record, seen
from gleek_replay.records import history_document
from gleek_replay.services.access import Action, Caller, allows, require
from gleek_replay.services.agreement import standing_record
from gleek_replay.services.people import as_seen, meant
from gleek_replay.services.refusals import BadCursor, NotFound
from gleek_replay.services.sight import sight_of
from gleek_replay.storage import hand_queries, members
from gleek_replay.storage.hand_queries import HandFilter, HandSummary, Place, RecordSummary, SeatSummary
from gleek_replay.storage.tables.base import microseconds, moment

__all__ = [
    "MOST_ITEMS", "HandDetail", "HandFilter", "HandSummary", "Page", "RecordSummary", "SeatSummary",
    "Verdict", "find_hands", "get_audit", "get_hand", "get_history", "get_record", "may_read_record",
    "replay_hand", "replay_whole",
]  # fmt: skip

MOST_ITEMS: Final = 200
"""The most that one page holds."""
_CURSOR: Final = struct.Struct(">qq")
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[_Item]):
    """Some items of a list; ``next_cursor`` asks for those after them, ``None`` after the last."""

    items: tuple[_Item, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDetail:
    """A hand with the records that tell of it, in the order in which they came."""

    hand: HandSummary
    records: tuple[RecordSummary, ...]


def find_hands(
    session: Session,
    caller: Caller,
    wanted: HandFilter | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Page[HandSummary]:
    """A page of hands, the newest first. Hands stored meanwhile neither repeat nor hide any on later pages.

    Raises :class:`BadCursor`. A player or session that the club does not know has no hands.
    """
    require(caller, Action.READ)
    limit = max(1, min(limit, MOST_ITEMS))
    before = None if cursor is None else read_cursor(cursor)
    wanted = meant(session, caller.club_id, wanted or HandFilter())
    found = hand_queries.hands_before(session, caller.club_id, wanted, before, limit + 1)
    more = len(found) > limit
    return Page(
        items=tuple(hand for _, hand in found[:limit]),
        next_cursor=write_cursor(found[limit - 1][0]) if more else None,
    )


def get_hand(session: Session, caller: Caller, hand_id: str) -> HandDetail:
    """A hand by its id; raises :class:`NotFound`.

    A record that the caller may not have is without its digest, by which he could try hidden cards.
    """
    require(caller, Action.READ)
    hand = _found(hand_queries.one_hand(session, caller.club_id, hand_id), hand_id)
    records = hand_queries.records_of(session, caller.club_id, hand_id)
    return HandDetail(
        hand=hand,
        records=tuple(
            record if may_read_record(caller, record) else replace(record, sha256="") for record in records
        ),
    )


def may_read_record(caller: Caller, record: RecordSummary) -> bool:
    """Whether a caller may have a record byte for byte: any, or what his own owner uploaded."""
    own = record.owner == caller.owner and allows(caller.role, Action.UPLOAD)
    return own or allows(caller.role, Action.READ_RECORDS)


def get_audit(session: Session, caller: Caller, hand_id: str) -> dict[str, Any]:
    """The audit of what the records know together that a hand stands on, without the cards that the caller
    may not see; raises :class:`NotFound`.
    """
    return replay_hand(session, caller, hand_id).document


def get_history(session: Session, caller: Caller, hand_id: str) -> dict[str, Any]:
    """The hand history of what the records know together that a hand stands on, without the cards that the
    caller may not see; raises :class:`NotFound`.
    """
    return history_document(replay_hand(session, caller, hand_id).record)


def get_record(session: Session, caller: Caller, hand_id: str) -> bytes:
    """The first of the records that a hand stands on, byte for byte; for one who may not read what others
    uploaded, the first of his owner's that is not replaced or withdrawn. Raises :class:`NotFound`.
    """
    require(caller, Action.UPLOAD)
    if allows(caller.role, Action.READ_RECORDS):
        return _found(hand_queries.record_bytes(session, caller.club_id, hand_id), hand_id)
    raw = members.first_own_record(session, caller.club_id, hand_id, caller.owner)
    if raw is None:
        raise NotFound(f"There is no record of the hand {hand_id} that {caller.owner} sent.")
    return raw


def replay_hand(session: Session, caller: Caller, hand_id: str) -> Audit:
    """The audit with the replay that an account in words is told from, without the cards that the caller may
    not see; raises :class:`NotFound`.
    """
    audit, sight = replay_whole(session, caller, hand_id)
    return seen(audit, sight)


def replay_whole(session: Session, caller: Caller, hand_id: str) -> tuple[Audit, Sight]:
    """The audit with all cards, which is for reckoning alone, and what the caller may see of them; raises
    :class:`NotFound`.
    """
    require(caller, Action.READ)
    standing = _found(standing_record(session, caller.club_id, hand_id), hand_id)
    audit = audit_record(*as_seen(session, caller.club_id, [standing]))
    return audit, sight_of(session, caller, audit)


def _found(found: _Item | None, hand_id: str) -> _Item:
    if found is None:
        raise NotFound(f"There is no hand {hand_id}.")
    return found


def write_cursor(place: Place) -> str:
    """The cursor of what comes after a place in a list."""
    packed = _CURSOR.pack(microseconds(place.played_at), place.key)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(cursor: str) -> Place:
    """The place that a cursor stands for; raises :class:`BadCursor`."""
    try:
        packed = base64.b64decode(f"{cursor}==", altchars=b"-_", validate=True)
        played_at, key = _CURSOR.unpack(packed)
        return Place(played_at=moment(played_at), key=key)
    except (ValueError, binascii.Error, struct.error, OverflowError):
        raise BadCursor("The cursor is none that a page has given out.") from None
