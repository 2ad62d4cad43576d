"""Signing keys as the API asks for them and tells of them, as marshmallow schemas."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from gleek_replay.services.naming import LONGEST_NAME
from gleek_replay.services.signing import HOME_CLUB


def _text(description: str) -> fields.String:
    return fields.String(required=True, metadata={"description": description})


def _moment(description: str, **settings: Any) -> fields.DateTime:
    return fields.DateTime(required=True, metadata={"description": description}, **settings)


class SigningKeyQuery(Schema):
    """Whose key."""

    club = fields.String(
        load_default=HOME_CLUB,
        validate=validate.Length(1, LONGEST_NAME),
        metadata={"description": "of this club"},
    )


class _PublishedKeySchema(Schema):
    public_key = _text("the public half, as PEM")
    fingerprint = _text("the same in short, to be compared: 32 hexadecimal digits in groups of four")
    created_at = _moment("when the club began to sign with it")


class EarlierKeySchema(_PublishedKeySchema):
    """A key that a club has signed with before."""

    retired_at = _moment("when another took its place")


class SigningKeySchema(_PublishedKeySchema):
    """The key that a club signs its dossiers with."""

    club = _text("whose key it is")
    earlier = fields.List(
        fields.Nested(EarlierKeySchema),
        required=True,
        metadata={"description": "what it has signed with before, the latest first"},
    )
