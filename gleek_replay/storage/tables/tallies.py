"""Sums over the lines of a club, kept with them: what its leaderboard and its own page are read from.

Days and months are those of the club's time zone. Presets, stakes, verdicts and what was found stand as
numbers, as in the lines (:mod:`gleek_replay.audit.facts.layout`). Rows in which nothing is left are removed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from sqlalchemy import BigInteger, ForeignKey, Integer, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import KEY, Base, Counters, PrimaryKey

_Club: TypeAlias = Annotated[
    int, mapped_column(KEY, ForeignKey("clubs.key"), primary_key=True, autoincrement=False)
]
_Day: TypeAlias = Annotated[int, mapped_column(Integer(), primary_key=True, autoincrement=False)]
"""Days since 1970-01-01."""
_Month: TypeAlias = Annotated[int, mapped_column(Integer(), primary_key=True, autoincrement=False)]
"""Months since the beginning of the year 0: twelve times the year, and 0 for January. There was no year 0, so
that 0 can stand for :data:`EVERY_MONTH`.
"""
_Code: TypeAlias = Annotated[int, mapped_column(SmallInteger(), primary_key=True, autoincrement=False)]
_Count: TypeAlias = Annotated[int, mapped_column(BigInteger())]

_LYING: Final[dict[str, Any]] = {"sqlite_with_rowid": False, "postgresql_with": {"fillfactor": 50}}
"""By their keys; in PostgreSQL with room beside each row for what it comes to next."""
EVERY_MONTH: Final = 0
"""The month of rows that are over all months: few, however long a club has played."""
LOW_BITS: Final = 40
"""Of the square of a net, so many bits are added up apart. So the sums have room, in 64 bits, for millions of
hands, and for thousands of the largest that fit into a record, in which 10**13 counters are won.
"""
FIRST_DIFFERENCE: Final = 64
"""The number of the first thing that a record may misstate; below are the violations, by their bits."""


class HandDay(Base):
    """How many hands of a day came to a verdict, by the client that wrote the record they stand on; those
    that were ruled void are among them.
    """

    __tablename__ = "hand_days"
    __table_args__ = (_LYING,)

    club_key: Mapped[_Club]
    day: Mapped[_Day]
    client_key: Mapped[PrimaryKey]
    preset: Mapped[_Code]
    stake: Mapped[_Code]
    verdict: Mapped[_Code]
    hands: Mapped[_Count]


class HandMonth(Base):
    """The same of a month."""

    __tablename__ = "hand_months"
    __table_args__ = (_LYING,)

    club_key: Mapped[_Club]
    month: Mapped[_Month]
    client_key: Mapped[PrimaryKey]
    preset: Mapped[_Code]
    stake: Mapped[_Code]
    verdict: Mapped[_Code]
    hands: Mapped[_Count]


class FindingMonth(Base):
    """In how many hands of a month something was found, by the client as in :class:`HandDay`: the number of
    a violation, or :data:`FIRST_DIFFERENCE` and that of what is recorded otherwise than due.
    """

    __tablename__ = "finding_months"
    __table_args__ = (_LYING,)

    club_key: Mapped[_Club]
    month: Mapped[_Month]
    client_key: Mapped[PrimaryKey]
    finding: Mapped[_Code]
    hands: Mapped[_Count]


class PlayerMonth(Base):
    """What a player's hands of a month come to, and those of every month: ``hands`` that count and their
    ``net``, and how many are ``void``. The squares of the nets add up to ``squares_high`` times
    2**:data:`LOW_BITS` and ``squares_low``.
    """

    __tablename__ = "player_months"
    __table_args__ = (_LYING,)

    club_key: Mapped[_Club]
    month: Mapped[_Month]
    preset: Mapped[_Code]
    stake: Mapped[_Code]
    player_key: Mapped[PrimaryKey]
    hands: Mapped[_Count]
    void: Mapped[_Count]
    net: Mapped[Counters]
    squares_high: Mapped[Counters]
    squares_low: Mapped[Counters]


class PairMonth(Base):
    """What two players, he of the lower key first, had of each other in the hands of a month that count, and
    of every month.

    What one had of the other is reckoned for each hand; ``to_low`` adds up the hands in which the first had
    something of the second in all, ``to_high`` the others. What is won of a pot is had of nobody.
    """

    __tablename__ = "pair_months"
    __table_args__ = (_LYING,)

    club_key: Mapped[_Club]
    month: Mapped[_Month]
    preset: Mapped[_Code]
    stake: Mapped[_Code]
    low_key: Mapped[PrimaryKey]
    high_key: Mapped[PrimaryKey]
    hands: Mapped[_Count]
    to_low: Mapped[Counters]
    to_high: Mapped[Counters]
