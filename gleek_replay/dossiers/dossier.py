"""What a dossier holds, and how it is laid out.

`manifest.json` lists every other member with its SHA-256; `manifest.sig` is the signature of the manifest.
`records/` has the records as they were uploaded, `records.json` who sent them when, and which of them the
hand stands on; `audit.json` is the audit of those, and `audits/` that of each record by itself. `rules.json`
has the rules with the authority of each, `readings.json` the hand under all presets, `dispute.json` what was
claimed, said and ruled, where it was disputed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson

from gleek_replay.audit import (
    Audit,
    audit_record,
    authority_document,
    malformed_document,
    rules_document,
)
from gleek_replay.dossiers.envelope import pack
from gleek_replay.dossiers.signing import PrivateKey, fingerprint, sign
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import HandRecord, MalformedRecord, read_record, unite

FORMAT: Final = "gleek-dossier/1"
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.sig"
README: Final = "README.txt"
RECORDS: Final = "records.json"
AUDIT: Final = "audit.json"

_EXPLANATION: Final = """\
This is the dossier of a hand of Gleek: every record of it as it was uploaded, the rules it was played by,
what was found and, where it was disputed, what was said and ruled. It was written by Gleek Replay.

    gleek-replay verify --key CLUB.pem THIS-FILE.zip

checks that nothing in it has been changed since the club signed it, and judges the records anew. CLUB.pem is
the club's public key. Get it from the club itself, not from where this file came from.

manifest.json  what there is, with the SHA-256 of each
manifest.sig   the club's signature of manifest.json (Ed25519)
records.json   who sent which record, and when; "stands": whether the hand stands on it
records/       the records, byte for byte
rules.json     every rule that was played by, and on whose authority
audit.json     the audit of the records that the hand stands on, taken together
audits/        the audit of each record by itself
readings.json  the hand under every set of rules
dispute.json   the dispute step by step; it is missing where there was none
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DossierRecord:
    """A record of the hand: its bytes, who sent it and when, what it is to the others, and whether the hand
    ``stands`` on it. ``ended_at`` is when it was replaced or withdrawn, ``rewritten_at`` when somebody was
    taken out of it who was erased.
    """

    raw: bytes
    owner: str
    client: str
    received_at: datetime
    status: str
    stands: bool
    ended_at: datetime | None = None
    rewritten_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """What is known of a hand of a club; its ``records`` are in the order in which they came, and at least
    one of them ``stands``. ``readings`` and ``dispute`` are JSON values.
    """

    club: str
    hand_id: str
    made_at: datetime
    records: Sequence[DossierRecord]
    readings: Any
    dispute: Any = None


def write_dossier(dossier: Dossier, key: PrivateKey) -> bytes:
    """The signed file of a dossier."""
    members = _members(dossier)
    manifest = _json(
        {
            "format": FORMAT,
            "club": dossier.club,
            "hand_id": dossier.hand_id,
            "made_at": dossier.made_at,
            "engine": ENGINE_VERSION,
            "signed_by": fingerprint(key.public_key()),
            "members": [
                {"name": name, "sha256": hashlib.sha256(content).hexdigest()}
                for name, content in members.items()
            ],
        }
    )
    return pack({MANIFEST: manifest, SIGNATURE: sign(key, manifest), **members})


def audit_of(records: Sequence[bytes]) -> Audit:
    """The audit of what records know together. Raises ``ValueError`` for none, for such as contradict one
    another, and, as :class:`MalformedRecord`, for one that cannot be read.
    """
    known: HandRecord | None = None
    for raw in records:
        record = read_record(raw)
        known = record if known is None else unite(known, record)
        if known is None:
            raise ValueError("the records that the hand stands on contradict one another")
    if known is None:
        raise ValueError("the hand stands on no record")
    return audit_record(known)


def record_name(number: int) -> str:
    """The member that holds a record, by its number from 1."""
    return f"records/{number}.json"


def _members(dossier: Dossier) -> dict[str, bytes]:
    audit = audit_of([record.raw for record in dossier.records if record.stands])
    numbered = list(enumerate(dossier.records, start=1))
    dispute = {} if dossier.dispute is None else {"dispute.json": _json(dossier.dispute)}
    return {
        README: _EXPLANATION.encode(),
        RECORDS: _json([_described(number, record) for number, record in numbered]),
        **{record_name(number): record.raw for number, record in numbered},
        "rules.json": _json(_rules(audit)),
        AUDIT: _json(audit.document),
        **{f"audits/{number}.json": _json(_audit_alone(number, record.raw)) for number, record in numbered},
        "readings.json": _json(dossier.readings),
        **dispute,
    }


def _audit_alone(number: int, raw: bytes) -> dict[str, Any]:
    """The audit of a record by itself, or why it cannot be read: one that counts no more may be of a form
    that is malformed by now.
    """
    try:
        return audit_of([raw]).document
    except MalformedRecord as malformed:
        return malformed_document(malformed.faults, number)


def _described(number: int, record: DossierRecord) -> dict[str, Any]:
    return {
        "file": record_name(number),
        "owner": record.owner,
        "client": record.client,
        "received_at": record.received_at,
        "status": record.status,
        "stands": record.stands,
        "ended_at": record.ended_at,
        "rewritten_at": record.rewritten_at,
    }


def _rules(audit: Audit) -> dict[str, Any]:
    hand = audit.record.hand
    rules = rules_document(hand.rules, audit.record.preset)
    return {**rules, "authorities": [authority_document(hand.rules, option) for option in rules["options"]]}


def _json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"
