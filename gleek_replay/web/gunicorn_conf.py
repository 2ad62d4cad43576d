"""How gunicorn runs the service: ``gunicorn --config python:gleek_replay.web.gunicorn_conf``.

A few processes with a few threads each; the application writes the request log itself, without the
queries in which sign-in links carry their tokens.
"""

from __future__ import annotations

import os
import socket
import struct
from typing import Any

from gleek_replay.settings import read_settings

_settings = read_settings()

wsgi_app = "gleek_replay.web.wsgi:app"
bind = (
    f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
)
workers = min(4, os.cpu_count() or 1)
worker_class = "gthread"
threads = 4
timeout = 120
graceful_timeout = 30
keepalive = 5
accesslog = None
errorlog = "-"
loglevel = "warning"
proc_name = "gleek-replay"
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Let no connection keep a thread waiting for longer than an upload may be silent.

    What is accepted has this from what listens; a read that takes longer is an error to its reader.
    """
    longest = struct.pack("ll", _settings.lease_seconds, 0)
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, longest)
