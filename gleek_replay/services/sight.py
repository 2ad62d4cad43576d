"""Who may see which cards: what somebody may do in the club, who he is, and what his owner uploaded."""

from __future__ import annotations

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, Sight, audit_record
from gleek_replay.audit.sight import of_everything, of_record, of_seat, of_the_table
from gleek_replay.records import HandRecord
from gleek_replay.records.reseating import seated_as
from gleek_replay.services.access import Action, Caller, allows
from gleek_replay.services.agreement import united
from gleek_replay.services.people import as_seen, people_of
from gleek_replay.storage import members


def sight_of(session: Session, caller: Caller, audit: Audit) -> Sight:
    """What a caller may see of the cards of a hand that is stored in his club.

    Who may read every record sees every card. Anyone else sees what was open at the table, what the player
    knew whom his key is bound to, and what the records show that his owner sent, if the hand stands on them.
    """
    return sight_with(session, caller, audit, _own_record(session, caller, audit.record))


def sight_with(session: Session, caller: Caller, audit: Audit, own: HandRecord | None) -> Sight:
    """The same of any records of a hand that agree, be it that the hand stands on them or not: ``own`` is
    what those of them know together that the caller's owner sent, with seats and players as in the audit's.
    """
    if allows(caller.role, Action.READ_RECORDS):
        return of_everything(len(audit.record.players))
    sight = of_the_table(audit)
    for seat in seats_of(session, caller, audit.record):
        sight |= of_seat(audit, seat)
    return sight if own is None else sight | of_record(audit_record(own), audit)


def seats_of(session: Session, caller: Caller, record: HandRecord) -> tuple[int, ...]:
    """The seats in which the caller's player sat, under whatever id: the one place that knows him again."""
    if caller.player_id is None:
        return ()
    club = people_of(session.connection(), caller.club_id)
    return club.seats_of(caller.player_id, [player.id for player in record.players])


def _own_record(session: Session, caller: Caller, standing: HandRecord) -> HandRecord | None:
    """What those of the records that a hand stands on know together that the caller's owner sent, with seats
    and players as in ``standing``.
    """
    if not allows(caller.role, Action.UPLOAD) or allows(caller.role, Action.READ_RECORDS):
        return None
    own = united(members.agreeing_records(session, caller.club_id, standing.hand_id, caller.owner))
    if own is None:
        return None
    (shown,) = as_seen(session, caller.club_id, [own])
    return seated_as(shown, standing.players)
