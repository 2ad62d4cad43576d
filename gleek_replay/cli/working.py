"""`gleek-replay work`: the processes that audit and store what was uploaded."""

from __future__ import annotations

import logging
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.jobs.counts_folder import sharing_counts
from gleek_replay.jobs.logs import configure_logs
from gleek_replay.jobs.metrics import run_metrics
from gleek_replay.jobs.polling import run_worker
from gleek_replay.jobs.supervision import Program, supervise
from gleek_replay.services.upload_ids import upload_key_of
from gleek_replay.settings import Settings, SettingsError, read_settings


def run(named: Namespace) -> int:
    """Work until a signal ends it: on what the broker tells of, or without one on what the ledger has."""
    try:
        settings = read_settings()
    except SettingsError as error:
        complain(str(error))
        return FAILED
    if named.part is not None:
        configure_logs(logging.WARNING if named.quiet else logging.INFO)
        return PARTS[named.part](settings, named)
    if status := on_the_database(lambda _: 0, settings):
        return status
    programs = worker_programs(settings, named.jobs)
    if named.metrics_port is not None:
        programs.append(_part("metrics", "--metrics-port", str(named.metrics_port)))
    with sharing_counts():
        return supervise(programs)


def worker_programs(settings: Settings, jobs: int) -> list[Program]:
    """What works on ``jobs`` chunks at once, and is begun anew when it is killed."""
    if settings.broker_url:
        return [_part("hear", "--jobs", str(jobs)), _part("reap")]
    return [_part("poll")] * jobs


def polling_program(
    upload_id: str | None = None, environment: Mapping[str, str] = MappingProxyType({})
) -> Program:
    """What works on one upload until nothing of it is left to begin, or on whatever the ledger has, beside
    something that tells how far it is itself.
    """
    command = [sys.executable, "-m", "gleek_replay", "work", "--part", "poll", "--quiet"]
    wanted = [] if upload_id is None else ["--upload", upload_id]
    return Program(command=[*command, *wanted], environment=environment)


def _part(name: str, *more: str) -> Program:
    return Program(command=[sys.executable, "-m", "gleek_replay", "work", "--part", name, *more])


def _poll(settings: Settings, named: Namespace) -> int:
    return run_worker(settings, None if named.upload is None else upload_key_of(named.upload))


def _hear(settings: Settings, named: Namespace) -> int:
    """Celery's worker, which has a process for each job."""
    from gleek_replay.jobs.delivery import make_worker  # noqa: PLC0415 - Celery takes long to import

    jobs = ["--concurrency", str(named.jobs)]
    make_worker(settings).worker_main(
        ["worker", *jobs, "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    )
    return 0


def _reap(settings: Settings, _: Namespace) -> int:
    from gleek_replay.jobs.reaping import run_reaper  # noqa: PLC0415 - Celery takes long to import

    return run_reaper(settings)


def _metrics(settings: Settings, named: Namespace) -> int:
    if named.metrics_port is None:
        complain("--part metrics needs --metrics-port")
        return FAILED
    return run_metrics(settings, named.metrics_port)


PARTS: Final[dict[str, Callable[[Settings, Namespace], int]]] = {
    "poll": _poll,
    "hear": _hear,
    "reap": _reap,
    "metrics": _metrics,
}
"""What one process can do alone."""
