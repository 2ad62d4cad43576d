"""How Alembic reaches the database: the connection it is handed, else the one that the settings name."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from gleek_replay.settings import read_settings
from gleek_replay.storage.database import make_engine, migrating
from gleek_replay.storage.tables import Base


def run(connection: Connection) -> None:
    """Run the migrations in the transaction of this connection."""
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    context.run_migrations()


handed: Connection | None = context.config.attributes.get("connection")
if handed is not None:
    run(handed)
else:
    engine = make_engine(read_settings().database_url, foreign_keys=False)
    with migrating(engine) as own:
        run(own)
    engine.dispose()
