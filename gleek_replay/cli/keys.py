"""`gleek-replay keys`: API keys of the home club."""

from __future__ import annotations

import sys
from argparse import Namespace

from sqlalchemy.orm import Session

from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.services.access import Role
from gleek_replay.services.keys import create_key, operator


def run(named: Namespace) -> int:
    """Create a key; its token alone goes to standard output."""
    if named.role not in tuple(Role):
        complain(f"--role: expected one of {', '.join(Role)}, not {named.role!r}")
        return FAILED
    return on_the_database(lambda session: _create(session, named))


def _create(session: Session, named: Namespace) -> int:
    key = create_key(
        session,
        operator(session),
        name=named.name,
        role=Role(named.role),
        owner=named.owner or named.name,
    )
    print(f"The key {key.name} ({key.role}) of {key.owner}; it cannot be shown again:", file=sys.stderr)
    print(key.token)
    return 0
