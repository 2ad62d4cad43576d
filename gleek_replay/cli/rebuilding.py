"""`gleek-replay rebuild`: every projection made anew from the records."""

from __future__ import annotations

from argparse import Namespace

from sqlalchemy.orm import Session

from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.terminal import FAILED
from gleek_replay.services.rebuild import rebuild


def run(_: Namespace) -> int:
    """Rebuild, and say how much came out otherwise; 2 if the service failed on a record."""
    return on_the_database(_rebuild)


def _rebuild(session: Session) -> int:
    report = rebuild(session)
    print(
        f"{report.records:,} records read, {report.hands:,} hands audited again:"
        f" {report.changed:,} came out otherwise, {report.failed:,} failed."
    )
    return FAILED if report.failed else 0
