"""The replay of a stored hand, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit
from gleek_replay.audit.replaying import STAGES, Replaying, positions
from gleek_replay.records import Fault, HandRecord
from gleek_replay.records.faults import pointer
from gleek_replay.services.access import Caller
from gleek_replay.services.hands import replay_whole
from gleek_replay.services.people import people_of
from gleek_replay.services.readings import WrittenOption, read_by
from gleek_replay.services.refusals import Unfit

__all__ = ["STAGES", "Replay", "Viewing", "WrittenOption", "get_replay"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewing:
    """How a hand is to be looked at: from the seat of a player (``eyes``, an id of his), with names or called
    by positions, and by a ``preset`` with some ``options``, or by its own rules.
    """

    eyes: str | None = None
    names_hidden: bool = False
    preset: str | None = None
    options: Sequence[WrittenOption] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A hand as its reader may go through it: the ``document`` for programs, and the audit that it was made
    from, in which is no card and no name that he may not or would not see.
    """

    audit: Audit
    document: dict[str, Any]

    @property
    def names(self) -> dict[str, str]:
        """What to call each player, by his id in the document."""
        return {player["id"]: player["name"] for player in self.document["players"]}


def get_replay(session: Session, caller: Caller, hand_id: str, viewing: Viewing) -> Replay:
    """The replay of what the records know together that a hand stands on. By other rules the caller sees what
    was open at the table by its own.

    Raises :class:`NotFound`; :class:`Unfit` for rules that are none or do not fit the hand, and for ``eyes``
    of somebody who did not sit in it.
    """
    own, sight = replay_whole(session, caller, hand_id)
    reading = own
    if viewing.preset is not None or viewing.options:
        reading = read_by(own, viewing.preset, viewing.options)
    replaying = Replaying(
        own=own,
        reading=reading,
        sight=sight,
        eyes=None if viewing.eyes is None else _seat(session, caller, own.record, viewing),
        names_hidden=viewing.names_hidden,
    )
    return Replay(audit=replaying.audit, document=replaying.document)


def _seat(session: Session, caller: Caller, record: HandRecord, viewing: Viewing) -> int:
    """The seat of the player from whose seat a hand is looked at; without names, he may be called by it."""
    called = positions(record.hand)
    if viewing.names_hidden and viewing.eyes in called:
        return called.index(viewing.eyes)
    ids = [player.id for player in record.players]
    seats = people_of(session.connection(), caller.club_id).seats_of(viewing.eyes or "", ids)
    if not seats:
        raise Unfit([Fault(pointer("query", "eyes"), f"nobody of this id sat in the hand {record.hand_id}")])
    return seats[0]
