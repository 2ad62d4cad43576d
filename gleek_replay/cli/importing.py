"""`gleek-replay import`: hand histories into the database."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.cli.inputs import Unreadable, opened, reason, spoken_name
from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.terminal import complain
from gleek_replay.services.keys import operator
from gleek_replay.services.uploads import Outcome, follow_upload

_STATUS: Final = {"accepted": 0, "duplicate": 0, "conflicting": 1, "malformed": 2, "failed": 2}
"""The exit status for each thing that may become of a record; the worst counts."""


def run(named: Namespace) -> int:
    """Store every record of every file, each file on its own."""
    return on_the_database(lambda session: max([_import(session, name) for name in named.files]))


def _import(session: Session, name: str) -> int:
    try:
        with opened(name) as stream:
            counts = _report(name, follow_upload(session, operator(session), stream))
    except Unreadable as error:
        complain(str(error))
        return 2
    except OSError as error:
        complain(reason(name, error))
        return 2
    if not counts:
        complain(f"{spoken_name(name)}: there is no hand history in it")
        return 2
    told = [f"{counts[status]:,} {status}" for status in _STATUS if counts[status]]
    print(f"{spoken_name(name)}: {', '.join(told)}", flush=True)
    return max(_STATUS[status] for status in counts)


def _report(name: str, outcomes: Iterable[Outcome]) -> Counter[str]:
    """How many records came to what; of those that cannot stand as they are, why."""
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts[outcome.status.value] += 1
        place = f"{spoken_name(name)}, record {outcome.number}"
        for fault in outcome.faults:
            complain(f"{place}: {fault.pointer or 'the record'}: {fault.message}")
        if outcome.status.value == "conflicting":
            complain(f"{place}: another record tells otherwise of the hand {outcome.hand_id}; both are kept")
    return counts
