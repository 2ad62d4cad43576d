"""The tables, one module a group of them."""

from gleek_replay.storage.tables.base import Base, Instant
from gleek_replay.storage.tables.clubs import HOME_CLUB, ApiKey, BrowserSession, Club, SignInLink
from gleek_replay.storage.tables.hands import Hand, HandPlayer, Player, PlaySession, Position, StoredAudit
from gleek_replay.storage.tables.records import Record, Status

__all__ = [
    "HOME_CLUB",
    "ApiKey",
    "Base",
    "BrowserSession",
    "Club",
    "Hand",
    "HandPlayer",
    "Instant",
    "PlaySession",
    "Player",
    "Position",
    "Record",
    "SignInLink",
    "Status",
    "StoredAudit",
]
