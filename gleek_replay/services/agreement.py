"""What the records of one hand come to together: who bears whom out, and what the hand stands on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.records import HandRecord, accounts, read_record, unite
from gleek_replay.services.parts import projection_of
from gleek_replay.storage import members
from gleek_replay.storage.intake import NewHand
from gleek_replay.storage.members import Member, Standing
from gleek_replay.storage.projection import Projection
from gleek_replay.storage.tables import Status

_MOST_TELLINGS: Final = 32
"""How many different tellings of one hand are compared: a client that gives all its hands one id must not
cost the others their turn. Any further telling contradicts.
"""
_DISAGREE: Final = "records that a hand stands on contradict one another"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What became of a hand: its verdict, what each live record is to it, and whether anything changed.

    ``verdict`` is ``None`` for a hand that is gone, since no record tells of it any more.
    """

    verdict: Verdict | None
    statuses: Mapping[int, Status]
    changed: bool


class HandFailed(Exception):
    """The service itself failed on the records of a hand: a bug. Nothing of it was changed."""


def agree(connection: Connection, club_key: int, hand_key: int) -> Agreement:
    """Group a hand's live records anew, audit what those know that it stands on, and store it.

    Records that are compatible are one account of the hand. It stands on the account that the most owners
    bear out, the earliest of equals; the records of any other contradict it. Raises :class:`HandFailed`.
    """
    told = members.members(connection, hand_key)
    if not told:
        members.remove_hand(connection, hand_key)
        return Agreement(verdict=None, statuses={}, changed=True)
    try:
        projection, agreeing = _judge(connection, told)
    except Exception as bug:
        raise HandFailed(f"hand {hand_key} could not be audited") from bug
    standing = Standing(
        record_key=agreeing[0].key,
        corroborations=_owners(agreeing) - 1,
        disputed=len(agreeing) < len(told),
    )
    statuses = _statuses(told, {member.key for member in agreeing})
    changed = _store(connection, club_key, hand_key, projection, standing)
    moved = {member.key: statuses[member.key] for member in told if statuses[member.key] != member.status}
    members.mark_records(connection, moved)
    return Agreement(verdict=projection.verdict, statuses=statuses, changed=changed or bool(moved))


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


def _judge(connection: Connection, told: Sequence[Member]) -> tuple[Projection, list[Member]]:
    """What is projected of the records that the hand stands on, and which they are."""
    alike = _with_equal_facts(told)
    raws = members.bytes_of(connection, [same[0].key for same in alike])
    grouped = [
        (union, [member for number in numbers for member in alike[number]])
        for union, numbers in accounts([read_record(raws[same[0].key]) for same in alike])
    ]
    union, agreeing = max(grouped, key=lambda account: (_owners(account[1]), -_first(account[1]).key))
    return projection_of(union), sorted(agreeing, key=lambda member: member.key)


def _with_equal_facts(told: Sequence[Member]) -> list[list[Member]]:
    """The records by their facts, each group and the groups themselves in the order in which they came; of
    very many groups those that most owners sent.
    """
    alike: dict[bytes, list[Member]] = {}
    for member in told:
        alike.setdefault(member.facts, []).append(member)
    likeliest = sorted(alike.values(), key=lambda same: (-_owners(same), same[0].key))
    return sorted(likeliest[:_MOST_TELLINGS], key=lambda same: same[0].key)


def _first(told: Sequence[Member]) -> Member:
    return min(told, key=lambda member: member.key)


def _owners(told: Sequence[Member]) -> int:
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


def _store(
    connection: Connection, club_key: int, hand_key: int, projection: Projection, standing: Standing
) -> bool:
    """Write what differs; says whether anything did."""
    changed = projection != members.stored_projection(connection, hand_key)
    if changed:
        members.replace_projection(connection, club_key, NewHand(key=hand_key, projection=projection))
    if standing != members.standing_of(connection, hand_key):
        members.set_standing(connection, hand_key, standing)
        changed = True
    return changed
