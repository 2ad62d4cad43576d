"""Keys bound to players, what is done to players, and who works."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()
PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")


def upgrade() -> None:
    """Add what each needs."""
    with op.batch_alter_table("api_keys") as api_keys:
        api_keys.add_column(sa.Column("player_id", PUBLIC_ID, nullable=True))
    create_workers()
    create_people()


def downgrade() -> None:
    """Undo it. Who was erased stays so: the bytes that were rewritten do not come back."""
    drop_people()
    drop_workers()
    with op.batch_alter_table("api_keys") as api_keys:
        api_keys.drop_column("player_id")


def create_workers() -> None:
    """Who works, and which request brought an upload."""
    op.create_table(
        "workers",
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("seen_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.add_column("uploads", sa.Column("request_id", sa.String(64), nullable=True))


def drop_workers() -> None:
    """Undo that."""
    with op.batch_alter_table("uploads") as uploads:
        uploads.drop_column("request_id")
    op.drop_table("workers")


def create_people() -> None:
    """Names given, ids merged, players erased, and the trail of it."""
    create_in_club("given_names", "player_id", PUBLIC_ID, sa.Column("name", sa.String(80), nullable=False))
    create_in_club("player_aliases", "player_id", PUBLIC_ID, sa.Column("into_id", PUBLIC_ID, nullable=False))
    create_in_club(
        "erased_ids", "digest", sa.LargeBinary(32), sa.Column("pseudonym", PUBLIC_ID, nullable=False)
    )
    op.create_table(
        "player_changes",
        sa.Column("key", KEY, autoincrement=False, nullable=False),
        sa.Column("club_key", KEY, nullable=False),
        sa.Column("player_id", PUBLIC_ID, nullable=False),
        sa.Column("changed_at", INSTANT, nullable=False),
        sa.Column("changed_by", KEY, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("details", sa.LargeBinary(), nullable=False),
        sa.Column("undone_by", KEY, nullable=True),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
        sa.ForeignKeyConstraint(["changed_by"], ["api_keys.key"]),
    )
    op.create_index(
        "ix_player_changes_club_key_player_id_key", "player_changes", ["club_key", "player_id", "key"]
    )
    op.add_column("clubs", sa.Column("erasure_secret", sa.LargeBinary(32), nullable=True))
    op.add_column("records", sa.Column("rewritten_at", INSTANT, nullable=True))


def create_in_club(table: str, name: str, kind: Any, says: sa.Column[Any]) -> None:
    """A table that says one thing of each of a club's ids."""
    op.create_table(
        table,
        sa.Column("club_key", KEY, autoincrement=False, nullable=False),
        sa.Column(name, kind, nullable=False),
        says,
        sa.PrimaryKeyConstraint("club_key", name),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
    )


def drop_people() -> None:
    """Undo that."""
    op.drop_column("records", "rewritten_at")
    op.drop_column("clubs", "erasure_secret")
    for name in ("player_changes", "erased_ids", "player_aliases", "given_names"):
        op.drop_table(name)
