"""One table, its seats counted from another player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gleek_replay.engine import Action, Hand, Verb
from gleek_replay.records.record import HandRecord, Player, RecordedPayment


def seated_as(record: HandRecord, players: Sequence[Player]) -> HandRecord | None:
    """The record with its seats counted as in ``players``; ``None`` if they do not sit alike.

    A list of players goes round the table clockwise; where it begins is all one.
    """
    ids, wanted = [[player.id for player in row] for row in (record.players, players)]
    if ids == wanted:
        return record
    if wanted[0] not in ids:
        return None
    turn = ids.index(wanted[0])
    return _turned(record, turn) if ids[turn:] + ids[:turn] == wanted else None


def _turned(record: HandRecord, turn: int) -> HandRecord:
    """The record with seat ``turn`` for the first."""
    players, number = record.players, len(record.players)
    to = [(seat - turn) % number for seat in range(number)] + [number, number + 1]
    return replace(
        record,
        players=players[turn:] + players[:turn],
        hand=_turned_hand(record.hand, turn, to),
        payments=record.payments
        if record.payments is None
        else tuple(
            RecordedPayment(to[payer], to[payee], amount, reason)
            for payer, payee, amount, reason in record.payments
        ),
        result=record.result
        if record.result is None
        else {to[seat]: net for seat, net in record.result.items()},
    )


def _turned_hand(hand: Hand, turn: int, to: Sequence[int]) -> Hand:
    def turned(action: Action) -> Action:
        seat, verb, argument = action
        if verb is Verb.CHALLENGE:
            argument = (to[argument[0]], *argument[1:])
        return to[seat], verb, argument

    return replace(
        hand,
        dealer=to[hand.dealer],
        hands=hand.hands[turn:] + hand.hands[:turn],
        actions=tuple(map(turned, hand.actions)),
        lift=tuple({to[seat]: card for seat, card in lifted.items()} for lifted in hand.lift),
    )
