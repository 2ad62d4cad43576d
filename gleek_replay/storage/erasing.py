"""Rewriting everything that names somebody who is erased."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import (
    ApiKey,
    ChangeKind,
    ChunkPayload,
    Club,
    ErasedId,
    GivenName,
    HandPlayer,
    Player,
    PlayerAlias,
    PlayerChange,
    Record,
    Status,
    Upload,
    UploadChunk,
)

log: Final = logging.getLogger(__name__)
_RECORDS_AT_ONCE: Final = 200
_PATIENCE_WITH_READERS: Final = 1000
"""How many milliseconds to wait for those who still read from the log of SQLite."""
REWRITTEN: Final = ("raw", "sha256", "facts", "faults", "rewritten_at")
"""What changes of a record that is rewritten."""
_UNREADABLE: Final = (Status.MALFORMED, Status.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRecord:
    """A record as far as rewriting it is concerned."""

    key: int
    uploaded_by: int
    status: Status
    whole: bool
    facts: bytes | None
    faults: bytes | None
    raw: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptChange:
    """A change of the trail as far as rewriting it is concerned."""

    key: int
    player_id: str
    kind: ChangeKind
    details: bytes


def may_have_erased(connection: Connection, club_key: int) -> bool:
    """Whether anybody of a club may have been erased. Nobody else is until the end of the transaction."""
    secret = select(Club.erasure_secret).where(Club.key == club_key).with_for_update(read=True)
    return connection.scalar(secret) is not None


def erasure_secret(connection: Connection, club_key: int, new: bytes) -> bytes:
    """The key of the hashes of a club's erased ids: the new one, if it has none yet. Chunks of uploads that
    come in are not added until the end of the transaction.
    """
    mine = select(Club.erasure_secret).where(Club.key == club_key).with_for_update(key_share=True)
    secret = connection.scalar(mine)
    if secret is None:
        connection.execute(update(Club).where(Club.key == club_key).values(erasure_secret=new))
    return secret or new


def add_erased(connection: Connection, club_key: int, erased: Mapping[bytes, str]) -> None:
    """Keep the hashes of erased ids with the pseudonyms."""
    rows = [
        {"club_key": club_key, "digest": digest, "pseudonym": pseudonym}
        for digest, pseudonym in erased.items()
    ]
    connection.execute(insert(ErasedId), rows)


def names_told(connection: Connection, club_key: int, player_ids: Collection[str]) -> dict[str, str]:
    """The names that the rows of some players have, and those given to them: each with one who has it."""
    mine = (Player.club_key == club_key, Player.player_id.in_(player_ids))
    seats = select(HandPlayer.name, Player.player_id).join(Player, Player.key == HandPlayer.player_key)
    given = select(GivenName.name, GivenName.player_id).where(
        GivenName.club_key == club_key, GivenName.player_id.in_(player_ids)
    )
    rows = [*connection.execute(seats.where(*mine).distinct()), *connection.execute(given)]
    return {name: player_id for name, player_id in rows if name is not None}


def records_naming(
    connection: Connection, club_key: int, words: Collection[str]
) -> Iterator[list[KeptRecord]]:
    """All records of a club, some at a time, that may have any of the words in them: those in whose bytes it
    stands, be they UTF-8 or Latin-1, and all that spell anything with escapes, or with zeros as UTF-16 does.
    """
    spelt = {word.encode(coding, "ignore") for word in words for coding in ("utf-8", "latin-1")}
    wanted = or_(*(_has(connection, Record.raw, word) for word in (*spelt - {b""}, b"\\", b"\0")))
    last = 0
    while True:
        page = _RECORDS.where(Record.club_key == club_key, Record.key > last, wanted)
        found = [KeptRecord(**row._mapping) for row in connection.execute(page.limit(_RECORDS_AT_ONCE))]
        if not found:
            return
        yield found
        last = found[-1].key


def rewrite_records(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put other bytes in the place of records', each row with a record's ``key`` and the columns of
    :data:`REWRITTEN`.
    """
    if rows:
        connection.execute(
            _REWRITING, [{f"new_{name}": value for name, value in row.items()} for row in rows]
        )


def is_kept(connection: Connection, uploaded_by: int, sha256: bytes, but: int) -> bool:
    """Whether an uploader has another record of this digest that told of no hand."""
    alike = (Record.uploaded_by == uploaded_by, Record.sha256 == sha256, Record.status.in_(_UNREADABLE))
    return connection.scalar(select(Record.key).where(*alike, Record.key != but)) is not None


def drop_record(connection: Connection, key: int) -> None:
    """Remove a record that told of no hand, and that another is a copy of."""
    connection.execute(delete(Record).where(Record.key == key))


def mark_rewritten(connection: Connection, keys: Collection[int], now: datetime) -> None:
    """Say of records that their bytes are not quite those that came in."""
    rows = [{"record": key, "moment": now} for key in keys]
    connection.execute(_MARKING, rows)


def payloads(connection: Connection, club_key: int) -> Iterator[tuple[int, bytes]]:
    """What waits in a club's chunks, by the key of the chunk."""
    keys = connection.scalars(
        select(ChunkPayload.chunk_key)
        .join(UploadChunk, UploadChunk.key == ChunkPayload.chunk_key)
        .join(Upload, Upload.key == UploadChunk.upload_key)
        .where(Upload.club_key == club_key)
    ).all()
    for key in keys:
        payload = connection.scalar(select(ChunkPayload.payload).where(ChunkPayload.chunk_key == key))
        if payload is not None:  # the upload may have broken off meanwhile
            yield key, payload


def rewrite_payload(connection: Connection, chunk_key: int, payload: bytes) -> None:
    """Put other bytes in the place of what waits in a chunk."""
    chunk = update(ChunkPayload).where(ChunkPayload.chunk_key == chunk_key)
    connection.execute(chunk.values(payload=payload))


def outcomes(connection: Connection, club_key: int) -> Iterator[tuple[int, bytes]]:
    """What came of the chunks of a club that are done, by the key of the chunk."""
    last = 0
    while True:
        rows = connection.execute(_OUTCOMES, {"club": club_key, "last": last}).all()
        if not rows:
            return
        yield from [(key, packed) for key, packed in rows if packed]
        last = rows[-1].key


def rewrite_outcomes(connection: Connection, chunk_key: int, packed: bytes) -> None:
    """Put other words in the place of what came of a chunk."""
    connection.execute(update(UploadChunk).where(UploadChunk.key == chunk_key).values(outcomes=packed))


def rename_players(connection: Connection, club_key: int, pseudonyms: Mapping[str, str]) -> None:
    """Put pseudonyms in the place of ids in everything that is projected or was said of some players, and
    take their names away.
    """
    for player_id, pseudonym in pseudonyms.items():
        player = (Player.club_key == club_key, Player.player_id == player_id)
        seats = HandPlayer.player_key.in_(select(Player.key).where(*player))
        connection.execute(update(HandPlayer).where(seats).values(name=None))
        unnamed = {"player_id": pseudonym, "name": None, "named_at": None}
        connection.execute(update(Player).where(*player).values(unnamed))
        given = (GivenName.club_key == club_key, GivenName.player_id == player_id)
        connection.execute(delete(GivenName).where(*given))
        for column in (PlayerAlias.player_id, PlayerAlias.into_id):
            mine = (PlayerAlias.club_key == club_key, column == player_id)
            connection.execute(update(PlayerAlias).where(*mine).values({column: pseudonym}))
        before = (ErasedId.club_key == club_key, ErasedId.pseudonym == player_id)
        connection.execute(update(ErasedId).where(*before).values(pseudonym=pseudonym))


def revoke_keys(connection: Connection, club_key: int, pseudonyms: Mapping[str, str], now: datetime) -> int:
    """Revoke the keys that are bound to some players, and let their names say nothing; returns how many."""
    bound = (ApiKey.club_key == club_key, ApiKey.player_id.in_(pseudonyms))
    keys = connection.execute(select(ApiKey.key, ApiKey.player_id, ApiKey.revoked_at).where(*bound)).all()
    for key, player_id, revoked_at in keys:
        columns = {
            "player_id": pseudonyms[player_id or ""],
            "name": f"{pseudonyms[player_id or '']} {key}",
            "owner": pseudonyms[player_id or ""],
            "revoked_at": revoked_at or now,
        }
        connection.execute(update(ApiKey).where(ApiKey.key == key).values(columns))
    return len(keys)


def changes(connection: Connection, club_key: int) -> list[KeptChange]:
    """The whole trail of a club."""
    rows = connection.execute(_CHANGES.where(PlayerChange.club_key == club_key))
    return [KeptChange(**row._mapping) for row in rows]


def rewrite_change(connection: Connection, key: int, player_id: str, details: bytes) -> None:
    """Put other words in the place of a change's."""
    changed = {"player_id": player_id, "details": details}
    connection.execute(update(PlayerChange).where(PlayerChange.key == key).values(changed))


def scrub(session: Session) -> bool:
    """Have SQLite write its file anew, so that nothing of what was deleted or written over is left in it, nor
    in its log. False if that cannot be now: for want of room, or since somebody reads from the log still.

    PostgreSQL does as much by itself in time, and at once when its operator says VACUUM.
    """
    session.rollback()
    engine = session.get_bind().engine
    if engine.dialect.name != "sqlite":
        return True
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("VACUUM")
        cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE_WITH_READERS}")
        ((busy, *_),) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as error:
        log.warning("the database file could not be written anew: %s", error)
        return False
    finally:
        connection.invalidate()  # the next has its own patience again
    return not busy


def _has(connection: Connection, column: Any, word: bytes) -> ColumnElement[bool]:
    """Whether some bytes stand in a column."""
    sought = literal(word, LargeBinary())
    if connection.dialect.name == "postgresql":
        return func.position(sought.op("IN")(column), type_=Integer()) > 0
    return func.instr(column, sought, type_=Integer()) > 0


_RECORDS: Final = select(
    Record.key, Record.uploaded_by, Record.status, Record.whole, Record.facts, Record.faults, Record.raw
).order_by(Record.key)
_OUTCOMES: Final = (
    select(UploadChunk.key, UploadChunk.outcomes)
    .join(Upload, Upload.key == UploadChunk.upload_key)
    .where(Upload.club_key == bindparam("club"), UploadChunk.key > bindparam("last"))
    .where(UploadChunk.outcomes.is_not(None))
    .order_by(UploadChunk.key)
    .limit(_RECORDS_AT_ONCE)
)
_CHANGES: Final = select(
    PlayerChange.key, PlayerChange.player_id, PlayerChange.kind, PlayerChange.details
).order_by(PlayerChange.key)
_REWRITING: Final = (
    update(Record)
    .where(Record.key == bindparam("new_key"))
    .values({name: bindparam(f"new_{name}") for name in REWRITTEN})
)
_MARKING: Final = (
    update(Record).where(Record.key == bindparam("record")).values(rewritten_at=bindparam("moment"))
)
