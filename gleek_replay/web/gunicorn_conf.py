"""How gunicorn runs the service: ``gunicorn --config python:gleek_replay.web.gunicorn_conf``.

A few processes with a few threads each; the application writes the request log itself, without the
queries in which sign-in links carry their tokens.
"""

from __future__ import annotations

import gc
import os
import socket
import struct
from typing import Any

from gleek_replay.jobs.counts_folder import make_counts_folder, remove_counts_folder
from gleek_replay.jobs.logs import line_formatter
from gleek_replay.settings import read_settings

gc.disable()  # until all modules are there, of which nothing is garbage
_settings = read_settings()
_counts = make_counts_folder()

wsgi_app = "gleek_replay.web.wsgi:app"
bind = (
    f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
)
limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190
workers = min(4, os.cpu_count() or 1)
worker_class = "gleek_replay.web.worker.PatientWorker"
threads = 4
timeout = 120
graceful_timeout = 30
keepalive = 5
accesslog = None
errorlog = "-"
loglevel = "warning"
proc_name = "gleek-replay"
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Give gunicorn's own lines the shape of all others."""
    for handler in server.log.error_log.handlers:
        handler.setFormatter(line_formatter())


def when_ready(server: Any) -> None:
    """Let no connection keep a thread waiting for longer than an upload may be silent.

    What is accepted has this from what listens; a read or a write that takes longer is an error. The workers
    are forked from here, with all modules that came with their class.
    """
    gc.freeze()
    gc.enable()
    longest = struct.pack("ll", _settings.lease_seconds, 0)
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, longest)
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, longest)


def post_worker_init(worker: Any) -> None:
    """Believe of a client's address what those proxies say that gunicorn believes of the scheme."""
    from gleek_replay.web.forwarding import ForwardedAddresses  # noqa: PLC0415 - once the folder is known

    worker.wsgi = ForwardedAddresses(worker.wsgi, worker.cfg.forwarded_allow_ips)


def worker_exit(_: Any, worker: Any) -> None:
    """Close the connections to the database: the last who leaves an SQLite file puts it in order."""
    from gleek_replay.web.database import close_database  # noqa: PLC0415 - once the folder is known

    if (application := worker.app.callable) is not None:
        close_database(application)


def child_exit(_: Any, worker: Any) -> None:
    """What a process counted stays; what it had under way is no more."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - once its folder is known

    mark_process_dead(worker.pid)


def on_exit(_: Any) -> None:
    """Remove the folder that the processes counted in."""
    remove_counts_folder(_counts)
