"""Storing the parts of an upload in one transaction: new hands, and what else is told of hands that stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection

from gleek_replay.audit import Verdict
from gleek_replay.records import Fault, RawRecord
from gleek_replay.services.agreement import agree
from gleek_replay.services.parts import Part, audit_part, faults_json, read_part, unread_part
from gleek_replay.services.people import People, people_of
from gleek_replay.storage import disputes, erasing, intake, members
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


class Outcome(NamedTuple):
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
    club = people_of(connection, source.club_key)
    parts = [_without_erased(club, part) for part in parts] if club.erased else parts
    return _Taking(connection, source, parts, club).store(parts, keys)


def _without_erased(club: People, part: Part) -> Part:
    """A part read anew with pseudonyms for whoever was erased; it was read outside of this transaction."""
    raw = RawRecord(part.number, part.raw, None if part.whole else part.faults[0], part.rewritten)
    clean, file = club.without_erased(raw), club.file_name(part.file)
    if clean is raw:
        return part._replace(file=file)
    if part.status is Status.FAILED:
        return unread_part(clean, file)
    return read_part(clean, file)


def count_outcomes(outcomes: Sequence[Outcome]) -> Counter[Status]:
    """How many came to what."""
    return Counter(outcome.status for outcome in outcomes)


class _Taking:
    """What a write transaction knows of the hands and records that its parts may repeat."""

    def __init__(self, connection: Connection, source: Source, parts: Sequence[Part], club: People) -> None:
        self._connection = connection
        self._source = source
        self._club = club
        self._received_at = microseconds(source.received_at)
        hand_ids = dict.fromkeys([part.hand_id for part in parts if part.hand_id is not None])
        self._standing = intake.standing_hands(connection, source.club_key, hand_ids)
        unreadable = [part.sha256 for part in parts if part.hand_id is None]
        self._unreadable = intake.kept_unreadable(connection, source.uploaded_by, unreadable)
        self._rows: list[tuple[Any, ...]] = []
        self._rewritten: list[int] = []
        self._new: list[NewHand] = []
        self._first_told: dict[str, tuple[Part, int]] = {}
        self._disputed: set[str] = set()
        """Hands that are new again, every record of them having been withdrawn, and have been in dispute."""
        self._further: dict[str, list[tuple[int, Part, int]]] = {}

    def store(self, parts: Sequence[Part], keys: Sequence[int]) -> list[Outcome]:
        """First what is new, all at once; then, hand by hand, what further records tell of standing ones."""
        outcomes: list[Outcome] = []
        for place, (part, key) in enumerate(zip(parts, keys, strict=True)):
            outcomes.append(self._first(place, part, key))
        intake.add_records(self._connection, self._rows)
        self._add_hands()
        for hand_id, further in self._further.items():
            for place, status, verdict in self._join(self._hand(hand_id), further):
                outcomes[place] = outcomes[place]._replace(status=status, verdict=verdict)
        if self._rewritten:
            erasing.mark_rewritten(self._connection, self._rewritten, self._source.received_at)
        return outcomes

    def _add_hands(self) -> None:
        """Store the new hands; what was ruled of one that had been here before holds again."""
        club_key, new = self._source.club_key, self._first_told
        intake.add_hands(self._connection, club_key, self._new)
        self._disputed = disputes.hands_in_dispute(self._connection, club_key, new) if new else set()
        for hand_id in self._disputed:
            agree(self._connection, club_key, new[hand_id][1])

    def _first(self, place: int, part: Part, key: int) -> Outcome:
        """What comes of a part, unless its hand stands already: then that is yet to be seen."""
        hand_id = part.hand_id
        if hand_id is not None:
            if hand_id in self._standing or hand_id in self._first_told:
                self._further.setdefault(hand_id, []).append((place, part, key))
                return Outcome(part.number, Status.DUPLICATE, part.file, hand_id)
            if part.projection is None:
                part = audit_part(part)
        if hand_id is None or part.projection is None:
            if part.sha256 not in self._unreadable:
                self._unreadable.add(part.sha256)
                self._rows.append(self._row(part, key, None, part.status))
            return Outcome(part.number, part.status, part.file, faults=part.faults)
        self._rows.append(self._row(part, key, key, Status.ACCEPTED))
        self._new.append(NewHand(key, self._club.projected(part.projection)))
        self._first_told[hand_id] = part, key
        return Outcome(part.number, Status.ACCEPTED, part.file, hand_id, part.projection.verdict)

    def _hand(self, hand_id: str) -> StandingHand:
        """A hand that further records tell of, as it stood before them."""
        if hand_id in self._standing:
            return self._standing[hand_id]
        part, key = self._first_told[hand_id]
        assert part.projection is not None, "a hand is new once it has been audited"
        record = self._known(part, key, Status.ACCEPTED)
        return StandingHand(
            key=key,
            verdict=part.projection.verdict,
            record_key=key,
            disputed=hand_id in self._disputed,
            records=(record,),
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
        if part.rewritten:
            self._rewritten.append(key)
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
