"""From an audit to the rows that lists and statistics read. Nothing here is computed, only laid out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import orjson

from gleek_replay.audit import Audit
from gleek_replay.engine import ENGINE_VERSION, Reason
from gleek_replay.storage.tables import Position

Row = dict[str, Any]
"""Values by column."""

NET_COLUMNS: Final[dict[str, str]] = {reason.value: f"net_{reason.value}" for reason in Reason}
"""The column that holds what a player won or lost for each reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """The rows of one hand, but for the keys that tie them to others.

    ``seats`` has a row for each of ``player_ids``. ``document`` is the audit as JSON.
    """

    hand: Row
    seats: tuple[Row, ...]
    player_ids: tuple[str, ...]
    session_id: str | None
    document: bytes


def project(audit: Audit) -> Projection:
    """The rows of an audited hand."""
    record = audit.record
    return Projection(
        hand=_hand_row(audit),
        seats=tuple(_seat_row(audit, seat) for seat in range(len(record.players))),
        player_ids=tuple(player.id for player in record.players),
        session_id=record.session.id if record.session else None,
        document=orjson.dumps(audit.document),
    )


def position_of(seat: int, dealer: int, players: int) -> Position:
    """Where a seat is, told from the dealer's.

    >>> [position_of(seat, dealer=0, players=3).value for seat in range(3)]
    ['dealer', 'eldest', 'middle']
    """
    if seat == dealer:
        return Position.DEALER
    return Position.ELDEST if seat == (dealer + 1) % players else Position.MIDDLE


def _hand_row(audit: Audit) -> Row:
    record, result = audit.record, audit.result
    return {
        "hand_id": record.hand_id,
        "session_hand": record.session.hand if record.session else None,
        "played_at": record.played_at,
        "preset": record.preset,
        "stake": record.stake.value,
        "players": len(record.players),
        "verdict": audit.verdict,
        "complete": result.complete,
        "payments_agree": audit.payments_agree,
        "price": result.sale.price if result.sale else None,
        "engine_version": ENGINE_VERSION,
    }


def _seat_row(audit: Audit, seat: int) -> Row:
    record, result = audit.record, audit.result
    player = record.players[seat].id
    due, recorded = audit.document["due"], audit.document["recorded"]
    score = result.score[seat] if result.score else None
    row: Row = {
        "seat": seat,
        "name": record.players[seat].name,
        "played_at": record.played_at,
        "position": position_of(seat, record.hand.dealer, len(record.players)),
        "net": due["net"][player],
        "bought": result.sale is not None and result.sale.buyer == seat,
        "vied": result.ruff.vied_by == seat,
        "ruff_won": result.ruff.winner == seat,
        "tricks": score.tricks if score else None,
        "points": score.total if score else None,
        "recorded_net": recorded["net"].get(player) if recorded else None,
    }
    by_reason = due["by_reason"]
    for reason, column in NET_COLUMNS.items():
        row[column] = by_reason[reason][player] if reason in by_reason else 0
    return row
