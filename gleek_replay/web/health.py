"""Signs of life and readiness, for what watches over the service or sends it requests. No key is needed."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, current_app

from gleek_replay.services.health import OK, readiness
from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.callers import open_to_all
from gleek_replay.web.database import database_session

blueprint = Blueprint("health", __name__)

_LOOK_AGAIN_SECONDS = "10"


@blueprint.get("/livez")
@open_to_all
def livez() -> Response:
    """Says that the service runs."""
    return Response("live\n", mimetype="text/plain")


@blueprint.get("/readyz")
@open_to_all
def readyz() -> Response:
    """Says whether the service can do its work, and what it lacks for it (503)."""
    checks = readiness(database_session(), current_app.extensions["gleek_settings"])
    ready = all(found == OK for found in checks.values())
    answer = json_answer({"ready": ready, "checks": checks})
    answer.cache_control.no_store = True
    if not ready:
        answer.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        answer.headers["Retry-After"] = _LOOK_AGAIN_SECONDS
    return answer
