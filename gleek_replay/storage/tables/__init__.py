"""The tables, one module a group of them."""

from gleek_replay.storage.tables.base import Base, Instant
from gleek_replay.storage.tables.clubs import HOME_CLUB, ApiKey, BrowserSession, Club, SignInLink
from gleek_replay.storage.tables.disputes import (
    Dispute,
    DisputeState,
    DisputeStep,
    RulingKind,
    SigningKey,
    StepKind,
)
from gleek_replay.storage.tables.hands import Hand, HandPlayer, Player, PlaySession, Position
from gleek_replay.storage.tables.lines import Client, LuckFit, PlayerLine
from gleek_replay.storage.tables.people import (
    ChangeKind,
    ErasedId,
    GivenName,
    PlayerAlias,
    PlayerChange,
)
from gleek_replay.storage.tables.records import AGREEING, LIVE, Record, Status
from gleek_replay.storage.tables.tallies import FindingMonth, HandDay, HandMonth, PairMonth, PlayerMonth
from gleek_replay.storage.tables.uploads import (
    COUNTED,
    LONGEST_IDEMPOTENCY_KEY,
    ChunkPayload,
    ChunkState,
    Upload,
    UploadChunk,
    UploadState,
)
from gleek_replay.storage.tables.workers import WorkerKind, WorkingProcess

__all__ = [
    "AGREEING",
    "COUNTED",
    "HOME_CLUB",
    "LIVE",
    "LONGEST_IDEMPOTENCY_KEY",
    "ApiKey",
    "Base",
    "BrowserSession",
    "ChangeKind",
    "ChunkPayload",
    "ChunkState",
    "Client",
    "Club",
    "Dispute",
    "DisputeState",
    "DisputeStep",
    "ErasedId",
    "FindingMonth",
    "GivenName",
    "Hand",
    "HandDay",
    "HandMonth",
    "HandPlayer",
    "Instant",
    "LuckFit",
    "PairMonth",
    "PlaySession",
    "Player",
    "PlayerAlias",
    "PlayerChange",
    "PlayerLine",
    "PlayerMonth",
    "Position",
    "Record",
    "RulingKind",
    "SignInLink",
    "SigningKey",
    "Status",
    "StepKind",
    "Upload",
    "UploadChunk",
    "UploadState",
    "WorkerKind",
    "WorkingProcess",
]
