"""What statistics may be asked for in the query of an address: of a player, and of a club."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from gleek_replay.services.hands_behind import Behind, Side
from gleek_replay.services.leaderboards import MOST_BESIDE_EACH_OTHER, ClubFilter, Sort
from gleek_replay.services.over_time import By
from gleek_replay.services.player_hands import StatisticsFilter
from gleek_replay.services.rules import preset_names, stake_names
from gleek_replay.web.api.queries import AN_ID, FilterQuery, Moment, PageQuery

LONGEST_WINDOW: Final = 10_000
_MOST_OPPONENTS: Final = 5
_COUNTERS, _MONEY = "counters", "money"
_ANOTHER: Final = "expected one of {choices}"
_BY_CALENDAR: Final = (By.DAY, By.WEEK, By.MONTH)


class Month(fields.Field[int]):
    """A month, as twelve times the year, and 0 for January."""

    _PATTERN: Final = re.compile("(?!0000)([0-9]{4})-(0[1-9]|1[0-2])")

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        written = self._PATTERN.fullmatch(str(value))
        if written is None:
            raise ValidationError("expected a month such as 2026-11")
        return int(written[1]) * 12 + int(written[2]) - 1

    def json_schema(self) -> dict[str, Any]:
        """What may stand here, as JSON Schema."""
        return {"type": "string", "pattern": f"^{self._PATTERN.pattern}$"}


class _UnitQuery(Schema):
    unit = fields.String(
        load_default=_COUNTERS,
        validate=validate.OneOf([_COUNTERS, _MONEY], error=_ANOTHER),
        metadata={"description": "amounts in counters, or in money: farthings"},
    )


def _stake() -> fields.String:
    return fields.String(
        validate=validate.OneOf(stake_names(), error=_ANOTHER),
        metadata={"description": "with counters that stand for this coin"},
    )


class _DayOrMoment(Moment):
    """A moment with its offset, or a day of the club's time zone, which stands for its beginning."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        moment = super()._deserialize(value, attr, data, **kwargs)
        return moment.date() if len(str(value)) == len("2026-11-20") else moment


class StatisticsQuery(FilterQuery, _UnitQuery):
    """Which of a player's hands, and what their amounts are told in."""

    start = _DayOrMoment(
        data_key="from", metadata={"description": "played at this moment or later, or from this day on"}
    )
    end = _DayOrMoment(
        data_key="to", metadata={"description": "played before this moment, or before this day"}
    )
    players = fields.Integer(
        validate=validate.Range(2, 6), metadata={"description": "with so many players at the table"}
    )
    opponents = fields.List(
        fields.String(validate=AN_ID),
        data_key="opponent",
        load_default=(),
        validate=validate.Length(max=_MOST_OPPONENTS),
        metadata={"description": "with this opponent at the table; may be given again"},
    )
    seat = fields.String(
        validate=validate.OneOf(["eldest", "middle", "dealer"], error=_ANOTHER),
        metadata={"description": "in which the player sat in this seat"},
    )


class SeriesQuery(StatisticsQuery):
    """A statistic of these hands over time."""

    measure = fields.String(load_default="net", metadata={"description": "the statistic"})
    by = fields.Enum(
        By,
        by_value=fields.String,
        load_default=By.MONTH,
        metadata={"description": "what a point stands for; rolling: so many hands up to each"},
    )
    window = fields.Integer(
        load_default=100,
        validate=validate.Range(2, LONGEST_WINDOW),
        metadata={"description": "how many hands a rolling point is of"},
    )
    cumulative = fields.Boolean(
        load_default=False, metadata={"description": "each point of all hands so far, but for rolling"}
    )


class EveryBehindQuery(StatisticsQuery):
    """Those of these hands that are behind a number."""

    measures = fields.List(
        fields.String(),
        data_key="measure",
        load_default=(),
        validate=validate.Length(max=8),
        metadata={"description": "behind this statistic; may be given again: behind each"},
    )
    side = fields.Enum(
        Side,
        by_value=fields.String,
        load_default=Side.DENOMINATOR,
        metadata={"description": "those that add to its numerator, or all that it is told among"},
    )
    at_least = fields.Integer(metadata={"description": "with no less of it than so much"})
    at_most = fields.Integer(metadata={"description": "with no more of it than so much"})


class BehindQuery(EveryBehindQuery, PageQuery):
    """A page of them."""


class _MonthsQuery(Schema):
    first = Month(metadata={"description": "from this month on"})
    last = Month(metadata={"description": "until the end of this month"})
    rules = fields.String(
        validate=validate.OneOf(preset_names(), error=_ANOTHER),
        metadata={"description": "by this preset of rules"},
    )
    stake = _stake()


class _OrderQuery(Schema):
    sort = fields.Enum(
        Sort, by_value=fields.String, load_default=Sort.NET, metadata={"description": "by what"}
    )
    least_hands = fields.Integer(
        load_default=1,
        validate=validate.Range(1),
        metadata={"description": "only players with at least so many hands"},
    )


class EveryRankQuery(_MonthsQuery, _UnitQuery, _OrderQuery):
    """How players are put in order, and by which hands."""

    called = fields.String(
        validate=validate.Length(1, 80),
        metadata={"description": "only players whose name or id has this in it; their ranks are among all"},
    )


class LeaderboardQuery(EveryRankQuery, PageQuery):
    """A page of the players in order."""


class _MostQuery(Schema):
    most = fields.Integer(
        load_default=12,
        validate=validate.Range(2, MOST_BESIDE_EACH_OTHER),
        metadata={"description": "of so many players, those with most hands"},
    )


class HeadToHeadQuery(_MonthsQuery, _UnitQuery, _MostQuery):
    """Which hands, and of how many players."""


class ClubQuery(_MonthsQuery):
    """Which hands of a club, and in which periods."""

    by = fields.Enum(
        By,
        by_value=fields.String,
        load_default=By.MONTH,
        validate=validate.OneOf(_BY_CALENDAR, error="expected day, week or month"),
        metadata={"description": "what a period is", "enum": [by.value for by in _BY_CALENDAR]},
    )


class ClubFigureQuery(ClubQuery, _UnitQuery, _OrderQuery, _MostQuery):
    """What a figure of a club is drawn of: hands, periods, and players in order."""


_OF_HANDS: Final = (
    "start", "end", "rules", "stake", "players", "session", "seat", "client", "verdict", "disputed",
)  # fmt: skip
_OF_CLUB: Final = ("first", "last", "rules", "stake")


def statistics_filter(query: Mapping[str, Any]) -> StatisticsFilter:
    """Which of a player's hands a query asks for."""
    wanted = {name: query[name] for name in _OF_HANDS if name in query}
    return StatisticsFilter(**wanted, opponents=tuple(query["opponents"]), money=query["unit"] == _MONEY)


def behind(query: Mapping[str, Any]) -> Behind:
    """Behind which numbers the hands are that a query asks for."""
    return Behind(
        measures=tuple(query["measures"]),
        side=query["side"],
        at_least=query.get("at_least"),
        at_most=query.get("at_most"),
    )


def unit_of(query: Mapping[str, Any]) -> str:
    """What a query has amounts told in."""
    return "farthings" if query["unit"] == _MONEY else _COUNTERS


def club_filter(query: Mapping[str, Any]) -> ClubFilter:
    """Which hands of a club a query asks for."""
    wanted = {name: query[name] for name in _OF_CLUB if name in query}
    return ClubFilter(**wanted, money=query.get("unit") == _MONEY)
