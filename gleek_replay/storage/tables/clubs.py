"""Clubs and the keys of those who may act in them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import ForeignKey, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from gleek_replay.storage.tables.base import Base, Key, Name, PrimaryKey, PublicId

HOME_CLUB: Final = "home"
"""The one club of a fresh installation."""


class Club(Base):
    """A club: hands, players and sessions are unique within it, and nobody sees into another.

    ``erasure_secret`` is the key of the hashes of erased ids; it is made with the first of them.
    ``time_zone`` is the IANA name of the zone in which its days begin.
    """

    __tablename__ = "clubs"

    key: Mapped[PrimaryKey]
    name: Mapped[Name] = mapped_column(unique=True)
    erasure_secret: Mapped[bytes | None] = mapped_column(LargeBinary(32))
    time_zone: Mapped[str] = mapped_column(String(64), server_default="UTC")


class ApiKey(Base):
    """Someone who may act in a club. Of the token only the SHA-256 is kept.

    ``owner`` is whose uploads the key makes; several keys may have one owner. ``player_id`` is the player
    with whose eyes a key with the role of a player sees. A key is never deleted, since records name the key
    that uploaded them: it is revoked.
    """

    __tablename__ = "api_keys"
    __table_args__ = (UniqueConstraint("club_key", "name"),)

    key: Mapped[PrimaryKey]
    club_key: Mapped[Key] = mapped_column(ForeignKey("clubs.key"))
    name: Mapped[Name]
    owner: Mapped[Name]
    role: Mapped[str] = mapped_column(String(16))
    player_id: Mapped[PublicId | None]
    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]


class SignInLink(Base):
    """A link that signs one browser in, once, as the key it was made for."""

    __tablename__ = "sign_in_links"

    key: Mapped[PrimaryKey]
    api_key: Mapped[Key] = mapped_column(ForeignKey("api_keys.key"))
    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class BrowserSession(Base):
    """A browser signed in as a key; it ends when it expires, is ended, or the key is no longer good."""

    __tablename__ = "browser_sessions"

    key: Mapped[PrimaryKey]
    api_key: Mapped[Key] = mapped_column(ForeignKey("api_keys.key"))
    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
