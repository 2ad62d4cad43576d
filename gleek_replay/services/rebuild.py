"""Making every projection anew from the records, as a new version of the engine or the reader asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.records import RawRecord
from gleek_replay.services.parts import Part, audit_part, faults_json, read_part
from gleek_replay.storage import rebuilding, writing
from gleek_replay.storage.intake import NewHand, add_hands, standing_hands
from gleek_replay.storage.rebuilding import StoredRecord
from gleek_replay.storage.tables import Status

_RECORDS_A_COMMIT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildReport:
    """How many ``records`` were read and ``hands`` audited again; how many hands, or records that tell of
    none, came out otherwise than they were stored (``changed``); and on how many records the service
    ``failed``: what was stored of those stays.
    """

    records: int = 0
    hands: int = 0
    changed: int = 0
    failed: int = 0

    def __add__(self, other: RebuildReport) -> RebuildReport:
        return RebuildReport(
            records=self.records + other.records,
            hands=self.hands + other.hands,
            changed=self.changed + other.changed,
            failed=self.failed + other.failed,
        )


def rebuild(session: Session) -> RebuildReport:
    """Audit every stored record of every club again and rewrite what comes out otherwise.

    The service may go on meanwhile: it commits every few hundred records, and a rebuild that breaks off
    can be started again. A record that has become readable gives its hand; one that no longer is leaves
    its hand to the next record that tells of it.
    """
    report, last = RebuildReport(), 0
    while True:
        with writing(session) as connection:
            records = rebuilding.records_after(connection, last, _RECORDS_A_COMMIT)
            if not records:
                rebuilding.settle_players(connection)
                return report
            report += _Pass(connection).over(records)
            last = records[-1].key


class _Pass:
    """One transaction's work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._hands = self._failed = 0
        self._changed: set[int] = set()

    def over(self, records: Sequence[StoredRecord]) -> RebuildReport:
        """Rebuild what these records tell of: first the hands, then what the other records are to them."""
        records = [record for record in records if record.whole]
        parts = {record.key: read_part(RawRecord(number=0, raw=record.raw)) for record in records}
        for record in records:
            if record.basis and parts[record.key].status is Status.MALFORMED and record.hand_key:
                rebuilding.remove_hand(self._connection, record.hand_key)
                records = rebuilding.records_again(self._connection, records)
        self._project([record for record in records if record.basis], parts)
        for record in records:
            part = parts[record.key]
            if part.status is Status.FAILED:
                self._failed += 1
            elif part.record is None:
                self._change(record, part, hand_key=None, status=Status.MALFORMED)
            elif not record.basis:
                self._place(record, part, part.record.hand_id)
        return RebuildReport(
            records=len(records), hands=self._hands, changed=len(self._changed), failed=self._failed
        )

    def _project(self, bases: Sequence[StoredRecord], parts: dict[int, Part]) -> None:
        """Audit hands again by the records that they are based on, and rewrite those that differ."""
        stored = rebuilding.stored_projections(
            self._connection, [record.hand_key for record in bases if record.hand_key]
        )
        anew: dict[int, list[NewHand]] = {}
        for record in bases:
            part = parts[record.key] = audit_part(parts[record.key])
            if part.projection is None or record.hand_key is None:
                continue
            self._hands += 1
            self._change(record, part, hand_key=record.hand_key, status=Status.ACCEPTED)
            if stored[record.hand_key] != part.projection:
                self._changed.add(record.hand_key)
                hand = NewHand(key=record.hand_key, projection=part.projection)
                anew.setdefault(record.club_key, []).append(hand)
        for club_key, hands in anew.items():
            rebuilding.replace_projections(self._connection, club_key, hands)

    def _place(self, record: StoredRecord, part: Part, hand_id: str) -> None:
        """Say what a record is to its hand; where no hand stands, it is the first to tell of it."""
        hand = standing_hands(self._connection, record.club_key, [hand_id]).get(hand_id)
        if hand is not None:
            status = Status.DUPLICATE if hand.facts == part.facts else Status.CONFLICTING
            self._change(record, part, hand_key=hand.key, status=status)
            return
        part = audit_part(part)
        if part.projection is None:
            self._failed += 1
            return
        self._hands += 1
        hand_of_its_own = NewHand(key=record.key, projection=part.projection)
        add_hands(self._connection, record.club_key, [hand_of_its_own])
        self._change(record, part, hand_key=record.key, status=Status.ACCEPTED)

    def _change(self, record: StoredRecord, part: Part, *, hand_key: int | None, status: Status) -> None:
        found = (hand_key, status, part.facts, faults_json(part))
        if found != (record.hand_key, record.status, record.facts, record.faults):
            self._changed.add(hand_key or record.key)
            columns = zip(("hand_key", "status", "facts", "faults"), found, strict=True)
            rebuilding.change_record(self._connection, record.key, **dict(columns))
