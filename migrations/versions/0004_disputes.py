"""Disputes with their steps, what a ruling does to a hand, and the keys that dossiers are signed with."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()
PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
CODE = sa.String(16)
KEYED: dict[str, Any] = {"sqlite_with_rowid": False}
"""How the players of hands lie in SQLite: by their key alone."""
SEATS_BY_TIME = "ix_hand_players_player_key_played_at_hand_key_net"
SEATS_THAT_COUNT = f"{SEATS_BY_TIME}_counts"
BY_TIME = ["player_key", "played_at", "hand_key", "net"]


def upgrade() -> None:
    """Add them; for every hand that is in dispute there is one, opened by the service."""
    create_disputes()
    create_steps()
    create_signing_keys()
    with op.batch_alter_table("hands") as hands:
        hands.add_column(column("ruling", CODE, nullable=True))
    op.drop_index(SEATS_BY_TIME, "hand_players")
    with op.batch_alter_table("hand_players", table_kwargs=KEYED) as seats:
        seats.add_column(column("net_ruling", sa.BigInteger(), server_default="0"))
        seats.add_column(column("counts", sa.Boolean(), server_default=sa.true()))
    with op.batch_alter_table("hand_players", table_kwargs=KEYED) as seats:
        seats.alter_column("net_ruling", server_default=None)
        seats.alter_column("counts", server_default=None)
    op.create_index(SEATS_THAT_COUNT, "hand_players", [*BY_TIME, "counts"])
    open_what_is_disputed()


def downgrade() -> None:
    """Undo it: disputes, rulings and keys are lost, and every hand counts as due again. Where a ruling upheld
    what fewer had told, a rebuild lets the hand stand on what most have told.
    """
    op.execute("UPDATE hand_players SET net = net - net_ruling WHERE net_ruling <> 0")
    op.execute(
        "UPDATE hands SET disputed = EXISTS (SELECT 1 FROM records WHERE records.hand_key = hands.key "
        "AND records.status = 'conflicting') "
        "WHERE EXISTS (SELECT 1 FROM disputes WHERE disputes.club_key = hands.club_key "
        "AND disputes.hand_id = hands.hand_id)"
    )
    op.drop_index(SEATS_THAT_COUNT, "hand_players")
    with op.batch_alter_table("hand_players", table_kwargs=KEYED) as seats:
        seats.drop_column("counts")
        seats.drop_column("net_ruling")
    op.create_index(SEATS_BY_TIME, "hand_players", BY_TIME)
    with op.batch_alter_table("hands") as hands:
        hands.drop_column("ruling")
    for table in ("signing_keys", "dispute_steps", "disputes"):
        op.drop_table(table)


def create_disputes() -> None:
    """The disputes as they stand."""
    op.create_table(
        "disputes",
        column("key", KEY, autoincrement=False),
        column("club_key", KEY),
        column("hand_id", PUBLIC_ID),
        column("state", CODE),
        column("version", sa.Integer()),
        column("opened_at", INSTANT),
        column("changed_at", INSTANT),
        column("ruling", CODE, nullable=True),
        column("record_key", KEY, nullable=True),
        column("contradicting", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("key", name="pk_disputes"),
        sa.UniqueConstraint("club_key", "hand_id", name="uq_disputes_club_key_hand_id"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"], name="fk_disputes_club_key_clubs"),
    )
    for columns in (["club_key", "changed_at", "key"], ["club_key", "state", "changed_at", "key"]):
        op.create_index(f"ix_disputes_{'_'.join(columns)}", "disputes", columns)


def create_steps() -> None:
    """What was said and done, step by step."""
    op.create_table(
        "dispute_steps",
        column("dispute_key", KEY, autoincrement=False),
        column("number", sa.Integer(), autoincrement=False),
        column("at", INSTANT),
        column("by_key", KEY, nullable=True),
        column("kind", CODE),
        column("claimant", PUBLIC_ID, nullable=True),
        column("text", sa.Text(), nullable=True),
        column("ruling", CODE, nullable=True),
        column("record_key", KEY, nullable=True),
        column("engine_version", sa.String(32), nullable=True),
        column("audit", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("dispute_key", "number", name="pk_dispute_steps"),
        sa.ForeignKeyConstraint(
            ["dispute_key"], ["disputes.key"], name="fk_dispute_steps_dispute_key_disputes"
        ),
        sa.ForeignKeyConstraint(["by_key"], ["api_keys.key"], name="fk_dispute_steps_by_key_api_keys"),
    )


def create_signing_keys() -> None:
    """The keys of dossiers."""
    op.create_table(
        "signing_keys",
        column("key", KEY, autoincrement=False),
        column("club_key", KEY),
        column("created_at", INSTANT),
        column("sealed", sa.LargeBinary()),
        column("public", sa.String(200)),
        sa.PrimaryKeyConstraint("key", name="pk_signing_keys"),
        sa.ForeignKeyConstraint(["club_key"], ["clubs.key"], name="fk_signing_keys_club_key_clubs"),
    )
    op.create_index("ix_signing_keys_club_key", "signing_keys", ["club_key"])


def open_what_is_disputed() -> None:
    """A dispute for each hand that is in dispute, as if the service had opened it when the first record came
    in that contradicts. It has the hand's key, which no other dispute can have.
    """
    connection = op.get_bind()
    told = connection.execute(
        sa.text(
            "SELECT hands.key, hands.club_key, hands.hand_id, records.facts, records.received_at "
            "FROM hands JOIN records ON records.hand_key = hands.key "
            "WHERE hands.disputed AND records.status = 'conflicting' ORDER BY hands.key, records.key"
        )
    ).all()
    for _, records in groupby(told, key=lambda row: row.key):
        contradictions = list(records)
        key, club_key, hand_id = contradictions[0][:3]
        opened_at = min(record.received_at for record in contradictions)
        connection.execute(
            DISPUTES.insert().values(
                key=key,
                club_key=club_key,
                hand_id=hand_id,
                state="open",
                version=1,
                opened_at=opened_at,
                changed_at=opened_at,
                contradicting=b"".join(sorted({record.facts for record in contradictions})),
            )
        )
        connection.execute(STEPS.insert().values(dispute_key=key, number=1, at=opened_at, kind="opened"))


DISPUTES = sa.table(
    "disputes",
    *map(sa.column, ("key", "club_key", "hand_id", "state", "version", "opened_at", "changed_at")),
    sa.column("contradicting"),
)
STEPS = sa.table("dispute_steps", *map(sa.column, ("dispute_key", "number", "at", "kind")))


def column(name: str, kind: Any, *, nullable: bool = False, **more: Any) -> sa.Column[Any]:
    """A column that must be filled, unless said otherwise."""
    return sa.Column(name, kind, nullable=nullable, **more)
