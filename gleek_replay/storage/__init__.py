"""The database: tables, sessions and every question asked of them. Nothing else in the program writes SQL."""

from gleek_replay.storage.database import UNAVAILABLE, Database, open_database, writing
from gleek_replay.storage.migrating import migrate

__all__ = ["UNAVAILABLE", "Database", "migrate", "open_database", "writing"]
