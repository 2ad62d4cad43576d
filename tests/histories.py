"""Hand histories of the hands that tests play, as JSON objects, and their audits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from gleek_replay.audit import Audit, audit_record
from gleek_replay.conformance.hands import hidden
from gleek_replay.engine import Hand, card_name, usual_deck
from gleek_replay.records import (
    FORMAT,
    HandRecord,
    action_document,
    carried_document,
    deal_document,
    payment_documents,
    read_record,
)
from tests.hands import Table

IDS = ("ann", "bess", "cat", "dick", "eliza", "frank")
NAMES = ("Ann", "Bess", "Cat", "Dick", "Eliza", "Frank")


def document_of(hand: Hand, **fields: Any) -> dict[str, Any]:
    """The record of a hand as a JSON object; seat 0 is ann. Further fields replace those written."""
    ids = IDS[: hand.players]
    departures = {name: hand.rules.options()[name] for name in hand.rules.chosen}
    usual = hand.rules.deck == usual_deck(hand.players)
    written: dict[str, Any] = {
        "format": FORMAT,
        "hand_id": "blackfriars-1",
        "client": {"name": "tests"},
        "played_at": "2026-11-20T19:42:10Z",
        "rules": {
            "preset": hand.rules.name,
            "options": departures if usual else departures | {"deck": hand.rules.deck},
        },
        "players": [{"id": player, "name": name} for player, name in zip(ids, NAMES, strict=False)],
        "dealer": ids[hand.dealer],
        "lift": [{ids[seat]: card_name(card) for seat, card in lifted.items()} for lifted in hand.lift],
        "carried": carried_document(hand),
        "deal": deal_document(hand, ids),
        "actions": [action_document(action, ids) for action in hand.actions],
    }
    return written | fields


def history(table: Table, *, settled: bool = False, **fields: Any) -> dict[str, Any]:
    """The record of a table's hand. ``settled`` records the payments due."""
    written = document_of(table.record)
    if settled:
        ids = IDS[: table.hand.players]
        written["payments"] = payment_documents(table.result.payments, ids)
        written["result"] = dict(zip(ids, table.result.net, strict=False))
    return written | fields


def read(document: Mapping[str, Any]) -> HandRecord:
    """The record that a JSON object is."""
    return read_record(json.dumps(document).encode())


def audited(document: Mapping[str, Any]) -> Audit:
    """The audit of a JSON object."""
    return audit_record(read(document))


def hide(
    document: Mapping[str, Any], hands: Iterable[str] = (), *, stock: bool = True, discards: bool = True
) -> dict[str, Any]:
    """The same record by a client that saw the ``hands`` of these players alone, and perhaps not the stock or
    what was discarded.
    """
    return hidden(document, tuple(hands), stock=stock, discards=discards)
