"""Looking into a database as those do who are responsible for it."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import func, inspect, select, text
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import ApiKey, Hand, HandDay

_MOST_FAULTS = 3


def faults_of_file(session: Session) -> list[str] | None:
    """What is damaged in an SQLite file, at most three faults; ``None`` for a database that is none."""
    if not _is_sqlite(session):
        return None
    found = [str(fault) for fault in session.scalars(text(f"PRAGMA quick_check({_MOST_FAULTS})"))]
    return [] if found == ["ok"] else found


def has_tables(session: Session) -> bool:
    """Whether there are tables in the database, be they whose they may."""
    return bool(inspect(session.connection()).get_table_names())


def journal_mode(session: Session) -> str | None:
    """How an SQLite file keeps its writes; ``None`` for a database that is none."""
    return str(session.scalar(text("PRAGMA journal_mode"))) if _is_sqlite(session) else None


def clock(session: Session) -> datetime | None:
    """What time it is for a database that may be on another machine; ``None`` for one that is on this."""
    if _is_sqlite(session):
        return None
    found = session.scalar(text("SELECT clock_timestamp()"))
    assert isinstance(found, datetime)
    return found.astimezone(UTC)


def hands_not_judged_by(session: Session, engine_version: str) -> int:
    """How many hands another version of the engine has judged."""
    others = select(func.count()).select_from(Hand).where(Hand.engine_version != engine_version)
    return session.scalar(others) or 0


def hands_missing_from_tallies(session: Session) -> int:
    """How many hands are in no statistics, since they were stored by a version that kept no lines. Less than
    none, where the tallies count more hands than there are.
    """
    hands = session.scalar(select(func.count()).select_from(Hand)) or 0
    return hands - int(session.scalar(select(func.sum(HandDay.hands))) or 0)


def keys_expiring(session: Session, after: datetime, before: datetime) -> list[str]:
    """The names of the keys that are good, and are to expire between two moments."""
    wanted = (ApiKey.revoked_at.is_(None), ApiKey.expires_at > after, ApiKey.expires_at <= before)
    return list(session.scalars(select(ApiKey.name).where(*wanted).order_by(ApiKey.expires_at)))


def _is_sqlite(session: Session) -> bool:
    return session.get_bind().dialect.name == "sqlite"
