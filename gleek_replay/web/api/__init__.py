"""The REST API under ``/api/v1``."""

from __future__ import annotations

from flask import Flask

from gleek_replay.web.addresses import IdConverter, id_schema
from gleek_replay.web.api import (
    accounts,
    audits,
    club,
    disputes,
    docs,
    dossiers,
    figures,
    hands,
    keys,
    people,
    pictures,
    players,
    readings,
    replays,
    rules,
    sessions,
    statistics,
    uploads,
)
from gleek_replay.web.api.document import GleekApi


def install_api(app: Flask) -> None:
    """Put the API, its OpenAPI document and the document's page into the application."""
    app.config.update(API_TITLE="Gleek Replay", API_VERSION="1.4.0", OPENAPI_VERSION="3.1.0")
    api = GleekApi(app)
    api.register_converter(IdConverter, id_schema)
    for part in (
        audits,
        accounts,
        uploads,
        hands,
        sessions,
        players,
        statistics,
        figures,
        club,
        people,
        rules,
        keys,
        disputes,
        dossiers,
        readings,
        replays,
        pictures,
    ):
        api.register_blueprint(part.blueprint, url_prefix="/api/v1")
    app.register_blueprint(docs.blueprint, url_prefix="/api/v1")
    app.extensions["gleek_api"] = api
