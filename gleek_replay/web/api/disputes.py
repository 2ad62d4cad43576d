"""Disputes about hands, and the records that they are about."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, Final

from flask import request, url_for
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.disputes import (
    Dispute,
    comment,
    find_disputes,
    get_dispute,
    open_dispute,
    reopen,
    rule,
)
from gleek_replay.services.hand_records import find_records
from gleek_replay.web.api.answering import PageAnswer, page_answer
from gleek_replay.web.api.dispute_answers import (
    WANTED_CLAIM,
    WANTED_COMMENT,
    WANTED_REOPENING,
    WANTED_RULING,
    ClaimSchema,
    CommentSchema,
    DisputePageSchema,
    DisputeSchema,
    ReopeningSchema,
    ToldRecordPageSchema,
    WantedRulingSchema,
)
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.queries import DisputesQuery, RecordsQuery, dispute_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.problems import Problem

blueprint = ApiBlueprint("disputes", __name__, description="Hands of which it is disputed how they went")

Answer = tuple[Dispute, int, dict[str, str]]
ETAG: Final[dict[str, Any]] = {
    "ETag": {
        "description": "the version of the dispute, to be sent as `If-Match`",
        "required": True,
        "schema": {"type": "string"},
    }
}
IF_MATCH: Final[dict[str, Any]] = {
    "in": "header",
    "name": "If-Match",
    "description": "the `ETag` of the dispute as you have seen it. Without it, or with `*`, this is refused "
    "(428), and with one that is no longer true (412)",
    "schema": {"type": "string"},
}
IF_LAPSED: Final[dict[str, Any]] = IF_MATCH | {
    "description": "the `ETag` of the dispute as you have seen it, with which alone one that has lapsed is "
    "opened again (428 without). With one that is no longer true this is refused (412)",
}
_VERSION: Final = re.compile("[0-9]{1,9}")
_BODY: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.NOT_FOUND)
_CHANGES_STATE: Final = (
    *_BODY, HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED, HTTPStatus.PRECONDITION_REQUIRED,
)  # fmt: skip


@blueprint.route("/disputes")
@does(Action.READ)
@blueprint.arguments(DisputesQuery, location="query", unknown=RAISE)
@blueprint.response(200, DisputePageSchema)
@blueprint.refuses()
def list_disputes(query: dict[str, Any]) -> PageAnswer:
    """A page of disputes, the last changed first."""
    page = find_disputes(
        database_session(), caller(), dispute_filter(query), query.get("cursor"), query["limit"]
    )
    return page_answer(page.items, page.next_cursor)


@blueprint.route("/disputes/<id:hand_id>")
@does(Action.READ)
@blueprint.response(200, DisputeSchema, headers=ETAG)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_dispute(hand_id: str) -> Answer:
    """The dispute about a hand: how it stands, and every step. What was claimed and commented is for those
    whom the hand concerns, and for stewards.
    """
    return _answer(get_dispute(database_session(), caller(), hand_id))


@blueprint.route("/hands/<id:hand_id>/dispute", methods=["POST"])
@does(Action.DISPUTE)
@blueprint.doc(parameters=[IF_LAPSED])
@blueprint.arguments(ClaimSchema, unknown=RAISE, example=WANTED_CLAIM)
@blueprint.response(201, DisputeSchema, headers=ETAG)
@blueprint.refuses(*_CHANGES_STATE)
def claim_otherwise(wanted: dict[str, Any], hand_id: str) -> Answer:
    """Dispute a hand in which you sat, or of which you sent a record. A dispute that is open takes your claim
    up, one that has lapsed is opened again; of a hand that was ruled on it is refused.
    """
    opened = open_dispute(database_session(), caller(), hand_id, **wanted, version=_version_named())
    dispute, _, headers = _answer(opened)
    return dispute, 201, {**headers, "Location": url_for("disputes.read_dispute", hand_id=hand_id)}


@blueprint.route("/disputes/<id:hand_id>/comments", methods=["POST"])
@does(Action.DISPUTE)
@blueprint.arguments(CommentSchema, unknown=RAISE, example=WANTED_COMMENT)
@blueprint.response(201, DisputeSchema, headers=ETAG)
@blueprint.refuses(*_BODY)
def add_comment(wanted: dict[str, Any], hand_id: str) -> Answer:
    """Say something in a dispute about a hand that concerns you. It stands as it stood."""
    dispute, _, headers = _answer(comment(database_session(), caller(), hand_id, wanted["text"]))
    return dispute, 201, headers


@blueprint.route("/disputes/<id:hand_id>/ruling", methods=["POST"])
@does(Action.RULE)
@blueprint.doc(parameters=[IF_MATCH])
@blueprint.arguments(WantedRulingSchema, unknown=RAISE, example=WANTED_RULING)
@blueprint.response(200, DisputeSchema, headers=ETAG)
@blueprint.refuses(*_CHANGES_STATE)
def make_ruling(wanted: dict[str, Any], hand_id: str) -> Answer:
    """Rule on a dispute that is open. Statistics follow at once."""
    return _answer(rule(database_session(), caller(), hand_id, version=seen_version(), **wanted))


@blueprint.route("/disputes/<id:hand_id>/reopening", methods=["POST"])
@does(Action.RULE)
@blueprint.doc(parameters=[IF_MATCH])
@blueprint.arguments(ReopeningSchema, unknown=RAISE, example=WANTED_REOPENING)
@blueprint.response(200, DisputeSchema, headers=ETAG)
@blueprint.refuses(*_CHANGES_STATE)
def reopen_dispute(wanted: dict[str, Any], hand_id: str) -> Answer:
    """Open a dispute again that was ruled on or has lapsed. A ruling holds until the next."""
    dispute = reopen(database_session(), caller(), hand_id, version=seen_version(), **wanted)
    return _answer(dispute)


@blueprint.route("/hands/<id:hand_id>/records")
@does(Action.READ)
@blueprint.arguments(RecordsQuery, location="query", unknown=RAISE)
@blueprint.response(200, ToldRecordPageSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def list_records(query: dict[str, Any], hand_id: str) -> PageAnswer:
    """The records of a hand in the order in which they came, each with what it comes to by itself and as you
    may see it; those that were replaced or withdrawn keep their numbers.
    """
    page = find_records(database_session(), caller(), hand_id, query.get("cursor"), query["limit"])
    return page_answer(page.items, page.next_cursor)


def seen_version() -> int:
    """The version of a dispute that the caller has seen, which he must say."""
    version = _version_named()
    if version is None:
        raise Problem(
            HTTPStatus.PRECONDITION_REQUIRED,
            "Say in If-Match which version of the dispute you have seen: the ETag that came with it.",
        )
    return version


def _version_named() -> int | None:
    """The version of a dispute that ``If-Match`` names, if it does; 0 for a tag that no dispute ever had. Of
    several the highest, since versions only rise.
    """
    tags = request.if_match
    if not tags or tags.star_tag:
        return None
    named = filter(None, tags.as_set())  # an empty tag is read as None
    return max((int(tag) for tag in named if _VERSION.fullmatch(tag)), default=0)


def _answer(dispute: Dispute) -> Answer:
    return dispute, 200, {"ETag": f'"{dispute.version}"'}
