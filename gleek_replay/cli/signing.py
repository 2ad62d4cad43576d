"""`gleek-replay signing-key`: the key that a club signs dossiers with."""

from __future__ import annotations

import sys
from argparse import Namespace

from sqlalchemy.orm import Session

from gleek_replay.cli.opening import acting_operator, on_the_database
from gleek_replay.cli.terminal import FAILED, complain, harmless
from gleek_replay.services.signing import make_signing_key
from gleek_replay.settings import Settings, SettingsError, read_settings


def run(named: Namespace) -> int:
    """Print the public half alone to standard output; the key is made if there is none, or anew."""
    try:
        settings = read_settings()
    except SettingsError as error:
        complain(str(error))
        return FAILED
    return on_the_database(lambda session: _tell(session, named, settings), settings)


def _tell(session: Session, named: Namespace, settings: Settings) -> int:
    key = make_signing_key(session, acting_operator(session, named), settings.secret_key, anew=named.new)
    since = f"{key.created_at:%Y-%m-%d %H:%M} UTC"
    print(f"The club {harmless(key.club)} signs with this key since {since}:", file=sys.stderr)
    print(key.fingerprint, file=sys.stderr)
    print(key.public_key, end="")
    return 0
