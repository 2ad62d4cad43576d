"""What an import tells of a file: the faults, the contradictions, and how many records came to what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gleek_replay.cli.inputs import spoken_name
from gleek_replay.cli.terminal import complain, harmless
from gleek_replay.records import Fault

_STATUS: Final = {
    "accepted": 0,
    "duplicate": 0,
    "corroborating": 0,
    "conflicting": 1,
    "malformed": 2,
    "failed": 2,
}
"""The exit status for each thing that may become of a record; the worst counts."""
TOLD_ONE_BY_ONE: Final = frozenset({"conflicting", "malformed", "failed"})
"""What is told of each record that it became of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """What came of a record: its ``number`` is the line or element of its file."""

    number: int
    status: str
    hand_id: str | None = None
    faults: tuple[Fault, ...] = ()


def tell_each(name: str, outcomes: Iterable[Came]) -> None:
    """Of the records that cannot stand as they are, say why; and what may be done."""
    conflicts = False
    for outcome in outcomes:
        place = f"{spoken_name(name)}, record {outcome.number}"
        for fault in outcome.faults:
            complain(f"{place}: {fault.pointer or 'the record'}: {fault.message}")
        if outcome.status == "failed" and not outcome.faults:
            complain(
                f"{place}: the service failed on it, which is a bug; it is kept, for `rebuild` to try again"
            )
        if outcome.status == "conflicting":
            conflicts = True
            complain(f"{place}: another record tells otherwise of the hand {outcome.hand_id}; both are kept")
    if conflicts:
        complain(
            f"{spoken_name(name)}: if an earlier record of yours is wrong, --replace puts this in its place"
        )


def tell_counts(name: str, counts: Mapping[str, int], before: datetime | None = None) -> int:
    """Say how many records came to what, and when if they were imported ``before``; returns the status."""
    told = ", ".join(f"{counts[status]:,} {status}" for status in _STATUS if counts.get(status))
    when = "" if before is None else f"imported before, at {before:%Y-%m-%d %H:%M} UTC: "
    print(harmless(f"{spoken_name(name)}: {when}{told}"), flush=True)
    return max(_STATUS[status] for status, count in counts.items() if count)


def interrupted(name: str, done: int, total: int) -> None:
    """Say how to go on with a file whose import was broken off after it had been received whole."""
    how = "the same command goes on with it"
    if name == "-":
        how = "`gleek-replay serve` and `gleek-replay work` go on with it"
    complain(f"{spoken_name(name)}: interrupted; {done:,} of {total:,} records are done, {how}")
