"""What Prometheus reads of the service: what the processes have counted, and what the database knows."""

from __future__ import annotations

import time
from http import HTTPMethod, HTTPStatus
from typing import Final

from flask import Blueprint, Flask, Response, current_app, g, request
from prometheus_client import Counter, Gauge, Histogram

from gleek_replay.jobs.metrics import CONTENT_TYPE, counted, may_scrape
from gleek_replay.services.health import measured
from gleek_replay.web.callers import open_to_all
from gleek_replay.web.database import database_session
from gleek_replay.web.limits import guarded
from gleek_replay.web.problems import Problem, SignInWanted

blueprint = Blueprint("metrics", __name__)

_METHODS: Final = frozenset(HTTPMethod)
_REQUESTS: Final = Counter(
    "gleek_requests", "Requests answered, by the pattern of the address.", ["method", "endpoint", "status"]
)
_SECONDS: Final = Histogram(
    "gleek_request_seconds",
    "How long it took until an answer began.",
    ["method", "endpoint"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
_UNDER_WAY: Final = Gauge(
    "gleek_requests_under_way", "Requests not answered yet.", multiprocess_mode="livesum"
)


@blueprint.get("/metrics")
@open_to_all
def metrics() -> Response:
    """The metrics, for who shows the token of the settings. It opens nothing else, and no key opens this: so
    they can be had while the database is away, and what reads them may read nothing but them.
    """
    settings = current_app.extensions["gleek_settings"]
    if not settings.metrics_token:
        raise Problem(HTTPStatus.FORBIDDEN, "Nobody may have the metrics: GLEEK_METRICS_TOKEN is not set.")
    shown = request.headers.get("Authorization", "")
    if not shown or not guarded(shown, lambda: may_scrape(settings, shown) or None):
        raise SignInWanted("The metrics are for who sends GLEEK_METRICS_TOKEN as a bearer token.")
    return Response(counted() + measured(database_session()), content_type=CONTENT_TYPE)


def begin_counting() -> None:
    """Count a request that comes in."""
    g.counted_since = time.perf_counter()
    _UNDER_WAY.inc()


def count_answer(response: Response) -> Response:
    """Count an answer that is ready to go. Addresses that there are not are counted as one."""
    method = request.method if request.method in _METHODS else "other"
    endpoint = request.url_rule.rule if request.url_rule is not None else "none"
    _REQUESTS.labels(method, endpoint, response.status_code).inc()
    _SECONDS.labels(method, endpoint).observe(time.perf_counter() - g.counted_since)
    return response


def end_counting(_: BaseException | None) -> None:
    """The request is over."""
    if g.pop("counted_since", None) is not None:
        _UNDER_WAY.dec()


def install_metrics(app: Flask) -> None:
    """Count every request of the application."""
    app.before_request(begin_counting)
    app.after_request(count_answer)
    app.teardown_request(end_counting)
    app.register_blueprint(blueprint)
