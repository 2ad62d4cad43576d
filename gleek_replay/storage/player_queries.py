"""Reading players: a page of them with their totals, and the hands of one as statistics read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.storage.hand_queries import HandFilter, narrowed, order_of
from gleek_replay.storage.projection import NET_COLUMNS
from gleek_replay.storage.tables import Hand, HandPlayer, Instant, Player, PlaySession, Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """A player with the number of his hands and what he won or lost in them by the payments due, in
    whole counters of whatever stake.
    """

    player_id: str
    name: str | None
    hands: int
    net: int
    last_played_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """One player's part in one hand; amounts are whole counters due. See
    :class:`gleek_replay.storage.tables.HandPlayer`.
    """

    hand_id: str
    played_at: datetime
    position: Position
    players: int
    net: int
    by_reason: dict[str, int]
    bought: bool
    price: int | None
    tricks: int | None
    points: int | None
    verdict: Verdict
    stake: str
    disputed: bool


def players_after(session: Session, club_key: int, after: str | None, limit: int) -> list[PlayerSummary]:
    """At most ``limit`` players in the order of their ids, from the one after ``after`` on."""
    page = select(Player).where(Player.club_key == club_key).order_by(Player.player_id).limit(limit)
    return _with_totals(session, page if after is None else page.where(Player.player_id > after))


def one_player(session: Session, club_key: int, player_id: str) -> PlayerSummary | None:
    """A player by his id."""
    found = select(Player).where(Player.club_key == club_key, Player.player_id == player_id)
    return next(iter(_with_totals(session, found)), None)


def played_hands(session: Session, club_key: int, wanted: HandFilter) -> Iterator[PlayedHand]:
    """The hands of ``wanted.player``, oldest first."""
    query = narrowed(select(*_PLAYED, *_NETS), club_key, wanted)
    query = query.join(PlaySession, PlaySession.key == Hand.play_session_key, isouter=True)
    played_at, key = order_of(wanted)
    rows = session.execute(query.order_by(played_at, key).execution_options(yield_per=1000))
    names = [column.key for column in _PLAYED]
    for row in rows:
        played = dict(zip(names, row, strict=False))
        by_reason = dict(zip(NET_COLUMNS, row[len(names) :], strict=True))
        price = played.pop("price") if played["bought"] else None
        yield PlayedHand(**played | {"by_reason": by_reason, "price": price})


_PLAYED: Final = (
    Hand.hand_id,
    HandPlayer.played_at,
    HandPlayer.position,
    Hand.players,
    HandPlayer.net,
    HandPlayer.bought,
    Hand.price,
    HandPlayer.tricks,
    HandPlayer.points,
    Hand.verdict,
    Hand.stake,
    Hand.disputed,
)
_NETS: Final = tuple(getattr(HandPlayer, column) for column in NET_COLUMNS.values())


def _with_totals(session: Session, players: Select[Player]) -> list[PlayerSummary]:
    page = players.subquery()
    rows = session.execute(
        select(
            page.c.player_id,
            page.c.name,
            func.count().label("hands"),
            func.sum(HandPlayer.net).label("net"),
            func.max(HandPlayer.played_at, type_=Instant()).label("last_played_at"),
        )
        .join(HandPlayer, HandPlayer.player_key == page.c.key)
        .group_by(page.c.player_id, page.c.name)
        .order_by(page.c.player_id)
    )
    return [
        PlayerSummary(
            player_id=row.player_id,
            name=row.name,
            hands=row.hands,
            net=int(row.net),
            last_played_at=row.last_played_at,
        )
        for row in rows
    ]
