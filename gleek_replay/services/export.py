"""Taking out what came in: the records of hands byte for byte, and the players' rows as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, allows, require
from gleek_replay.services.hands import HandFilter
from gleek_replay.services.people import meant
from gleek_replay.storage import exporting
from gleek_replay.storage.exporting import PLAYED_COLUMNS
from gleek_replay.storage.hand_queries import Place

__all__ = ["PLAYED_COLUMNS", "export_players", "export_records"]

_HANDS_AT_ONCE: Final = 500


def export_records(
    session: Session, caller: Caller, wanted: HandFilter | None = None, *, every: bool = False
) -> Iterator[bytes]:
    """The record that each hand stands on, the newest hand first, each ending in a line feed; with ``every``
    all records of it that are not withdrawn or replaced. One who may not read what others uploaded has only
    what his owner did.

    The bytes are those that came in, but for line feeds between the parts of a record that was laid out over
    several lines: a space stands for each. What is stored meanwhile may be in it or not.
    """
    require(caller, Action.UPLOAD)
    owner = None if allows(caller.role, Action.READ_RECORDS) else caller.owner
    return _records(
        session, caller.club_id, meant(session, caller.club_id, wanted or HandFilter()), every, owner
    )


def export_players(
    session: Session, caller: Caller, wanted: HandFilter | None = None
) -> Iterator[tuple[object, ...]]:
    """The players' rows of hands in the order of :data:`PLAYED_COLUMNS`, the newest hand first; amounts
    are counters, due or by a ruling.
    """
    require(caller, Action.READ)
    return _players(session, caller, meant(session, caller.club_id, wanted or HandFilter()))


def _records(
    session: Session, club_id: int, wanted: HandFilter, every: bool, owner: str | None
) -> Iterator[bytes]:
    before: Place | None = None
    while True:
        found = exporting.records_before(
            session, club_id, wanted, before, _HANDS_AT_ONCE, every=every, owner=owner
        )
        session.rollback()  # whoever takes his time over what was found keeps no transaction open
        if not found:
            return
        before = found[-1][0]
        for _, records in found:
            for raw in records:
                yield raw.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n"


def _players(session: Session, caller: Caller, wanted: HandFilter) -> Iterator[tuple[object, ...]]:
    before: Place | None = None
    while True:
        found = exporting.players_before(session, caller.club_id, wanted, before, _HANDS_AT_ONCE)
        session.rollback()
        if not found:
            return
        before = found[-1][0]
        for _, rows in found:
            yield from rows
