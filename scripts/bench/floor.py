"""The least that storing hands can cost: orjson and the driver, and nothing looked at.

What is written is fixed: the original bytes, a row for the hand, one for each player and one for each
payment, 1,000 hands in a commit, on a connection that the service has set up.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from typing import Any, Final, cast

import orjson

from gleek_replay.storage import open_database

_HANDS_A_COMMIT: Final = 1_000
_TABLES: Final = """
CREATE TABLE records (key INTEGER PRIMARY KEY, raw BLOB);
CREATE TABLE hands (key INTEGER PRIMARY KEY, hand_id TEXT, session TEXT, played_at TEXT, stake TEXT);
CREATE TABLE hand_players
    (key INTEGER PRIMARY KEY, hand_key INTEGER, seat INTEGER, player TEXT, name TEXT);
CREATE TABLE payments
    (key INTEGER PRIMARY KEY, hand_key INTEGER, number INTEGER, payer TEXT, payee TEXT, amount INTEGER,
    reason TEXT);
"""


def driver_connection(url: str) -> sqlite3.Connection:
    """The driver's own connection to an SQLite database, with the settings that the service gives it."""
    pooled = open_database(url).engine.raw_connection()
    connection = cast(sqlite3.Connection, pooled.driver_connection)
    pooled.detach()
    return connection


def store_unchecked(url: str, stream: bytes) -> float:
    """How many seconds it takes to parse NDJSON and write its rows to an empty database."""
    connection = driver_connection(url)
    connection.executescript(_TABLES)
    begun = time.perf_counter()
    lines = stream.splitlines()
    for first in range(0, len(lines), _HANDS_A_COMMIT):
        _write(connection, first, lines[first : first + _HANDS_A_COMMIT])
    taken = time.perf_counter() - begun
    connection.close()
    return taken


def _write(connection: sqlite3.Connection, first: int, lines: Sequence[bytes]) -> None:
    records: list[tuple[Any, ...]] = []
    hands: list[tuple[Any, ...]] = []
    players: list[tuple[Any, ...]] = []
    payments: list[tuple[Any, ...]] = []
    for key, raw in enumerate(lines, first):
        hand = orjson.loads(raw)
        records.append((key, raw))
        hands.append((key, hand["hand_id"], hand["session"]["id"], hand["played_at"], hand["stake"]))
        for seat, player in enumerate(hand["players"]):
            players.append((key, seat, player["id"], player["name"]))
        for number, paid in enumerate(hand["payments"]):
            payments.append((key, number, paid["from"], paid["to"], paid["amount"], paid["for"]))
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO records VALUES (?, ?)", records)
    connection.executemany("INSERT INTO hands VALUES (?, ?, ?, ?, ?)", hands)
    connection.executemany(
        "INSERT INTO hand_players (hand_key, seat, player, name) VALUES (?, ?, ?, ?)", players
    )
    connection.executemany(
        "INSERT INTO payments (hand_key, number, payer, payee, amount, reason) VALUES (?, ?, ?, ?, ?, ?)",
        payments,
    )
    connection.execute("COMMIT")
