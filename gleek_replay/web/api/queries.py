"""What may be asked for in the query of an address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from gleek_replay.services.disputes import DisputeFilter, DisputeState
from gleek_replay.services.hands import MOST_ITEMS, HandFilter, Verdict
from gleek_replay.services.moments import EXPECTED_MOMENT, read_moment
from gleek_replay.services.progress import COUNTED
from gleek_replay.services.readings import read_choice
from gleek_replay.services.rules import preset_names, stake_names
from gleek_replay.services.uploads import LONGEST_IDEMPOTENCY_KEY
from gleek_replay.web.addresses import ID_SCHEMA

USUAL_PAGE: Final = 50
AN_ID: Final = validate.Regexp(re.compile(ID_SCHEMA["pattern"]), error="expected an id")


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


class WrittenOption(fields.Field[tuple[str, object]]):
    """An option of the rules and the choice for it: ``unvied:double``."""

    _PATTERN: Final = re.compile("([a-z_]+):([a-z0-9_]+)")

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> tuple[str, object]:
        written = self._PATTERN.fullmatch(str(value))
        if written is None:
            raise ValidationError("expected the name of an option, a colon and a choice: unvied:double")
        return written[1], read_choice(written[2])

    def json_schema(self) -> dict[str, Any]:
        """What may stand here, as JSON Schema."""
        return {"type": "string", "pattern": f"^{self._PATTERN.pattern}$"}


class ReadingQuery(Schema):
    """By which rules a hand is to be read; by its own if nothing is said."""

    rules = fields.String(
        validate=validate.OneOf(preset_names(), error="expected one of {choices}"),
        metadata={"description": "as if it had been played by this preset"},
    )
    options = fields.List(
        WrittenOption(),
        data_key="option",
        load_default=(),
        metadata={"description": "with this option as if it had been played so; may be given again"},
    )


class ComparisonQuery(Schema):
    """Which two records of a hand are to be compared; if none is named, its accounts are."""

    a = fields.Integer(metadata={"description": "the number of one record, from 1 in the order they came in"})
    b = fields.Integer(metadata={"description": "the number of the other"})


class FilterQuery(Schema):
    """Which hands, whoever played them."""

    session = fields.String(validate=AN_ID, metadata={"description": "of this session of play"})
    verdict = fields.Enum(Verdict, by_value=fields.String, metadata={"description": "with this verdict"})
    rules = fields.String(
        validate=validate.OneOf(preset_names(), error="expected one of {choices}"),
        metadata={"description": "by this preset of rules"},
    )
    stake = fields.String(
        validate=validate.OneOf(stake_names(), error="expected one of {choices}"),
        metadata={"description": "with counters that stand for this coin"},
    )
    client = fields.String(
        validate=validate.Length(1, 161),
        metadata={"description": "recorded by this program: its name, or name and version"},
    )
    disputed = fields.Boolean(
        metadata={"description": "about which there is a dispute that nobody has ruled on; if false, none"}
    )
    start = Moment(data_key="from", metadata={"description": "played at this moment or later"})
    end = Moment(data_key="to", metadata={"description": "played before this moment"})


class PageQuery(Schema):
    """Which page of a list."""

    cursor = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "where the page begins: see `next`"}
    )
    limit = fields.Integer(
        load_default=USUAL_PAGE,
        validate=validate.Range(1, MOST_ITEMS),
        metadata={"description": "how many items at most"},
    )


class PlayersQuery(PageQuery):
    """A page of players."""


class SessionsQuery(PageQuery):
    """A page of sessions."""


class KeysQuery(PageQuery):
    """A page of keys."""


class ChangesQuery(PageQuery):
    """A page of changes."""


class RecordsQuery(PageQuery):
    """A page of the records of a hand."""


class DisputesQuery(PageQuery):
    """A page of disputes that fit the filter."""

    state = fields.Enum(DisputeState, by_value=fields.String, metadata={"description": "in this state"})
    player = fields.String(validate=AN_ID, metadata={"description": "about a hand in which this player sat"})


class UploadQuery(Schema):
    """How an upload is to be taken."""

    replace = fields.Boolean(
        load_default=False,
        metadata={
            "description": "put these records in the place of what the same owner sent of the same hands"
        },
    )


class UploadsQuery(PageQuery):
    """A page of uploads."""

    idempotency_key = fields.String(
        validate=validate.Length(1, LONGEST_IDEMPOTENCY_KEY),
        metadata={"description": "sent under this idempotency key"},
    )


class OutcomesQuery(PageQuery):
    """A page of outcomes, of all or of those that came to the same."""

    status = fields.String(
        validate=validate.OneOf([status.value for status in COUNTED]),
        metadata={"description": "of those that came to this"},
    )


class _WhoseQuery(FilterQuery):
    player = fields.String(validate=AN_ID, metadata={"description": "in which this player sat"})


class HandsQuery(_WhoseQuery, PageQuery):
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


def dispute_filter(query: Mapping[str, Any]) -> DisputeFilter:
    """The filter of disputes that a query asks for."""
    states = (query["state"],) if "state" in query else ()
    return DisputeFilter(states=states, player=query.get("player"))


def hand_filter(query: Mapping[str, Any]) -> HandFilter:
    """The filter that a query asks for."""
    return HandFilter(**{name: value for name, value in query.items() if name not in {"cursor", "limit"}})
