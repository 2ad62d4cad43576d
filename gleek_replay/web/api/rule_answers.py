"""The rules as the API tells them, as marshmallow schemas that dump what the services give."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import Schema, fields

_CHOICE: Final[dict[str, Any]] = {"type": ["string", "integer", "boolean"]}


def _text(description: str, **settings: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **settings)


def _choice(description: str) -> fields.Raw:
    return fields.Raw(required=True, metadata={"description": description, **_CHOICE})


class ValueSchema(Schema):
    """A value that an option may take."""

    value = _choice("as a hand history writes it")
    meaning = _text("what it means, for people")


class OptionSchema(Schema):
    """An option: either `values` are all it may be, or it is any whole number from `least` to `most`."""

    name = _text("as a hand history writes it")
    about = _text("what it is about, for people")
    values = fields.List(fields.Nested(ValueSchema), required=True, allow_none=True)
    least = fields.Integer(required=True, allow_none=True)
    most = fields.Integer(required=True, allow_none=True)


class _SourceSchema(Schema):
    document = _text("the document that says so, as an audit names it")
    title = _text("the document's title")
    passage = _text("where in the document")
    standing = _text("how firmly it says so: stated, reported, silent or contradicted")
    is_open = fields.Boolean(
        required=True,
        data_key="open",
        metadata={"description": "whether no source settles it, so that it is one reading among others"},
    )


class ChoiceSchema(_SourceSchema):
    """What a preset chooses for an option, with its source."""

    option = _text("the option", attribute="rule")
    choice = _choice("what it chooses, as a hand history writes it")
    meaning = _text("what that means, for people")


class SectionSchema(_SourceSchema):
    """A section of the game that leaves nothing to choose, with its source."""

    section = _text("the section, as an audit names it", attribute="rule")
    about = _text("what it is about, for people")


class PresetSchema(Schema):
    """A preset with its choices and their sources."""

    name = _text("as a hand history writes it")
    title = _text("the document that it is named after", allow_none=True)
    players = fields.List(
        fields.Integer(), required=True, metadata={"description": "the numbers of players it is for"}
    )
    options = fields.List(fields.Nested(ChoiceSchema), required=True)
    sections = fields.List(fields.Nested(SectionSchema), required=True)


class RuleBookSchema(Schema):
    """Every option, in the order in which the game meets them, and every preset."""

    options = fields.List(fields.Nested(OptionSchema), required=True)
    presets = fields.List(fields.Nested(PresetSchema), required=True)
