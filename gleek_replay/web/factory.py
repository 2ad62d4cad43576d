"""The application factory."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Flask, request
from flask.json.provider import JSONProvider
from sqlalchemy.orm import Session, sessionmaker

from gleek_replay.jobs.delivery import make_announce
from gleek_replay.services.opening import open_database
from gleek_replay.settings import Settings
from gleek_replay.web import logs
from gleek_replay.web.addresses import install_addresses
from gleek_replay.web.api import install_api
from gleek_replay.web.callers import install_callers
from gleek_replay.web.database import install_database
from gleek_replay.web.headers import install_security_headers
from gleek_replay.web.pages import install_pages
from gleek_replay.web.problems import install_problems
from gleek_replay.web.whole_bodies import WholeBodies

LARGEST_FORM_TEXT = 4 * 1024 * 1024
"""How much may be pasted into the upload form, in bytes; files may be as large as any upload."""


class GleekApplication(Flask):
    """Flask, with our log and our ages of static files."""

    def get_send_file_max_age(self, filename: str | None) -> int:
        """A year for an address that names the contents of its file, else an hour."""
        return 365 * 24 * 3600 if "v" in request.args else 3600

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


def create_app(settings: Settings, sessions: sessionmaker[Session] | None = None) -> Flask:
    """The service on the database of the settings, or on one that is open already."""
    logs.configure_logs()
    app = GleekApplication("gleek_replay.web", static_folder="static", template_folder="templates")
    app.json = FastJson(app)
    app.wsgi_app = WholeBodies(app.wsgi_app)  # type: ignore[method-assign]
    app.config.update(
        MAX_CONTENT_LENGTH=settings.max_upload_bytes,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM_TEXT,
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["gleek_settings"] = settings
    logs.install_logs(app)
    install_addresses(app)
    install_database(app, sessions or open_database(settings).sessions, make_announce(settings))
    install_callers(app)
    install_security_headers(app)
    install_api(app)
    install_problems(app)
    install_pages(app)
    return app
