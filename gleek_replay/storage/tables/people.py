"""What administrators say of players: names given, ids merged, players erased, and the trail of it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import KEY, Base, Key, Name, PrimaryKey, PublicId, code


class ChangeKind(StrEnum):
    """What was done to a player."""

    NAMED = "named"
    """He was given a name that goes before what records say, or it was taken back."""
    MERGED = "merged"
    """His id became an alias of another's."""
    UNMERGED = "unmerged"
    """His id stands for itself again."""
    ERASED = "erased"
    """A pseudonym took the place of his id everywhere."""


class GivenName(Base):
    """The name that an administrator gave a player. The player need not have a hand at the time."""

    __tablename__ = "given_names"

    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"), primary_key=True, autoincrement=False)
    player_id: Mapped[PublicId] = mapped_column(primary_key=True)
    name: Mapped[Name]


class PlayerAlias(Base):
    """An id under which a player sat who has another: ``into_id``, which may itself be an alias."""

    __tablename__ = "player_aliases"

    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"), primary_key=True, autoincrement=False)
    player_id: Mapped[PublicId] = mapped_column(primary_key=True)
    into_id: Mapped[PublicId]


class ErasedId(Base):
    """An id in place of which a pseudonym stands. Of the id only a hash is kept: HMAC-SHA-256 with the club's
    ``erasure_secret``.
    """

    __tablename__ = "erased_ids"

    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"), primary_key=True, autoincrement=False)
    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    pseudonym: Mapped[PublicId]


class PlayerChange(Base):
    """One change to a player: when, by which key, what, and to whom; ``details`` is JSON. ``undone_by`` is
    the change that took it back, or put another in its place.
    """

    __tablename__ = "player_changes"
    __table_args__ = (Index(None, "club_key", "player_id", "key"),)

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    player_id: Mapped[PublicId]
    changed_at: Mapped[datetime]
    changed_by: Mapped[Key] = mapped_column(ForeignKey("api_keys.key"))
    kind: Mapped[ChangeKind] = mapped_column(code(ChangeKind))
    details: Mapped[bytes] = mapped_column(LargeBinary())
    undone_by: Mapped[int | None] = mapped_column(KEY)
