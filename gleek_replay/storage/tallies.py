"""Counting lines into the tallies of a club. What they come to depends on the lines alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from struct import Struct, calcsize
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Delete, bindparam, delete, select

from gleek_replay.audit.facts.layout import LINE_FIELDS, MOST_OPPONENTS, Standing
from gleek_replay.storage.bulk import add_up, load
from gleek_replay.storage.line_packing import Line, is_current
from gleek_replay.storage.tables import (
    Base,
    FindingMonth,
    HandDay,
    HandMonth,
    PairMonth,
    PlayerMonth,
)
from gleek_replay.storage.tables.tallies import EVERY_MONTH, FIRST_DIFFERENCE, LOW_BITS

Table: TypeAlias = type[HandDay] | type[HandMonth] | type[FindingMonth] | type[PlayerMonth] | type[PairMonth]
Key: TypeAlias = tuple[int, ...]
Rows: TypeAlias = dict[Key, list[int]]
"""The counts of a table's rows by what they are found by, the club left out."""

COUNTS: Final[dict[Table, tuple[str, ...]]] = {
    HandDay: ("hands",),
    HandMonth: ("hands",),
    FindingMonth: ("hands",),
    PlayerMonth: ("hands", "void", "net", "squares_high", "squares_low"),
    PairMonth: ("hands", "to_low", "to_high"),
}
"""The columns of each tally that are added up."""
_OVER_ALL: Final = (PlayerMonth, PairMonth)
"""What has rows over every month."""
_ROOM: Final = ("hands", "void")
"""A row goes when these come to nothing; what else it adds up does then too."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_COUNTS: Final = int(Standing.COUNTS)
_LOW: Final = (1 << LOW_BITS) - 1
_ONE = [0]


def zone_of(name: str) -> tzinfo:
    """The time zone of this IANA name; ``ZoneInfoNotFoundError`` where the system knows none."""
    return UTC if name == "UTC" else ZoneInfo(name)


def day_and_month(played_at: int, zone: tzinfo) -> tuple[int, int]:
    """The day and the month of a moment, as the tallies number them. At the very ends of the calendar, where
    the zone is in no year any more, they are those of UTC.

    >>> day_and_month(0, UTC), day_and_month(-1, UTC)
    ((0, 23640), (-1, 23639))
    """
    at = _EPOCH + timedelta(microseconds=played_at)
    try:
        at = at.astimezone(zone)
    except (OverflowError, ValueError):
        at = at.astimezone(UTC)
    return at.toordinal() - _EPOCH_DAY, at.year * 12 + at.month - 1


class Tallies:
    """What some lines add to the tallies of a club, and what others take away."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        self._takes_away = False
        self._rows: dict[Table, Rows] = {table: {} for table in COUNTS}

    @property
    def rows(self) -> dict[Table, Rows]:
        """All of it, by table."""
        return {
            table: _with_every_month(rows) if table in _OVER_ALL else rows
            for table, rows in self._rows.items()
        }

    def add(self, lines: Iterable[Line], sign: int = 1) -> None:
        """Count lines, those of a hand one after the other and all of them; or take them away, with -1. Lines
        of another layout wait for a rebuild, and count for nothing until then.
        """
        self._takes_away |= sign < 0
        months, pairs = self._rows[PlayerMonth], self._rows[PairMonth]
        hand, month, found = -1, 0, 0
        for line in lines:
            if not is_current(line):
                continue
            player_key, played_at, hand_key, packed = line
            told = _TOLD.unpack_from(packed)
            players, preset, stake, verdict, standing, client = told[:_FIRST_OTHER]
            broken, wrong = told[-2:]
            if hand_key != hand:
                hand, found = hand_key, 0
                month = self._count_hand(played_at, (client, preset, stake, verdict), sign)
            if broken or wrong:
                new = (broken | wrong << FIRST_DIFFERENCE) & ~found
                found |= new
                self._count_findings(month, client, new, sign)
            key = (month, preset, stake, player_key)
            row = months.get(key)
            if row is None:
                row = months[key] = [0] * 5
            if not standing & _COUNTS:
                row[1] += sign
                continue
            net = told[_NET_AT]
            square = net * net
            row[0] += sign
            row[2] += sign * net
            row[3] += sign * (square >> LOW_BITS)
            row[4] += sign * (square & _LOW)
            for place in range(players - 1):
                other = told[_FIRST_OTHER + place]
                if other > player_key:
                    row = pairs.get((*key, other))
                    if row is None:
                        row = pairs[*key, other] = [0] * 3
                    had = told[_FIRST_HAD + place]
                    row[0] += sign
                    if had > 0:
                        row[1] += sign * had
                    else:
                        row[2] -= sign * had

    def _count_hand(self, played_at: int, alike: tuple[int, ...], sign: int) -> int:
        """Count a hand once, however many players sat in it; returns its month."""
        day, month = day_and_month(played_at, self._zone)
        _row(self._rows[HandDay], (day, *alike), _ONE)[0] += sign
        _row(self._rows[HandMonth], (month, *alike), _ONE)[0] += sign
        return month

    def _count_findings(self, month: int, client: int, found: int, sign: int) -> None:
        """Count a hand for each bit of what was found in it."""
        for finding in _places(found):
            _row(self._rows[FindingMonth], (month, client, finding), _ONE)[0] += sign

    def store(self, connection: Connection, club_key: int) -> None:
        """Add all of it to what is stored, and remove the rows in which nothing is left."""
        for table, rows in self.rows.items():
            found_by, counts = ("club_key", *_keys(table)), COUNTS[table]
            changed = sorted([(club_key, *key, *row) for key, row in rows.items() if any(row)])
            add_up(connection, table, found_by, counts, changed)
            if self._takes_away:  # else no row can have come to nothing
                room = sum(name in _ROOM for name in counts)
                less = [key for key, row in rows.items() if min(row[:room]) < 0]
                left = [dict(zip(found_by, (club_key, *key), strict=True)) for key in less]
                if left:
                    connection.execute(_removing(table), left)


def stored_tallies(connection: Connection, club_key: int) -> dict[Table, Rows]:
    """The tallies of a club as they are stored."""
    found: dict[Table, Rows] = {}
    for table, counts in COUNTS.items():
        keys = _keys(table)
        columns = [table.__table__.columns[name] for name in (*keys, *counts)]
        rows = connection.execute(select(*columns).where(table.club_key == club_key))
        found[table] = {tuple(row[: len(keys)]): list(row[len(keys) :]) for row in rows}
    return found


def replace_tallies(connection: Connection, club_key: int, tallies: Tallies) -> None:
    """Put these in the place of all tallies of a club."""
    for table, rows in tallies.rows.items():
        connection.execute(delete(table).where(table.club_key == club_key))
        columns = ("club_key", *_keys(table), *COUNTS[table])
        load(connection, table, columns, [(club_key, *key, *counts) for key, counts in sorted(rows.items())])


@lru_cache
def _removing(table: Table) -> Delete:
    """The statement that removes a row if nothing is left in it."""
    columns = table.__table__.columns
    found = [columns[name] == bindparam(name) for name in ("club_key", *_keys(table))]
    return delete(table).where(*found, *(columns[name] == 0 for name in COUNTS[table] if name in _ROOM))


def _with_every_month(rows: Rows) -> Rows:
    """Rows by month, and what they come to over all months."""
    found = dict(rows)
    for (_, *key), counts in rows.items():
        total = _row(found, (EVERY_MONTH, *key), [0] * len(counts))
        for place, count in enumerate(counts):
            total[place] += count
    return found


def _row(rows: Rows, key: Key, none: list[int]) -> list[int]:
    """The counts of a row; ``none`` is what they are of one that was not there."""
    row = rows.get(key)
    if row is None:
        row = rows[key] = none.copy()
    return row


@lru_cache(maxsize=1024)
def _places(found: int) -> tuple[int, ...]:
    """Which bits are set.

    >>> _places(0b101)
    (0, 2)
    """
    return tuple(bit for bit in range(found.bit_length()) if found >> bit & 1)


@lru_cache
def _keys(table: type[Base]) -> tuple[str, ...]:
    """What a row is found by within a club."""
    return tuple(column.name for column in table.__table__.primary_key if column.name != "club_key")


_READ: Final = frozenset(
    ("players", "preset", "stake", "verdict", "standing", "client_key", "net", "breaches", "misreported")
) | {f"{field}_{left}" for field in ("opponent", "from") for left in range(1, MOST_OPPONENTS + 1)}
_TOLD: Final = Struct(
    "<" + "".join(kind if name in _READ else f"{calcsize('<' + kind)}x" for name, kind in LINE_FIELDS)
)
"""What is read of a line: players, preset, stake, verdict, standing, client, the opponents, net, what he had
of each of them, breaches, and what is misreported.
"""
_FIRST_OTHER: Final = 6
_NET_AT: Final = _FIRST_OTHER + MOST_OPPONENTS
_FIRST_HAD: Final = _NET_AT + 1
