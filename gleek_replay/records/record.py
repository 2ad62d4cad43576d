"""The hand history as a value: what a client says of one hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from gleek_replay.engine import Hand, Reason

FORMAT: Final = "gleek-hand/1"
POT: Final = "pot"
RUFF_POT: Final = "ruff_pot"
"""The names of the two pots among the accounts; no player may be called so."""


class Stake(StrEnum):
    """The coin that a counter stands for."""

    FARTHING = "farthing"
    HALFPENNY = "halfpenny"
    PENNY = "penny"
    TWOPENCE = "twopence"
    THREEPENCE = "threepence"
    GROAT = "groat"
    SIXPENCE = "sixpence"
    SHILLING = "shilling"
    CROWN = "crown"

    @property
    def farthings(self) -> int:
        """The coin's worth in farthings, of which four make a penny."""
        return _FARTHINGS[self]


_FARTHINGS: Final = dict(zip(Stake, (1, 2, 4, 8, 12, 16, 24, 48, 240), strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """The program that wrote the record."""

    name: str
    version: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRef:
    """The session of play that a hand belongs to, and its number within it, from 1."""

    id: str
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: an id that is the same in every record, and a name to show."""

    id: str
    name: str | None = None


class RecordedPayment(NamedTuple):
    """A payment that the client says was made, between accounts numbered as the engine numbers them."""

    payer: int
    payee: int
    amount: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """One hand history, well formed, with every default and the rule set resolved.

    ``options`` are those that the record writes over its ``preset``. ``payments`` and ``result`` are
    ``None`` where the client recorded none; ``result`` has counters by seat.
    """

    hand_id: str
    client: Client
    session: SessionRef | None
    played_at: datetime
    stake: Stake
    preset: str
    options: Mapping[str, Any]
    players: tuple[Player, ...]
    hand: Hand
    payments: tuple[RecordedPayment, ...] | None
    result: Mapping[int, int] | None
    notes: str | None

    @property
    def accounts(self) -> tuple[str, ...]:
        """The names of the accounts: the players' ids in seat order, then the two pots."""
        return (*(player.id for player in self.players), POT, RUFF_POT)

    def name_of(self, seat: int) -> str:
        """What to call a player: his name, with his id where two share it; or his id alone."""
        player = self.players[seat]
        called = [other.name or other.id for other in self.players]
        return called[seat] if called.count(called[seat]) == 1 else f"{called[seat]} ({player.id})"
