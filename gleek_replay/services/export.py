"""Taking out what came in: the records of hands byte for byte, and the players' rows as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import HandFilter
from gleek_replay.storage import exporting
from gleek_replay.storage.exporting import PLAYED_COLUMNS
from gleek_replay.storage.hand_queries import Place

__all__ = ["PLAYED_COLUMNS", "export_players", "export_records"]

_HANDS_AT_ONCE: Final = 500


def export_records(
    session: Session, caller: Caller, wanted: HandFilter | None = None, *, every: bool = False
) -> Iterator[bytes]:
    """The record that each hand stands on, the newest hand first, each ending in a line feed; with ``every``
    all records of it that are not withdrawn or replaced.

    The bytes are those that came in, but for line feeds between the parts of a record that was laid out over
    several lines: a space stands for each. What is stored meanwhile may be in it or not.
    """
    require(caller, Action.READ_RECORDS)
    return _records(session, caller, wanted or HandFilter(), every)


def export_players(
    session: Session, caller: Caller, wanted: HandFilter | None = None
) -> Iterator[tuple[object, ...]]:
    """The players' rows of hands in the order of :data:`PLAYED_COLUMNS`, the newest hand first; amounts
    are counters due.
    """
    require(caller, Action.READ)
    return _players(session, caller, wanted or HandFilter())


def _records(session: Session, caller: Caller, wanted: HandFilter, every: bool) -> Iterator[bytes]:
    before: Place | None = None
    while True:
        found = exporting.records_before(session, caller.club_id, wanted, before, _HANDS_AT_ONCE, every=every)
        if not found:
            return
        before = found[-1][0]
        for _, records in found:
            for raw in records:
                yield raw.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n"
        session.rollback()


def _players(session: Session, caller: Caller, wanted: HandFilter) -> Iterator[tuple[object, ...]]:
    before: Place | None = None
    while True:
        found = exporting.players_before(session, caller.club_id, wanted, before, _HANDS_AT_ONCE)
        if not found:
            return
        before = found[-1][0]
        for _, rows in found:
            yield from rows
        session.rollback()
