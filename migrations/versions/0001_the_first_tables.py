"""The first tables: clubs and keys, records as uploaded, hands and what is projected from them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()
PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
NET_COLUMNS = (
    "net", "net_turn_up", "net_stock", "net_ruff", "net_gleek", "net_mournival", "net_tiddy", "net_towser",
    "net_tumbler", "net_challenge", "net_score",
)  # fmt: skip


def upgrade() -> None:
    """Create every table, and the club ``home``."""
    clubs = op.create_table(
        "clubs",
        primary_key(),
        column("name", sa.String(80)),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("name"),
    )
    op.bulk_insert(clubs, [{"key": 1, "name": "home"}])
    create_keys()
    create_players_and_sessions()
    create_records()
    create_hands()
    create_projections()


def downgrade() -> None:
    """Drop every table."""
    op.drop_table("hand_players")
    op.drop_table("audits")
    if op.get_context().dialect.supports_alter:
        op.drop_constraint("fk_records_hand_key_hands", "records", type_="foreignkey")
    op.drop_table("hands")
    op.drop_table("records")
    op.drop_table("play_sessions")
    op.drop_table("players")
    op.drop_table("browser_sessions")
    op.drop_table("sign_in_links")
    op.drop_table("api_keys")
    op.drop_table("clubs")


def create_keys() -> None:
    """API keys, sign-in links and browser sessions."""
    op.create_table(
        "api_keys",
        primary_key(),
        column("club_key", KEY),
        column("name", sa.String(80)),
        column("owner", sa.String(80)),
        column("role", sa.String(16)),
        column("token_sha256", sa.LargeBinary(32)),
        column("created_at", INSTANT),
        column("expires_at", INSTANT, nullable=True),
        column("revoked_at", INSTANT, nullable=True),
        column("last_used_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
        sa.UniqueConstraint("club_key", "name"),
        sa.UniqueConstraint("token_sha256"),
    )
    for table, over in (("sign_in_links", "used_at"), ("browser_sessions", "ended_at")):
        op.create_table(
            table,
            primary_key(),
            column("api_key", KEY),
            column("token_sha256", sa.LargeBinary(32)),
            column("created_at", INSTANT),
            column("expires_at", INSTANT),
            column(over, INSTANT, nullable=True),
            sa.PrimaryKeyConstraint("key"),
            sa.ForeignKeyConstraint(["api_key"], ["api_keys.key"]),
            sa.UniqueConstraint("token_sha256"),
        )


def create_players_and_sessions() -> None:
    """Players and sessions of play, unique within a club."""
    op.create_table(
        "players",
        primary_key(),
        column("club_key", KEY),
        column("player_id", PUBLIC_ID),
        column("name", sa.String(80), nullable=True),
        column("named_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
        sa.UniqueConstraint("club_key", "player_id"),
    )
    op.create_table(
        "play_sessions",
        primary_key(),
        column("club_key", KEY),
        column("session_id", PUBLIC_ID),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
        sa.UniqueConstraint("club_key", "session_id"),
    )


def create_records() -> None:
    """What clients uploaded, byte for byte. Except on SQLite, the foreign key waits until there are hands."""
    op.create_table(
        "records",
        primary_key(),
        column("club_key", KEY),
        column("hand_key", KEY, nullable=True),
        column("uploaded_by", KEY),
        column("received_at", INSTANT),
        column("whole", sa.Boolean()),
        column("status", sa.String(16)),
        column("sha256", sa.LargeBinary(32)),
        column("facts", sa.LargeBinary(32), nullable=True),
        column("faults", sa.LargeBinary(), nullable=True),
        column("raw", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
        sa.ForeignKeyConstraint(
            ["hand_key"], ["hands.key"], deferrable=True, initially="DEFERRED", use_alter=True
        ),
        sa.ForeignKeyConstraint(["uploaded_by"], ["api_keys.key"]),
    )
    create_index("records", "hand_key")
    op.create_index(
        "uq_records_without_hand",
        "records",
        ["uploaded_by", "sha256"],
        unique=True,
        sqlite_where=sa.text("hand_key IS NULL"),
        postgresql_where=sa.text("hand_key IS NULL"),
    )


def create_hands() -> None:
    """Hands, each based on a record."""
    op.create_table(
        "hands",
        primary_key(),
        column("club_key", KEY),
        column("hand_id", PUBLIC_ID),
        column("record_key", KEY),
        column("play_session_key", KEY, nullable=True),
        column("session_hand", sa.BigInteger(), nullable=True),
        column("played_at", INSTANT),
        column("preset", sa.String(32)),
        column("stake", sa.String(16)),
        column("players", sa.SmallInteger()),
        column("verdict", sa.String(16)),
        column("complete", sa.Boolean()),
        column("payments_agree", sa.Boolean(), nullable=True),
        column("price", sa.BigInteger(), nullable=True),
        column("engine_version", sa.String(32)),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"]),
        sa.ForeignKeyConstraint(["play_session_key"], ["play_sessions.key"]),
        sa.ForeignKeyConstraint(["record_key"], ["records.key"]),
        sa.UniqueConstraint("club_key", "hand_id"),
    )
    create_index("hands", "club_key", "played_at", "key")
    create_index("hands", "club_key", "verdict", "played_at", "key")
    create_index("hands", "play_session_key", "played_at", "key")
    if op.get_context().dialect.supports_alter:
        op.create_foreign_key(
            "fk_records_hand_key_hands",
            "records",
            "hands",
            ["hand_key"],
            ["key"],
            deferrable=True,
            initially="DEFERRED",
        )


def create_projections() -> None:
    """Audits, and each player's part in each hand."""
    op.create_table(
        "audits",
        column("hand_key", KEY, autoincrement=False),
        column("document", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("hand_key"),
        sa.ForeignKeyConstraint(["hand_key"], ["hands.key"]),
    )
    op.create_table(
        "hand_players",
        column("hand_key", KEY, autoincrement=False),
        column("seat", sa.SmallInteger(), autoincrement=False),
        column("player_key", KEY),
        column("name", sa.String(80), nullable=True),
        column("played_at", INSTANT),
        column("position", sa.String(16)),
        *(column(net, sa.BigInteger()) for net in NET_COLUMNS),
        column("bought", sa.Boolean()),
        column("vied", sa.Boolean()),
        column("ruff_won", sa.Boolean()),
        column("tricks", sa.SmallInteger(), nullable=True),
        column("points", sa.BigInteger(), nullable=True),
        column("recorded_net", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("hand_key", "seat"),
        sa.ForeignKeyConstraint(["hand_key"], ["hands.key"]),
        sa.ForeignKeyConstraint(["player_key"], ["players.key"]),
        sqlite_with_rowid=False,
    )
    create_index("hand_players", "player_key", "played_at", "hand_key", "net")


def primary_key() -> sa.Column[int]:
    """The column of a row's own key, which the program makes."""
    return sa.Column("key", KEY, autoincrement=False, nullable=False)


def column(name: str, kind: Any, *, nullable: bool = False, **options: Any) -> sa.Column[Any]:
    """A column that is filled unless it says otherwise."""
    return sa.Column(name, kind, nullable=nullable, **options)


def create_index(table: str, *columns: str) -> None:
    """An index named after its columns."""
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
