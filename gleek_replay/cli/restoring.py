"""`gleek-replay restore`: a copy put in the place of the SQLite database."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.services.copies import restore_database
from gleek_replay.services.refusals import Refusal
from gleek_replay.settings import SettingsError, read_settings


def run(named: Namespace) -> int:
    """Restore the database, and say what is in it now and where the one before it went."""
    try:
        restored = restore_database(read_settings(), Path(named.file))
    except (Refusal, SettingsError) as error:
        complain(str(error))
        return FAILED
    print(f"The database has {restored.records:,} records and {restored.hands:,} hands now.")
    if restored.aside is not None:
        print(f"The one before is kept as {restored.aside}.")
    return 0
