"""The database that a command works on."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
)
from sqlalchemy.orm import Session

from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.services.access import Caller
from gleek_replay.services.keys import operator
from gleek_replay.services.opening import Ailment, Database, ailment_of, open_database
from gleek_replay.services.refusals import Refusal
from gleek_replay.settings import Settings, SettingsError, read_settings


def on_the_database(work: Callable[[Session], int], settings: Settings | None = None) -> int:
    """Do some work on the database of the settings, brought to the tables of this version.

    Returns what the work returns, or :data:`FAILED` after one line that says why it cannot be done.
    """
    try:
        database = _open(settings)
        try:
            with database.session() as session:
                return work(session)
        finally:
            database.close()
    except (Refusal, SettingsError) as error:
        complain(str(error))
    except (IntegrityError, ProgrammingError):
        raise
    except DatabaseError as error:
        said = _SAID.get(ailment_of(error)) or " ".join(str(error.orig).split())
        complain(f"the database cannot be used: {said}")
    return FAILED


def acting_operator(session: Session, named: Namespace) -> Caller:
    """The operator of the club that ``--club`` names, of the home club unless said."""
    return operator(session) if named.club is None else operator(session, named.club)


_SAID: Final = {Ailment.FULL: "its disk is full", Ailment.READ_ONLY: "it can only be read"}
"""What databases say in words of their own, and not always."""


def _open(settings: Settings | None) -> Database:
    try:
        return open_database(settings or read_settings())
    except (ArgumentError, ImportError, NoSuchModuleError, OSError) as error:
        raise SettingsError(f"the database cannot be opened: {error}") from None
