"""The application factory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from flask import Flask, Response
from flask.json.provider import JSONProvider
from sqlalchemy.orm import Session, sessionmaker

from gleek_replay.jobs.delivery import make_announce
from gleek_replay.jobs.logs import configure_logs
from gleek_replay.services.opening import open_or_wait
from gleek_replay.settings import Settings
from gleek_replay.web import health, logs
from gleek_replay.web.addresses import install_addresses
from gleek_replay.web.api import install_api
from gleek_replay.web.callers import install_callers
from gleek_replay.web.compression import install_compression
from gleek_replay.web.cors import install_cors
from gleek_replay.web.database import install_database
from gleek_replay.web.headers import install_security_headers
from gleek_replay.web.limits import install_limits
from gleek_replay.web.metrics import install_metrics
from gleek_replay.web.pages import install_pages
from gleek_replay.web.pages.assets import send_static
from gleek_replay.web.problems import install_problems
from gleek_replay.web.whole_bodies import WholeBodies

LARGEST_FORM_TEXT = 4 * 1024 * 1024
"""How much may be pasted into the upload form, in bytes; files may be as large as any upload."""
MOST_FORM_PARTS = 1_000


class GleekApplication(Flask):
    """Flask, with our log and our way with static files."""

    def send_static_file(self, filename: str) -> Response:
        """A file of the pages."""
        return send_static(Path(self.static_folder or ""), filename)

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception that no view expected."""
        logs.log.error("failure", exc_info=exc_info)


class FastJson(JSONProvider):
    """JSON by orjson; moments in ISO 8601."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """The text of a value."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """The value of a text."""
        return orjson.loads(s)


def _sessions(settings: Settings) -> sessionmaker[Session]:
    """Sessions on the database of the settings, in which no statement keeps a request for long."""
    database = open_or_wait(settings)
    database.limit_statements(settings.statement_seconds)
    return database.sessions


def create_app(settings: Settings, sessions: sessionmaker[Session] | None = None) -> Flask:
    """The service on the database of the settings, or on one that is open already."""
    configure_logs()
    app = GleekApplication("gleek_replay.web", static_folder="static", template_folder="templates")
    app.json = FastJson(app)
    app.url_map.merge_slashes = False  # else they are led elsewhere, before anybody was counted
    app.wsgi_app = WholeBodies(app.wsgi_app)  # type: ignore[method-assign]
    app.config.update(
        MAX_CONTENT_LENGTH=settings.max_upload_bytes,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM_TEXT,
        MAX_FORM_PARTS=MOST_FORM_PARTS,
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["gleek_settings"] = settings
    logs.install_logs(app)
    install_metrics(app)
    install_compression(app)
    install_addresses(app)
    install_database(app, sessions or _sessions(settings), make_announce(settings))
    install_limits(app)
    install_cors(app)
    install_callers(app)
    install_security_headers(app)
    install_api(app)
    install_problems(app)
    app.register_blueprint(health.blueprint)
    install_pages(app)
    return app
