"""Storing a club's hands as an upload stores them, but for the reading and the audit of each, in large
transactions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gleek_replay.jobs.polling import calm_the_garbage_collector
from gleek_replay.services.access import Role
from gleek_replay.services.keys import create_key, operator
from gleek_replay.services.luck import make_fits
from gleek_replay.services.parts import Part
from gleek_replay.services.taking import Source, store_parts
from gleek_replay.storage import credentials, migrate, open_database, writing
from gleek_replay.storage.tables import PlaySession
from gleek_replay.storage.time_keys import new_key, new_keys
from scripts.bench_large.club import sittings
from scripts.bench_large.evenings import HANDS_AN_EVENING, evenings

_SECOND: Final = "second-client"
_SITTINGS_AT_ONCE: Final = 200
DIFFERENT_HANDS: Final = 4_000


def load(
    url: str,
    hands: int,
    of_regular: int,
    *,
    different: int = DIFFERENT_HANDS,
    tell: Callable[[int, float], None] | None = None,
) -> float | None:
    """Store the hands that are not yet there, and have the database learn about luck from them; returns how
    many seconds that took, ``None`` if all were there. ``tell`` is told from time to time how many hands
    there are, and after how many seconds.
    """
    migrate(url)
    calm_the_garbage_collector()
    with closing(open_database(url)) as database, database.session() as session:
        there = session.scalar(select(func.count(PlaySession.key))) or 0
        if there * HANDS_AN_EVENING >= hands:
            return None
        caller = operator(session)
        first, second = _source(session, caller.key_id, caller.owner), _second_source(session)
        coming = sittings(evenings(different), hands, of_regular, there)
        begun = time.perf_counter()
        while some := list(islice(coming, _SITTINGS_AT_ONCE)):
            _store(session, first, [part for sitting in some for part in sitting.parts])
            _store(session, second, [part for sitting in some for part in sitting.contradictions])
            there += len(some)
            if tell is not None:
                tell(there * HANDS_AN_EVENING, time.perf_counter() - begun)
        make_fits(session, caller.club_id)
        return time.perf_counter() - begun


def _store(session: Session, source: Source, parts: list[Part]) -> None:
    if parts:
        with writing(session, source.club_key) as connection:
            store_parts(connection, source, parts, new_keys(len(parts)))


def _source(session: Session, key: int, owner: str) -> Source:
    """A key's upload, of which nothing is left but its records."""
    return Source(
        club_key=operator(session).club_id,
        uploaded_by=key,
        owner=owner,
        upload_key=new_key(),
        received_at=datetime.now(UTC),
        replaces=False,
    )


def _second_source(session: Session) -> Source:
    caller = operator(session)
    if not credentials.name_is_taken(session, caller.club_id, _SECOND):
        create_key(session, caller, name=_SECOND, role=Role.UPLOADER, owner=_SECOND)
    holder = credentials.key_by_name(session, caller.club_id, _SECOND, datetime.now(UTC))
    assert holder is not None, "it has just been made"
    return _source(session, holder.key, holder.owner)
