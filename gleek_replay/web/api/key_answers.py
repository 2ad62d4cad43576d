"""Keys as the API asks for them and tells of them, as marshmallow schemas."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import Schema, fields

from gleek_replay.services.access import Role
from gleek_replay.services.keys import KeyState
from gleek_replay.services.naming import LONGEST_NAME, NAME_PATTERN
from gleek_replay.web.addresses import ID_SCHEMA
from gleek_replay.web.api.queries import Moment

WANTED_KEY: Final = {
    "name": "Hester’s telephone", "role": "player", "player": "hester", "expires_at": "2099-01-01T00:00:00Z",
}  # fmt: skip
"""An example of what is asked for."""
_A_NAME: Final = {"pattern": f"^{NAME_PATTERN}$", "maxLength": LONGEST_NAME}


def _text(description: str, **settings: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **settings)


def _moment(description: str) -> fields.DateTime:
    return fields.DateTime(required=True, allow_none=True, metadata={"description": description})


class WantedKeySchema(Schema):
    """A key that is asked for."""

    name = fields.String(
        required=True, metadata={"description": "what it is called in the club, once and for good", **_A_NAME}
    )
    role = fields.Enum(
        Role, by_value=fields.String, required=True, metadata={"description": "what its holder may do"}
    )
    owner = fields.String(metadata={"description": "whose uploads it makes; its name unless said", **_A_NAME})
    player = fields.String(
        attribute="player_id",
        metadata={"description": "with the role `player`, and only then: who that is", **ID_SCHEMA},
    )
    expires_at = Moment(metadata={"description": "when it is no longer good; never unless said"})


class _KeySchema(Schema):
    name = _text("what it is called in the club")
    role = fields.Enum(
        Role, by_value=fields.String, required=True, metadata={"description": "what its holder may do"}
    )
    owner = _text("whose uploads it makes")
    player = _text("the player it is bound to", attribute="player_id", allow_none=True)
    expires_at = _moment("when it is no longer good; null for never")


class NewKeySchema(_KeySchema):
    """A key just made, with its token."""

    token = _text("what its holder sends as a bearer token; it is shown this once")


class KeySchema(_KeySchema):
    """A key as administrators see it."""

    created_at = fields.DateTime(required=True, metadata={"description": "when it was made"})
    last_used_at = _moment("when it was last used, right to some minutes; null for never")
    state = fields.Enum(
        KeyState, by_value=fields.String, required=True, metadata={"description": "whether it can be used"}
    )


class KeyPageSchema(Schema):
    """A page of keys."""

    items = fields.List(fields.Nested(KeySchema), required=True)
    next = _text("the address of the next page", allow_none=True)
