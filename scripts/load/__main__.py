"""Clients that read and upload at once, as fast as they are answered: no error, and every hand is there."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from scripts.bench.databases import postgresql_database, postgresql_server, sqlite_database
from scripts.bench.figures import machine, print_table
from scripts.bench.histories import Histories
from scripts.load.clients import Heard
from scripts.load.measuring import Load, load_bare_endpoint, load_service, percentile

_DATABASES: Final = ("sqlite", "postgresql")
_HANDS_A_SECOND: Final = 12
"""What a client has in store for each second; one that is out of hands is done."""
_SHOWN: Final = 20


def main() -> int:
    """Measure, and print what it came to; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m scripts.load", description=__doc__)
    parser.add_argument(
        "databases", nargs="*", metavar="database", help=f"of {', '.join(_DATABASES)}; both unless said"
    )
    parser.add_argument("--clients", type=int, default=50, help="how many at once (50)")
    parser.add_argument("--seconds", type=float, default=60, help="for how long (60)")
    parser.add_argument(
        "--workers", type=int, help="processes that take requests: as serve has them unless said"
    )
    asked = parser.parse_args()
    if unknown := set(asked.databases) - set(_DATABASES):
        parser.error(f"there is no database {', '.join(sorted(unknown))}")

    print(f"{machine()}; {asked.clients} clients, {asked.seconds:g} seconds each")
    histories, hands = Histories(), max(1, int(asked.seconds * _HANDS_A_SECOND))
    bare = load_bare_endpoint(histories, clients=asked.clients, seconds=asked.seconds, hands=hands)
    _print("a bare Flask endpoint", bare, None)
    failed = bool(bare.errors)
    for name in asked.databases or _DATABASES:
        with _database(name) as url:
            load = load_service(
                url,
                histories,
                clients=asked.clients,
                seconds=asked.seconds,
                hands=hands,
                workers=asked.workers,
            )
        _print(f"the service on {name}", load.heard, bare)
        failed |= _print_faults(load)
    return int(failed)


@contextmanager
def _database(name: str) -> Iterator[str]:
    with ExitStack() as opened:
        if name == "sqlite":
            yield opened.enter_context(sqlite_database())
        else:
            server = opened.enter_context(postgresql_server())
            yield opened.enter_context(postgresql_database(server))


def _print(title: str, heard: Heard, bare: Heard | None) -> None:
    rows: list[tuple[str, ...]] = [("", "requests", "median", "95th percentile", "slowest", "")]
    for what, seconds in [*heard.seconds.items(), ("all", heard.all_seconds)]:
        beside = ""
        if bare is not None and what == "all":
            times = percentile(seconds, 0.95) / percentile(bare.all_seconds, 0.95)
            beside = f"{times:.1f} times the bare endpoint's"
        shown = (percentile(seconds, 0.5), percentile(seconds, 0.95), max(seconds))
        rows.append((what, f"{len(seconds):,}", *(f"{one * 1000:,.0f} ms" for one in shown), beside))
    print_table(title, rows)


def _print_faults(load: Load) -> bool:
    for error in load.heard.errors[:_SHOWN]:
        print(f"  {error}")
    print(
        f"  {len(load.heard.errors)} errors; {len(load.heard.taken):,} hands taken in, "
        f"{len(load.missing)} of them missing"
    )
    return bool(load.heard.errors or load.missing)


if __name__ == "__main__":
    sys.exit(main())
