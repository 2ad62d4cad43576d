"""The service on the web: a REST API under ``/api/v1`` and pages for people."""

from gleek_replay.web.factory import create_app

__all__ = ["create_app"]
