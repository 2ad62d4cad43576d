"""A dispute as somebody may see it: what everybody may know, and what only those whom it concerns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.services.access import Action, Caller, allows
from gleek_replay.services.agreement import standing_record
from gleek_replay.services.people import People, people_of
from gleek_replay.services.rulings import finds_otherwise, unpacked_audit
from gleek_replay.storage import disputes, hand_queries, members
from gleek_replay.storage.disputes import DisputeRow, StepRow
from gleek_replay.storage.tables import DisputeState, RulingKind, StepKind

_CONFIDED: Final = (StepKind.OPENED, StepKind.COMMENTED)
"""What is said to those whom the hand concerns, and to nobody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a dispute as its reader may see it. ``by`` is the name of a key, ``None`` for the service.

    ``text`` is the claim, the comment, the grounds of a ruling or the reason for reopening; ``withheld`` says
    that there is one, or a ``claimant``, for those whom the hand concerns. ``record`` is the number of the
    record that the ``ruling`` rests on. ``verdict``, ``net`` (what was due, by account) and ``audit`` are of
    the hand at that moment, by ``engine_version``; the audit whole is for those who may read every record.
    """

    number: int
    at: datetime
    kind: StepKind
    by: str | None
    claimant: str | None
    text: str | None
    withheld: bool
    ruling: RulingKind | None
    record: int | None
    engine_version: str | None
    verdict: Verdict | None
    net: Mapping[str, int] | None
    audit: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A dispute with its steps. ``version`` is the number of the last one.

    ``ruling`` is that in force, which rests on the record of the number ``record``: the one upheld, or the
    first of those that the hand stood on (``None`` if the hand is gone). ``stands_otherwise``: the verdict of
    the hand, or what was due in it, is no longer what it was at that ruling; ``None`` where none is in force
    or the hand is gone. ``may_comment`` and ``may_rule`` are about the reader.
    """

    hand_id: str
    state: DisputeState
    version: int
    opened_at: datetime
    changed_at: datetime
    ruling: RulingKind | None
    record: int | None
    stands_otherwise: bool | None
    steps: tuple[Step, ...]
    may_comment: bool
    may_rule: bool


def concerns(session: Session, caller: Caller, hand_id: str) -> bool:
    """Whether a hand is the caller's affair: he sat in it, sent a record of it, or is to rule on it."""
    if allows(caller.role, Action.RULE):
        return True
    hand = hand_queries.one_hand(session, caller.club_id, hand_id)
    if hand is None:
        return False
    own = members.own_records(session, caller.club_id, hand_id, caller.owner)
    if allows(caller.role, Action.UPLOAD) and own is not None and own[1]:
        return True
    club = people_of(session.connection(), caller.club_id)
    seats = [seat.player_id for seat in hand.seats]
    return caller.player_id is not None and bool(club.seats_of(caller.player_id, seats))


def as_heard(session: Session, caller: Caller, dispute: DisputeRow) -> Dispute:
    """A dispute as the caller may see it."""
    hearing = _Hearing(session, caller, dispute)
    steps = disputes.steps_of(session, dispute.key)
    return Dispute(
        hand_id=dispute.hand_id,
        state=dispute.state,
        version=dispute.version,
        opened_at=dispute.opened_at,
        changed_at=dispute.changed_at,
        ruling=dispute.ruling,
        record=hearing.numbers.get(dispute.record_key or 0),
        stands_otherwise=hearing.stands_otherwise(steps),
        steps=tuple(map(hearing.step, steps)),
        may_comment=hearing.concerned and allows(caller.role, Action.DISPUTE),
        may_rule=allows(caller.role, Action.RULE),
    )


class _Hearing:
    """A dispute before one caller."""

    def __init__(self, session: Session, caller: Caller, dispute: DisputeRow) -> None:
        self._session, self._caller, self._hand_id = session, caller, dispute.hand_id
        self._club: People = people_of(session.connection(), caller.club_id)
        self._whole = allows(caller.role, Action.READ_RECORDS)
        self.concerned = concerns(session, caller, dispute.hand_id)
        records = members.numbered_records(session, caller.club_id, dispute.hand_id)
        self.numbers = {record.key: record.number for record in records}

    def step(self, kept: StepRow) -> Step:
        """A step of it."""
        withheld = kept.kind in _CONFIDED and not self.concerned
        audit = None if kept.audit is None else unpacked_audit(kept.audit)
        return Step(
            number=kept.number,
            at=kept.at,
            kind=kept.kind,
            by=kept.by,
            claimant=None if withheld else self._claimant(kept.claimant, audit),
            text=None if withheld else kept.text,
            withheld=withheld and (kept.text or kept.claimant) is not None,
            ruling=kept.ruling,
            record=self.numbers.get(kept.record_key or 0),
            engine_version=kept.engine_version,
            verdict=None if audit is None else Verdict(audit["verdict"]),
            net=None if audit is None else self._shown(audit["due"]["net"]),
            audit=audit if self._whole else None,
        )

    def _claimant(self, claimant: str | None, audit: Mapping[str, Any] | None) -> str | None:
        """The id that he goes by now for whom a claim was made, among those who sat in the hand then."""
        if claimant is None or audit is None:
            return claimant
        ids: tuple[str, ...] = tuple(audit["due"]["net"])
        return dict(zip(ids, self._club.seated(ids), strict=True)).get(claimant, claimant)

    def _shown(self, net: Mapping[str, int]) -> dict[str, int]:
        """Amounts by the ids that the players go by now."""
        return dict(zip(self._club.seated(tuple(net)), net.values(), strict=True))

    def stands_otherwise(self, steps: tuple[StepRow, ...]) -> bool | None:
        """Whether the hand is judged otherwise today than at the ruling in force."""
        then = next((step.audit for step in reversed(steps) if step.ruling is not None), None)
        known = standing_record(self._session, self._caller.club_id, self._hand_id)
        if then is None or known is None:
            return None
        return finds_otherwise(then, known)
