"""Bringing a database to the tables of this version."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Engine, inspect, text

from gleek_replay.storage.database import make_engine, migrating

_PACKAGE: Final = Path(__file__).resolve().parents[1]


def migrate(url: str) -> None:
    """Create or upgrade the tables at an SQLAlchemy URL; nothing happens when they are up to date.

    Processes that start together migrate one after the other, each in one transaction.
    """
    engine = make_engine(url, foreign_keys=False)
    try:
        if not _is_up_to_date(engine):
            _upgrade(engine)
    finally:
        engine.dispose()


def _is_up_to_date(engine: Engine) -> bool:
    """Whether the tables are those of the last migration, which the number before its name tells."""
    last = max(script.name.partition("_")[0] for script in (scripts() / "versions").glob("*_*.py"))
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        return list(connection.scalars(text("SELECT version_num FROM alembic_version"))) == [last]


def _upgrade(engine: Engine) -> None:
    from alembic import command  # noqa: PLC0415 - takes long to import, and is hardly ever needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(scripts()))
    with migrating(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def scripts() -> Path:
    """The folder of the migrations: within the installed package, or beside it in a checkout."""
    places = (_PACKAGE / "migrations", _PACKAGE.parent / "migrations")
    for place in places:
        if (place / "env.py").is_file():
            return place
    raise FileNotFoundError(f"no migrations at {' or '.join(str(place) for place in places)}")
