"""Keeping the lines of players, and the tallies of them, beside what is projected of hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, delete, exists, select, update

from gleek_replay.storage import clients
from gleek_replay.storage.bulk import load
from gleek_replay.storage.line_packing import (
    LINE_COLUMNS,
    Line,
    by_client,
    client_of,
    seat_of,
    seated_otherwise,
)
from gleek_replay.storage.tables import Client, Club, Hand, HandPlayer, Player, PlayerLine
from gleek_replay.storage.tables.base import microseconds, moment
from gleek_replay.storage.tallies import Tallies, replace_tallies, stored_tallies, zone_of

_HANDS_AT_ONCE: Final = 500


def add_lines(connection: Connection, club_key: int, zone: str, lines: Sequence[Line]) -> None:
    """Insert the lines of hands, and count them; those of a hand are one after the other."""
    if lines:
        load(connection, PlayerLine, LINE_COLUMNS, sorted(lines, key=_PLACE))
        tallies = Tallies(zone_of(zone))
        tallies.add(lines)
        tallies.store(connection, club_key)


def lines_of_hands(connection: Connection, hand_keys: Collection[int]) -> list[Line]:
    """The lines of some hands, each hand's in the order of its seats."""
    rows = connection.execute(_OF_HANDS.where(HandPlayer.hand_key.in_(hand_keys)))
    return [Line(row.player_key, microseconds(row.played_at), row.hand_key, row.line) for row in rows]


def drop_lines(connection: Connection, club_key: int, hand_keys: Collection[int]) -> None:
    """Remove the lines of some hands, whose players' rows are still there, and take them from the tallies."""
    _put(connection, club_key, lines_of_hands(connection, hand_keys), [])


def move_lines(connection: Connection, club_key: int, players: Mapping[int, Sequence[int]]) -> None:
    """Give the lines of hands to other players: the keys of those who are to sit there, by seat. To be done
    before their rows are given to them.
    """
    before = lines_of_hands(connection, list(players))
    after = [
        moved
        for hand_key, lines in _by_hand(before)
        if len(lines) == len(players[hand_key])
        for moved in seated_otherwise(lines, players[hand_key])
    ]
    _put(connection, club_key, before, after)


def rename_client(connection: Connection, club_key: int, key: int, program: clients.Program) -> None:
    """Call a client otherwise. If that is what another is called, all lines are from now on by that one."""
    name, version = program
    alike = (Client.club_key == club_key, Client.name == name, Client.version == version)
    other = connection.scalar(select(Client.key).where(*alike))
    if other is None:
        connection.execute(update(Client).where(Client.key == key).values(name=name, version=version))
        return
    for lines in all_lines(connection, club_key):
        before = [line for line in lines if client_of(line) == key]
        _put(connection, club_key, before, [by_client(line, other) for line in before])
    connection.execute(delete(Client).where(Client.key == key))


def all_lines(connection: Connection, club_key: int) -> Iterator[list[Line]]:
    """All lines of a club, some hands at a time."""
    keys = list(connection.scalars(select(Hand.key).where(Hand.club_key == club_key)))
    keys.sort()
    for first in range(0, len(keys), _HANDS_AT_ONCE):
        yield lines_of_hands(connection, keys[first : first + _HANDS_AT_ONCE])


def drop_strays(connection: Connection, club_key: int) -> None:
    """Remove lines of a club that belong to no player's row; whoever does so counts the tallies anew."""
    mine = PlayerLine.player_key.in_(select(Player.key).where(Player.club_key == club_key))
    connection.execute(delete(PlayerLine).where(mine, ~exists().where(_BELONGS)))


def recount(connection: Connection, club_key: int) -> bool:
    """Make the tallies of a club anew from its lines; says whether they come out otherwise."""
    tallies = Tallies(zone_of(zone_name(connection, club_key)))
    for lines in all_lines(connection, club_key):
        tallies.add(lines)
    if tallies.rows == stored_tallies(connection, club_key):
        return False
    replace_tallies(connection, club_key, tallies)
    return True


def zone_name(connection: Connection, club_key: int) -> str:
    """The name of a club's time zone."""
    return connection.execute(select(Club.time_zone).where(Club.key == club_key)).scalar_one()


def set_zone(connection: Connection, club_key: int, zone: str) -> None:
    """Let a club's days begin with those of a time zone, and count them anew."""
    connection.execute(update(Club).where(Club.key == club_key).values(time_zone=zone))
    recount(connection, club_key)


def _put(connection: Connection, club_key: int, before: Sequence[Line], after: Sequence[Line]) -> None:
    """Put lines in the place of others."""
    if not before:
        return
    connection.execute(
        _REMOVING,
        [{"player": line.player_key, "at": moment(line.played_at), "hand": line.hand_key} for line in before],
    )
    load(connection, PlayerLine, LINE_COLUMNS, after)
    tallies = Tallies(zone_of(zone_name(connection, club_key)))
    tallies.add(before, -1)
    tallies.add(after)
    tallies.store(connection, club_key)


def _by_hand(lines: Iterable[Line]) -> Iterator[tuple[int, list[Line]]]:
    hands: dict[int, list[Line]] = {}
    for line in lines:
        hands.setdefault(line.hand_key, []).append(line)
    for hand_key, own in hands.items():
        yield hand_key, sorted(own, key=seat_of)


_PLACE: Final = itemgetter(0, 1, 2)
"""Where a line lies: beside the others of its player. In that order a tree is gone down once for several."""
_BELONGS: Final = and_(
    HandPlayer.player_key == PlayerLine.player_key,
    HandPlayer.played_at == PlayerLine.played_at,
    HandPlayer.hand_key == PlayerLine.hand_key,
)
_OF_HANDS: Final[Any] = (
    select(PlayerLine.player_key, PlayerLine.played_at, PlayerLine.hand_key, PlayerLine.line)
    .select_from(HandPlayer)
    .join(PlayerLine, _BELONGS)
    .order_by(HandPlayer.hand_key, HandPlayer.seat)
)
_REMOVING: Final = delete(PlayerLine).where(
    PlayerLine.player_key == bindparam("player"),
    PlayerLine.played_at == bindparam("at"),
    PlayerLine.hand_key == bindparam("hand"),
)
