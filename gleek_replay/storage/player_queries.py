"""Reading players: who they are, with the totals of their hands from the tallies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from gleek_replay.storage.hand_queries import NAMES_HIM
from gleek_replay.storage.tables import GivenName, HandPlayer, Instant, Player, PlayerMonth
from gleek_replay.storage.tables.tallies import EVERY_MONTH


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """A player with the number of his hands and what he won or lost in them by the payments due or by what
    was ruled, in whole counters of whatever stake. Hands that were ruled ``void`` are counted apart.
    ``aliases`` are the ids that were merged into his.
    """

    player_id: str
    name: str | None
    hands: int
    void: int
    net: int
    last_played_at: datetime
    aliases: tuple[str, ...] = ()


def players_after(session: Session, club_key: int, after: str | None, limit: int) -> list[PlayerSummary]:
    """At most ``limit`` players in the order of their ids, from the one after ``after`` on."""
    page = _PAGE.where(Player.club_key == club_key).order_by(Player.player_id).limit(limit)
    return _with_totals(session, club_key, page if after is None else page.where(Player.player_id > after))


def one_player(session: Session, club_key: int, player_id: str) -> PlayerSummary | None:
    """A player by his id."""
    found = _PAGE.where(Player.club_key == club_key, Player.player_id == player_id)
    return next(iter(_with_totals(session, club_key, found)), None)


_PAGE: Final = select(
    Player.key,
    Player.player_id,
    func.coalesce(GivenName.name, Player.name).label("shown"),
    select(func.max(HandPlayer.played_at, type_=Instant()))
    .where(HandPlayer.player_key == Player.key)
    .scalar_subquery()
    .label("last_played_at"),
).join(GivenName, NAMES_HIM, isouter=True)


def _with_totals(session: Session, club_key: int, page: Select[*tuple[Any, ...]]) -> list[PlayerSummary]:
    rows = session.execute(page).all()
    totals = _totals(session, club_key, [row.key for row in rows])
    return [
        PlayerSummary(
            player_id=row.player_id,
            name=row.shown,
            hands=total.hands,
            void=total.void,
            net=total.net,
            last_played_at=row.last_played_at,
        )
        for row in rows
        for total in (totals.get(row.key, _NOTHING),)
    ]


class _Total(NamedTuple):
    hands: int
    void: int
    net: int


_NOTHING: Final = _Total(0, 0, 0)
"""What there is of a player whose hands have no lines yet."""


def _totals(session: Session, club_key: int, player_keys: list[int]) -> dict[int, _Total]:
    rows = session.execute(
        select(
            PlayerMonth.player_key,
            func.sum(PlayerMonth.hands),
            func.sum(PlayerMonth.void),
            func.sum(PlayerMonth.net),
        )
        .where(
            PlayerMonth.club_key == club_key,
            PlayerMonth.month == EVERY_MONTH,
            PlayerMonth.player_key.in_(player_keys),
        )
        .group_by(PlayerMonth.player_key)
    )
    return {key: _Total(int(hands), int(void), int(net)) for key, hands, void, net in rows}
