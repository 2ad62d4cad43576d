"""`gleek-replay dossier`: all that a club has of a hand, in one signed file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sqlalchemy.orm import Session

from gleek_replay.cli.opening import acting_operator, on_the_database
from gleek_replay.cli.outputs import written_whole
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.services.dossiers import make_dossier
from gleek_replay.settings import Settings, SettingsError, read_settings


def run(named: Namespace) -> int:
    """Write the dossier of a hand; the file is put in its place when it is complete."""
    try:
        settings = read_settings()
        return on_the_database(lambda session: _write(session, named, settings), settings)
    except SettingsError as error:
        complain(str(error))
    except OSError as error:
        complain(f"{named.output}: {error.strerror or error}")
    return FAILED


def _write(session: Session, named: Namespace, settings: Settings) -> int:
    dossier = make_dossier(session, acting_operator(session, named), named.hand, settings.secret_key)
    with written_whole(Path(named.output)) as out:
        out.write(dossier)
    print(f"{named.output}: {len(dossier):,} bytes; gleek-replay verify checks it against the club's key.")
    return 0
