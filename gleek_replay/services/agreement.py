"""What the records of one hand come to together: who bears whom out, and what the hand stands on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.records import HandRecord, accounts, read_record, unite
from gleek_replay.services.parts import projection_of
from gleek_replay.services.people import people_of
from gleek_replay.services.rulings import IN_DISPUTE, Evidence, take_notice
from gleek_replay.storage import disputes, members
from gleek_replay.storage.disputes import DisputeRow
from gleek_replay.storage.intake import NewHand
from gleek_replay.storage.members import Member, Standing
from gleek_replay.storage.projection import Projection
from gleek_replay.storage.tables import RulingKind, Status

_MOST_TELLINGS: Final = 32
"""How many different tellings of one hand are compared: a client that gives all its hands one id must not
cost the others their turn. Any further telling contradicts.
"""
_Member = TypeVar("_Member", bound=Member)
_DISAGREE: Final = "records that a hand stands on contradict one another"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What became of a hand: its verdict, what each live record is to it, and whether anything changed.

    ``verdict`` is ``None`` for a hand that is gone, since no record tells of it any more. ``known`` is what
    the records know together that it stands on, ``before`` and ``after`` what was projected of it and what is
    now.
    """

    verdict: Verdict | None
    statuses: Mapping[int, Status]
    changed: bool
    before: Projection
    after: Projection | None = None
    known: HandRecord | None = None


class HandFailed(Exception):
    """The service itself failed on the records of a hand: a bug. Nothing of it was changed."""


def agree(connection: Connection, club_key: int, hand_key: int, *, heard: bool = False) -> Agreement:
    """Group a hand's live records anew, audit what those know that it stands on, and store it.

    Records that are compatible are one account of the hand. It stands on the one that a ruling rests on, or
    else on that which the most owners bear out, the earliest of equals; the records of any other contradict
    it. The dispute about it takes notice of that, unless it has just been ``heard``: then whoever takes a
    step in it knows. Raises :class:`HandFailed`.
    """
    hand_id, dispute = disputes.dispute_of_hand(connection, hand_key)
    told = members.members(connection, hand_key)
    before = members.stored_projection(connection, hand_key)
    if not told:
        gone = Evidence(known=None, contradictions=frozenset(), live=())
        take_notice(connection, club_key, hand_id, dispute, gone)
        members.remove_hand(connection, club_key, hand_key)
        return Agreement(verdict=None, statuses={}, changed=True, before=before)
    upheld = _upheld(connection, dispute)
    try:
        known, agreeing = _judge(connection, told, upheld)
        projection = projection_of(known)
    except Exception as bug:
        raise HandFailed(f"hand {hand_key} could not be audited") from bug
    projection = people_of(connection, club_key).projected(_ruled(projection, dispute, upheld, agreeing))
    evidence = Evidence(
        known=known,
        contradictions=frozenset({member.facts for member in told} - {member.facts for member in agreeing}),
        live={member.key for member in told},
    )
    if dispute is not None and heard:
        disputes.set_contradictions(connection, dispute.key, evidence.contradictions)
        disputed = dispute.state in IN_DISPUTE
    else:
        disputed = take_notice(connection, club_key, hand_id, dispute, evidence)
    standing = Standing(record_key=agreeing[0].key, corroborations=owners_of(agreeing) - 1, disputed=disputed)
    statuses = _statuses(told, {member.key for member in agreeing})
    if changed := projection != before:
        members.replace_projection(connection, club_key, NewHand(key=hand_key, projection=projection))
    if standing != members.standing_of(connection, hand_key):
        members.set_standing(connection, hand_key, standing)
        changed = True
    moved = {member.key: statuses[member.key] for member in told if statuses[member.key] != member.status}
    members.mark_records(connection, moved)
    return Agreement(
        verdict=projection.verdict,
        statuses=statuses,
        changed=changed or bool(moved),
        before=before,
        after=projection,
        known=known,
    )


def standing_record(session: Session, club_key: int, hand_id: str) -> HandRecord | None:
    """What the records know together that a hand stands on; ``None`` if there is no such hand."""
    return united(members.agreeing_records(session, club_key, hand_id))


def united(records: Sequence[bytes]) -> HandRecord | None:
    """What records that agree know together; ``None`` of none."""
    known: HandRecord | None = None
    for raw in records:
        record = read_record(raw)
        known = record if known is None else unite(known, record)
        assert known is not None, _DISAGREE
    return known


def _upheld(connection: Connection, dispute: DisputeRow | None) -> bytes | None:
    """The digest of the facts that the ruling in force rests on."""
    if dispute is None or dispute.record_key is None:
        return None
    return members.facts_of(connection, dispute.record_key)


def _ruled(
    projection: Projection, dispute: DisputeRow | None, upheld: bytes | None, agreeing: Sequence[Member]
) -> Projection:
    """What is projected of a hand under the ruling in force. One that upheld what nobody tells any more has
    nothing to stand on; a void hand stays so.
    """
    if dispute is None or dispute.ruling is None:
        return projection
    founded = upheld in {member.facts for member in agreeing}
    return projection.under(dispute.ruling) if founded or dispute.ruling is RulingKind.VOID else projection


def _judge(
    connection: Connection, told: Sequence[Member], upheld: bytes | None
) -> tuple[HandRecord, list[Member]]:
    """What the records know together that the hand stands on, and which they are."""
    alike = with_equal_facts(told, upheld)
    raws = members.bytes_of(connection, [same[0].key for same in alike])
    grouped = [
        (union, [member for number in numbers for member in alike[number]])
        for union, numbers in accounts([read_record(raws[same[0].key]) for same in alike])
    ]
    union, agreeing = max(
        grouped,
        key=lambda account: (
            upheld in {member.facts for member in account[1]},
            owners_of(account[1]),
            -_first(account[1]).key,
        ),
    )
    return union, sorted(agreeing, key=lambda member: member.key)


def with_equal_facts(told: Sequence[_Member], upheld: bytes | None = None) -> list[list[_Member]]:
    """The records by their facts, each group and the groups themselves in the order in which they came; of
    very many groups the one that was upheld and those that most owners sent.
    """
    alike: dict[bytes, list[_Member]] = {}
    for member in told:
        alike.setdefault(member.facts, []).append(member)
    likeliest = sorted(
        alike.values(), key=lambda same: (same[0].facts != upheld, -owners_of(same), same[0].key)
    )
    return sorted(likeliest[:_MOST_TELLINGS], key=lambda same: same[0].key)


def _first(told: Sequence[Member]) -> Member:
    return min(told, key=lambda member: member.key)


def owners_of(told: Sequence[Member]) -> int:
    """How many owners sent some records."""
    return len({member.owner for member in told})


def _statuses(told: Sequence[Member], standing: Collection[int]) -> dict[int, Status]:
    statuses: dict[int, Status] = {}
    before: list[Member] = []
    for member in told:
        if member.key not in standing:
            statuses[member.key] = Status.CONFLICTING
            continue
        if not before:
            statuses[member.key] = Status.ACCEPTED
        else:
            same = [earlier.owner for earlier in before if earlier.facts == member.facts]
            statuses[member.key] = Status.DUPLICATE if member.owner in same else Status.CORROBORATING
        before.append(member)
    return statuses
