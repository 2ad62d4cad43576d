"""Where each microsecond of a stored hand goes."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from typing import TypeVar

import orjson
from sqlalchemy.orm import Session

from gleek_replay.audit import audit_record
from gleek_replay.engine import replay
from gleek_replay.records import RawRecord, facts_digest, read_record, split_records
from gleek_replay.services.keys import operator
from gleek_replay.services.parts import Part, audit_part, read_part
from gleek_replay.services.taking import Source, store_parts
from gleek_replay.services.upload_ids import upload_key_of
from gleek_replay.services.uploads import RECORDS_A_CHUNK, SentFile, Wishes, receive_upload
from gleek_replay.storage import open_database, writing
from gleek_replay.storage.projection import project
from gleek_replay.storage.time_keys import new_keys
from scripts.bench.databases import sqlite_database
from scripts.bench.figures import print_table, seconds_of
from scripts.bench.histories import Histories
from scripts.bench.service import store_here

_ROUNDS = 5
Value = TypeVar("Value")


def measure_steps(histories: Histories, hands: int) -> None:
    """Each step of storing hands in SQLite by itself, on one core."""
    stream = b"\n".join(histories.lines(hands))
    raws = list(split_records(io.BytesIO(stream)))
    lines = [raw.raw for raw in raws]
    records = [read_record(line) for line in lines]
    told = [record.hand for record in records]
    audits = [audit_record(record) for record in records]
    parts = [audit_part(read_part(raw)) for raw in raws]
    timed: dict[str, Callable[[], float]] = {
        "split": lambda: seconds_of(lambda: _each(id, split_records(io.BytesIO(stream)))),
        "parse": lambda: seconds_of(lambda: _each(orjson.loads, lines)),
        "read": lambda: seconds_of(lambda: _each(read_record, lines)),
        "digest": lambda: seconds_of(lambda: _each(facts_digest, records)),
        "replay": lambda: seconds_of(lambda: _each(replay, told)),
        "audit": lambda: seconds_of(lambda: _each(audit_record, records)),
        "project": lambda: seconds_of(lambda: _each(project, audits)),
        "parts": lambda: seconds_of(lambda: _each(_read_and_audit, _in_chunks(raws))),
        "insert": lambda: _insert(parts),
        "in all": lambda: _store(stream),
    }
    best = dict.fromkeys(timed, float("inf"))
    for _ in range(_ROUNDS):
        for name, work in timed.items():
            best[name] = min(best[name], work())
    checked = best["read"] + best["digest"] + best["audit"] + best["project"]
    steps = {
        "split the stream into records": best["split"],
        "parse JSON (orjson)": best["parse"],
        "read the record (marshmallow and checks)": best["read"] - best["parse"],
        "digest its facts": best["digest"],
        "replay the hand": best["replay"],
        "hold recorded against due": best["audit"] - best["replay"],
        "lay out the rows": best["project"],
        "digest its bytes, carry it along": best["parts"] - checked,
        "look up, insert and commit": best["insert"],
        "keep the ledger": best["in all"] - best["split"] - best["parts"] - best["insert"],
        "in all": best["in all"],
    }
    print_table(
        f"Where the time of a stored hand goes, in microseconds ({hands:,} hands)",
        [
            (step, f"{taken / hands * 1e6:,.1f}", f"{taken / best['in all']:.0%}")
            for step, taken in steps.items()
        ],
    )


def _each(work: Callable[[Value], object], values: Iterable[Value]) -> None:
    """Do something with each value, and keep nothing of what comes of it."""
    deque(map(work, values), maxlen=0)


def _in_chunks(values: Sequence[Value]) -> list[Sequence[Value]]:
    return [values[first : first + RECORDS_A_CHUNK] for first in range(0, len(values), RECORDS_A_CHUNK)]


def _read_and_audit(chunk: Sequence[RawRecord]) -> list[Part]:
    return [audit_part(part) for part in list(map(read_part, chunk))]


def _store(stream: bytes) -> float:
    with sqlite_database() as url, closing(open_database(url)) as database:
        return store_here(database, stream)


def _insert(parts: Sequence[Part]) -> float:
    """How long it takes to store parts that have been read and audited, in chunks."""
    with sqlite_database() as url, closing(open_database(url)) as database, database.session() as session:
        source = _any_source(session, parts[0].raw)

        def insert() -> None:
            for chunk in _in_chunks(parts[1:]):
                with writing(session, source.club_key) as connection:
                    store_parts(connection, source, chunk, new_keys(len(chunk)))

        return seconds_of(insert)


def _any_source(session: Session, raw: bytes) -> Source:
    """The upload of one hand, to which others can be added."""
    caller = operator(session)
    receipt = receive_upload(session, caller, [SentFile(stream=io.BytesIO(raw))], Wishes())
    upload_key = upload_key_of(receipt.upload.upload_id)
    assert upload_key is not None, "an upload that was just made"
    return Source(
        club_key=caller.club_id,
        uploaded_by=caller.key_id,
        owner=caller.owner,
        upload_key=upload_key,
        received_at=datetime.now(UTC),
        replaces=False,
    )
