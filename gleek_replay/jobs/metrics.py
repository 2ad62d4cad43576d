"""What the processes of a machine have counted, given to Prometheus."""

from __future__ import annotations

import hmac
import os
import signal
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final
from wsgiref.simple_server import WSGIRequestHandler, make_server

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from gleek_replay.jobs.counts_folder import VARIABLE
from gleek_replay.jobs.stopping import stopping
from gleek_replay.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_LOOK_SECONDS: Final = 0.5


def counted() -> bytes:
    """What was counted by all the processes that share a folder for it; without one, by this process."""
    if VARIABLE not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry)


def may_scrape(settings: Settings, authorization: str) -> bool:
    """Whether who says this of himself in the header may have the metrics."""
    scheme, _, shown = authorization.partition(" ")
    if scheme.lower() != "bearer" or not settings.metrics_token:
        return False
    return hmac.compare_digest(shown.strip().encode(), settings.metrics_token.encode())


def run_metrics(settings: Settings, port: int) -> int:
    """Answer Prometheus at a port until SIGTERM or SIGINT, or until the process that started this is gone."""
    parent = os.getppid()

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/metrics":
            start_response("404 Not Found", [])
        elif may_scrape(settings, environ.get("HTTP_AUTHORIZATION", "")):
            start_response("200 OK", [("Content-Type", CONTENT_TYPE)])
            return [counted()]
        else:
            start_response("401 Unauthorized", [("WWW-Authenticate", 'Bearer realm="metrics"')])
        return []

    with (
        stopping(signal.SIGTERM, signal.SIGINT) as stop,
        make_server(settings.host, port, answer, handler_class=_Silent) as server,
    ):
        server.timeout = _LOOK_SECONDS
        while not stop.asked and os.getppid() == parent:
            server.handle_request()
    return 0


class _Silent(WSGIRequestHandler):
    """Says nothing of each request, and does not wait for one that never comes."""

    timeout = 5

    def log_message(self, *_: Any) -> None:
        """Nothing."""
