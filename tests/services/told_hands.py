"""Hand histories to upload: real ones, and what tests make of them."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy.orm import Session

from gleek_replay.services import keys
from gleek_replay.services.access import Caller
from gleek_replay.services.taking import Outcome
from gleek_replay.services.uploads import Wishes, take_upload
from gleek_replay.storage import open_database

EXAMPLES = Path(__file__).parents[1] / "examples"


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
