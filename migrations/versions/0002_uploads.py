"""Uploads and their chunks; what records of one hand are to each other; audits are made when asked for."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()
OUTCOMES = ("accepted", "duplicate", "corroborating", "conflicting", "malformed", "failed")


def upgrade() -> None:
    """Add the work ledger, and tie records to it."""
    create_uploads()
    create_chunks()
    op.drop_table("audits")
    with op.batch_alter_table("hands") as hands:
        hands.add_column(column("corroborations", sa.SmallInteger(), server_default="0"))
        hands.add_column(column("disputed", sa.Boolean(), server_default=sa.false()))
    with op.batch_alter_table("hands") as hands:
        hands.alter_column("corroborations", server_default=None)
        hands.alter_column("disputed", server_default=None)
    conflicting = sa.text(
        "UPDATE hands SET disputed = true WHERE key IN "
        "(SELECT hand_key FROM records WHERE status = 'conflicting' AND hand_key IS NOT NULL)"
    )
    op.execute(conflicting)
    op.drop_index("uq_records_without_hand", "records")
    with op.batch_alter_table("records") as records:
        records.add_column(column("upload_key", KEY, nullable=True))
        records.add_column(column("replaced_by", KEY, nullable=True))
        records.add_column(column("ended_at", INSTANT, nullable=True))
    create_index_of_the_unreadable("status IN ('malformed', 'failed')")


def downgrade() -> None:
    """Undo it. Stored audits do not come back by themselves: `gleek-replay rebuild` makes them.

    The version before knows neither records that were withdrawn or replaced nor uploads that wait for a
    worker. Nothing of either is thrown away: while there are any, this is refused.
    """
    refuse_to_lose_any()
    op.drop_index("uq_records_without_hand", "records")
    with op.batch_alter_table("records") as records:
        for name in ("ended_at", "replaced_by", "upload_key"):
            records.drop_column(name)
    create_index_of_the_unreadable("hand_key IS NULL")
    with op.batch_alter_table("hands") as hands:
        hands.drop_column("disputed")
        hands.drop_column("corroborations")
    op.create_table(
        "audits",
        column("hand_key", KEY, autoincrement=False),
        column("document", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("hand_key"),
        sa.ForeignKeyConstraint(["hand_key"], ["hands.key"]),
    )
    op.drop_table("chunk_payloads")
    op.drop_table("upload_chunks")
    op.drop_table("uploads")


def refuse_to_lose_any() -> None:
    """Raise CommandError while there are records that the version before cannot have."""
    ended = number("SELECT count(*) FROM records WHERE status IN ('withdrawn', 'replaced')")
    if ended:
        raise CommandError(
            f"{ended} records are withdrawn or replaced, which the version before does not know: nothing was "
            "undone. Export what is to be kept, and import it into a database of that version."
        )
    waiting = number("SELECT sum(records) FROM upload_chunks WHERE state != 'done'")
    if waiting:
        raise CommandError(f"{waiting} uploaded records wait for a worker: nothing was undone.")


def number(statement: str) -> int:
    """What a SELECT counts."""
    return op.get_bind().scalar(sa.text(statement)) or 0


def create_uploads() -> None:
    """Uploads, each known by its idempotency key if it has one."""
    op.create_table(
        "uploads",
        column("key", KEY, autoincrement=False),
        column("club_key", KEY),
        column("uploaded_by", KEY),
        column("state", sa.String(16)),
        column("replaces", sa.Boolean()),
        column("idempotency_key", sa.String(255), nullable=True),
        column("body_sha256", sa.LargeBinary(32), nullable=True),
        column("received_at", INSTANT),
        column("expires_at", INSTANT, nullable=True),
        column("started_at", INSTANT, nullable=True),
        column("finished_at", INSTANT, nullable=True),
        column("bytes", sa.BigInteger()),
        column("records", sa.BigInteger()),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
        sa.ForeignKeyConstraint(["uploaded_by"], ["api_keys.key"]),
        sa.UniqueConstraint("uploaded_by", "idempotency_key"),
    )
    op.create_index(
        "ix_uploads_receiving",
        "uploads",
        ["expires_at"],
        sqlite_where=sa.text("state = 'receiving'"),
        postgresql_where=sa.text("state = 'receiving'"),
    )


def create_chunks() -> None:
    """Chunks, with a small index of those that are not done."""
    op.create_table(
        "upload_chunks",
        column("key", KEY, autoincrement=False),
        column("upload_key", KEY),
        column("number", sa.Integer()),
        column("state", sa.String(16)),
        column("first_record_key", KEY),
        column("records", sa.Integer()),
        column("owner", sa.String(80), nullable=True),
        column("attempt", sa.Integer()),
        column("lease_until", INSTANT, nullable=True),
        column("announced_at", INSTANT, nullable=True),
        *(column(outcome, sa.BigInteger()) for outcome in OUTCOMES),
        column("outcomes", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["upload_key"], ["uploads.key"]),
        sa.UniqueConstraint("upload_key", "number"),
    )
    op.create_table(
        "chunk_payloads",
        column("chunk_key", KEY, autoincrement=False),
        column("payload", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("chunk_key"),
        sa.ForeignKeyConstraint(["chunk_key"], ["upload_chunks.key"]),
    )
    op.create_index(
        "ix_upload_chunks_to_do",
        "upload_chunks",
        ["key"],
        sqlite_where=sa.text("state != 'done'"),
        postgresql_where=sa.text("state != 'done'"),
    )


def create_index_of_the_unreadable(which: str) -> None:
    """The same bytes that told of no hand are kept once an uploader."""
    op.create_index(
        "uq_records_without_hand",
        "records",
        ["uploaded_by", "sha256"],
        unique=True,
        sqlite_where=sa.text(which),
        postgresql_where=sa.text(which),
    )


def column(name: str, kind: Any, *, nullable: bool = False, **options: Any) -> sa.Column[Any]:
    """A column that is filled unless it says otherwise."""
    return sa.Column(name, kind, nullable=nullable, **options)
