"""Disputes: opened and argued by those whom a hand concerns, ruled on by stewards."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import Fault
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.agreement import agree, standing_record
from gleek_replay.services.hands import MOST_ITEMS, HandSummary, Page, read_cursor, write_cursor
from gleek_replay.services.hearing import Dispute, Step, as_heard, concerns
from gleek_replay.services.people import people_of
from gleek_replay.services.refusals import Conflict, Forbidden, NotFound, Stale, Unfit, Unseen
from gleek_replay.services.rulings import IN_DISPUTE, packed_audit
from gleek_replay.storage import disputes, hand_queries, members, writing
from gleek_replay.storage.disputes import DisputeFilter, DisputeRow, NewStep
from gleek_replay.storage.tables import LIVE, DisputeState, RulingKind, StepKind

__all__ = [
    "LONGEST_TEXT", "Dispute", "DisputeFilter", "DisputeState", "DisputeSummary", "RulingKind", "Step",
    "StepKind", "check_concern", "comment", "find_disputes", "get_dispute", "open_dispute", "reopen", "rule",
]  # fmt: skip

LONGEST_TEXT: Final = 4000
"""How long a claim, a comment, the grounds of a ruling or a reason may be, in characters."""
_UNSEEN: Final = r"\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_is_text: Final = re.compile(f"[^{_UNSEEN}]{{1,{LONGEST_TEXT}}}", re.DOTALL).fullmatch
_VISIBLE: Final = frozenset("LNPS")
"""What Unicode calls letters, numbers, punctuation and symbols, by the first letter of the category."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Those of them that show nothing all the same."""
_EXPECTED_TEXT: Final = (
    f"expected 1 to {LONGEST_TEXT:,} characters, some that can be seen and no control but the line feed"
)
_LAPSED: Final = "The dispute about this hand has lapsed. Say in If-Match which version of it you open again."
_GONE_ON: Final = "The dispute has gone on since you looked at it. Look again."


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSummary:
    """A dispute as a list shows it, with the hand that it is about; ``None`` for one that is gone, since
    every record of it was withdrawn. ``ruling`` is that in force, ``version`` the number of the last step.
    """

    hand_id: str
    state: DisputeState
    version: int
    opened_at: datetime
    changed_at: datetime
    ruling: RulingKind | None
    hand: HandSummary | None


def find_disputes(
    session: Session,
    caller: Caller,
    wanted: DisputeFilter | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Page[DisputeSummary]:
    """A page of disputes, the last changed first; one that changes meanwhile comes first. Raises
    :class:`BadCursor`.
    """
    require(caller, Action.READ)
    limit = max(1, min(limit, MOST_ITEMS))
    before = None if cursor is None else read_cursor(cursor)
    wanted = wanted or DisputeFilter()
    if wanted.player is not None:
        club = people_of(session.connection(), caller.club_id)
        wanted = replace(wanted, player=club.resolve(wanted.player))
    found = disputes.disputes_before(session, caller.club_id, wanted, before, limit + 1)
    more, found = len(found) > limit, found[:limit]
    hands = hand_queries.hands_by_id(session, caller.club_id, [row.hand_id for _, row in found])
    return Page(
        items=tuple(_summary(row, hands.get(row.hand_id)) for _, row in found),
        next_cursor=write_cursor(found[-1][0]) if more else None,
    )


def get_dispute(session: Session, caller: Caller, hand_id: str) -> Dispute:
    """The dispute about a hand; raises :class:`NotFound` if there has been none."""
    require(caller, Action.READ)
    return as_heard(session, caller, _found(session, caller, hand_id))


def open_dispute(
    session: Session,
    caller: Caller,
    hand_id: str,
    claim: str,
    claimant: str | None = None,
    *,
    version: int | None = None,
) -> Dispute:
    """Open the dispute about a hand for a player who sat in it, for the caller's own if none is named and he
    has one, or for nobody in particular. A dispute that is open already takes the claim up; so does one that
    has lapsed, and is open again, if the caller says at which ``version`` he has seen it.

    Raises :class:`NotFound`, :class:`Forbidden` for one whom the hand does not concern, :class:`Unseen` if
    the dispute has lapsed and he does not say so, :class:`Stale` if he says so and it has gone on since,
    :class:`Conflict` if it has been ruled on, and :class:`Unfit`.
    """
    require(caller, Action.DISPUTE)
    claim = _text("claim", claim)
    with writing(session, caller.club_id) as connection:
        stands = members.stands_on(connection, caller.club_id, hand_id)
        if stands is None:
            raise NotFound(f"There is no hand {hand_id}.")
        check_concern(session, caller, hand_id)
        who = _claimant(session, caller, hand_id, claimant)
        step = _step(connection, caller, StepKind.OPENED, claim, claimant=who)
        dispute = disputes.dispute_of(connection, caller.club_id, hand_id)
        if version is not None and (dispute is None or dispute.version != version):
            raise Stale(_GONE_ON)
        if dispute is None:
            key, number = disputes.add_dispute(connection, caller.club_id, hand_id, step.at), 1
        elif dispute.state in (DisputeState.RULED, DisputeState.REOPENED):
            raise Conflict(_RULED_ALREADY[dispute.state])
        elif dispute.state is DisputeState.LAPSED and version is None:
            raise Unseen(_LAPSED)
        else:
            key, number = dispute.key, _advance(connection, dispute, step, DisputeState.OPEN)
        step = _heard(connection, caller, stands[0], step)
        disputes.add_step(connection, key, number, step)
    return get_dispute(session, caller, hand_id)


_RULED_ALREADY: Final = {
    DisputeState.RULED: "This hand has been ruled on. A steward can reopen the dispute.",
    DisputeState.REOPENED: "The dispute about this hand is open again. Comment on it.",
}


def comment(session: Session, caller: Caller, hand_id: str, text: str) -> Dispute:
    """Say something in a dispute, which stands as it stood. Raises :class:`NotFound`, :class:`Forbidden` for
    one whom the hand does not concern, and :class:`Unfit`.
    """
    require(caller, Action.DISPUTE)
    text = _text("text", text)
    with writing(session, caller.club_id) as connection:
        dispute = _found(session, caller, hand_id)
        check_concern(session, caller, hand_id)
        step = _step(connection, caller, StepKind.COMMENTED, text)
        disputes.add_step(connection, dispute.key, _advance(connection, dispute, step), step)
    return get_dispute(session, caller, hand_id)


def rule(
    session: Session,
    caller: Caller,
    hand_id: str,
    *,
    version: int,
    ruling: RulingKind,
    grounds: str,
    record: int | None = None,
) -> Dispute:
    """Rule on the dispute as it was at ``version``. ``record`` is the number of the record upheld, for a
    ruling of that kind and no other.

    Raises :class:`NotFound`, :class:`Stale` if the dispute has gone on since, :class:`Conflict` if it is not
    open or no record of the hand is left, and :class:`Unfit`.
    """
    require(caller, Action.RULE)
    grounds = _text("grounds", grounds)
    with writing(session, caller.club_id) as connection:
        dispute = _as_of(session, caller, hand_id, version)
        if dispute.state not in IN_DISPUTE:
            raise Conflict(f"This dispute is {dispute.state}, not open. Reopen it first.")
        stands = members.stands_on(connection, caller.club_id, hand_id)
        if stands is None:
            raise Conflict("There is nothing to rule on: every record of this hand was withdrawn.")
        upheld = _upheld(session, caller, hand_id, ruling, record) or stands[1]
        step = _step(connection, caller, StepKind.RULED, grounds, ruling=ruling, record_key=upheld)
        number = _advance(connection, dispute, step, DisputeState.RULED)
        disputes.add_step(connection, dispute.key, number, _heard(connection, caller, stands[0], step))
    return get_dispute(session, caller, hand_id)


def reopen(session: Session, caller: Caller, hand_id: str, *, version: int, reason: str) -> Dispute:
    """Reopen a dispute that was ruled on, or has lapsed; a ruling holds until the next. Raises as
    :func:`rule` does.
    """
    require(caller, Action.RULE)
    reason = _text("reason", reason)
    with writing(session, caller.club_id) as connection:
        dispute = _as_of(session, caller, hand_id, version)
        if dispute.state in IN_DISPUTE:
            raise Conflict(f"This dispute is {dispute.state} already.")
        step = _step(connection, caller, StepKind.REOPENED, reason)
        number = _advance(connection, dispute, step, DisputeState.REOPENED)
        stands = members.stands_on(connection, caller.club_id, hand_id)
        if stands is not None:
            step = _heard(connection, caller, stands[0], step)
        disputes.add_step(connection, dispute.key, number, step)
    return get_dispute(session, caller, hand_id)


def _found(session: Session, caller: Caller, hand_id: str) -> DisputeRow:
    dispute = disputes.dispute_of(session, caller.club_id, hand_id)
    if dispute is None:
        raise NotFound(f"There is no dispute about a hand {hand_id}.")
    return dispute


def _as_of(session: Session, caller: Caller, hand_id: str, version: int) -> DisputeRow:
    dispute = _found(session, caller, hand_id)
    if dispute.version != version:
        raise Stale(_GONE_ON)
    return dispute


def check_concern(session: Session, caller: Caller, hand_id: str) -> None:
    """Raise :class:`Forbidden` for one whom a hand does not concern."""
    if not concerns(session, caller, hand_id):
        raise Forbidden("Only those who sat in a hand or sent a record of it, and stewards, may dispute it.")


def _claimant(session: Session, caller: Caller, hand_id: str, claimant: str | None) -> str | None:
    """The id under which the claimant sat in the hand."""
    claimant = claimant or caller.player_id
    if claimant is None:
        return None
    record = standing_record(session, caller.club_id, hand_id)
    assert record is not None, "a hand stands on a record"
    ids = [player.id for player in record.players]
    seats = people_of(session.connection(), caller.club_id).seats_of(claimant, ids)
    if not seats:
        raise Unfit([Fault("/claimant", "expected a player who sat in this hand")])
    return ids[seats[0]]


def _upheld(
    session: Session, caller: Caller, hand_id: str, ruling: RulingKind, record: int | None
) -> int | None:
    """The key of the record that is to be upheld, for a ruling of that kind."""
    if ruling is not RulingKind.RECORD:
        if record is not None:
            raise Unfit([Fault("/record", "only a ruling that upholds a record names one")])
        return None
    records = members.numbered_records(session, caller.club_id, hand_id)
    live = {one.number: one.key for one in records if one.status in LIVE}
    upheld = live.get(record or 0)
    if upheld is None:
        raise Unfit([Fault("/record", "expected the number of a record that is not replaced or withdrawn")])
    return upheld


def _advance(
    connection: Connection, dispute: DisputeRow, step: NewStep, state: DisputeState | None = None
) -> int:
    """Bring a dispute to the step that is to be taken; returns the step's number."""
    ruling = None if step.ruling is None or step.record_key is None else (step.ruling, step.record_key)
    number = disputes.advance(connection, dispute, step.at, state=state, ruling=ruling)
    assert number is not None, "in one club only one transaction writes at a time"
    return number


def _heard(connection: Connection, caller: Caller, hand_key: int, step: NewStep) -> NewStep:
    """Let the hand stand as it does after a step; returns the step with the audit of that."""
    known = agree(connection, caller.club_id, hand_key, heard=True).known
    assert known is not None, "a hand stands on a record"
    return replace(step, engine_version=ENGINE_VERSION, audit=packed_audit(known))


def _text(name: str, text: str) -> str:
    """What somebody says, with line feeds as they are kept."""
    plain = text.replace("\r\n", "\n")
    if not (_is_text(plain) and _can_be_seen(plain)):
        raise Unfit([Fault(f"/{name}", _EXPECTED_TEXT)])
    return plain


def _can_be_seen(text: str) -> bool:
    return any(unicodedata.category(each)[0] in _VISIBLE and each not in _BLANK for each in text)


def _step(connection: Connection, caller: Caller, kind: StepKind, text: str, **further: Any) -> NewStep:
    """What the caller does and says, without whoever was erased."""
    clean = people_of(connection, caller.club_id).text(text)
    return NewStep(kind=kind, at=datetime.now(UTC), by_key=caller.key_id, text=clean, **further)


def _summary(row: DisputeRow, hand: HandSummary | None) -> DisputeSummary:
    return DisputeSummary(
        hand_id=row.hand_id,
        state=row.state,
        version=row.version,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
        ruling=row.ruling,
        hand=hand,
    )
