"""What is asked of players and told of it, as marshmallow schemas."""

from __future__ import annotations

import re
from typing import Any, Final

from marshmallow import Schema, fields, validate

from gleek_replay.services.renaming import LONGEST_NAME, NAME_PATTERN
from gleek_replay.services.trail import ChangeKind
from gleek_replay.web.addresses import ID_SCHEMA

WANTED_NAME: Final = {"name": "Samuel Oakes"}
WANTED_MERGE: Final = {"into": "roger"}
"""What is asked for in the OpenAPI document's examples."""


def _text(description: str, **settings: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **settings)


class GivenNameSchema(Schema):
    """The name that a player is to have."""

    name = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "what he is to be called; null for what records call him",
            "pattern": f"^{NAME_PATTERN}$",
            "maxLength": LONGEST_NAME,
        },
    )


class MergeSchema(Schema):
    """The player that an id is to mean."""

    into = fields.String(
        required=True,
        validate=validate.Regexp(re.compile(ID_SCHEMA["pattern"]), error="expected an id"),
        metadata={"description": "an id of the player that is meant", **ID_SCHEMA},
    )


class ErasureSchema(Schema):
    """What came of erasing a player."""

    pseudonym = _text("the id that stands for him now")
    records = fields.Integer(
        required=True, metadata={"description": "how many records were rewritten, malformed ones too"}
    )
    keys = fields.Integer(required=True, metadata={"description": "how many keys of his were revoked"})
    scrubbed = fields.Boolean(
        required=True,
        metadata={
            "description": "whether a database in a file was written anew, so that nothing of him is left in "
            "what it does not use; true of a server, which sees to that by itself"
        },
    )


class ChangeDetailsSchema(Schema):
    """What was done, as far as it has parts."""

    name = fields.String(
        allow_none=True, metadata={"description": "named: the name, null if it was taken back"}
    )
    before = fields.String(allow_none=True, metadata={"description": "named: the name given before"})
    into = fields.String(metadata={"description": "merged, unmerged: the id that was or is no longer meant"})
    records = fields.Integer(metadata={"description": "erased: how many records were rewritten"})


class ChangeSchema(Schema):
    """One change to a player."""

    id = _text("its id", attribute="change_id")
    player = _text("to which id", attribute="player_id")
    changed_at = fields.DateTime(required=True, metadata={"description": "when"})
    key = _text("by which key")
    owner = _text("whose key that is")
    what = fields.Enum(
        ChangeKind,
        by_value=fields.String,
        required=True,
        attribute="kind",
        metadata={"description": "what was done"},
    )
    details = fields.Nested(ChangeDetailsSchema, required=True)
    undone_by = _text("the change that took it back, or put another in its place", allow_none=True)


class ChangePageSchema(Schema):
    """A page of changes, the latest first."""

    items = fields.List(fields.Nested(ChangeSchema), required=True)
    next = _text("the address of the next page; null on the last", allow_none=True)
