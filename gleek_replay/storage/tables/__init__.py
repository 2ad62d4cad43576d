"""The tables, one module a group of them."""

from gleek_replay.storage.tables.base import Base, Instant
from gleek_replay.storage.tables.clubs import HOME_CLUB, ApiKey, BrowserSession, Club, SignInLink
from gleek_replay.storage.tables.hands import Hand, HandPlayer, Player, PlaySession, Position
from gleek_replay.storage.tables.records import AGREEING, LIVE, Record, Status
from gleek_replay.storage.tables.uploads import (
    COUNTED,
    LONGEST_IDEMPOTENCY_KEY,
    ChunkPayload,
    ChunkState,
    Upload,
    UploadChunk,
    UploadState,
)

__all__ = [
    "AGREEING",
    "COUNTED",
    "HOME_CLUB",
    "LIVE",
    "LONGEST_IDEMPOTENCY_KEY",
    "ApiKey",
    "Base",
    "BrowserSession",
    "ChunkPayload",
    "ChunkState",
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
    "Upload",
    "UploadChunk",
    "UploadState",
]
