"""The service for any WSGI server that is started here: `gunicorn wsgi:app`."""

from gleek_replay.web.wsgi import app

__all__ = ["app"]
