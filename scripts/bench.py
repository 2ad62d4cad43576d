"""How fast hands are replayed, audited and stored, and where the time of an upload goes.

Every figure is the best of a few rounds over the same simulated hands, in one process, on one core.
"""

from __future__ import annotations

import argparse
import gc
import io
import platform
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import orjson

from gleek_replay.audit import audit_record
from gleek_replay.engine import replay
from gleek_replay.records import facts_digest, read_record, split_records
from gleek_replay.services.keys import operator
from gleek_replay.services.uploads import take_upload
from gleek_replay.simulation import simulate
from gleek_replay.storage import migrate, open_database
from gleek_replay.storage.projection import project

ROUNDS = 3

Found = TypeVar("Found")


def best_of(work: Callable[[], Found]) -> tuple[float, Found]:
    """The shortest time in seconds that ``work`` took, and what it gave the last time."""
    shortest = float("inf")
    for _ in range(ROUNDS):
        gc.collect()
        begun = time.perf_counter()
        found = work()
        shortest = min(shortest, time.perf_counter() - begun)
    return shortest, found


def audit_stream(stream: bytes) -> int:
    """Audit NDJSON as the command line does, and count the bytes of the audits."""
    return sum(
        len(orjson.dumps(audit_record(read_record(part.raw)).document))
        for part in split_records(io.BytesIO(stream))
    )


def time_to_store(stream: bytes) -> float:
    """The shortest time in seconds that an upload took, each time to an empty SQLite database on disk."""
    shortest = float("inf")
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
            migrate(url)
            database = open_database(url)
            with database.session() as session:
                caller = operator(session)
                gc.collect()
                begun = time.perf_counter()
                take_upload(session, caller, io.BytesIO(stream))
                shortest = min(shortest, time.perf_counter() - begun)
            database.close()
    return shortest


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="parlett", help="the preset that the hands are played by")
    parser.add_argument("--hands", type=int, default=2_000, help="how many hands to simulate")
    asked = parser.parse_args()

    simulated = simulate(asked.rules, hands=asked.hands, seed=1)
    stream = b"".join(orjson.dumps(history) + b"\n" for history in simulated)
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    print(f"{asked.hands:,} hands by {asked.rules}, {len(stream):,} bytes of NDJSON; {machine}\n")

    splitting, parts = best_of(lambda: list(split_records(io.BytesIO(stream))))
    reading, records = best_of(lambda: [read_record(part.raw) for part in parts])
    comparing, _ = best_of(lambda: [facts_digest(record) for record in records])
    replaying, _ = best_of(lambda: [replay(record.hand) for record in records])
    auditing, audits = best_of(lambda: [audit_record(record) for record in records])
    laying_out, _ = best_of(lambda: [project(audit) for audit in audits])
    streaming, _ = best_of(lambda: audit_stream(stream))
    storing = time_to_store(stream)

    for what, seconds in (
        ("replayed a second", replaying),
        ("audited a second, from NDJSON", streaming),
        ("stored a second", storing),
    ):
        print(f"{asked.hands / seconds:10,.0f} hands {what}")

    steps = {
        "split the stream into records": splitting,
        "read each record": reading,
        "digest its facts": comparing,
        "replay the hand": replaying,
        "hold recorded against due": auditing - replaying,
        "lay out the rows and the audit": laying_out,
    }
    steps["find duplicates and write to the database"] = storing - sum(steps.values())
    print("\nThe steps of an upload, in microseconds a hand:")
    for step, seconds in [*steps.items(), ("in all", storing)]:
        print(f"{seconds / asked.hands * 1e6:10,.0f}  {seconds / storing:4.0%}  {step}")


if __name__ == "__main__":
    main()
