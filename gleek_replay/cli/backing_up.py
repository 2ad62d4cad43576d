"""`gleek-replay backup`: a copy of the SQLite database, made while the service runs."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.services.copies import back_up_database
from gleek_replay.services.refusals import Refusal
from gleek_replay.settings import SettingsError, read_settings


def run(named: Namespace) -> int:
    """Copy the database, and say what is in the copy."""
    begun = datetime.now(UTC)
    try:
        copied = back_up_database(read_settings(), Path(named.file), overwrite=named.force)
    except (Refusal, SettingsError) as error:
        complain(str(error))
        return FAILED
    print(
        f"{named.file}: {copied.records:,} records, {copied.hands:,} hands, {copied.size:,} bytes; "
        f"everything that was stored before {begun:%Y-%m-%d %H:%M:%S} UTC."
    )
    return 0
