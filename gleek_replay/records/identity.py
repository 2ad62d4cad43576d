"""What makes two records tell of the same hand in the same way: their facts."""

from __future__ import annotations

import hashlib

import orjson

from gleek_replay.engine import Unseen
from gleek_replay.records.record import HandRecord


def facts_digest(record: HandRecord) -> bytes:
    """SHA-256 of a record's facts: everything but client, moment, notes, extensions and names.

    The order of cards in a hand and of payments does not count; defaults and rules are taken as resolved.
    """
    hand = record.hand
    facts = [
        record.hand_id,
        [record.session.id, record.session.hand] if record.session else None,
        record.stake,
        hand.rules.options(),
        [player.id for player in record.players],
        hand.dealer,
        [sorted(lifted.items()) for lifted in hand.lift],
        [hand.carried.ruff_multiplier, hand.carried.ruff_pot, hand.carried.pot],
        [hand.hands, hand.turn_up, hand.stock],
        [
            (seat, verb, [argument.count] if isinstance(argument, Unseen) else argument)
            for seat, verb, argument in hand.actions
        ],
        sorted(map(tuple, record.payments)) if record.payments is not None else None,
        sorted(record.result.items()) if record.result is not None else None,
    ]
    return hashlib.sha256(orjson.dumps(facts)).digest()
