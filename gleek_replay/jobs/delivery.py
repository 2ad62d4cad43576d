"""Telling workers of chunks by a message broker, and the Celery application that hears of them.

A message is only a chunk's key. The ledger decides whether there is anything to do, so that a message may be
lost, repeated or late: the reaper tells of every chunk again that has waited for longer than a lease.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, TypeAlias

from celery import Celery
from celery.signals import setup_logging, worker_process_init, worker_process_shutdown
from kombu.exceptions import OperationalError as BrokerError
from sqlalchemy.orm import Session

from gleek_replay.jobs.polling import calm_the_garbage_collector
from gleek_replay.jobs.signs_of_life import SignOfLife, SignsFromBeside
from gleek_replay.services.chunks import (
    Worker,
    due_for_announcement,
    hand_back,
    new_worker,
    work,
)
from gleek_replay.services.opening import UNAVAILABLE, Database, open_or_wait
from gleek_replay.services.workers import WorkerKind
from gleek_replay.settings import Settings

Announce: TypeAlias = Callable[[Session], None]
"""Tells workers of the chunks that wait."""

_QUEUE: Final = "gleek_replay"
_PROCESS: Final = "gleek_replay.process_chunk"
_CONNECT_SECONDS: Final = 2.0

log: Final = logging.getLogger(__name__)


def make_announce(settings: Settings) -> Announce:
    """How this service tells its workers: by the broker of the settings, or not at all if they poll."""
    if not settings.broker_url:
        return lambda _: None
    celery = make_celery(settings)

    def announce(session: Session) -> None:
        _tell_all(celery, session, settings)

    return announce


def make_celery(settings: Settings) -> Celery:
    """The Celery application. A message is acknowledged when its chunk is done, and comes again if its worker
    is lost.
    """
    celery = Celery("gleek_replay", broker=settings.broker_url)
    celery.conf.update(
        task_default_queue=_QUEUE,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_ignore_result=True,
        task_publish_retry=False,
        worker_prefetch_multiplier=1,
        worker_redirect_stdouts=False,
        worker_send_task_events=False,
        worker_enable_remote_control=False,  # its queue would keep a second worker off this machine
        broker_connection_retry_on_startup=True,
        broker_connection_timeout=_CONNECT_SECONDS,
        broker_transport_options=_transport(settings),
    )
    return celery


def make_worker(settings: Settings) -> Celery:
    """The same with what the workers do: each process has a database connection and a name of its own. What
    it held when the database went away is given back with the next message.
    """
    celery = make_celery(settings)
    here: dict[str, Any] = {}

    @setup_logging.connect(weak=False)
    def leave_the_log_alone(**_: Any) -> None:
        """Celery sets up logs of its own unless somebody hears of this."""

    @worker_process_init.connect(weak=False)
    def open_up(**_: Any) -> None:
        calm_the_garbage_collector()
        here["database"] = open_or_wait(settings)
        here["worker"] = new_worker(timedelta(seconds=settings.lease_seconds))
        here["sign"] = SignOfLife(here["worker"].name, WorkerKind.HEARING)
        here["signs"] = SignsFromBeside(here["database"], here["sign"])

    @worker_process_shutdown.connect(weak=False)
    def close(**_: Any) -> None:
        database: Database | None = here.pop("database", None)
        if database is not None:
            here.pop("signs").end()
            _take_leave(database, here.pop("worker"), here.pop("sign"))
            database.close()

    @celery.task(name=_PROCESS)
    def process_chunk(chunk_key: int) -> None:
        try:
            with here["database"].session() as session:
                if here.pop("broke_off", False):
                    hand_back(session, here["worker"])
                work(session, here["worker"], chunk_key=chunk_key)
        except UNAVAILABLE as error:
            here["broke_off"] = True
            log.warning(
                "the database does not answer; the reaper will tell of chunk %d: %s", chunk_key, error.orig
            )

    return celery


def why_no_broker(settings: Settings) -> str | None:
    """What keeps the broker of the settings from being reached; ``None`` when it answers."""
    celery = make_celery(settings)
    try:
        with celery.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=_CONNECT_SECONDS)
    except _away(celery) as error:
        return " ".join(str(error).split()) or type(error).__name__
    return None


def _tell_all(celery: Celery, session: Session, settings: Settings) -> None:
    """Send a message for every chunk that nobody was told of lately; the reaper sends what cannot be sent."""
    keys = due_for_announcement(session, timedelta(seconds=settings.lease_seconds))
    try:
        for key in keys:
            celery.send_task(_PROCESS, [key])
    except _away(celery) as error:
        log.warning("the broker does not answer; %d chunks wait for the reaper: %s", len(keys), error)


def _away(celery: Celery) -> tuple[type[Exception], ...]:
    """What is raised when the broker does not answer, or a connection that was open is so no more."""
    connection = celery.connection_for_write()
    return (BrokerError, *connection.connection_errors, *connection.channel_errors)


def _take_leave(database: Database, worker: Worker, sign: SignOfLife) -> None:
    try:
        with database.session() as session:
            hand_back(session, worker)
            sign.end(session)
    except UNAVAILABLE as error:
        log.warning("what this worker holds is free when its lease ends: %s", error.orig)


def _transport(settings: Settings) -> dict[str, Any]:
    if settings.broker_url.startswith("redis"):
        return {"visibility_timeout": 2 * settings.lease_seconds}
    return {}
