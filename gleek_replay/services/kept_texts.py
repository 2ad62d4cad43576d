"""What came of an upload with the texts of its malformed records, which are kept as they came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Caller
from gleek_replay.services.excerpts import Excerpt, excerpt
from gleek_replay.services.hands import Page
from gleek_replay.services.progress import Outcome, PlacedOutcome, Status, find_placed, get_upload
from gleek_replay.services.upload_ids import upload_key_of
from gleek_replay.storage import upload_queries

__all__ = ["Status", "ToldOutcome", "get_told_outcomes"]

MOST_TEXT: Final = 256 * 1024
"""The bytes of malformed records in which a page shows the faults: finding their places takes its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldOutcome:
    """What came of a part of an upload. ``excerpt`` has the faults of a malformed one at their places;
    ``None`` where its text is not kept with this upload, since the same had been sent before, where it can be
    read by now, and for whoever did not send it. It is ``None`` as well where the page has ``too_much`` text
    already.
    """

    outcome: Outcome
    excerpt: Excerpt | None
    too_much: bool = False


def get_told_outcomes(
    session: Session,
    caller: Caller,
    upload_id: str,
    cursor: str | None = None,
    limit: int = 50,
    status: Status | None = None,
) -> Page[ToldOutcome]:
    """A page of what came of an upload's records, as :func:`~gleek_replay.services.progress.get_outcomes` has
    it, with the texts of those that were malformed for the owner who sent them. Raises :class:`NotFound`.
    """
    page = find_placed(session, caller, upload_id, cursor, limit, status)
    texts = _texts(session, caller, upload_id, page)
    left, told = MOST_TEXT, []
    for placed in page.items:
        text = texts.get(placed.record_key)
        left -= len(text or b"")
        shown = None if text is None or left < 0 else excerpt(text, placed.outcome.faults)
        told.append(
            ToldOutcome(outcome=placed.outcome, excerpt=shown, too_much=text is not None and left < 0)
        )
    return Page(items=tuple(told), next_cursor=page.next_cursor)


def _texts(session: Session, caller: Caller, upload_id: str, page: Page[PlacedOutcome]) -> dict[int, bytes]:
    """The texts of what is malformed on a page, by the keys of their records."""
    malformed = [placed.record_key for placed in page.items if placed.outcome.status is Status.MALFORMED]
    upload_key = upload_key_of(upload_id)
    if not malformed or upload_key is None:
        return {}
    if get_upload(session, caller, upload_id).uploader != caller.owner:
        return {}
    return upload_queries.kept_texts(session, upload_key, malformed)
