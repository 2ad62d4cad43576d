"""Reading the tallies of a club. Nothing here looks at hands or lines, but for when a player last played."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import Session

from gleek_replay.audit.facts.layout import (
    BREACHES_BY_BIT,
    MISREPORTED_BY_BIT,
    PRESETS_BY_CODE,
    STAKES_BY_CODE,
    VERDICTS_BY_CODE,
)
from gleek_replay.storage.intake import chunks
from gleek_replay.storage.tables import (
    Club,
    FindingMonth,
    HandDay,
    HandMonth,
    Instant,
    PairMonth,
    Player,
    PlayerLine,
    PlayerMonth,
)
from gleek_replay.storage.tables.tallies import EVERY_MONTH, FIRST_DIFFERENCE, LOW_BITS


class Finding(StrEnum):
    """What an audit may find."""

    VIOLATION = "violation"
    """A rule was broken."""
    DIFFERENCE = "difference"
    """The record says that another sum was paid than was due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyFilter:
    """Which part of a club's tallies: between two days or months, both of them included (numbered as
    :mod:`gleek_replay.storage.tables.tallies` says), of some presets, and for some stakes. ``None`` and
    nothing let all through.
    """

    first: int | None = None
    last: int | None = None
    presets: tuple[str, ...] = ()
    stakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTally:
    """What a player's hands come to, in counters of one stake: ``hands`` that count, with the sum of his nets
    and of their squares, and how many were ruled ``void``.
    """

    player_key: int
    stake: str
    hands: int
    void: int
    net: int
    squares: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTally:
    """What two players had of each other, in counters of one stake, in so many ``hands``: ``to_low`` in those
    in which the one of the lower key had the more, ``to_high`` in the others.
    """

    low_key: int
    high_key: int
    stake: str
    hands: int
    to_low: int
    to_high: int


class DayTally(NamedTuple):
    """Hands of a day, or of the month that it is the first of, that are alike."""

    day: int
    client_key: int
    verdict: str
    hands: int


class RulesTally(NamedTuple):
    """Hands by one preset and for one stake."""

    preset: str
    stake: str
    hands: int


class FindingTally(NamedTuple):
    """In how many hands that stand on records of one client something was found; ``kind`` is a word of
    :class:`Finding`, ``code`` that of a violation, or the reason of payment (or ``total``) that is recorded
    otherwise than due.
    """

    client_key: int
    kind: str
    code: str
    hands: int


def time_zone(session: Session, club_key: int) -> str:
    """The name of the time zone by which a club's days and months are told."""
    return session.execute(select(Club.time_zone).where(Club.key == club_key)).scalar_one()


def player_tallies(session: Session, club_key: int, wanted: TallyFilter) -> list[PlayerTally]:
    """What the hands of every player of a club come to, apart for each stake."""
    query = _over_months(_PLAYERS, PlayerMonth, club_key, wanted)
    grouped = query.group_by(PlayerMonth.player_key, PlayerMonth.stake)
    return [
        PlayerTally(
            player_key=row.player_key,
            stake=STAKES_BY_CODE[row.stake],
            hands=int(row.hands),
            void=int(row.void),
            net=int(row.net),
            squares=(int(row.high) << LOW_BITS) + int(row.low),
        )
        for row in session.execute(grouped)
    ]


def pair_tallies(
    session: Session, club_key: int, wanted: TallyFilter, player_keys: Collection[int]
) -> list[PairTally]:
    """What every two of some players of a club had of each other, apart for each stake."""
    played = _over_months(_PLAYED, PlayerMonth, club_key, wanted).subquery()
    rows = session.execute(
        _PAIRS.select_from(played)
        .join(
            PairMonth,
            and_(
                PairMonth.club_key == club_key,
                PairMonth.month == played.c.month,
                PairMonth.preset == played.c.preset,
                PairMonth.stake == played.c.stake,
                PairMonth.low_key.in_(player_keys),
                PairMonth.high_key.in_(player_keys),
            ),
        )
        .group_by(PairMonth.low_key, PairMonth.high_key, PairMonth.stake)
    )
    return [
        PairTally(
            low_key=row.low_key,
            high_key=row.high_key,
            stake=STAKES_BY_CODE[row.stake],
            hands=int(row.hands),
            to_low=int(row.to_low),
            to_high=int(row.to_high),
        )
        for row in rows
    ]


def day_tallies(session: Session, club_key: int, wanted: TallyFilter) -> list[DayTally]:
    """The hands of a club by day, client and verdict, the earliest day first; void ones are among them."""
    grouped = (HandDay.day, HandDay.client_key, HandDay.verdict)
    query = select(*grouped, func.sum(HandDay.hands))
    rows = session.execute(_narrowed(query, HandDay, HandDay.day, club_key, wanted).group_by(*grouped))
    return sorted(
        DayTally(day, client, VERDICTS_BY_CODE[verdict], int(hands)) for day, client, verdict, hands in rows
    )


def month_tallies(session: Session, club_key: int, wanted: TallyFilter) -> list[DayTally]:
    """The same of months: the ``day`` is the first of each."""
    grouped = (HandMonth.month, HandMonth.client_key, HandMonth.verdict)
    query = select(*grouped, func.sum(HandMonth.hands))
    rows = session.execute(_narrowed(query, HandMonth, HandMonth.month, club_key, wanted).group_by(*grouped))
    return sorted(
        DayTally(_first_day(month), client, VERDICTS_BY_CODE[verdict], int(hands))
        for month, client, verdict, hands in rows
    )


def first_and_last_day(session: Session, club_key: int, wanted: TallyFilter) -> tuple[int, int] | None:
    """The days of the first and of the last hand between two days; ``None`` if there is none."""
    first, last = (
        session.scalar(_narrowed(select(end(HandDay.day)), HandDay, HandDay.day, club_key, wanted))
        for end in (func.min, func.max)
    )
    return None if first is None or last is None else (first, last)


def rules_tallies(session: Session, club_key: int, wanted: TallyFilter) -> list[RulesTally]:
    """The hands of a club by preset and stake, most first; void ones are among them."""
    grouped = (HandMonth.preset, HandMonth.stake)
    query = select(*grouped, func.sum(HandMonth.hands))
    rows = session.execute(_narrowed(query, HandMonth, HandMonth.month, club_key, wanted).group_by(*grouped))
    found = [
        RulesTally(PRESETS_BY_CODE[preset], STAKES_BY_CODE[stake], int(hands))
        for preset, stake, hands in rows
    ]
    return sorted(found, key=lambda tally: (-tally.hands, tally.preset, tally.stake))


def finding_tallies(session: Session, club_key: int, wanted: TallyFilter) -> list[FindingTally]:
    """What was found in the hands of a club, by client, most first; by presets and stakes it is not told."""
    grouped = (FindingMonth.client_key, FindingMonth.finding)
    query = select(*grouped, func.sum(FindingMonth.hands)).where(FindingMonth.club_key == club_key)
    if wanted.first is not None:
        query = query.where(FindingMonth.month >= wanted.first)
    if wanted.last is not None:
        query = query.where(FindingMonth.month <= wanted.last)
    rows = session.execute(query.group_by(*grouped))
    found = [FindingTally(client, *_named(finding), int(hands)) for client, finding, hands in rows]
    return sorted(found, key=lambda tally: (-tally.hands, tally))


def last_played(session: Session, player_keys: Collection[int]) -> dict[int, datetime]:
    """When each of some players last played, in a hand that counts or in a void one."""
    return {
        key: at
        for some in chunks(player_keys)
        for key, at in session.execute(_LAST_PLAYED.where(Player.key.in_(some)))
    }


def _named(finding: int) -> tuple[str, str]:
    """What a number of a :class:`~gleek_replay.storage.tables.FindingMonth` stands for: its kind and code."""
    if finding < FIRST_DIFFERENCE:
        return Finding.VIOLATION.value, BREACHES_BY_BIT[finding].value
    return Finding.DIFFERENCE.value, MISREPORTED_BY_BIT[finding - FIRST_DIFFERENCE]


def _narrowed(
    query: Select[*tuple[Any, ...]], table: Any, when: Any, club_key: int, wanted: TallyFilter
) -> Select[*tuple[Any, ...]]:
    query = query.where(table.club_key == club_key)
    if wanted.first is not None:
        query = query.where(when >= wanted.first)
    if wanted.last is not None:
        query = query.where(when <= wanted.last)
    if wanted.presets:
        query = query.where(table.preset.in_([PRESETS_BY_CODE.index(one) for one in wanted.presets]))
    if wanted.stakes:
        query = query.where(table.stake.in_([STAKES_BY_CODE.index(one) for one in wanted.stakes]))
    return query


def _over_months(
    query: Select[*tuple[Any, ...]], table: Any, club_key: int, wanted: TallyFilter
) -> Select[*tuple[Any, ...]]:
    """The same of a table that has rows over every month besides: from these, where no month is left out."""
    every = wanted.first is None and wanted.last is None
    query = query.where(table.month == EVERY_MONTH if every else table.month != EVERY_MONTH)
    return _narrowed(query, table, table.month, club_key, wanted)


def _first_day(month: int) -> int:
    return date(month // 12, month % 12 + 1, 1).toordinal() - _EPOCH_DAY


_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_PLAYERS: Final = select(
    PlayerMonth.player_key,
    PlayerMonth.stake,
    func.sum(PlayerMonth.hands).label("hands"),
    func.sum(PlayerMonth.void).label("void"),
    func.sum(PlayerMonth.net).label("net"),
    func.sum(PlayerMonth.squares_high).label("high"),
    func.sum(PlayerMonth.squares_low).label("low"),
)
_PLAYED: Final = select(PlayerMonth.month, PlayerMonth.preset, PlayerMonth.stake).distinct()
"""The part of the key of pairs that goes before the players."""
_PAIRS: Final = select(
    PairMonth.low_key,
    PairMonth.high_key,
    PairMonth.stake,
    func.sum(PairMonth.hands).label("hands"),
    func.sum(PairMonth.to_low).label("to_low"),
    func.sum(PairMonth.to_high).label("to_high"),
)
_LAST_PLAYED: Final = select(
    Player.key,
    select(func.max(PlayerLine.played_at, type_=Instant()))
    .where(PlayerLine.player_key == Player.key)
    .scalar_subquery(),
)
