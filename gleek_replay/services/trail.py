"""The trail of what was done to players: who, when, and what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import MOST_ITEMS, Page
from gleek_replay.services.people import people_of
from gleek_replay.services.refusals import BadCursor
from gleek_replay.services.upload_ids import upload_id_of, upload_key_of
from gleek_replay.storage import people
from gleek_replay.storage.people import ChangeSummary
from gleek_replay.storage.tables import ChangeKind

__all__ = ["Change", "ChangeKind", "find_changes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change to a player: when, by which key of which owner, and what.

    ``details`` has the ``name`` given and the one ``before``; the id ``into`` which he was merged, or no
    longer is; or how many ``records`` were rewritten. ``undone_by`` is the id of the change that took it back
    or put another in its place.
    """

    change_id: str
    player_id: str
    changed_at: datetime
    key: str
    owner: str
    kind: ChangeKind
    details: dict[str, Any]
    undone_by: str | None


def find_changes(
    session: Session, caller: Caller, player_id: str, cursor: str | None = None, limit: int = 50
) -> Page[Change]:
    """A page of the changes to a player under any of his ids, the latest first. Of somebody who never was a
    player there are none. Raises :class:`BadCursor`.
    """
    require(caller, Action.MANAGE_PLAYERS)
    limit = max(1, min(limit, MOST_ITEMS))
    before = None if cursor is None else upload_key_of(cursor)
    if cursor is not None and before is None:
        raise BadCursor("The cursor is none that a page has given out.")
    ids = people_of(session.connection(), caller.club_id).ids_of(player_id)
    found = people.changes_before(session, caller.club_id, ids, before, limit + 1)
    more = len(found) > limit
    return Page(
        items=tuple(map(_change, found[:limit])),
        next_cursor=upload_id_of(found[limit - 1].key) if more else None,
    )


def _change(kept: ChangeSummary) -> Change:
    return Change(
        change_id=upload_id_of(kept.key),
        player_id=kept.player_id,
        changed_at=kept.changed_at,
        key=kept.key_name,
        owner=kept.owner,
        kind=kept.kind,
        details=orjson.loads(kept.details),
        undone_by=None if kept.undone_by is None else upload_id_of(kept.undone_by),
    )
