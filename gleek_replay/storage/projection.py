"""From an audit to the rows that lists and statistics read. Nothing here is computed, only laid out.

Rows are tuples in a fixed order of columns, with the values that a database takes as they are: codes as their
words, moments as microseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gleek_replay.audit import Audit, Verdict
from gleek_replay.engine import ENGINE_VERSION, Reason
from gleek_replay.storage.tables import Position
from gleek_replay.storage.tables.base import microseconds

NET_COLUMNS: Final[dict[str, str]] = {reason.value: f"net_{reason.value}" for reason in Reason}
"""The column that holds what a player won or lost for each reason."""
HAND_COLUMNS: Final[tuple[str, ...]] = (
    "hand_id", "session_hand", "played_at", "preset", "stake", "players", "verdict", "complete",
    "payments_agree", "price", "engine_version",
)  # fmt: skip
"""The columns of ``hands`` that are projected."""
SEAT_COLUMNS: Final[tuple[str, ...]] = (
    "seat", "name", "played_at", "position", "net", *NET_COLUMNS.values(), "bought", "vied", "ruff_won",
    "tricks", "points", "recorded_net",
)  # fmt: skip
"""The columns of ``hand_players`` that are projected."""

_REASONS: Final = tuple(Reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """The rows of one hand, but for the keys that tie them to others.

    ``hand`` has the values of :data:`HAND_COLUMNS`, each of ``seats`` those of :data:`SEAT_COLUMNS` for one
    of ``player_ids``, whose ``names`` are those that the record gives. ``played_at`` is in microseconds.
    """

    hand: tuple[Any, ...]
    seats: tuple[tuple[Any, ...], ...]
    player_ids: tuple[str, ...]
    session_id: str | None
    verdict: Verdict
    names: tuple[str | None, ...]
    played_at: int


def project(audit: Audit) -> Projection:
    """The rows of an audited hand."""
    record = audit.record
    played_at = microseconds(record.played_at)
    names = tuple([_storable(player.name) for player in record.players])
    return Projection(
        hand=_hand_row(audit, played_at),
        seats=_seat_rows(audit, names, played_at),
        player_ids=tuple([player.id for player in record.players]),
        session_id=record.session.id if record.session else None,
        verdict=audit.verdict,
        names=names,
        played_at=played_at,
    )


def position_of(seat: int, dealer: int, players: int) -> Position:
    """Where a seat is, told from the dealer's.

    >>> [position_of(seat, dealer=0, players=3).value for seat in range(3)]
    ['dealer', 'eldest', 'middle']
    """
    if seat == dealer:
        return Position.DEALER
    return Position.ELDEST if seat == (dealer + 1) % players else Position.MIDDLE


def _storable(name: str | None) -> str | None:
    """A name as every database can have it: PostgreSQL's text has no character with the code zero."""
    return name.replace("\0", "\N{REPLACEMENT CHARACTER}") if name and "\0" in name else name


def _hand_row(audit: Audit, played_at: int) -> tuple[Any, ...]:
    record, result = audit.record, audit.result
    return (
        record.hand_id,
        record.session.hand if record.session else None,
        played_at,
        record.preset,
        record.stake.value,
        len(record.players),
        audit.verdict.value,
        result.complete,
        audit.payments_agree,
        result.sale.price if result.sale else None,
        ENGINE_VERSION,
    )


def _seat_rows(audit: Audit, names: tuple[str | None, ...], played_at: int) -> tuple[tuple[Any, ...], ...]:
    record, result, due = audit.record, audit.result, audit.due
    players = len(names)
    nothing = (0,) * players
    by_seat = list(zip(*[due.get(reason, nothing) for reason in _REASONS], strict=False))  # the pots left out
    positions = _positions(record.hand.dealer, players)
    recorded = audit.recorded_net or (None,) * players
    score, ruff = result.score, result.ruff
    buyer = result.sale.buyer if result.sale else None
    return tuple(
        [
            (
                seat,
                names[seat],
                played_at,
                positions[seat],
                result.net[seat],
                *by_seat[seat],
                seat == buyer,
                seat == ruff.vied_by,
                seat == ruff.winner,
                score[seat].tricks if score else None,
                score[seat].total if score else None,
                recorded[seat],
            )
            for seat in range(players)
        ]
    )


@lru_cache(maxsize=64)
def _positions(dealer: int, players: int) -> tuple[str, ...]:
    return tuple(position_of(seat, dealer, players).value for seat in range(players))
