"""What makes two records tell of the same hand in the same way: their facts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import orjson

from gleek_replay.engine import Reason, RuleSet, Unseen, Verb
from gleek_replay.records.record import HandRecord

_VERBS: Final = {verb: verb.value for verb in Verb}
_REASONS: Final = {reason: reason.value for reason in Reason}
"""Codes as plain words, which are written several times as fast."""


_FROM_DEALER: Final = tuple(
    tuple(
        (*((seat - dealer) % players for seat in range(players)), players, players + 1)
        for dealer in range(players)
    )
    for players in range(7)
)
"""The accounts with the seats counted from the dealer, by the number of players and the dealer's seat."""


def facts_digest(record: HandRecord) -> bytes:
    """SHA-256 of a record's facts: everything but client, moment, notes, extensions and names.

    The order of cards in a hand and of payments does not count, nor with which player the list of them
    begins; defaults and rules are taken as resolved.
    """
    hand, carried, payments = record.hand, record.hand.carried, record.payments
    verbs, reasons, dealer = _VERBS, _REASONS, record.hand.dealer
    to = _FROM_DEALER[hand.players][dealer]
    ids = [player.id for player in record.players]
    facts = [
        record.hand_id,
        [record.session.id, record.session.hand] if record.session else None,
        record.stake.value,
        _options(hand.rules),
        ids[dealer:] + ids[:dealer],
        [sorted([(to[seat], card) for seat, card in lifted.items()]) for lifted in hand.lift],
        [carried.ruff_multiplier, carried.ruff_pot, carried.pot],
        [hand.hands[dealer:] + hand.hands[:dealer], hand.turn_up, hand.stock],
        [
            (to[seat], verbs[verb], argument if type(argument) is int else _plain(argument, to))
            for seat, verb, argument in hand.actions
        ],
        payments
        and sorted(
            [(to[payer], to[payee], amount, reasons[reason]) for payer, payee, amount, reason in payments]
        ),
        sorted([(to[seat], net) for seat, net in record.result.items()])
        if record.result is not None
        else None,
    ]
    return hashlib.sha256(orjson.dumps(facts)).digest()


def _plain(argument: Any, to: Sequence[int]) -> Any:
    """An action's argument that is no number, as JSON: no argument, a rank, cards unseen or a challenge."""
    if type(argument) is Unseen:
        return [argument.count]
    return (to[argument[0]], *argument[1:]) if type(argument) is tuple else argument


@lru_cache(maxsize=1024)
def _options(rules: RuleSet) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(rules.options()))
