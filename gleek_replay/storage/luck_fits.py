"""Keeping what the cards dealt are worth, and reading the lines that it is learnt from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, func, insert, select
from sqlalchemy.orm import Session, aliased

from gleek_replay.storage.tables import LuckFit, Player, PlayerLine
from gleek_replay.storage.time_keys import new_key

_LINES_AT_ONCE: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFit:
    """A fit as it is kept; see :class:`gleek_replay.storage.tables.LuckFit`."""

    preset: str
    players: int
    version: int
    made_at: datetime
    engine_version: str
    layout_version: int
    hands: int
    removed: float
    document: bytes


def lines_of_club(session: Session, club_key: int) -> Iterator[bytes]:
    """The lines of all players of a club in no particular order, so many at once as memory has room for, one
    after the other.
    """
    wanted = select(PlayerLine.line).join(Player, Player.key == PlayerLine.player_key)
    asked = wanted.where(Player.club_key == club_key).execution_options(yield_per=_LINES_AT_ONCE)
    for portion in session.scalars(asked).partitions():
        yield b"".join(portion)


def next_version(connection: Connection, club_key: int, preset: str, players: int) -> int:
    """The version of a club's next fit for a preset and number of players: 1 for the first."""
    of_table = (LuckFit.club_key == club_key, LuckFit.preset == preset, LuckFit.players == players)
    return (connection.scalar(select(func.max(LuckFit.version)).where(*of_table)) or 0) + 1


def add_fit(connection: Connection, club_key: int, kept: KeptFit) -> None:
    """Keep a fit of a club, which is in force then."""
    columns = {column.name: getattr(kept, column.name) for column in fields(KeptFit)}
    connection.execute(insert(LuckFit), {"key": new_key(), "club_key": club_key, **columns})


def all_fits(session: Session, club_key: int) -> list[KeptFit]:
    """All fits of a club, by preset, number of players and version."""
    order = (LuckFit.preset, LuckFit.players, LuckFit.version)
    rows = session.execute(_KEPT.where(LuckFit.club_key == club_key).order_by(*order))
    return [KeptFit(**row._mapping) for row in rows]


def newest_fits(session: Session, club_key: int) -> list[KeptFit]:
    """The newest fit of a club for each preset and number of players, in their order."""
    return [KeptFit(**row._mapping) for row in session.execute(_NEWEST, {"club": club_key})]


_KEPT: Final = select(*(LuckFit.__table__.columns[column.name] for column in fields(KeptFit)))
_NEWER: Final = aliased(LuckFit)
_NEWEST: Final = (
    _KEPT.where(LuckFit.club_key == bindparam("club"))
    .where(
        LuckFit.version
        == select(func.max(_NEWER.version))
        .where(
            _NEWER.club_key == LuckFit.club_key,
            _NEWER.preset == LuckFit.preset,
            _NEWER.players == LuckFit.players,
        )
        .scalar_subquery()
    )
    .order_by(LuckFit.preset, LuckFit.players)
)
"""Laid out once: whoever looks at a player asks for it."""
