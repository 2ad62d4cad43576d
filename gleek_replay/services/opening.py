"""Opening the service's database."""

from __future__ import annotations

import logging
from typing import Final

from gleek_replay import storage
from gleek_replay.settings import Settings
from gleek_replay.storage import UNAVAILABLE, Database
from gleek_replay.storage.ailments import Ailment, ailment_of

__all__ = ["UNAVAILABLE", "Ailment", "Database", "ailment_of", "open_database", "open_or_wait"]

log: Final = logging.getLogger(__name__)


def open_database(settings: Settings) -> Database:
    """The database of the settings, with the tables of this version: created or migrated if need be.

    Every process opens its own, after it was forked.
    """
    storage.migrate(settings.database_url)
    opened = storage.open_database(settings.database_url)
    opened.hold()
    return opened


def open_or_wait(settings: Settings) -> Database:
    """The same for a process that is to go on without the database until it answers. Its tables are then
    taken to be those of this version.
    """
    try:
        return open_database(settings)
    except UNAVAILABLE as error:
        log.warning("the database does not answer yet: %s", error.orig)
        return storage.open_database(settings.database_url)
