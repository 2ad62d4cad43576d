"""What statistics of a player are read from: his line of each hand, and what stands beside it as a key."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Float, ForeignKey, LargeBinary, SmallInteger, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import Base, Counters, Key, Name, PrimaryKey


class PlayerLine(Base):
    """A player's part in a hand as a row of bytes, see :mod:`gleek_replay.audit.facts.layout`.

    The lines of one player lie beside each other in the order in which he played. There is one for each row
    of ``hand_players``, written and removed with it; so neither key needs a foreign key of its own.
    """

    __tablename__ = "player_lines"
    __table_args__ = ({"sqlite_with_rowid": False},)

    player_key: Mapped[PrimaryKey]
    played_at: Mapped[datetime] = mapped_column(primary_key=True)
    hand_key: Mapped[PrimaryKey]
    line: Mapped[bytes] = mapped_column(LargeBinary())


class Client(Base):
    """A program that wrote records on which hands stand; ``version`` is empty for one that named none."""

    __tablename__ = "clients"
    __table_args__ = (UniqueConstraint("club_key", "name", "version"),)

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    name: Mapped[Name]
    version: Mapped[Name]


class LuckFit(Base):
    """What the cards dealt are worth by one preset with so many players, as the lines of a club once showed.

    The newest ``version`` is in force. ``hands`` were looked at; ``removed`` is the share of the variance of
    net that the cards account for, from 0 to 1. ``document`` (JSON) has the fields and their coefficients.
    """

    __tablename__ = "luck_fits"
    __table_args__ = (UniqueConstraint("club_key", "preset", "players", "version"),)

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    preset: Mapped[str] = mapped_column(String(32))
    players: Mapped[int] = mapped_column(SmallInteger())
    version: Mapped[int]
    made_at: Mapped[datetime]
    engine_version: Mapped[str] = mapped_column(String(32))
    layout_version: Mapped[int] = mapped_column(SmallInteger())
    hands: Mapped[Counters]
    removed: Mapped[float] = mapped_column(Float(53))
    document: Mapped[bytes] = mapped_column(LargeBinary())
