"""Reading and writing disputes. A step that is written stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, insert, literal, select, tuple_, update
from sqlalchemy.orm import Session

from gleek_replay.storage.hand_queries import Place
from gleek_replay.storage.prepared import Prepared, asked_for
from gleek_replay.storage.tables import (
    ApiKey,
    Dispute,
    DisputeState,
    DisputeStep,
    Hand,
    HandPlayer,
    Instant,
    Player,
    RulingKind,
    StepKind,
)
from gleek_replay.storage.tables.base import KEY
from gleek_replay.storage.time_keys import new_key

_DIGEST: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRow:
    """A dispute as it stands; see :class:`gleek_replay.storage.tables.Dispute`."""

    key: int
    hand_id: str
    state: DisputeState
    version: int
    opened_at: datetime
    changed_at: datetime
    ruling: RulingKind | None
    record_key: int | None
    contradicting: bytes

    @property
    def contradictions(self) -> frozenset[bytes]:
        """The digests of the facts that contradicted the hand when it was last judged."""
        told = self.contradicting
        return frozenset(told[start : start + _DIGEST] for start in range(0, len(told), _DIGEST))


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """A step of a dispute; ``by`` is the name of the key that took it, ``None`` for the service itself."""

    number: int
    at: datetime
    kind: StepKind
    by: str | None
    claimant: str | None
    text: str | None
    ruling: RulingKind | None
    record_key: int | None
    engine_version: str | None
    audit: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStep:
    """A step to be added; ``by_key`` is the key that takes it, ``None`` for the service itself."""

    kind: StepKind
    at: datetime
    by_key: int | None = None
    claimant: str | None = None
    text: str | None = None
    ruling: RulingKind | None = None
    record_key: int | None = None
    engine_version: str | None = None
    audit: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeFilter:
    """Which disputes: in one of the ``states``, or in any if there are none; about a hand in which ``player``
    sat.
    """

    states: tuple[DisputeState, ...] = ()
    player: str | None = None


def dispute_of(asked: Session | Connection, club_key: int, hand_id: str) -> DisputeRow | None:
    """The dispute about a hand, if there has been one."""
    row = asked.execute(_ROW.where(Dispute.club_key == club_key, Dispute.hand_id == hand_id)).one_or_none()
    return None if row is None else DisputeRow(**row._mapping)


def dispute_of_hand(connection: Connection, hand_key: int) -> tuple[str, DisputeRow | None]:
    """The id of a stored hand, and the dispute about it, if there has been one."""
    hand_id, club_key = connection.execute(
        select(Hand.hand_id, Hand.club_key).where(Hand.key == hand_key)
    ).one()
    return hand_id, dispute_of(connection, club_key, hand_id)


def hands_in_dispute(connection: Connection, club_key: int, hand_ids: Collection[str]) -> set[str]:
    """Those of the hand ids of which a club has, or had, a dispute."""
    return {hand_id for (hand_id,) in _DISPUTED.rows(connection, club=club_key, ids=list(hand_ids))}


def keys_of_hands(session: Session, club_key: int) -> set[int]:
    """The keys of the hands of a club about which there is a dispute that nobody has ruled on."""
    return set(session.scalars(select(Hand.key).where(Hand.club_key == club_key, Hand.disputed)))


def steps_of(session: Session, dispute_key: int) -> tuple[StepRow, ...]:
    """The steps of a dispute in their order."""
    columns = [getattr(DisputeStep, one.name) for one in fields(StepRow) if one.name != "by"]
    rows = session.execute(
        select(*columns, ApiKey.name.label("by"))
        .join(ApiKey, ApiKey.key == DisputeStep.by_key, isouter=True)
        .where(DisputeStep.dispute_key == dispute_key)
        .order_by(DisputeStep.number)
    )
    return tuple(StepRow(**row._mapping) for row in rows)


def audit_at_ruling(connection: Connection, dispute_key: int) -> bytes | None:
    """The audit that was kept with the ruling in force, packed; ``None`` if there is none."""
    ruled = (DisputeStep.dispute_key == dispute_key, DisputeStep.ruling.is_not(None))
    latest = select(DisputeStep.audit).where(*ruled).order_by(DisputeStep.number.desc()).limit(1)
    return connection.scalar(latest)


def is_the_services_own(connection: Connection, dispute_key: int) -> bool:
    """Whether nobody has said or done anything in a dispute but the service itself."""
    done = (DisputeStep.dispute_key == dispute_key, DisputeStep.by_key.is_not(None))
    return connection.scalar(select(DisputeStep.number).where(*done).limit(1)) is None


def disputes_before(
    session: Session, club_key: int, wanted: DisputeFilter, before: Place | None, limit: int
) -> list[tuple[Place, DisputeRow]]:
    """At most ``limit`` disputes, the last changed first, from the one after ``before`` on."""
    query = _narrowed(_ROW.where(Dispute.club_key == club_key), club_key, wanted)
    if before is not None:
        place = (literal(before.played_at, Instant()), literal(before.key, KEY))
        query = query.where(tuple_(Dispute.changed_at, Dispute.key) < tuple_(*place))
    rows = session.execute(query.order_by(Dispute.changed_at.desc(), Dispute.key.desc()).limit(limit))
    found = [DisputeRow(**row._mapping) for row in rows]
    return [(Place(played_at=row.changed_at, key=row.key), row) for row in found]


def add_dispute(
    connection: Connection, club_key: int, hand_id: str, at: datetime, contradictions: Iterable[bytes] = ()
) -> int:
    """Open the dispute about a hand; returns its key. The first step is to say so."""
    key = new_key()
    row = {
        "key": key,
        "club_key": club_key,
        "hand_id": hand_id,
        "state": DisputeState.OPEN,
        "version": 1,
        "opened_at": at,
        "changed_at": at,
        "contradicting": _joined(contradictions),
    }
    connection.execute(insert(Dispute), row)
    return key


def advance(
    connection: Connection,
    dispute: DisputeRow,
    at: datetime,
    *,
    state: DisputeState | None = None,
    contradictions: Iterable[bytes] | None = None,
    ruling: tuple[RulingKind, int] | None = None,
) -> int | None:
    """Change a dispute that is still as it was read; returns the number of the step that is to say so, or
    ``None`` if it no longer is, and nothing is done. A ruling is its kind and the key of a record; it takes
    the place of the one in force.
    """
    columns: dict[str, Any] = {"version": dispute.version + 1, "changed_at": at}
    if state is not None:
        columns["state"] = state
    if contradictions is not None:
        columns["contradicting"] = _joined(contradictions)
    if ruling is not None:
        columns["ruling"], columns["record_key"] = ruling
    unchanged = (Dispute.key == dispute.key, Dispute.version == dispute.version)
    changed = connection.execute(update(Dispute).where(*unchanged).values(columns)).rowcount
    return dispute.version + 1 if changed else None


def set_contradictions(connection: Connection, dispute_key: int, contradictions: Iterable[bytes]) -> None:
    """Keep what contradicts the hand as it stands now, without a step."""
    mine = update(Dispute).where(Dispute.key == dispute_key)
    connection.execute(mine.values(contradicting=_joined(contradictions)))


def add_step(connection: Connection, dispute_key: int, number: int, step: NewStep) -> None:
    """Write down what was done in a dispute."""
    row = {one.name: getattr(step, one.name) for one in fields(step)}
    connection.execute(insert(DisputeStep), {"dispute_key": dispute_key, "number": number, **row})


def retell(connection: Connection, club_key: int, digests: Mapping[bytes, bytes]) -> None:
    """Know contradictions again whose records were read or written otherwise: the digest of their facts now,
    by what it was.
    """
    rows = connection.execute(_TELLINGS.where(Dispute.club_key == club_key)).all() if digests else []
    for key, told in rows:
        before = [told[start : start + _DIGEST] for start in range(0, len(told), _DIGEST)]
        after = _joined({digests.get(digest, digest) for digest in before})
        if after != told:
            connection.execute(update(Dispute).where(Dispute.key == key).values(contradicting=after))


def told_steps(connection: Connection, club_key: int) -> Iterator[tuple[int, StepRow]]:
    """All steps of a club in which something is said or shown, each with the key of its dispute."""
    disputes = list(connection.scalars(select(Dispute.key).where(Dispute.club_key == club_key)))
    for key in disputes:
        for row in connection.execute(_TOLD.where(DisputeStep.dispute_key == key)).all():
            yield key, StepRow(by=None, **row._mapping)


def rewrite_step(connection: Connection, dispute_key: int, number: int, **columns: Any) -> None:
    """Put other words in the place of what a step says, since they name somebody who is erased."""
    step = (DisputeStep.dispute_key == dispute_key, DisputeStep.number == number)
    connection.execute(update(DisputeStep).where(*step).values(columns))


def _narrowed(query: Select[Any], club_key: int, wanted: DisputeFilter) -> Select[Any]:
    if wanted.states:
        query = query.where(Dispute.state.in_(wanted.states))
    if wanted.player is not None:
        sat = (
            select(Hand.hand_id)
            .join(HandPlayer, HandPlayer.hand_key == Hand.key)
            .join(Player, Player.key == HandPlayer.player_key)
            .where(Player.club_key == club_key, Player.player_id == wanted.player)
        )
        query = query.where(Dispute.hand_id.in_(sat))
    return query


def _joined(digests: Iterable[bytes]) -> bytes:
    return b"".join(sorted(digests))


_COLUMNS: Final[Sequence[Any]] = [getattr(Dispute, one.name) for one in fields(DisputeRow)]
_ROW: Final[Select[Any]] = select(*_COLUMNS)
_TELLINGS: Final = select(Dispute.key, Dispute.contradicting).where(Dispute.contradicting != b"")
_TOLD: Final[Select[Any]] = select(
    *(getattr(DisputeStep, one.name) for one in fields(StepRow) if one.name != "by")
).order_by(DisputeStep.number)
_ASKED: Final = asked_for("ids")
_DISPUTED: Final = Prepared(
    select(Dispute.hand_id)
    .select_from(_ASKED.join(Dispute, Dispute.hand_id == _ASKED.c.value))
    .where(Dispute.club_key == bindparam("club"))
)
