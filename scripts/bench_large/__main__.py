"""How long a large club takes to answer, and a tenth of it, in which one player has as many hands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Final

from scripts.bench.figures import machine, print_table
from scripts.bench.histories import Histories
from scripts.bench_large import databases
from scripts.bench_large.asking import ask_services
from scripts.bench_large.loading import load
from scripts.load.clients import Heard
from scripts.load.measuring import load_bare_endpoint, percentile

_DATABASES: Final[Mapping[str, Callable[..., AbstractContextManager[list[str]]]]] = {
    "sqlite": databases.sqlite,
    "postgresql": databases.postgresql,
}
_HANDS_OF_REGULAR: Final = 20_000
_BAR: Final = 0.1
"""Within how many seconds 95 of 100 answers are to be there that a bar is for."""
_BARRED: Final = frozenset(
    {"page: dashboard", "page: dashboard, for a reader", "page: leaderboard", "page: club"}
)
_READINGS_OF_BARE: Final = 4
"""How often the bare endpoint gives a row for each that it keeps."""


def main() -> int:
    """Load what is not there yet, ask, and print it; 1 if there was an error."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench_large", description=__doc__)
    parser.add_argument(
        "databases", nargs="*", metavar="database", help=f"of {', '.join(_DATABASES)}; both unless said"
    )
    parser.add_argument("--hands", type=int, default=1_000_000, help="how many the club has (1000000)")
    parser.add_argument("--times", type=int, default=100, help="how often each is asked for (100)")
    asked = parser.parse_args()
    if unknown := set(asked.databases) - set(_DATABASES):
        parser.error(f"there is no database {', '.join(sorted(unknown))}")

    of_regular = min(_HANDS_OF_REGULAR, asked.hands // 50)
    print(f"{machine()}; one request at a time, {asked.times} of each")
    bare = load_bare_endpoint(
        Histories(some=100), clients=1, seconds=60, hands=max(1, asked.times // _READINGS_OF_BARE)
    )
    errors = [*bare.errors]
    for name in asked.databases or _DATABASES:
        sizes = (asked.hands // 10, asked.hands)
        with _DATABASES[name](*(f"{hands}-{of_regular}" for hands in sizes)) as urls:
            for url, hands in zip(urls, sizes, strict=True):
                _load(url, name, hands, of_regular)
            heard = dict(zip(sizes, ask_services(urls, asked.times), strict=True))
        errors += [error for one in heard.values() for error in one.errors]
        _print(name, of_regular, heard, bare)
    for error in errors:
        print(f"  {error}")
    return int(bool(errors))


def _load(url: str, name: str, hands: int, of_regular: int) -> None:
    seconds = load(url, hands, of_regular)
    if seconds is not None:
        databases.settle(url)
    how = "there already" if seconds is None else f"loaded in {seconds:,.0f} s"
    print(f"{name}: {hands:,} hands {how}, {databases.size_of(url) / 2**30:.2f} GiB", flush=True)


def _print(name: str, of_regular: int, heard: Mapping[int, Heard], bare: Heard) -> None:
    few, many = heard.values()
    rows: list[tuple[str, ...]] = [
        ("", *(word for hands in heard for word in (f"{hands:,}:", "median", "95th")), "times", ""),
        _row("a bare Flask endpoint", bare.seconds["bare reading"], bare.seconds["bare reading"]),
    ]
    rows += [_row(what, few.seconds[what], seconds) for what, seconds in many.seconds.items()]
    print_table(f"{name}, a player with {of_regular:,} hands, in milliseconds", rows)


def _row(what: str, few: list[float], many: list[float]) -> tuple[str, ...]:
    """A line of the table: what a tenth takes, what all of it takes, and how many times the one the other."""
    medians = [percentile(seconds, 0.5) for seconds in (few, many)]
    slow = [percentile(seconds, 0.95) for seconds in (few, many)]
    shown = [f"{seconds * 1000:,.1f}" for seconds in (medians[0], slow[0], medians[1], slow[1])]
    judged = "" if what not in _BARRED else "met" if max(slow) < _BAR else "MISSED"
    return (what, "", *shown[:2], "", *shown[2:], f"{medians[1] / medians[0]:.2f}", judged)


if __name__ == "__main__":
    sys.exit(main())
