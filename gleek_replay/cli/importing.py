"""`gleek-replay import`: hand histories into the database, or to a service that runs elsewhere."""

from __future__ import annotations

from argparse import Namespace
from datetime import timedelta

from sqlalchemy.orm import Session

from gleek_replay.cli.inputs import Unreadable
from gleek_replay.cli.opening import acting_operator, on_the_database
from gleek_replay.cli.progress import showing_progress
from gleek_replay.cli.reports import tell_counts, tell_each
from gleek_replay.cli.storing import Asked, store_file, told_one_by_one
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.jobs.polling import calm_the_garbage_collector
from gleek_replay.services.access import Caller
from gleek_replay.settings import SettingsError, read_settings


def run(named: Namespace) -> int:
    """Store every record of every file, each file on its own; the status is that of the worst."""
    if named.to is not None and named.club is not None:
        complain("--club: at another service the key says which club the hands go to")
        return FAILED
    if named.to is not None:
        from gleek_replay.cli.sending import send_files  # noqa: PLC0415 - an HTTP client takes a while to load

        return send_files(named)
    try:
        settings = read_settings()
    except SettingsError as error:
        complain(str(error))
        return FAILED
    lease = timedelta(seconds=settings.lease_seconds)
    asked = Asked(replace=named.replace, again=named.again, jobs=named.jobs, lease=lease)
    calm_the_garbage_collector()
    return on_the_database(
        lambda session: max(
            [_import(session, acting_operator(session, named), name, asked) for name in named.files]
        ),
        settings,
    )


def _import(session: Session, caller: Caller, name: str, asked: Asked) -> int:
    try:
        with showing_progress() as progress:
            upload, before = store_file(session, caller, name, asked, progress)
    except Unreadable as error:
        complain(str(error))
        return FAILED
    tell_each(name, told_one_by_one(session, caller, upload))
    counts = {status.value: count for status, count in upload.counts.items()}
    return tell_counts(name, counts, upload.finished_at if before else None)
