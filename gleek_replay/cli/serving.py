"""`gleek-replay serve`: the API and the pages, served by gunicorn."""

from __future__ import annotations

import os
import socket
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.cli.working import worker_programs
from gleek_replay.jobs.counts_folder import sharing_counts
from gleek_replay.jobs.supervision import Program, supervise
from gleek_replay.services.keys import LINK_LIFETIME, create_sign_in_link, operator
from gleek_replay.settings import Settings, SettingsError, read_settings

_EVERYWHERE: Final = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - read, not bound
_BACKLOG: Final = 1024
_MOST_ARENAS: Final = "1"
"""The C library would let each thread keep what it once had; then memory grows with the uploads."""


def run(named: Namespace) -> int:
    """Serve the database of the settings until a signal ends it."""
    try:
        settings = read_settings()
    except SettingsError as error:
        complain(str(error))
        return FAILED
    return serve(settings, named)


def serve(settings: Settings, named: Namespace, prepare: Callable[[], int] | None = None) -> int:
    """Take the address, prepare, print it with a one-time link, and run gunicorn and the workers.

    The socket is opened here, so that an address that cannot be had is one clear line, and the address
    printed is one that already takes connections. ``prepare`` returns a status; any but 0 ends it.
    """
    settings = replace(settings, host=named.host or settings.host, port=named.port or settings.port)
    try:
        taken = _take_address(settings)
    except OSError as error:
        complain(f"cannot listen at {settings.host}, port {settings.port}: {error.strerror or error}")
        return FAILED
    with taken:
        if prepare and (status := prepare()):
            return status
        taken.listen(_BACKLOG)
        if status := on_the_database(lambda session: _greet(session, settings), settings):
            return status
        return _run(settings, taken.fileno(), named)


def _take_address(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((settings.host, settings.port))
    except OSError:
        taken.close()
        raise
    return taken


def address_of(settings: Settings) -> str:
    """Where a service with these settings is found on its own machine."""
    named = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{_EVERYWHERE.get(settings.host, named)}:{settings.port}"


def _greet(session: Session, settings: Settings) -> int:
    token, address = create_sign_in_link(session, operator(session)), address_of(settings)
    minutes = LINK_LIFETIME.seconds // 60
    print(
        f"Gleek Replay is at {address}\n"
        f"\n"
        f"    To sign a browser in, open this link; it works once, within {minutes} minutes:\n"
        f"    {address}/sign-in?token={token}\n"
        f"\n"
        f"Ctrl-C ends it.",
        flush=True,
    )
    return 0


def _run(settings: Settings, listening: int, named: Namespace) -> int:
    """Run gunicorn and, unless a broker tells workers elsewhere, the workers; each reads the settings anew
    from the environment.
    """
    os.environ |= {
        "GLEEK_DATABASE_URL": settings.database_url,
        "GLEEK_HOST": settings.host,
        "GLEEK_PORT": str(settings.port),
        "MALLOC_ARENA_MAX": os.environ.get("MALLOC_ARENA_MAX", _MOST_ARENAS),
        "OPENBLAS_NUM_THREADS": "1",  # numpy's sums are small: threads of their own would only spin
    }
    gunicorn = Program(
        command=[
            sys.executable, "-m", "gunicorn", "--config", "python:gleek_replay.web.gunicorn_conf",
            "--bind", f"fd://{listening}",
            *([] if named.workers is None else ["--workers", str(named.workers)]),
        ],
        leading=True,
        descriptors=(listening,),
    )  # fmt: skip
    workers = [] if settings.broker_url else worker_programs(settings, named.jobs)
    with sharing_counts():
        return supervise([gunicorn, *workers])
