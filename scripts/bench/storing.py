"""From the bytes of NDJSON to committed rows: on one core, on both, and as the database grows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from functools import partial
from typing import Final, TypeAlias

from gleek_replay.storage import open_database
from scripts.bench.databases import postgresql_database, postgresql_server, sqlite_database, sqlite_file
from scripts.bench.figures import Figure, in_turns, microseconds, print_figures
from scripts.bench.floor import store_unchecked
from scripts.bench.histories import Histories
from scripts.bench.service import store_here, store_in_workers

_WARM_UP: Final = 3_000
_NewDatabase: TypeAlias = Callable[[], AbstractContextManager[str]]


def measure_storing(histories: Histories, hands: int) -> None:
    """On one core and on both, in SQLite and in PostgreSQL, against one floor."""
    lines = histories.lines(hands)
    stream, warm_up = b"\n".join(lines), b"\n".join(histories.lines(_WARM_UP))
    rows = sum(1 + line.count(b'"name":') + line.count(b'"from":') for line in lines) / hands
    with postgresql_server() as server:
        in_postgresql = partial(postgresql_database, server)
        floor, *taken = in_turns(
            partial(_floor, stream),
            partial(_one_core, sqlite_database, stream),
            partial(_both_cores, sqlite_database, stream, warm_up),
            partial(_one_core, in_postgresql, stream),
            partial(_both_cores, in_postgresql, stream, warm_up),
        )
    whats = (
        ("SQLite, one core", 4, 3),
        ("SQLite, both cores", 2.2, 1.5),
        ("PostgreSQL, one core", 5, None),
        ("PostgreSQL, both cores", 3, None),
    )
    print_figures(
        f"Storing {hands:,} hands of {len(stream) / hands:,.0f} bytes ({rows:.1f} rows in the floor)",
        [
            Figure(
                what=what,
                found=microseconds(seconds, hands),
                beside=microseconds(floor, hands),
                ratio=seconds / floor,
                bar=bar,
                aim=aim,
            )
            for (what, bar, aim), seconds in zip(whats, taken, strict=True)
        ],
    )


def measure_growth(histories: Histories, hands: int) -> None:
    """Six uploads of as many hands, one after the other, to one database."""
    with sqlite_database() as url, closing(open_database(url)) as database:
        taken = [store_here(database, b"\n".join(histories.lines(hands))) for _ in range(6)]
    print_figures(
        f"A database that grows to {6 * hands:,} hands",
        [
            Figure(
                what=f"the sixth {hands:,} beside the first",
                found=microseconds(taken[-1], hands),
                beside=microseconds(taken[0], hands),
                ratio=taken[-1] / taken[0],
                bar=1.5,
                aim=1.2,
            )
        ],
    )


def _floor(stream: bytes) -> float:
    with sqlite_file() as url:
        return store_unchecked(url, stream)


def _one_core(new_database: _NewDatabase, stream: bytes) -> float:
    with new_database() as url, closing(open_database(url)) as database:
        return store_here(database, stream)


def _both_cores(new_database: _NewDatabase, stream: bytes, warm_up: bytes) -> float:
    with new_database() as url:
        return store_in_workers(url, stream, warm_up)
