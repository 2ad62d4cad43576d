"""Ids in addresses: of hands, players and sessions; and the address that a browser wanted to go to."""

from __future__ import annotations

import re
from typing import Any, Final

from flask import Flask, request
from werkzeug.routing import BaseConverter

from gleek_replay.records import HandHistorySchema

_HAND_ID: Final[Any] = HandHistorySchema().fields["hand_id"]
ID_SCHEMA: Final[dict[str, Any]] = _HAND_ID.json_schema()
"""What an id looks like, as the format of hand histories says."""


_ON_THIS_SITE: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path in ASCII, without a backslash, which browsers take for a slash, or a space, which they leave out."""


class IdConverter(BaseConverter):
    """The part of an address that is an id; anything else is not found."""

    regex = ID_SCHEMA["pattern"].removeprefix("^").removesuffix("$")


def id_schema(_: IdConverter) -> dict[str, Any]:
    """An id as a parameter of the OpenAPI document."""
    return dict(ID_SCHEMA)


def wanted_address() -> str:
    """What the request asks to see, to come back to; empty if it is no page that can be looked at again."""
    return request.full_path.removesuffix("?") if request.method == "GET" else ""


def on_this_site(address: str) -> str | None:
    """An address that came in from outside, if following it cannot lead a browser to another site."""
    return address if _ON_THIS_SITE.fullmatch(address) else None


def install_addresses(app: Flask) -> None:
    """Teach the application to find ids in addresses: ``<id:hand_id>``."""
    app.url_map.converters["id"] = IdConverter
