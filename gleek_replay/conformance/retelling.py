"""A client's record of a script held against what was done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gleek_replay.audit import Audit, audit_record
from gleek_replay.conformance.audits import compare_audit
from gleek_replay.conformance.mismatches import NOTHING, Mismatch, differing, written
from gleek_replay.conformance.scripts import Script
from gleek_replay.engine import Hand, card_name
from gleek_replay.records import (
    HandRecord,
    MalformedRecord,
    action_document,
    carried_document,
    deal_document,
    read_record,
)
from gleek_replay.records.reseating import seated_as

_REMEDIES: Final = {
    "session": "the script says to which session the hand belongs",
    "stake": "the script's `coin` is the stake",
    "rules": "options as resolved: the preset's own unless the script's `options` say otherwise",
    "dealer": "the script names the dealer's seat",
    "lift": "the script's `lifted` has each round",
    "carried": "the script says what the last hand left",
    "deal": "what the writer of the record saw, and nothing else: see `written_by` in the script",
}


def is_settled(record: HandRecord) -> bool:
    """Whether a record says anything of what was paid."""
    return record.payments is not None or record.result is not None


def compare_record(script: Script, raw: bytes) -> tuple[list[Mismatch], HandRecord | None]:
    """Where the bytes of a record do not tell what the script has, and the record unless it is malformed."""
    try:
        record = read_record(raw)
    except MalformedRecord as malformed:
        return [
            _mismatch(script, fault.pointer, "a record as the format has it", "a fault", fault.message)
            for fault in malformed.faults
        ], None
    seated = seated_as(record, script.record.players)
    if seated is None:
        right, said = (written([player.id for player in one.players]) for one in (script.record, record))
        return [_mismatch(script, "/players", right, said, "the seats of the script, clockwise")], record
    found = [*_facts(script, seated), *_moves(script, seated.hand)]
    return found or list(_settlement(script, audit_record(seated))), record


def _mismatch(script: Script, place: str, right: str, said: str, remedy: str) -> Mismatch:
    return Mismatch(case=script.name, place=place, expected=right, found=said, remedy=remedy)


def _facts(script: Script, record: HandRecord) -> Iterator[Mismatch]:
    right, said = _facts_document(script.record), _facts_document(record)
    for name, remedy in _REMEDIES.items():
        for place, one, other in differing(right[name], said[name], name):
            yield _mismatch(script, place, written(one), written(other), remedy)


def _facts_document(record: HandRecord) -> dict[str, Any]:
    """What was at the table before anything was done, as JSON."""
    hand, ids = record.hand, [player.id for player in record.players]
    session = record.session
    return {
        "session": session and {"id": session.id, "hand": session.hand},
        "stake": record.stake.value,
        "rules": {"options": hand.rules.options()},
        "dealer": ids[hand.dealer],
        "lift": [{ids[seat]: card_name(card) for seat, card in each.items()} for each in hand.lift],
        "carried": dict(carried_document(hand)),
        "deal": deal_document(hand, ids),
    }


def _moves(script: Script, hand: Hand) -> Iterator[Mismatch]:
    """The first action that is not the script's; what comes after it says no more."""
    ids = [player.id for player in script.record.players]
    right, said = script.record.hand.actions, hand.actions
    for index in range(max(len(right), len(said))):
        one = action_document(right[index], ids) if index < len(right) else NOTHING
        other = action_document(said[index], ids) if index < len(said) else NOTHING
        if one != other:
            remedy = (
                f"this is move {index + 1} of the script"
                if one is not NOTHING
                else "the script ends before it"
            )
            yield _mismatch(script, f"/actions/{index}", written(one), written(other), remedy)
            return


def _settlement(script: Script, audit: Audit) -> Iterator[Mismatch]:
    """What is recorded otherwise than it is due. Of records with the same facts the same is due."""
    if audit.payments_agree is not False:
        return
    due = {"case": script.name, **audit.document}
    recorded = audit.document["recorded"]
    told = {name: recorded[name] for name in ("net", "payments") if name in recorded}
    if "payments" in told and script.record.result is not None and audit.record.result is not None:
        result = audit.record.result
        told["net"] |= {script.record.players[seat].id: net for seat, net in result.items()}
    for mismatch in compare_audit(due, {"verdict": due["verdict"], **told}):
        place = mismatch.place.replace("/net/", "/result/")
        yield _mismatch(script, place, mismatch.expected, mismatch.found, mismatch.remedy)
