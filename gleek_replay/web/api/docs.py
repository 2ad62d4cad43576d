"""The OpenAPI document, and a page to try it out."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template

from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.callers import open_to_all

blueprint = Blueprint("docs", __name__)


@blueprint.get("/openapi.json")
@open_to_all
def openapi() -> Response:
    """The OpenAPI 3.1 document of this API."""
    return json_answer(current_app.extensions["gleek_api"].spec.to_dict())


@blueprint.get("/docs")
@open_to_all
def swagger_ui() -> str:
    """Swagger UI on that document, from our own files."""
    return render_template("docs.html")
