"""The records of one hand side by side: who says what, where they part, and what each comes to.

What is told is told of records without the cards that the caller may not see, so that nobody finds one out
by sending a made-up record. Only whether two agree, and at which action they part, is told of them whole.
Players go by the ids and names in the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, Comparison, Fact, audit_record, compare, comparison_document, seen
from gleek_replay.records import (
    Fault,
    HandRecord,
    MalformedRecord,
    Relation,
    accounts,
    history_document,
    read_record,
    unite,
)
from gleek_replay.records.faults import pointer
from gleek_replay.records.reseating import seated_as
from gleek_replay.services.access import Action, Caller, allows, require
from gleek_replay.services.agreement import owners_of, with_equal_facts
from gleek_replay.services.refusals import NotFound, Unfit
from gleek_replay.services.sight import sight_with
from gleek_replay.storage import members
from gleek_replay.storage.members import NumberedRecord
from gleek_replay.storage.tables import LIVE

__all__ = ["Fact", "Numbers", "Relation", "get_comparison"]

Numbers = tuple[int | None, int | None]
MOST_COMPARED: Final = 8
"""How many accounts are held against that on which the hand stands, the first that came: no table has as many
players.
"""
MOST_TOLD: Final = 200
"""How many disagreements of two accounts are told; two hands that have nothing in common have fewer."""
_PARAMETERS: Final = ("a", "b")
"""What the two numbers are called in an address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Sides of a hand compared: as other programs read it, and the audit of each side as it is shown."""

    document: dict[str, Any]
    shown: tuple[Audit, ...]


def get_comparison(
    session: Session, caller: Caller, hand_id: str, numbers: Numbers = (None, None)
) -> dict[str, Any]:
    """What :func:`compare_sides` finds, as other programs read it."""
    return compare_sides(session, caller, hand_id, numbers).document


def compare_sides(
    session: Session, caller: Caller, hand_id: str, numbers: Numbers = (None, None)
) -> Compared:
    """The accounts that the records of a hand give of it, the one on which it stands before the others, and
    each of the others held against that, up to :data:`MOST_COMPARED`; or two records, by their ``numbers``
    from 1 in the order in which they came.

    Raises :class:`NotFound`, and :class:`Unfit` for a number that none has whom the caller may compare: what
    was replaced or withdrawn is for its owner and for those who may read every record; and for one that is
    malformed by now.
    """
    require(caller, Action.READ)
    told = members.numbered_records(session, caller.club_id, hand_id)
    if not told:
        raise NotFound(f"There is no hand {hand_id}.")
    comparing = _Comparing(session, caller)
    if numbers == (None, None):
        sides = comparing.accounts([record for record in told if record.status in LIVE])
    else:
        sides = comparing.chosen(_chosen(caller, told, numbers))
    document = {
        "hand_id": hand_id,
        "records": [comparing.record_document(record, sides) for record in told],
        "sides": [_side_document(side) for side in sides],
        "comparisons": [_comparison_document(sides[0], side) for side in sides[1 : 1 + MOST_COMPARED]],
        "not_compared": max(0, len(sides) - 1 - MOST_COMPARED),
    }
    return Compared(document=document, shown=tuple(side.shown for side in sides))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """Records that agree, and what they know together: the ``whole``, and what is ``shown`` of it."""

    told: Sequence[NumberedRecord]
    whole: Audit
    shown: Audit

    @property
    def numbers(self) -> list[int]:
        """The numbers of its records."""
        return [record.number for record in self.told]

    @property
    def stands(self) -> bool:
        """Whether the hand stands on them."""
        return any(record.current for record in self.told)


class _Comparing:
    """The records of one hand before one caller."""

    def __init__(self, session: Session, caller: Caller) -> None:
        self._session, self._caller = session, caller
        self._read: dict[int, HandRecord] = {}
        self._verdicts: dict[bytes, str] = {}

    def accounts(self, told: Sequence[NumberedRecord]) -> list[_Side]:
        """A side for each account that live records give of the hand, that on which it stands first."""
        upheld = next(record.facts for record in told if record.current)
        alike = with_equal_facts(told, upheld)
        given = accounts(self._records([same[0] for same in alike]))
        sides = [self.side([each for number in numbers for each in alike[number]]) for _, numbers in given]
        return sorted(sides, key=lambda side: not side.stands)

    def chosen(self, told: Sequence[NumberedRecord]) -> list[_Side]:
        """A side for each of two records; raises :class:`Unfit` for one that is malformed by now."""
        sides, faults = [], []
        for name, record in zip(_PARAMETERS, told, strict=True):
            try:
                sides.append(self.side([record]))
            except MalformedRecord:
                message = f"record {record.number} is malformed to the reader of today"
                faults.append(Fault(pointer("query", name), message))
        if faults:
            raise Unfit(faults)
        return sides

    def side(self, told: Iterable[NumberedRecord]) -> _Side:
        """Records that agree as one side."""
        told = sorted(told, key=lambda record: record.key)
        known = self._together(told)
        whole = audit_record(known)
        sight = sight_with(self._session, self._caller, whole, self._own(told, known))
        return _Side(told=told, whole=whole, shown=seen(whole, sight))

    def record_document(self, record: NumberedRecord, sides: Sequence[_Side]) -> dict[str, Any]:
        """A record with the side that it is on, and what it comes to by itself; ``None`` if it is on none."""
        side = next((number for number, side in enumerate(sides, 1) if record in side.told), None)
        return {
            "number": record.number,
            "owner": record.owner,
            "status": record.status.value,
            "received_at": record.received_at.isoformat(),
            "side": side,
            "verdict": None if side is None else self._verdict(record),
        }

    def _together(self, told: Sequence[NumberedRecord]) -> HandRecord:
        """What records that agree know together."""
        known, *others = self._records([same[0] for same in with_equal_facts(told)])
        for other in others:
            united = unite(known, other)
            assert united is not None, "records of one account contradict one another"
            known = united
        return known

    def _own(self, told: Sequence[NumberedRecord], known: HandRecord) -> HandRecord | None:
        """The same of those among them that the caller's owner sent, seated as in what all know."""
        role = self._caller.role
        if not allows(role, Action.UPLOAD) or allows(role, Action.READ_RECORDS):
            return None
        own = [record for record in told if record.owner == self._caller.owner]
        return seated_as(self._together(own), known.players) if own else None

    def _verdict(self, record: NumberedRecord) -> str:
        if record.facts not in self._verdicts:
            (read,) = self._records([record])
            self._verdicts[record.facts] = audit_record(read).verdict.value
        return self._verdicts[record.facts]

    def _records(self, told: Sequence[NumberedRecord]) -> list[HandRecord]:
        """Some records, each read once."""
        wanted = [record.key for record in told if record.key not in self._read]
        raws = members.bytes_of(self._session.connection(), wanted)
        self._read |= {key: read_record(raw) for key, raw in raws.items()}
        return [self._read[record.key] for record in told]


def _chosen(caller: Caller, told: Sequence[NumberedRecord], numbers: Numbers) -> list[NumberedRecord]:
    """The records of two numbers."""
    allowed = {record.number: record for record in told if _may_be_compared(caller, record)}
    message = f"expected the number, from 1 to {told[-1].number}, of a record that you may compare"
    faults = [
        Fault(pointer("query", name), message)
        for name, number in zip(_PARAMETERS, numbers, strict=True)
        if number not in allowed
    ]
    if faults:
        raise Unfit(faults)
    return [allowed[number] for number in numbers if number is not None]


def _may_be_compared(caller: Caller, record: NumberedRecord) -> bool:
    own = record.owner == caller.owner and allows(caller.role, Action.UPLOAD)
    return record.status in LIVE or own or allows(caller.role, Action.READ_RECORDS)


def _side_document(side: _Side) -> dict[str, Any]:
    audit = side.shown
    document = audit.document
    return {
        "records": side.numbers,
        "owners": owners_of(side.told),
        "stands": side.stands,
        "verdict": audit.verdict.value,
        "payments_agree": audit.payments_agree,
        "due": document["due"]["net"],
        "recorded": document["recorded"] and document["recorded"]["net"],
        "history": history_document(audit.record),
    }


def _comparison_document(first: _Side, second: _Side) -> dict[str, Any]:
    """What the caller may know of how two sides differ. ``withheld`` says that there is more, on cards that
    he may not see, and ``left_out`` how many disagreements there are beside those told.
    """
    whole = compare(first.whole.record, second.whole.record)
    shown = compare(first.shown.record, second.shown.record)
    told = comparison_document(replace(whole, disagreements=(), known_to_one=()))
    left_out = max(0, len(shown.disagreements) - MOST_TOLD)
    found = comparison_document(replace(shown, disagreements=shown.disagreements[:MOST_TOLD]))
    return {
        "first": first.numbers,
        "second": second.numbers,
        "relation": told["relation"],
        "parted_at": told["parted_at"],
        **{name: found[name] for name in ("disagreements", "known_to_one")},
        "left_out": left_out,
        "withheld": not _places(whole) <= _places(shown),
    }


def _places(comparison: Comparison) -> set[tuple[Any, ...]]:
    """The places at which two records disagree."""
    return {(each.fact, each.places) for each in comparison.disagreements}
