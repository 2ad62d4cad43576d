"""Erasing a player: a pseudonym in place of his ids in everything that is kept, and none of his names."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import orjson
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.records import Fault, RawRecord
from gleek_replay.records.erasing import Erased, names_of, sits_in, take_out
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.parts import faults_json, faults_kept, read_part
from gleek_replay.services.payloads import pack_outcomes, pack_records, unpack_outcomes, unpack_records
from gleek_replay.services.people import id_digest, people_of
from gleek_replay.services.rebuild import read_again
from gleek_replay.services.refusals import NotFound
from gleek_replay.services.rulings import rewritten_audit
from gleek_replay.storage import clients, disputes, erasing, lines, people, writing
from gleek_replay.storage.clients import LONGEST_NAME
from gleek_replay.storage.erasing import KeptRecord
from gleek_replay.storage.tables import ChangeKind, Status

PSEUDONYM: Final = "erased-"
"""How the id of everybody begins who was erased."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """What came of erasing a player: the ``pseudonym`` that he goes by, how many ``records`` were rewritten
    (those that wait for a worker not counted), how many ``keys`` revoked, and whether the database's file
    was ``scrubbed``, so that nothing of him is left in what it does not use any more.
    """

    pseudonym: str
    records: int
    keys: int
    scrubbed: bool


def erase_player(session: Session, caller: Caller, player_id: str) -> Erasure:
    """Erase a player with all his ids, for good; raises :class:`NotFound`.

    All of it is one transaction, and nobody writes in the club meanwhile.
    """
    require(caller, Action.MANAGE_PLAYERS)
    with writing(session, caller.club_id) as connection:
        work = _Erasing(connection, caller, player_id)
        work.know_him_again()
        work.rewrite_records()
        work.rewrite_clients()
        work.rewrite_uploads()
        work.rewrite_disputes()
        keys = work.rewrite_the_rest()
    return Erasure(pseudonym=work.pseudonym, records=work.records, keys=keys, scrubbed=erasing.scrub(session))


def scrub_file(session: Session, caller: Caller) -> bool:
    """Have the database's file written anew, where erasing could not; says whether it could now."""
    require(caller, Action.MANAGE_PLAYERS)
    return erasing.scrub(session)


class _Erasing:
    """One erasure, within its transaction."""

    def __init__(self, connection: Connection, caller: Caller, player_id: str) -> None:
        self._connection, self._caller, self._club_key = connection, caller, caller.club_id
        self._now = datetime.now(UTC)
        self._changed: list[int] = []
        self._retold: dict[bytes, bytes] = {}
        self.records = 0
        club = people_of(connection, self._club_key)
        self._ids = {each: new_pseudonym() for each in sorted(club.ids_of(player_id))}
        self.pseudonym = self._ids[club.resolve(player_id)]
        self._people = Erased(self._ids, self._names(player_id))

    def _names(self, player_id: str) -> dict[str, str]:
        """The names that he is known by, each with the pseudonym of the id that it goes with."""
        known = len(self._ids) > 1 or people.is_known(self._connection, self._club_key, player_id)
        found = erasing.names_told(self._connection, self._club_key, self._ids)
        names = {name: self._ids[player] for name, player in found.items()}
        for raw in self._everything_naming(self._ids):
            known = known or sits_in(raw, self._ids)
            names |= names_of(raw, self._ids)
        if not known:
            raise NotFound(f"There is no player {player_id}.")
        for change in erasing.changes(self._connection, self._club_key):
            if change.player_id in self._ids:
                names |= dict.fromkeys(_names_in(change.details), self._ids[change.player_id])
        return names

    def _everything_naming(self, words: Iterable[str]) -> Iterable[bytes]:
        for some in erasing.records_naming(self._connection, self._club_key, tuple(words)):
            yield from (record.raw for record in some)
        for _, payload in erasing.payloads(self._connection, self._club_key):
            yield from (raw.raw for _, raw in unpack_records(payload))

    def know_him_again(self) -> None:
        """Keep what later uploads are held against."""
        secret = erasing.erasure_secret(self._connection, self._club_key, secrets.token_bytes(32))
        digests = {id_digest(secret, each): pseudonym for each, pseudonym in self._ids.items()}
        erasing.add_erased(self._connection, self._club_key, digests)
        erasing.rename_players(self._connection, self._club_key, self._ids)

    def rewrite_records(self) -> None:
        """Rewrite every record that names him. What is projected of those that tell of a hand has his new ids
        already; the others may be read otherwise now.
        """
        words = (*self._ids, *(name for name in self._people.names if len(name) > 1))
        for some in erasing.records_naming(self._connection, self._club_key, words):
            rows = [self._rewritten(record) for record in some]
            erasing.rewrite_records(self._connection, [row for row in rows if row is not None])
        disputes.retell(self._connection, self._club_key, self._retold)
        read_again(self._connection, self._club_key, self._changed)

    def _rewritten(self, record: KeptRecord) -> dict[str, Any] | None:
        """A record's row without him; ``None`` where nothing is to be written, or has been already."""
        raw = take_out(record.raw, self._people)
        if raw == record.raw:
            return None
        self.records += 1
        sha256, facts, faults = hashlib.sha256(raw).digest(), record.facts, record.faults
        if not record.whole:
            faults = self._without_faults(faults)
        else:
            part = read_part(RawRecord(number=0, raw=raw))
            facts, faults = part.facts, faults_json(part)
            if record.facts and facts:
                self._retold[record.facts] = facts
        row = {"key": record.key, "raw": raw, "sha256": sha256, "facts": facts, "faults": faults}
        row["rewritten_at"] = self._now
        if record.status not in {Status.MALFORMED, Status.FAILED} and facts is not None:
            return row
        if erasing.is_kept(self._connection, record.uploaded_by, sha256, record.key):
            erasing.drop_record(self._connection, record.key)
            return None
        erasing.rewrite_records(self._connection, [row])
        self._changed.append(record.key)
        return None

    def _without_faults(self, kept: bytes | None) -> bytes | None:
        return kept and faults_kept(self._cleaned(Fault(**fault)) for fault in orjson.loads(kept))

    def _cleaned(self, fault: Fault) -> Fault:
        return Fault(self._people.without_parts(fault.pointer), self._people.without_parts(fault.message))

    def rewrite_clients(self) -> None:
        """Call clients as the records that they wrote do now."""
        for key, program in clients.programs(self._connection, self._club_key):
            name, version = (self._people.without(each)[:LONGEST_NAME] for each in program)
            if (name, version) != program:
                lines.rename_client(self._connection, self._club_key, key, (name, version))

    def rewrite_uploads(self) -> None:
        """Rewrite what waits for a worker, and what is said of what came of the rest."""
        for chunk_key, payload in erasing.payloads(self._connection, self._club_key):
            packed = pack_records(
                [(self._file(file), self._waiting(raw)) for file, raw in unpack_records(payload)]
            )
            if packed != payload:
                erasing.rewrite_payload(self._connection, chunk_key, packed)
        for chunk_key, kept in erasing.outcomes(self._connection, self._club_key):
            before = unpack_outcomes(kept)
            after = [
                outcome._replace(
                    file=self._file(outcome.file), faults=tuple(map(self._cleaned, outcome.faults))
                )
                for outcome in before
            ]
            if after != before:
                erasing.rewrite_outcomes(self._connection, chunk_key, pack_outcomes(after))

    def rewrite_disputes(self) -> None:
        """Rewrite what was said in disputes, and the audits kept there."""
        for dispute_key, step in disputes.told_steps(self._connection, self._club_key):
            told = {
                "claimant": step.claimant and self._ids.get(step.claimant, step.claimant),
                "text": step.text and self._people.without(step.text),
                "audit": step.audit and rewritten_audit(step.audit, lambda raw: take_out(raw, self._people)),
            }
            if told != {"claimant": step.claimant, "text": step.text, "audit": step.audit}:
                disputes.rewrite_step(self._connection, dispute_key, step.number, **told)

    def _waiting(self, raw: RawRecord) -> RawRecord:
        fault = raw.fault and self._cleaned(raw.fault)
        clean = take_out(raw.raw, self._people)
        return raw._replace(raw=clean, fault=fault, rewritten=raw.rewritten or clean != raw.raw)

    def _file(self, file: str | None) -> str | None:
        return file and self._people.without(file)

    def rewrite_the_rest(self) -> int:
        """Revoke his keys, and rewrite the trail; returns how many keys there were."""
        keys = erasing.revoke_keys(self._connection, self._club_key, self._ids, self._now)
        for change in erasing.changes(self._connection, self._club_key):
            player_id = self._ids.get(change.player_id, change.player_id)
            details = self._details(change.details, named=change.player_id in self._ids)
            if (player_id, details) != (change.player_id, change.details):
                erasing.rewrite_change(self._connection, change.key, player_id, details)
        people.add_change(
            self._connection,
            club_key=self._club_key,
            player_id=self.pseudonym,
            changed_at=self._now,
            changed_by=self._caller.key_id,
            kind=ChangeKind.ERASED,
            details=orjson.dumps({"records": self.records}),
        )
        return keys

    def _details(self, details: bytes, *, named: bool) -> bytes:
        told: dict[str, Any] = orjson.loads(details)
        for member, value in told.items():
            if member in NAMES and named and value is not None:
                told[member] = self.pseudonym
            elif member not in NAMES and value in self._ids:
                told[member] = self._ids[value]
        return orjson.dumps(told)


NAMES: Final = ("name", "before")
"""What of a change's details are names; all else that is text is an id."""


def _names_in(details: bytes) -> list[str]:
    told: Mapping[str, Any] = orjson.loads(details)
    return [told[member] for member in NAMES if told.get(member)]


def new_pseudonym() -> str:
    """An id for somebody who is erased, which says nothing of him: 75 random bits, so that no two are alike.

    >>> len(new_pseudonym()), new_pseudonym() == new_pseudonym()
    (22, False)
    """
    return PSEUDONYM + base64.b32encode(secrets.token_bytes(10)).decode().lower()[:15]
