"""Bringing a database to the tables of this version."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config

from gleek_replay.storage.database import make_engine, migrating

_PACKAGE: Final = Path(__file__).resolve().parents[1]


def migrate(url: str) -> None:
    """Create or upgrade the tables at an SQLAlchemy URL; nothing happens when they are up to date.

    Processes that start together migrate one after the other, each in one transaction.
    """
    engine = make_engine(url, foreign_keys=False)
    config = Config()
    config.set_main_option("script_location", str(scripts()))
    try:
        with migrating(engine) as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()


def scripts() -> Path:
    """The folder of the migrations: within the installed package, or beside it in a checkout."""
    places = (_PACKAGE / "migrations", _PACKAGE.parent / "migrations")
    for place in places:
        if (place / "env.py").is_file():
            return place
    raise FileNotFoundError(f"no migrations at {' or '.join(str(place) for place in places)}")
