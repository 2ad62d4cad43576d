"""Dossiers of hands, and the keys that they are signed with."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, current_app
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.dossiers import make_dossier
from gleek_replay.services.signing import ClubKey, published_key
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.dossier_answers import SigningKeyQuery, SigningKeySchema
from gleek_replay.web.callers import caller, does, open_to_all
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("dossiers", __name__, description="Hands in one signed file, and who signs")


@blueprint.route("/hands/<id:hand_id>/dossier.zip")
@does(Action.READ_RECORDS)
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type="application/zip")
@blueprint.refuses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
def read_dossier(hand_id: str) -> Response:
    """Everything that the club has of a hand in one file, signed with the club's key.

    Refused while the club's key cannot be opened, since the service's secret is another than it was.
    """
    secret = current_app.extensions["gleek_settings"].secret_key
    answer = Response(make_dossier(database_session(), caller(), hand_id, secret), mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{hand_id}.dossier.zip")
    return answer


@blueprint.route("/signing-key")
@open_to_all
@blueprint.doc(security=[])
@blueprint.arguments(SigningKeyQuery, location="query", unknown=RAISE)
@blueprint.response(200, SigningKeySchema)
@blueprint.alt_response(404, HTTPStatus.NOT_FOUND.name)
@blueprint.alt_response(429, HTTPStatus.TOO_MANY_REQUESTS.name)
def read_signing_key(query: dict[str, Any]) -> ClubKey:
    """The public half of the key that a club signs its dossiers with, for everybody."""
    return published_key(database_session(), query["club"])
