"""`gleek-replay clubs`: the clubs of this installation."""

from __future__ import annotations

from argparse import Namespace

from sqlalchemy.orm import Session

from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.terminal import harmless
from gleek_replay.services.clubs import create_club, list_clubs, set_time_zone


def run(named: Namespace) -> int:
    """Create a club, say when its days begin, or list those that there are, one a line."""
    acts = {"create": _create, "time-zone": _time_zone, "list": _list}
    return on_the_database(lambda session: acts[named.act](session, named))


def _create(session: Session, named: Namespace) -> int:
    create_club(session, named.name)
    print(f"The club {named.name}; gleek-replay keys create --club makes its keys.")
    return 0


def _time_zone(session: Session, named: Namespace) -> int:
    print(harmless(set_time_zone(session, named.name, named.zone)))
    return 0


def _list(session: Session, _: Namespace) -> int:
    for name in list_clubs(session):
        print(harmless(name))
    return 0
