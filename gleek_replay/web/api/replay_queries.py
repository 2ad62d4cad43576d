"""How a hand may be asked to be replayed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import fields, validate

from gleek_replay.services.replays import Viewing
from gleek_replay.web.api.queries import AN_ID, ReadingQuery


class ReplayQuery(ReadingQuery):
    """From whose seat a hand is looked at, with names or without, and by which rules."""

    eyes = fields.String(
        validate=AN_ID,
        metadata={
            "description": "from the seat of this player: the cards of the others lie face down until they"
            " are played or shown; where names are hidden his position will do"
        },
    )
    names = fields.String(
        load_default="shown",
        validate=validate.OneOf(["shown", "hidden"], error="expected one of {choices}"),
        metadata={"description": "hidden: players are called by their positions, as eldest and dealer"},
    )


def viewing(query: Mapping[str, Any]) -> Viewing:
    """How a hand is to be looked at by a query that was read."""
    return Viewing(
        eyes=query.get("eyes"),
        names_hidden=query["names"] == "hidden",
        preset=query.get("rules"),
        options=query["options"],
    )
