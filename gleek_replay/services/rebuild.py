"""Making every projection anew from the records, as a new version of the engine or the reader asks for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.records import RawRecord
from gleek_replay.services.agreement import HandFailed, agree
from gleek_replay.services.parts import Part, audit_part, faults_json, log, read_part
from gleek_replay.services.people import people_of
from gleek_replay.services.rejudging import Rejudged, rejudged
from gleek_replay.storage import disputes, lines, members, rebuilding, writing
from gleek_replay.storage.intake import NewHand, add_hands
from gleek_replay.storage.rebuilding import StoredRecord
from gleek_replay.storage.tables import LIVE, Status

_RECORDS_A_COMMIT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildReport:
    """How many ``records`` were read and ``hands`` audited again; how many hands, or records that tell of
    none, came out otherwise than they were stored (``changed``); and on how many records the service
    ``failed``: what was stored of those stays. ``tallies`` counts the clubs whose tallies, though their hands
    are right now, did not add up.
    """

    records: int = 0
    hands: int = 0
    changed: int = 0
    failed: int = 0
    tallies: int = 0

    def __add__(self, other: RebuildReport) -> RebuildReport:
        return RebuildReport(
            records=self.records + other.records,
            hands=self.hands + other.hands,
            changed=self.changed + other.changed,
            failed=self.failed + other.failed,
            tallies=self.tallies + other.tallies,
        )


def _unheard(_: Rejudged) -> None:
    """Tell nobody."""


def rebuild(session: Session, tell: Callable[[Rejudged], None] = _unheard) -> RebuildReport:
    """Audit every stored record of every club again and rewrite what comes out otherwise. Each hand of which
    the verdict or the settlement has changed is told, once that is stored.

    The service may go on meanwhile: it commits every few hundred records, and a rebuild that breaks off
    can be started again. A record that has become readable gives its hand; one that no longer is leaves
    its hand to the other records that tell of it.
    """
    report = RebuildReport()
    for club_key in rebuilding.clubs(session):
        last = 0
        with writing(session, club_key) as connection:
            lines.drop_strays(connection, club_key)
        while True:
            with writing(session, club_key) as connection:
                records = rebuilding.records_after(connection, club_key, last, _RECORDS_A_COMMIT)
                if not records:
                    members.settle_club(connection, club_key)
                    report += RebuildReport(tallies=lines.recount(connection, club_key))
                    break
                work = _Pass(connection, club_key)
                report += work.over(records)
                last = records[-1].key
            for each in work.rejudged:
                tell(each)
    return report


def read_again(connection: Connection, club_key: int, keys: Collection[int]) -> None:
    """Rebuild what comes of some records of a club alone, whose bytes have changed."""
    _Pass(connection, club_key).over(rebuilding.records_by_key(connection, keys))


class _Pass:
    """One transaction's work."""

    def __init__(self, connection: Connection, club_key: int) -> None:
        self._connection, self._club_key = connection, club_key
        self._hands = self._failed = 0
        self._changed: set[int] = set()
        self._new: set[int] = set()
        self.rejudged: list[Rejudged] = []
        """The hands that came to another verdict or settlement."""
        self._touched: dict[int, None] = {}
        """The hands to be audited again: those that stand on these records, or whose records changed."""

    def over(self, records: Sequence[StoredRecord]) -> RebuildReport:
        """Rebuild what these records tell of: first the records, then the hands."""
        records = [record for record in records if record.whole and record.status in _READ_AGAIN]
        for record in records:
            self._read(record, read_part(RawRecord(number=0, raw=record.raw)))
        for hand_key in self._touched:
            try:
                agreement = agree(self._connection, self._club_key, hand_key)
            except HandFailed:
                log.exception("a hand could not be rebuilt; what was stored of it stays")
                self._failed += 1
                continue
            self._hands += agreement.verdict is not None
            if agreement.changed:
                self._changed.add(hand_key)
            found = rejudged(self._connection, self._club_key, agreement, is_new=hand_key in self._new)
            if found is not None:
                self.rejudged.append(found)
        return RebuildReport(
            records=len(records), hands=self._hands, changed=len(self._changed), failed=self._failed
        )

    def _read(self, record: StoredRecord, part: Part) -> None:
        """Put right what is stored of a record itself, and note the hand that it tells of."""
        if part.status is Status.FAILED:
            self._failed += 1
            return
        if record.hand_key is not None and (record.basis or part.facts != record.facts):
            self._touched[record.hand_key] = None
        if part.hand_id is None:
            self._change(record, part, hand_key=None, status=Status.MALFORMED)
        elif record.hand_key is not None:
            self._change(record, part, hand_key=record.hand_key, status=record.status)
        else:
            self._place(record, part, part.hand_id)

    def _place(self, record: StoredRecord, part: Part, hand_id: str) -> None:
        """Give a record that has become readable to its hand; where none stands, it is the first."""
        hand_key = rebuilding.hand_key_of(self._connection, self._club_key, hand_id)
        if hand_key is not None:
            self._change(record, part, hand_key=hand_key, status=Status.CORROBORATING)
            self._touched[hand_key] = None
            return
        part = audit_part(part)
        if part.projection is None:
            self._failed += 1
            return
        projection = people_of(self._connection, self._club_key).projected(part.projection)
        add_hands(self._connection, self._club_key, [NewHand(key=record.key, projection=projection)])
        self._change(record, part, hand_key=record.key, status=Status.ACCEPTED)
        self._touched[record.key] = None
        self._new.add(record.key)

    def _change(self, record: StoredRecord, part: Part, *, hand_key: int | None, status: Status) -> None:
        found = (hand_key, status, part.facts, faults_json(part))
        if record.facts and part.facts and record.facts != part.facts:
            disputes.retell(self._connection, self._club_key, {record.facts: part.facts})
        if found != (record.hand_key, record.status, record.facts, record.faults):
            self._changed.add(hand_key or record.key)
            columns = zip(("hand_key", "status", "facts", "faults"), found, strict=True)
            rebuilding.change_record(self._connection, record.key, **dict(columns))


_READ_AGAIN: Final = frozenset({*LIVE, Status.MALFORMED, Status.FAILED})
