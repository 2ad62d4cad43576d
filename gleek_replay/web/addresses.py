"""Ids in addresses: of hands, players and sessions."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask
from werkzeug.routing import BaseConverter

from gleek_replay.records import HandHistorySchema

_HAND_ID: Final[Any] = HandHistorySchema().fields["hand_id"]
ID_SCHEMA: Final[dict[str, Any]] = _HAND_ID.json_schema()
"""What an id looks like, as the format of hand histories says."""


class IdConverter(BaseConverter):
    """The part of an address that is an id; anything else is not found."""

    regex = ID_SCHEMA["pattern"].removeprefix("^").removesuffix("$")


def id_schema(_: IdConverter) -> dict[str, Any]:
    """An id as a parameter of the OpenAPI document."""
    return dict(ID_SCHEMA)


def install_addresses(app: Flask) -> None:
    """Teach the application to find ids in addresses: ``<id:hand_id>``."""
    app.url_map.converters["id"] = IdConverter
