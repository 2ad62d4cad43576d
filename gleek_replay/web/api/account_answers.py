"""A hand told in words, described as marshmallow schemas."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from gleek_replay.services.narrating import VOICE_LABELS
from gleek_replay.web.api.answer_fields import text
from gleek_replay.web.api.replay_queries import ReplayQuery


class AccountQuery(ReplayQuery):
    """In whose words a hand is told, and how it is looked at."""

    words = fields.String(
        load_default=next(iter(VOICE_LABELS)),
        validate=validate.OneOf(list(VOICE_LABELS), error="expected one of {choices}"),
        metadata={"description": "plain English, or the words of the period"},
    )


class AccountSectionSchema(Schema):
    """A part of an account."""

    title = text("its title")
    sentences = fields.List(
        fields.String(), required=True, metadata={"description": "what is said, one after another"}
    )


class AccountInWordsSchema(Schema):
    """A hand told to be heard: sentences without marks or figures."""

    hand_id = text("the hand")
    words = text("in whose words", validate=validate.OneOf(list(VOICE_LABELS)))
    title = text("what it is an account of")
    sections = fields.List(
        fields.Nested(AccountSectionSchema),
        required=True,
        metadata={"description": "from who sat down to what went amiss"},
    )
