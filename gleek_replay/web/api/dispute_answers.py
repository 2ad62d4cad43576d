"""Disputes, and the records of a hand each by itself, as the API is told of them and tells of them."""

from __future__ import annotations

import re
from typing import Any, Final

from marshmallow import Schema, fields, validate

from gleek_replay.audit import AuditSchema
from gleek_replay.records import HandHistorySchema
from gleek_replay.services.disputes import LONGEST_TEXT, DisputeState, RulingKind, StepKind
from gleek_replay.services.hand_records import Status
from gleek_replay.services.hands import Verdict
from gleek_replay.web.addresses import ID_SCHEMA
from gleek_replay.web.api.answers import HandSchema

WANTED_CLAIM: Final = {"claim": "It was never paid so.", "claimant": "sam"}
WANTED_COMMENT: Final = {"text": "My telephone was out of charge by then."}
WANTED_RULING: Final = {"ruling": "record", "record": 1, "grounds": "All three of them say so."}
WANTED_REOPENING: Final = {"reason": "A witness has come forward."}
"""What is asked for in the OpenAPI document's examples."""
_A_TEXT: Final = {"minLength": 1, "maxLength": LONGEST_TEXT}


def _text(description: str, **settings: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **settings)


def _said(description: str) -> fields.String:
    return fields.String(required=True, metadata={"description": description, **_A_TEXT})


def _whole(description: str, **settings: Any) -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": description}, **settings)


def _moment(description: str, **settings: Any) -> fields.DateTime:
    return fields.DateTime(required=True, metadata={"description": description}, **settings)


def _flag(description: str, **settings: Any) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": description}, **settings)


def _word(words: Any, description: str, **settings: Any) -> fields.Enum[Any]:
    return fields.Enum(
        words, by_value=fields.String, required=True, metadata={"description": description}, **settings
    )


def _by_account(description: str, **settings: Any) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata={"description": description},
        **settings,
    )  # fmt: skip


class Ready(fields.Nested):
    """A value that is JSON already, and is as its schema says."""

    def _serialize(self, *args: Any, **kwargs: Any) -> Any:
        return args[0]


class ClaimSchema(Schema):
    """A claim about a hand."""

    claim = _said("what is said to be wrong")
    claimant = fields.String(
        validate=validate.Regexp(re.compile(ID_SCHEMA["pattern"]), error="expected an id"),
        metadata={"description": "the player for whom; your own unless said, if you have one", **ID_SCHEMA},
    )


class CommentSchema(Schema):
    """What somebody has to say."""

    text = _said("the comment")


class WantedRulingSchema(Schema):
    """A ruling as it is made."""

    ruling = _word(
        RulingKind,
        "`record`: a record is upheld, and what it says was paid counts; `settlement`: what is due counts; "
        "`void`: the hand counts for nothing",
    )
    record = fields.Integer(
        strict=True, metadata={"description": "for `record` alone: its number", "minimum": 1}
    )
    grounds = _said("why")


class ReopeningSchema(Schema):
    """Why a dispute is opened again."""

    reason = _said("why")


class StepSchema(Schema):
    """A step of a dispute; none is ever changed or taken out."""

    number = _whole("its number, from 1")
    taken_at = _moment("when", attribute="at")
    kind = _word(StepKind, "what happened")
    by = _text("the name of the key that did it; null for the service", allow_none=True)
    claimant = _text("the player for whom it was opened", allow_none=True)
    text = _text("the claim, the comment, the grounds or the reason", allow_none=True)
    withheld = _flag("whether something was said that is not for you: the hand does not concern you")
    ruling = _word(RulingKind, "what was ruled", allow_none=True)
    record = _whole("the number of the record that it rests on", allow_none=True)
    engine = _text(
        "the version of the engine that judged the hand", attribute="engine_version", allow_none=True
    )
    verdict = _word(Verdict, "the hand's verdict at that moment", allow_none=True)
    net = _by_account("what was due at that moment, by account, in counters", allow_none=True)
    audit = Ready(
        AuditSchema,
        required=True,
        allow_none=True,
        metadata={"description": "the audit at that moment, for those who may read every record"},
    )


class DisputeSummarySchema(Schema):
    """A dispute as a list shows it."""

    hand_id = _text("the hand")
    state = _word(DisputeState, "how it stands")
    version = _whole("the number of its last step, which is its entity tag")
    opened_at = _moment("when it was opened")
    changed_at = _moment("when the last step was taken")
    ruling = _word(RulingKind, "the ruling in force", allow_none=True)
    hand = fields.Nested(
        HandSchema,
        required=True,
        allow_none=True,
        metadata={"description": "null if it is gone, since every record of it was withdrawn"},
    )


class DisputeSchema(DisputeSummarySchema):
    """A dispute with its steps."""

    class Meta:
        exclude = ("hand",)

    record = _whole("the number of the record that the ruling rests on", allow_none=True)
    stands_otherwise = _flag(
        "whether the verdict, or what is due, is no longer what it was at the ruling; null where there is "
        "none, or no hand",
        allow_none=True,
    )
    steps = fields.List(fields.Nested(StepSchema), required=True)
    may_comment = _flag("whether you may")
    may_rule = _flag("whether you may")


class DisputePageSchema(Schema):
    """A page of disputes, the last changed first."""

    items = fields.List(fields.Nested(DisputeSummarySchema), required=True)
    next = _text("the address of the next page; null on the last", allow_none=True)


class ClientSchema(Schema):
    """The program that wrote a record."""

    name = _text("what it calls itself")
    version = _text("its version", allow_none=True)


class ToldRecordSchema(Schema):
    """A record of a hand, and what it says by itself.

    What it says is null of one that was replaced or withdrawn, but for its owner and for those who may read
    every record; and of one that is malformed by now.
    """

    number = _whole("its number, from 1 in the order in which they came; it keeps it")
    owner = _text("who uploaded it")
    received_at = _moment("when it was received")
    status = _word(Status, "what it is to the hand")
    stands = _flag("whether the hand stands on it, or on what agrees with it")
    malformed = _flag("whether it was read when it came, and is malformed to the reader of today")
    client = fields.Nested(ClientSchema, required=True, allow_none=True, attribute="told.client")
    verdict = _word(Verdict, "what it comes to", attribute="told.verdict", allow_none=True)
    payments_agree = _flag("null where it records none", attribute="told.payments_agree", allow_none=True)
    due = _by_account("what is due by it", attribute="told.due", allow_none=True)
    recorded = _by_account(
        "what it says was paid; null where it does not say", attribute="told.recorded", allow_none=True
    )
    history = Ready(
        HandHistorySchema,
        required=True,
        allow_none=True,
        attribute="told.history",
        metadata={"description": "the record as you may see it"},
    )

    def get_attribute(self, obj: Any, attr: str, default: Any) -> Any:
        """What is not told of a record is null."""
        if attr.startswith("told.") and obj.told is None:
            return None
        return super().get_attribute(obj, attr, default)


class ToldRecordPageSchema(Schema):
    """A page of the records of a hand, in the order in which they came."""

    items = fields.List(fields.Nested(ToldRecordSchema), required=True)
    next = _text("the address of the next page; null on the last", allow_none=True)
