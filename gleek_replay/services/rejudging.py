"""Hands that came to another verdict or settlement when they were judged anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from gleek_replay.services.agreement import Agreement
from gleek_replay.services.rulings import finds_otherwise
from gleek_replay.storage import credentials, disputes
from gleek_replay.storage.projection import HAND_COLUMNS, Projection
from gleek_replay.storage.tables import RulingKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """What a hand came to by a version of the engine; ``due`` has each player's net, in counters."""

    verdict: str
    engine: str
    due: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudged:
    """A hand judged otherwise than before; ``None`` stands for a hand that there was, or is, not.

    A ``ruling`` stays in force. ``stands_otherwise``: the engine finds otherwise than when it was made.
    """

    club: str
    hand_id: str
    before: Judgment | None
    after: Judgment | None
    ruling: RulingKind | None
    stands_otherwise: bool

    @property
    def document(self) -> dict[str, Any]:
        """The same as other programs read it."""
        before, after = (
            each and {"verdict": each.verdict, "engine": each.engine, "due": dict(each.due)}
            for each in (self.before, self.after)
        )
        return {
            "club": self.club,
            "hand_id": self.hand_id,
            "before": before,
            "after": after,
            "ruling": self.ruling and self.ruling.value,
            "stands_otherwise": self.stands_otherwise,
        }


def rejudged(connection: Connection, club_key: int, agreement: Agreement, *, is_new: bool) -> Rejudged | None:
    """What became of a hand that was judged anew; ``None`` if it came to the same."""
    before = None if is_new else _judgment(agreement.before)
    after = None if agreement.after is None else _judgment(agreement.after)
    if before and after and (before.verdict, before.due) == (after.verdict, after.due):
        return None
    hand_id = str(agreement.before.hand[HAND_COLUMNS.index("hand_id")])
    ruling = None if agreement.after is None else agreement.after.ruling
    return Rejudged(
        club=credentials.club_name(connection, club_key),
        hand_id=hand_id,
        before=before,
        after=after,
        ruling=ruling,
        stands_otherwise=ruling is not None and _stands_otherwise(connection, club_key, hand_id, agreement),
    )


def _judgment(projection: Projection) -> Judgment:
    return Judgment(verdict=projection.verdict.value, engine=projection.engine_version, due=projection.due)


def _stands_otherwise(connection: Connection, club_key: int, hand_id: str, agreement: Agreement) -> bool:
    dispute = disputes.dispute_of(connection, club_key, hand_id)
    then = None if dispute is None else disputes.audit_at_ruling(connection, dispute.key)
    return then is not None and agreement.known is not None and finds_otherwise(then, agreement.known)
