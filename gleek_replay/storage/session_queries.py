"""Reading sessions of play."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, case, func, select, tuple_
from sqlalchemy.orm import Session, aliased

from gleek_replay.audit import Verdict
from gleek_replay.storage.tables import Hand, HandPlayer, Instant, Player, PlaySession


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A session as a list shows it: how many hands of it are stored, and when they were played."""

    session_id: str
    hands: int
    first_played_at: datetime
    last_played_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HandBeside:
    """A hand that was played before or after another in the same session, with its number there."""

    hand_id: str
    session_hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a player won or lost in a session by what counts, in counters."""

    player_id: str
    name: str | None
    net: int


def hand_beside(session: Session, club_key: int, hand_id: str, *, after: bool) -> HandBeside | None:
    """The hand of the same session before or after a hand, by number and time; ``None`` if it is the first or
    the last, in no session, or not there.
    """
    this = aliased(Hand)
    here = tuple_(this.session_hand, this.played_at, this.key)
    there = tuple_(Hand.session_hand, Hand.played_at, Hand.key)
    order = (Hand.session_hand, Hand.played_at, Hand.key)
    row = session.execute(
        select(Hand.hand_id, Hand.session_hand)
        .join(this, this.play_session_key == Hand.play_session_key)
        .where(this.club_key == club_key, this.hand_id == hand_id, there > here if after else there < here)
        .order_by(*(order if after else [each.desc() for each in order]))
        .limit(1)
    ).one_or_none()
    return None if row is None else HandBeside(hand_id=row.hand_id, session_hand=row.session_hand or 0)


def unsound_hands(
    session: Session, club_key: int, session_ids: Collection[str]
) -> dict[str, dict[Verdict, int]]:
    """How many hands of each session have which verdict, clean ones aside."""
    rows = session.execute(
        select(PlaySession.session_id, Hand.verdict, func.count())
        .join(Hand, Hand.play_session_key == PlaySession.key)
        .where(PlaySession.club_key == club_key, PlaySession.session_id.in_(session_ids))
        .where(Hand.verdict != Verdict.CLEAN)
        .group_by(PlaySession.session_id, Hand.verdict)
        .order_by(Hand.verdict)
    )
    found: dict[str, dict[Verdict, int]] = {}
    for session_id, verdict, count in rows:
        found.setdefault(session_id, {})[verdict] = count
    return found


def standings(session: Session, club_key: int, session_ids: Collection[str]) -> dict[str, list[Standing]]:
    """What the players of sessions won or lost in them, the highest first."""
    net = func.sum(case((HandPlayer.counts, HandPlayer.net), else_=0))
    rows = session.execute(
        select(PlaySession.session_id, Player.player_id, Player.name, net)
        .join(Hand, Hand.play_session_key == PlaySession.key)
        .join(HandPlayer, HandPlayer.hand_key == Hand.key)
        .join(Player, Player.key == HandPlayer.player_key)
        .where(PlaySession.club_key == club_key, PlaySession.session_id.in_(session_ids))
        .group_by(PlaySession.session_id, Player.key, Player.player_id, Player.name)
        .order_by(net.desc(), Player.player_id)
    )
    found: dict[str, list[Standing]] = {}
    for session_id, player_id, name, won in rows:
        found.setdefault(session_id, []).append(Standing(player_id=player_id, name=name, net=int(won)))
    return found


def sessions_after(session: Session, club_key: int, after: str | None, limit: int) -> list[SessionSummary]:
    """At most ``limit`` sessions in the order of their ids, from the one after ``after`` on."""
    page = _with_hands(club_key)
    if after is not None:
        page = page.where(PlaySession.session_id > after)
    return _summaries(session, page.order_by(PlaySession.session_id).limit(limit), latest_first=False)


def latest_sessions(session: Session, club_key: int, before: str | None, limit: int) -> list[SessionSummary]:
    """At most ``limit`` sessions, those that were heard of last first, from the one after ``before`` on."""
    page = _with_hands(club_key)
    if before is not None:
        known = (PlaySession.club_key == club_key, PlaySession.session_id == before)
        page = page.where(PlaySession.key < select(PlaySession.key).where(*known).scalar_subquery())
    return _summaries(session, page.order_by(PlaySession.key.desc()).limit(limit), latest_first=True)


def _with_hands(club_key: int) -> Select[Any]:
    has_hands = select(Hand.key).where(Hand.play_session_key == PlaySession.key).exists()
    return select(PlaySession).where(PlaySession.club_key == club_key, has_hands)


def _summaries(session: Session, page: Select[Any], *, latest_first: bool) -> list[SessionSummary]:
    """The sessions of a page in its order, which is by their ids unless the latest come first."""
    found = page.subquery()
    rows = session.execute(
        select(
            found.c.session_id,
            func.count().label("hands"),
            func.min(Hand.played_at, type_=Instant()).label("first"),
            func.max(Hand.played_at, type_=Instant()).label("last"),
        )
        .join(Hand, Hand.play_session_key == found.c.key)
        .group_by(found.c.session_id, found.c.key)
        .order_by(found.c.key.desc() if latest_first else found.c.session_id)
    )
    return [
        SessionSummary(
            session_id=row.session_id, hands=row.hands, first_played_at=row.first, last_played_at=row.last
        )
        for row in rows
    ]
