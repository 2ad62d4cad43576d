"""What has to hold of a database in which everything that was uploaded is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, select, text
from sqlalchemy.orm import Session

from gleek_replay.storage import open_database
from gleek_replay.storage.tables import (
    ChunkPayload,
    ChunkState,
    Hand,
    HandPlayer,
    Record,
    Status,
    Upload,
    UploadChunk,
    UploadState,
)
from tests.jobs.hands import Sent


def assert_all_is_stored_once(url: str, sent: Sequence[Sent]) -> None:
    """Of uploads of new hands: every hand is stored exactly once, all counts are right, and nothing else is
    left.
    """
    lines = [line for upload in sent for line in upload.lines]
    database = open_database(url)
    with database.session() as session:
        kept = list(session.scalars(select(Record.sha256)))
        assert sorted(kept) == sorted(lines)
        assert _count(session, select(Hand)) == len(lines)
        assert _count(session, select(Record).where(Record.status != Status.ACCEPTED)) == 0
        assert _count(session, select(Record).where(Record.hand_key != Record.key)) == 0
        assert _count(session, select(Hand).where(Hand.record_key != Hand.key)) == 0
        assert _orphans(session) == []
        _assert_the_ledger_adds_up(session, sent)
        if session.get_bind().dialect.name == "sqlite":
            assert session.scalars(text("PRAGMA integrity_check")).all() == ["ok"]
            assert session.execute(text("PRAGMA foreign_key_check")).all() == []
    database.close()


def _assert_the_ledger_adds_up(session: Session, sent: Sequence[Sent]) -> None:
    for one in sent:
        upload = session.scalars(select(Upload).where(Upload.idempotency_key == one.idempotency_key)).one()
        chunks = session.scalars(select(UploadChunk).where(UploadChunk.upload_key == upload.key)).all()
        hands = len(one.lines)
        assert (upload.state, upload.bytes, upload.records) == (UploadState.DONE, one.size, hands)
        assert upload.body_sha256 == one.sha256
        assert sum(chunk.records for chunk in chunks) == hands
        assert sum(chunk.accepted for chunk in chunks) == hands
        assert sorted(chunk.number for chunk in chunks) == list(range(len(chunks)))
    assert _count(session, select(Upload)) == len(sent)
    unfinished = (UploadChunk.state != ChunkState.DONE) | UploadChunk.lease_until.is_not(None)
    unfinished |= UploadChunk.outcomes.is_(None)
    assert _count(session, select(UploadChunk).where(unfinished)) == 0
    assert _count(session, select(ChunkPayload)) == 0


def _orphans(session: Session) -> list[str]:
    """Rows that belong to nothing, in words."""
    without = {
        "records without upload": select(Record).where(
            Record.upload_key.not_in(select(Upload.key)) | Record.upload_key.is_(None)
        ),
        "records without hand": select(Record).where(
            Record.hand_key.not_in(select(Hand.key)) | Record.hand_key.is_(None)
        ),
        "players without hand": select(HandPlayer).where(HandPlayer.hand_key.not_in(select(Hand.key))),
        "chunks without upload": select(UploadChunk).where(UploadChunk.upload_key.not_in(select(Upload.key))),
    }
    found = [f"{_count(session, rows)} {what}" for what, rows in without.items() if _count(session, rows)]
    seats = (
        select(func.count()).select_from(HandPlayer).group_by(HandPlayer.hand_key).having(func.count() != 3)
    )
    return found + [f"a hand of {players} players" for players in session.scalars(seats)]


def _count(session: Session, rows: Select[Any]) -> int:
    return session.scalar(select(func.count()).select_from(rows.subquery())) or 0
