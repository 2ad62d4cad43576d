"""The programs that wrote records: their keys, and what a club's day is, which is asked for with them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

from sqlalchemy import Connection, bindparam, literal, select, union_all

from gleek_replay.storage.bulk import load
from gleek_replay.storage.prepared import Prepared, asked_for
from gleek_replay.storage.tables import Client, Club
from gleek_replay.storage.time_keys import new_keys

LONGEST_NAME: Final = 80
"""How long a client's name, and its version, may be."""
Program: TypeAlias = tuple[str, str]
"""A client's name and version, which is empty where it names none."""


def zone_and_clients(
    connection: Connection, club_key: int, programs: Collection[Program]
) -> tuple[str, dict[Program, int]]:
    """The name of a club's time zone, and the keys of its clients; those not yet known are inserted."""
    known: dict[Program, int] = {}
    zone = "UTC"
    names = list(dict.fromkeys(name for name, _ in programs))
    versions = list(dict.fromkeys(version for _, version in programs))
    for name, version, key in _ZONE_AND_CLIENTS.rows(
        connection, club=club_key, names=names, versions=versions
    ):
        if key == 0:
            zone = name
        else:
            known[name, version] = key
    unknown = [program for program in dict.fromkeys(programs) if program not in known]
    if unknown:
        keys = new_keys(len(unknown))
        known.update(zip(unknown, keys, strict=True))
        rows = [(key, club_key, *program) for key, program in zip(keys, unknown, strict=True)]
        load(connection, Client, ("key", "club_key", "name", "version"), rows)
    return zone, known


def program_of(connection: Connection, client_key: int) -> Program | None:
    """A client by its key."""
    row = connection.execute(
        select(Client.name, Client.version).where(Client.key == client_key)
    ).one_or_none()
    return None if row is None else (row.name, row.version)


def programs(connection: Connection, club_key: int) -> list[tuple[int, Program]]:
    """All clients of a club, each with its key."""
    rows = connection.execute(
        select(Client.key, Client.name, Client.version).where(Client.club_key == club_key)
    )
    return [(row.key, (row.name, row.version)) for row in rows]


_NAMED: Final = asked_for("names")
_VERSIONS: Final = asked_for("versions")
_ZONE_AND_CLIENTS: Final = Prepared(
    union_all(
        select(Club.time_zone, literal(""), literal(0)).where(Club.key == bindparam("club")),
        select(Client.name, Client.version, Client.key)
        .select_from(_NAMED.join(Client, Client.name == _NAMED.c.value))
        .where(Client.club_key == bindparam("club"), Client.version.in_(select(_VERSIONS.c.value))),
    )
)
