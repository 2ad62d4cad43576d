"""What is plainly right, read and seated in one go: nearly every record is.

Each function takes a part of a record as it is written and gives ``None`` for anything out of the ordinary:
what is wrong with it, if anything, is then for the readers to say, and they are slower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from gleek_replay.engine import LAYOUTS, Action, Verb
from gleek_replay.engine.cards import CARD_BY_NAME
from gleek_replay.records.actions import BARE, LARGEST_BID, REASONS, payment_members, read_action
from gleek_replay.records.faults import Misread
from gleek_replay.records.record import POT, RUFF_POT, RecordedPayment
from gleek_replay.records.values import LARGEST_AMOUNT

_SEATS: Final = range(max(players for players, _ in LAYOUTS))
_PLAYS: Final[list[dict[str, Action]]] = [
    {name: (seat, Verb.PLAY, card) for name, card in CARD_BY_NAME.items()} for seat in _SEATS
]
_BARE: Final[list[dict[str, Action]]] = [
    {word: (seat, verb, None) for word, verb in BARE.items()} for seat in _SEATS
]
"""Most actions of all hands, by seat. Records share them, and payments too, so that where many records are
kept, the garbage collector has little to look through.
"""
_payment: Final = lru_cache(maxsize=1 << 14)(RecordedPayment)


class SeatedActions(NamedTuple):
    """Actions as the engine takes them, and all the cards in them together."""

    actions: tuple[Action, ...]
    cards: int


def plain_seats(record: Mapping[str, Any]) -> dict[str, int] | None:
    """The seat of each player by his id, as a record writes them."""
    try:
        seats = {entry["id"]: seat for seat, entry in enumerate(record["players"])}
    except (KeyError, TypeError):
        return None
    return seats if {*map(type, seats)} <= {str} else None


def plain_actions(written: Sequence[Any], seats: Mapping[str, int]) -> SeatedActions | None:
    """Actions that are all well formed, by players that there are."""
    if not {*map(type, written)} <= {list}:
        return None
    bid = Verb.BID
    found: list[Action] = []
    together = 0
    try:
        plays = {player: _PLAYS[seat] for player, seat in seats.items()}
        bare = {player: _BARE[seat] for player, seat in seats.items()}
        for entry in written:
            if len(entry) == 3:
                player, word, argument = entry
                if word == "play":
                    action = plays[player][argument]
                    together |= action[2]
                    found.append(action)
                    continue
                if word == "bid" and type(argument) is int and 0 < argument <= LARGEST_BID:
                    found.append((seats[player], bid, argument))
                    continue
            elif len(entry) == 2:
                player, word = entry
                found.append(bare[player][word])
                continue
            player, verb, argument = read_action(entry)
            if verb is Verb.DISCARD and type(argument) is int:
                together |= argument
            elif verb is Verb.CHALLENGE:
                argument = (seats[argument[0]], *argument[1:])
            found.append((seats[player], verb, argument))
    except (IndexError, KeyError, TypeError, Misread):
        return None
    return SeatedActions(tuple(found), together)


def plain_payments(written: Sequence[Any], seats: Mapping[str, int]) -> tuple[RecordedPayment, ...] | None:
    """Payments that are all well formed, between accounts that there are."""
    accounts = {**seats, POT: len(seats), RUFF_POT: len(seats) + 1}
    payment_of, reasons = _payment, REASONS
    found: list[RecordedPayment] = []
    try:
        for entry in written:
            payer, payee, amount, reason = payment_members(entry)
            if type(amount) is not int or not 0 <= amount <= LARGEST_AMOUNT or len(entry) != 4:
                return None
            found.append(payment_of(accounts[payer], accounts[payee], amount, reasons[reason]))
    except (KeyError, TypeError):
        return None
    return tuple(found)
