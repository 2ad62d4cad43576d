"""Lines of players, tallies of them, what is known of clients and luck, and the time zones of clubs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()
COUNT = sa.BigInteger()
CODE = sa.SmallInteger()
PRESET = sa.String(32)
NAME = sa.String(80)


def upgrade() -> None:
    """Add them, with nothing in them: `gleek-replay rebuild` makes the lines and tallies of the hands that
    are stored already.
    """
    op.add_column("clubs", column("time_zone", sa.String(64), server_default="UTC"))
    op.create_index(
        "ix_hands_disputed",
        "hands",
        ["club_key", "disputed", "key"],
        sqlite_where=sa.text("disputed = 1"),
        postgresql_where=sa.text("disputed"),
    )
    create_lines()
    create_clients()
    create_luck_fits()
    rules = [("preset", CODE), ("stake", CODE)]
    by_month, of_client = [("month", sa.Integer()), *rules], [("client_key", KEY), *rules, ("verdict", CODE)]
    create_tally("hand_days", [("day", sa.Integer()), *of_client], ["hands"])
    create_tally("hand_months", [("month", sa.Integer()), *of_client], ["hands"])
    create_tally(
        "finding_months", [("month", sa.Integer()), ("client_key", KEY), ("finding", CODE)], ["hands"]
    )
    create_tally(
        "player_months",
        [*by_month, ("player_key", KEY)],
        ["hands", "void", "net", "squares_high", "squares_low"],
    )
    create_tally(
        "pair_months", [*by_month, ("low_key", KEY), ("high_key", KEY)], ["hands", "to_low", "to_high"]
    )


def downgrade() -> None:
    """Undo it: the fits of luck and the time zones are lost."""
    for table in ("pair_months", "player_months", "finding_months", "hand_months", "hand_days"):
        op.drop_table(table)
    for table in ("luck_fits", "clients", "player_lines"):
        op.drop_table(table)
    op.drop_index("ix_hands_disputed", "hands")
    op.drop_column("clubs", "time_zone")


def create_lines() -> None:
    """The players' parts in hands, one player's beside each other."""
    op.create_table(
        "player_lines",
        column("player_key", KEY, autoincrement=False),
        column("played_at", INSTANT, autoincrement=False),
        column("hand_key", KEY, autoincrement=False),
        column("line", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("player_key", "played_at", "hand_key", name="pk_player_lines"),
        sqlite_with_rowid=False,
    )


def create_clients() -> None:
    """Who wrote the records."""
    op.create_table(
        "clients",
        column("key", KEY, autoincrement=False),
        column("club_key", KEY),
        column("name", NAME),
        column("version", NAME),
        sa.PrimaryKeyConstraint("key", name="pk_clients"),
        sa.UniqueConstraint("club_key", "name", "version", name="uq_clients_club_key_name_version"),
        of_a_club("clients"),
    )


def create_luck_fits() -> None:
    """What the cards dealt are worth."""
    op.create_table(
        "luck_fits",
        column("key", KEY, autoincrement=False),
        column("club_key", KEY),
        column("preset", PRESET),
        column("players", sa.SmallInteger()),
        column("version", sa.Integer()),
        column("made_at", INSTANT),
        column("engine_version", sa.String(32)),
        column("layout_version", sa.SmallInteger()),
        column("hands", COUNT),
        column("removed", sa.Float(53)),
        column("document", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("key", name="pk_luck_fits"),
        sa.UniqueConstraint(
            "club_key", "preset", "players", "version", name="uq_luck_fits_club_key_preset_players_version"
        ),
        of_a_club("luck_fits"),
    )


def create_tally(table: str, key: list[tuple[str, Any]], counts: list[str]) -> None:
    """A table of sums by club and more."""
    names = ["club_key", *(name for name, _ in key)]
    op.create_table(
        table,
        column("club_key", KEY, autoincrement=False),
        *(column(name, kind, autoincrement=False) for name, kind in key),
        *(column(name, COUNT) for name in counts),
        sa.PrimaryKeyConstraint(*names, name=f"pk_{table}"),
        of_a_club(table),
        sqlite_with_rowid=False,
        postgresql_with={"fillfactor": 50},
    )


def of_a_club(table: str) -> sa.ForeignKeyConstraint:
    """Rows of a club that there is."""
    return sa.ForeignKeyConstraint(["club_key"], ["clubs.key"], name=f"fk_{table}_club_key_clubs")


def column(name: str, kind: Any, **more: Any) -> sa.Column[Any]:
    """A column that must be filled."""
    return sa.Column(name, kind, nullable=False, **more)
