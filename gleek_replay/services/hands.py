"""Finding hands, and what is known of one."""

from __future__ import annotations

import base64
import binascii
import struct
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, Verdict, audit_record
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.agreement import standing_record
from gleek_replay.services.refusals import BadCursor, NotFound
from gleek_replay.storage import hand_queries
from gleek_replay.storage.hand_queries import HandFilter, HandSummary, Place, RecordSummary, SeatSummary
from gleek_replay.storage.tables.base import microseconds, moment

__all__ = [
    "MOST_ITEMS", "HandDetail", "HandFilter", "HandSummary", "Page", "RecordSummary", "SeatSummary",
    "Verdict", "find_hands", "get_audit", "get_hand", "get_record", "replay_hand",
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
    before = None if cursor is None else _read_cursor(cursor)
    found = hand_queries.hands_before(session, caller.club_id, wanted or HandFilter(), before, limit + 1)
    more = len(found) > limit
    return Page(
        items=tuple(hand for _, hand in found[:limit]),
        next_cursor=_write_cursor(found[limit - 1][0]) if more else None,
    )


def get_hand(session: Session, caller: Caller, hand_id: str) -> HandDetail:
    """A hand by its id; raises :class:`NotFound`."""
    require(caller, Action.READ)
    hand = _found(hand_queries.one_hand(session, caller.club_id, hand_id), hand_id)
    return HandDetail(hand=hand, records=hand_queries.records_of(session, caller.club_id, hand_id))


def get_audit(session: Session, caller: Caller, hand_id: str) -> dict[str, Any]:
    """The audit of what the records know together that a hand stands on; raises :class:`NotFound`."""
    return replay_hand(session, caller, hand_id).document


def get_record(session: Session, caller: Caller, hand_id: str) -> bytes:
    """The first of the records that a hand stands on, byte for byte; raises :class:`NotFound`."""
    require(caller, Action.READ_RECORDS)
    return _found(hand_queries.record_bytes(session, caller.club_id, hand_id), hand_id)


def replay_hand(session: Session, caller: Caller, hand_id: str) -> Audit:
    """The audit with the replay that an account in words is told from; raises :class:`NotFound`."""
    require(caller, Action.READ)
    return audit_record(_found(standing_record(session, caller.club_id, hand_id), hand_id))


def _found(found: _Item | None, hand_id: str) -> _Item:
    if found is None:
        raise NotFound(f"There is no hand {hand_id}.")
    return found


def _write_cursor(place: Place) -> str:
    packed = _CURSOR.pack(microseconds(place.played_at), place.key)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _read_cursor(cursor: str) -> Place:
    try:
        packed = base64.b64decode(f"{cursor}==", altchars=b"-_", validate=True)
        played_at, key = _CURSOR.unpack(packed)
        return Place(played_at=moment(played_at), key=key)
    except (ValueError, binascii.Error, struct.error, OverflowError):
        raise BadCursor("The cursor is none that a page has given out.") from None
