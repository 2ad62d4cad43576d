"""Storing the parts of an upload in one transaction: new hands, and what else is told of hands that stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from gleek_replay.audit import Verdict
from gleek_replay.records import Fault
from gleek_replay.services.agreement import agree
from gleek_replay.services.parts import Part, audit_part, faults_json
from gleek_replay.storage import intake, members
from gleek_replay.storage.intake import KnownRecord, NewHand, StandingHand
from gleek_replay.storage.tables import Status
from gleek_replay.storage.tables.base import microseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where parts come from: whose key sent them, in which upload, and whether they take the place of what
    the same owner sent of the same hands before.
    """

    club_key: int
    uploaded_by: int
    owner: str
    upload_key: int
    received_at: datetime
    replaces: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one part of an upload. ``number`` is its line or element in its ``file`` (``None``: the
    body itself), from 1. ``hand_id`` and ``verdict`` are of the hand as it stood then, ``faults`` of a part
    that told of none.
    """

    number: int
    status: Status
    file: str | None = None
    hand_id: str | None = None
    verdict: Verdict | None = None
    faults: tuple[Fault, ...] = ()


def store_parts(
    connection: Connection, source: Source, parts: Sequence[Part], keys: Sequence[int]
) -> list[Outcome]:
    """Store parts in their order, each record under its key; returns what came of each."""
    taking = _Taking(connection, source, parts)
    return taking.store(parts, keys)


def count_outcomes(outcomes: Sequence[Outcome]) -> Counter[Status]:
    """How many came to what."""
    return Counter(outcome.status for outcome in outcomes)


class _Taking:
    """What a write transaction knows of the hands and records that its parts may repeat."""

    def __init__(self, connection: Connection, source: Source, parts: Sequence[Part]) -> None:
        self._connection = connection
        self._source = source
        self._received_at = microseconds(source.received_at)
        hand_ids = dict.fromkeys(part.record.hand_id for part in parts if part.record is not None)
        self._standing = intake.standing_hands(connection, source.club_key, hand_ids)
        unreadable = [part.sha256 for part in parts if part.record is None]
        self._unreadable = intake.kept_unreadable(connection, source.uploaded_by, unreadable)
        self._rows: list[tuple[Any, ...]] = []
        self._new: list[NewHand] = []
        self._further: dict[str, list[tuple[int, Part, int]]] = {}

    def store(self, parts: Sequence[Part], keys: Sequence[int]) -> list[Outcome]:
        """First what is new, all at once; then, hand by hand, what further records tell of standing ones."""
        outcomes: list[Outcome] = []
        for place, (part, key) in enumerate(zip(parts, keys, strict=True)):
            outcomes.append(self._first(place, part, key))
        intake.add_records(self._connection, self._rows)
        intake.add_hands(self._connection, self._source.club_key, self._new)
        for hand_id, further in self._further.items():
            for place, status, verdict in self._join(self._standing[hand_id], further):
                outcomes[place] = replace(outcomes[place], status=status, verdict=verdict)
        return outcomes

    def _first(self, place: int, part: Part, key: int) -> Outcome:
        """What comes of a part, unless its hand stands already: then that is yet to be seen."""
        if part.record is not None:
            hand_id = part.record.hand_id
            if hand_id in self._standing:
                self._further.setdefault(hand_id, []).append((place, part, key))
                return Outcome(number=part.number, file=part.file, status=Status.DUPLICATE, hand_id=hand_id)
            if part.projection is None:
                part = audit_part(part)
        if part.record is None or part.projection is None or part.facts is None:
            if part.sha256 not in self._unreadable:
                self._unreadable.add(part.sha256)
                self._rows.append(self._row(part, key, None, part.status))
            return Outcome(number=part.number, file=part.file, status=part.status, faults=part.faults)
        self._rows.append(self._row(part, key, key, Status.ACCEPTED))
        self._new.append(NewHand(key=key, projection=part.projection))
        verdict = part.projection.verdict
        self._standing[hand_id] = StandingHand(
            key=key, verdict=verdict, record_key=key, disputed=False,
            records=(self._known(part, key, Status.ACCEPTED),),
        )  # fmt: skip
        return Outcome(
            number=part.number, file=part.file, status=Status.ACCEPTED, hand_id=hand_id, verdict=verdict
        )

    def _join(
        self, hand: StandingHand, further: Sequence[tuple[int, Part, int]]
    ) -> list[tuple[int, Status, Verdict]]:
        """Add records to a standing hand: the place, status and verdict of each."""
        known = list(hand.records)
        judged: list[tuple[int, KnownRecord, bool]] = []
        changed = False
        for place, part, key in further:
            copy = next((one for one in known if self._is_copy(one, part)), None)
            told = copy or self._known(part, key, self._beside(known, part))
            if copy is None:
                intake.add_records(self._connection, [self._row(part, key, hand.key, told.status)])
                known.append(told)
            changed |= self._replace(known, told, key)
            judged.append((place, told, copy is None))
        verdict, statuses = self._settle(hand, known, any(new for _, _, new in judged), changed)
        return [
            (place, _as_seen(told, hand, statuses, new=new, replaced=changed), verdict)
            for place, told, new in judged
        ]

    def _settle(
        self, hand: StandingHand, known: Sequence[KnownRecord], anything_new: bool, replaced: bool
    ) -> tuple[Verdict, Mapping[int, Status]]:
        """The hand's verdict and what each of its records is to it, stored."""
        if not (anything_new or replaced):
            return hand.verdict, {one.key: one.status for one in known}
        plain = not (replaced or hand.disputed) and len({one.facts for one in known}) == 1
        if plain and hand.record_key == min(one.key for one in known):
            standing = members.Standing(
                record_key=hand.record_key,
                corroborations=len({one.owner for one in known}) - 1,
                disputed=False,
            )
            members.set_standing(self._connection, hand.key, standing)
            return hand.verdict, {one.key: one.status for one in known}
        agreement = agree(self._connection, self._source.club_key, hand.key)
        assert agreement.verdict is not None, "a hand of which a record has just told"
        return agreement.verdict, agreement.statuses

    def _replace(self, known: list[KnownRecord], told: KnownRecord, key: int) -> bool:
        """Put a record in the place of what its owner sent before, where its upload is to do so; or the
        owner's later one in its place, which was stored sooner. ``key`` says when the record came in, if only
        as a copy of one that was kept before. Says whether any was replaced.
        """
        own = [one for one in known if one.owner == told.owner and one is not told]
        later = next((one for one in own if one.replaces and one.key > key), None)
        if later is not None:
            gone, by = [told] if told.key == key else [], later
        elif self._source.replaces:
            gone, by = [one for one in own if one.key < key], told
        else:
            return False
        if gone:
            keys = [one.key for one in gone]
            ended_at = self._source.received_at
            members.end_records(self._connection, keys, Status.REPLACED, ended_at, by.key)
            known[:] = [one for one in known if one not in gone]
        return bool(gone)

    def _is_copy(self, known: KnownRecord, part: Part) -> bool:
        return known.owner == self._source.owner and known.sha256 == part.sha256

    def _beside(self, known: Sequence[KnownRecord], part: Part) -> Status:
        """What a record is to the records of a hand with which it agrees."""
        same = {one.owner for one in known if one.facts == part.facts}
        return Status.DUPLICATE if self._source.owner in same else Status.CORROBORATING

    def _known(self, part: Part, key: int, status: Status) -> KnownRecord:
        return KnownRecord(
            key=key,
            owner=self._source.owner,
            sha256=part.sha256,
            facts=part.facts or b"",
            status=status,
            replaces=self._source.replaces,
        )

    def _row(self, part: Part, key: int, hand_key: int | None, status: Status) -> tuple[Any, ...]:
        """A record's row, in the order of :data:`gleek_replay.storage.intake.RECORD_COLUMNS`."""
        source = self._source
        return (
            key, source.club_key, hand_key, source.upload_key, source.uploaded_by, self._received_at,
            part.whole, status.value, part.sha256, part.facts, faults_json(part), part.raw,
        )  # fmt: skip


def _as_seen(
    told: KnownRecord,
    hand: StandingHand,
    statuses: Mapping[int, Status],
    *,
    new: bool,
    replaced: bool,
) -> Status:
    """What is said of a part that told of a standing hand: what its record is to the hand now. Only of one
    that took the place of another is it said that the hand stands on it.
    """
    status = statuses.get(told.key, Status.DUPLICATE)  # replaced already, by a later one
    if status is Status.CONFLICTING:
        return status
    if not new:
        return Status.DUPLICATE
    if status is Status.ACCEPTED and not replaced:
        return Status.CONFLICTING if statuses.get(hand.record_key) is Status.CONFLICTING else told.status
    return status
