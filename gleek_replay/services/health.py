"""Whether the service can do its work, for those who send it requests or watch over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from sqlalchemy.orm import Session

from gleek_replay.services.opening import UNAVAILABLE
from gleek_replay.services.workers import WorkerKind, who_works
from gleek_replay.settings import Settings, Workers
from gleek_replay.storage import condition

OK: Final = "ok"
_NO_ANSWER: Final = "the database does not answer"
_WORKING: Final = frozenset({WorkerKind.POLLING, WorkerKind.HEARING})


def readiness(session: Session, settings: Settings) -> Mapping[str, str]:
    """What each check found: :data:`OK`, or what is wrong. Nothing of it is secret."""
    checks: dict[str, Callable[[], str]] = {
        "database": lambda: _reached(session),
        "migrations": lambda: _migrated(session),
        "workers": lambda: _staffed(session, settings),
        "storage": lambda: condition.why_it_cannot_be_written_to(session) or OK,
    }
    found: dict[str, str] = {}
    for name, check in checks.items():
        try:
            found[name] = check()
        except UNAVAILABLE:
            session.rollback()
            found[name] = _NO_ANSWER
        except OSError:
            found[name] = "the folder of the database cannot be used"
    return found


def measured(session: Session) -> bytes:
    """What the database knows of the work, for Prometheus; whether it answers is one of the figures."""
    registry = CollectorRegistry()
    reached = Gauge("gleek_database_up", "Whether the database answers.", registry=registry)
    try:
        _measure(session, registry)
        reached.set(1)
    except UNAVAILABLE:
        session.rollback()
    return generate_latest(registry)


def _measure(session: Session, registry: CollectorRegistry) -> None:
    queue, working = condition.queue(session), who_works(session)
    chunks = Gauge("gleek_queued_chunks", "Chunks that are not done.", ["state"], registry=registry)
    chunks.labels("pending").set(queue.pending)
    chunks.labels("working").set(queue.working)
    waited = datetime.now(UTC) - queue.oldest if queue.oldest is not None else None
    Gauge(
        "gleek_oldest_queued_chunk_seconds", "How long the oldest chunk has waited.", registry=registry
    ).set(max(waited.total_seconds(), 0) if waited is not None else 0)
    alive = Gauge("gleek_workers", "Processes that work on uploads.", ["kind"], registry=registry)
    for kind in WorkerKind:
        alive.labels(kind.value).set(sum(worker.kind is kind for worker in working))


def _reached(session: Session) -> str:
    condition.revision_of(session)
    return OK


def _migrated(session: Session) -> str:
    if condition.revision_of(session) == condition.newest_revision():
        return OK
    return "the tables are not those of this version"


def _staffed(session: Session, settings: Settings) -> str:
    if settings.workers is Workers.NONE or any(worker.kind in _WORKING for worker in who_works(session)):
        return OK
    return "no worker has been heard of lately"
