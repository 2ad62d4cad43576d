"""Players called by where they sit, for a replay in which nobody is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gleek_replay.engine import Hand
from gleek_replay.records import HandRecord, Player

_ELDER: Final = ("eldest", "second", "third", "fourth", "fifth")


def positions(hand: Hand) -> tuple[str, ...]:
    """What each seat is called: ``"eldest"``, those that come after him in turn, and ``"dealer"``."""
    last = hand.players - 1
    turns = [(seat - hand.eldest) % hand.players for seat in range(hand.players)]
    return tuple("dealer" if turn == last else _ELDER[turn] for turn in turns)


def without_names(record: HandRecord) -> HandRecord:
    """The record, its players known by their positions alone, without notes, which may name anybody."""
    players = tuple(Player(id=position, name=position.title()) for position in positions(record.hand))
    return replace(record, players=players, notes=None)
