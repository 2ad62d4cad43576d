"""Fields of answers, each with what it says."""

from __future__ import annotations

from typing import Any

from marshmallow import fields


def text(description: str, **settings: Any) -> fields.String:
    """A text that is always there."""
    return fields.String(required=True, metadata={"description": description}, **settings)


def whole(description: str, **settings: Any) -> fields.Integer:
    """A whole number."""
    return fields.Integer(required=True, metadata={"description": description}, **settings)


def moment(description: str, **settings: Any) -> fields.DateTime:
    """A moment in UTC."""
    return fields.DateTime(required=True, metadata={"description": description}, **settings)


def number(description: str) -> fields.Float:
    """A number, null where it is not known."""
    return fields.Float(required=True, allow_none=True, metadata={"description": description})


def flag(description: str, **settings: Any) -> fields.Boolean:
    """Yes or no."""
    return fields.Boolean(required=True, metadata={"description": description}, **settings)
