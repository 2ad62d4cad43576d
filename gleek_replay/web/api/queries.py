"""What may be asked for in the query of an address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from gleek_replay.services.hands import MOST_ITEMS, HandFilter, Verdict
from gleek_replay.web.addresses import ID_SCHEMA

USUAL_PAGE: Final = 50
_AN_ID: Final = validate.Regexp(re.compile(ID_SCHEMA["pattern"]), error="expected an id")


class Moment(fields.Field[datetime]):
    """A moment with its offset, or a date, which stands for its beginning in UTC."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> datetime:
        try:
            # a plus sign that was not escaped comes in as a space
            moment = datetime.fromisoformat(str(value).replace(" ", "+"))
            if moment.tzinfo is None and len(str(value)) == len("2026-11-20"):
                moment = moment.replace(tzinfo=UTC)
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        raise ValidationError("expected a date such as 2026-11-20, or a moment such as 2026-11-20T19:42:10Z")

    def json_schema(self) -> dict[str, Any]:
        """What may stand here, as JSON Schema."""
        return {
            "type": "string",
            "anyOf": [{"format": "date-time"}, {"format": "date"}],
        }


class FilterQuery(Schema):
    """Which hands, whoever played them."""

    session = fields.String(validate=_AN_ID, metadata={"description": "of this session of play"})
    verdict = fields.Enum(Verdict, by_value=fields.String, metadata={"description": "with this verdict"})
    rules = fields.String(
        validate=validate.Length(1, 80), metadata={"description": "by this preset of rules"}
    )
    start = Moment(data_key="from", metadata={"description": "played at this moment or later"})
    end = Moment(data_key="to", metadata={"description": "played before this moment"})


class _PageQuery(Schema):
    cursor = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "where the page begins: see `next`"}
    )
    limit = fields.Integer(
        load_default=USUAL_PAGE,
        validate=validate.Range(1, MOST_ITEMS),
        metadata={"description": "how many items at most"},
    )


class PlayersQuery(_PageQuery):
    """A page of players."""


class SessionsQuery(_PageQuery):
    """A page of sessions."""


class HandsQuery(FilterQuery, _PageQuery):
    """A page of hands that fit the filter."""

    player = fields.String(validate=_AN_ID, metadata={"description": "in which this player sat"})


def hand_filter(query: Mapping[str, Any]) -> HandFilter:
    """The filter that a query asks for."""
    return HandFilter(**{name: value for name, value in query.items() if name not in {"cursor", "limit"}})
