"""Opening the service's database."""

from __future__ import annotations

from gleek_replay import storage
from gleek_replay.settings import Settings
from gleek_replay.storage import UNAVAILABLE, Database

__all__ = ["UNAVAILABLE", "Database", "open_database"]


def open_database(settings: Settings) -> Database:
    """The database of the settings, with the tables of this version: created or migrated if need be.

    Every process opens its own, after it was forked.
    """
    storage.migrate(settings.database_url)
    return storage.open_database(settings.database_url)
