"""Hand histories to upload: real ones, and what tests make of them."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import orjson
from sqlalchemy.orm import Session

from gleek_replay.services import keys
from gleek_replay.services.access import Caller
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.hands import MOST_ITEMS
from gleek_replay.services.progress import get_outcomes
from gleek_replay.services.taking import Outcome
from gleek_replay.services.upload_ids import upload_key_of
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.storage import open_database

EXAMPLES = Path(__file__).parents[1] / "examples"


def take_upload(
    session: Session, caller: Caller, stream: BinaryIO, wishes: Wishes | None = None
) -> Iterator[Outcome]:
    """Receive an upload and deal with all of it here, in this process; each outcome once it is stored."""
    receipt = receive_upload(session, caller, [SentFile(stream=stream)], wishes)
    upload_id = receipt.upload.upload_id
    worker, cursor = new_worker(timedelta(minutes=1)), None
    while True:
        page = get_outcomes(session, caller, upload_id, cursor, MOST_ITEMS)
        yield from page.items
        if page.next_cursor is None:
            return
        cursor = page.next_cursor
        if not page.items and not work(session, worker, upload_key=upload_key_of(upload_id)):
            time.sleep(0.05)  # another worker holds the chunk that is wanted next


def told(example: str = "parlett", **changes: Any) -> dict[str, Any]:
    """The example of this name, with some fields changed."""
    document: dict[str, Any] = orjson.loads(bytes_of(example))
    return document | changes


def bytes_of(example: str) -> bytes:
    """The example of this name, byte for byte."""
    return (EXAMPLES / f"{example}.hand.json").read_bytes()


def ndjson(*documents: dict[str, Any]) -> bytes:
    """Documents, one a line."""
    return b"\n".join(orjson.dumps(document) for document in documents)


def upload(
    session: Session, caller: Caller, *documents: dict[str, Any] | bytes, wishes: Wishes | None = None
) -> tuple[Outcome, ...]:
    """What came of uploading documents, or bytes as they are, one a line."""
    lines = [part if isinstance(part, bytes) else orjson.dumps(part) for part in documents]
    return tuple(take_upload(session, caller, io.BytesIO(b"\n".join(lines)), wishes))


def statuses(outcomes: tuple[Outcome, ...]) -> list[str]:
    """The status of each outcome."""
    return [outcome.status.value for outcome in outcomes]


def evening(hands: int, *, table: str = "blackfriars", players: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """One hand told so many times over as different hands of a session, ten minutes apart."""
    start = datetime(2026, 3, 1, 18, tzinfo=UTC)
    return [
        renamed(
            told(
                hand_id=f"{table}-{number}",
                session={"id": table, "hand": number},
                played_at=(start + timedelta(minutes=10 * number)).isoformat(),
            ),
            players,
        )
        for number in range(1, hands + 1)
    ]


def renamed(document: dict[str, Any], players: tuple[str, ...]) -> dict[str, Any]:
    """The document with other ids for its players, in seat order."""
    text = orjson.dumps(document)
    for player, new in zip(document["players"], players, strict=False):
        text = text.replace(b'"%b"' % player["id"].encode(), b'"%b"' % new.encode())
    renamed_document: dict[str, Any] = orjson.loads(text)
    return renamed_document


def upload_by_a_process_of_its_own(url: str, body: bytes) -> list[str]:
    """The statuses of an upload by the operator, from a process that shares nothing but the file."""
    database = open_database(url)
    with database.session() as session:
        outcomes = tuple(take_upload(session, keys.operator(session), io.BytesIO(body)))
    database.close()
    return statuses(outcomes)
