"""What may be asked for in the query of an address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from gleek_replay.services.hands import MOST_ITEMS, HandFilter, Verdict
from gleek_replay.services.moments import EXPECTED_MOMENT, read_moment
from gleek_replay.services.rules import preset_names
from gleek_replay.services.uploads import LONGEST_IDEMPOTENCY_KEY
from gleek_replay.web.addresses import ID_SCHEMA

USUAL_PAGE: Final = 50
_AN_ID: Final = validate.Regexp(re.compile(ID_SCHEMA["pattern"]), error="expected an id")


class Moment(fields.Field[datetime]):
    """A moment with its offset, or a date, which stands for its beginning in UTC."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> datetime:
        # a plus sign that was not escaped comes in as a space
        moment = read_moment(str(value).replace(" ", "+"))
        if moment is None:
            raise ValidationError(EXPECTED_MOMENT)
        return moment

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
        validate=validate.OneOf(preset_names(), error="expected one of {choices}"),
        metadata={"description": "by this preset of rules"},
    )
    disputed = fields.Boolean(
        metadata={"description": "of which some record contradicts those it stands on; if false, none does"}
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


class UploadQuery(Schema):
    """How an upload is to be taken."""

    replace = fields.Boolean(
        load_default=False,
        metadata={
            "description": "put these records in the place of what the same owner sent of the same hands"
        },
    )


class UploadsQuery(_PageQuery):
    """A page of uploads."""

    idempotency_key = fields.String(
        validate=validate.Length(1, LONGEST_IDEMPOTENCY_KEY),
        metadata={"description": "sent under this idempotency key"},
    )


class OutcomesQuery(_PageQuery):
    """A page of outcomes."""


class _WhoseQuery(FilterQuery):
    player = fields.String(validate=_AN_ID, metadata={"description": "in which this player sat"})


class HandsQuery(_WhoseQuery, _PageQuery):
    """A page of hands that fit the filter."""


class TableQuery(_WhoseQuery):
    """Which hands are taken out as a table."""


class ExportQuery(_WhoseQuery):
    """Which hands are taken out, and how much of each."""

    records = fields.String(
        load_default="first",
        validate=validate.OneOf(["first", "all"]),
        metadata={"description": "the first that each hand stands on, or all not replaced or withdrawn"},
    )


def hand_filter(query: Mapping[str, Any]) -> HandFilter:
    """The filter that a query asks for."""
    return HandFilter(**{name: value for name, value in query.items() if name not in {"cursor", "limit"}})
