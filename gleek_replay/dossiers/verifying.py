"""Checking a dossier with nothing but a key that came from elsewhere, and judging its hand anew."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from gleek_replay.dossiers.dossier import AUDIT, FORMAT, MANIFEST, RECORDS, SIGNATURE, audit_of
from gleek_replay.dossiers.envelope import in_a_row, unpack, wrong_places
from gleek_replay.dossiers.signing import PublicKey, is_signed
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import MalformedRecord

_TOLD: Final = ("club", "hand_id", "made_at", "engine")
"""What a manifest says of the dossier, besides what there is in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something in a dossier that is not as it was signed: which ``part``, and what is wrong with it."""

    part: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """What today's engine makes of the records: its ``engine`` version, and what of the audit comes out
    ``otherwise``, by the names that an audit has for it.
    """

    engine: str
    otherwise: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What is to be said of a dossier. Without ``faults`` it is what the holder of the key signed, about
    the hand of ``manifest``; only then has it been judged anew (``today``), unless a part of it is as it was
    signed and yet not as a dossier has it (``unreadable``).
    """

    faults: tuple[Fault, ...]
    unreadable: Fault | None
    manifest: Mapping[str, Any]
    today: Today | None


def verify_dossier(packed: bytes, key: PublicKey) -> Verification:
    """Check every byte of a dossier against a public key; raises
    :class:`~gleek_replay.dossiers.Broken` for a file that is no dossier.
    """
    members = in_a_row(packed)
    if faults := _faults(members, key):  # so that it may be the headers that were changed
        members = unpack(packed)
        faults = _faults(members, key)
    if not faults:
        faults = [
            Fault(part=part, message="is not as a dossier is written")
            for part in wrong_places(packed, members)
        ]
    manifest, today, unreadable = _manifest(members), None, None
    if not faults:
        try:
            today = _today(members, manifest)
        except _Unreadable as odd:
            unreadable = odd.fault
    return Verification(faults=tuple(faults), unreadable=unreadable, manifest=manifest, today=today)


class _Unreadable(Exception):
    """A part that was signed as it is, and is nothing that a dossier has there."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(part, message)
        self.fault = Fault(part=part, message=f"cannot be read: {message}")


def _faults(members: Mapping[str, bytes], key: PublicKey) -> list[Fault]:
    """What is wrong with the members, wherever they stand in the file."""
    return [*_signature_faults(members, key), *_manifest_faults(members)]


def _signature_faults(members: Mapping[str, bytes], key: PublicKey) -> list[Fault]:
    if MANIFEST not in members or SIGNATURE not in members:
        return [
            Fault(part=name, message="is missing") for name in (MANIFEST, SIGNATURE) if name not in members
        ]
    if is_signed(key, members[MANIFEST], members[SIGNATURE]):
        return []
    message = "is not signed by the holder of this key: the key is another's, or one of the two was changed"
    return [Fault(part=f"{MANIFEST} with {SIGNATURE}", message=message)]


def _manifest_faults(members: Mapping[str, bytes]) -> list[Fault]:
    """What differs between the list of members and the members."""
    listed = _listed(_manifest(members))
    if listed is None:
        return [Fault(part=MANIFEST, message="cannot be read")]
    faults = [Fault(part=name, message="is missing") for name in listed if name not in members]
    for name, content in members.items():
        if name in (MANIFEST, SIGNATURE):
            continue
        if name not in listed:
            faults.append(Fault(part=name, message="is not in the list of what was signed"))
        elif hashlib.sha256(content).hexdigest() != listed[name]:
            faults.append(Fault(part=name, message="was changed"))
    return faults


def _manifest(members: Mapping[str, bytes]) -> Mapping[str, Any]:
    try:
        manifest = orjson.loads(members.get(MANIFEST, b""))
    except orjson.JSONDecodeError:
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _listed(manifest: Mapping[str, Any]) -> dict[str, str] | None:
    """The SHA-256 of each member by name; ``None`` of what is no manifest."""
    try:
        known = manifest["format"] == FORMAT
        listed = {str(member["name"]): str(member["sha256"]) for member in manifest["members"]}
    except (KeyError, TypeError):
        return None
    return listed if known else None


def _today(members: Mapping[str, bytes], manifest: Mapping[str, Any]) -> Today:
    """The audit of the same records by this version of the engine, beside the one that was signed. Of records
    that are malformed by now the verdict at least is another. Raises :class:`_Unreadable`.
    """
    for name in _TOLD:
        if not isinstance(manifest.get(name), str):
            raise _Unreadable(MANIFEST, f"it does not say {name}")
    signed = _value(members, AUDIT)
    if not isinstance(signed, dict):
        raise _Unreadable(AUDIT, "it is no object")
    try:
        found = audit_of(_standing(members))
    except MalformedRecord:
        return Today(engine=ENGINE_VERSION, otherwise=("verdict",))
    except ValueError as odd:
        raise _Unreadable(RECORDS, str(odd)) from None
    now = orjson.loads(orjson.dumps(found.document))
    names = dict.fromkeys([*signed, *now])
    otherwise = tuple(name for name in names if name != "engine" and signed.get(name) != now.get(name))
    return Today(engine=ENGINE_VERSION, otherwise=otherwise)


def _standing(members: Mapping[str, bytes]) -> list[bytes]:
    """The records that the hand stands on, as they were uploaded."""
    records = _value(members, RECORDS)
    if not isinstance(records, list):
        raise _Unreadable(RECORDS, "it is no list")
    standing = []
    for number, record in enumerate(records, start=1):
        if not (isinstance(record, dict) and {"file", "stands"} <= record.keys()):
            raise _Unreadable(RECORDS, f"its record {number} does not say what file it is, and if it stands")
        if record["stands"]:
            standing.append(_member(members, str(record["file"])))
    return standing


def _value(members: Mapping[str, bytes], part: str) -> Any:
    try:
        return orjson.loads(_member(members, part))
    except orjson.JSONDecodeError:
        raise _Unreadable(part, "it is no JSON") from None


def _member(members: Mapping[str, bytes], part: str) -> bytes:
    if part not in members:
        raise _Unreadable(part, "it is not there")
    return members[part]
