"""What the API answers about a club as a whole, as marshmallow schemas."""

from __future__ import annotations

from marshmallow import Schema, fields

from gleek_replay.web.api.answer_fields import moment, text, whole
from gleek_replay.web.api.statistics_answers import MeanSchema, ShareSchema


def _verdicts() -> fields.Dict:
    return fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "how many of them came to each verdict"},
    )


class RankedSchema(Schema):
    """A player's place in the leaderboard."""

    rank = whole("his place; players who are alike have the same")
    player_id = text("the player")
    name = text("his name", allow_none=True)
    hands = whole("how many hands he played that count")
    void = whole("how many more were ruled void")
    net = whole("what he won or lost in all")
    net_a_hand = fields.Nested(MeanSchema, required=True)
    last_played_at = moment("when he last played at all")


class LeaderboardSchema(Schema):
    """A page of the leaderboard."""

    unit = text("what amounts are in: counters or farthings")
    items = fields.List(fields.Nested(RankedSchema), required=True)
    next = text("the address of the next page; null on the last", allow_none=True)


class MostActiveSchema(Schema):
    """One of the players who played most."""

    player_id = text("the player")
    name = text("his name", allow_none=True)
    hands = whole("how many hands he played that count")


class PairSchema(Schema):
    """What a player had of an opponent, without the pots."""

    player_id = text("the player")
    opponent_id = text("the opponent")
    hands = whole("how many hands both sat in")
    won = whole("what he had in the hands in which he had the more")
    lost = whole("what the opponent had in the others")
    net = whole("what he had in all")


class HeadToHeadSchema(Schema):
    """The players who played most, and what each had of each other."""

    unit = text("what amounts are in: counters or farthings")
    players = fields.List(fields.Nested(MostActiveSchema), required=True)
    pairs = fields.List(
        fields.Nested(PairSchema),
        required=True,
        metadata={"description": "each two of them who played together, from either side"},
    )


class PeriodSchema(Schema):
    """The hands of one period."""

    period = text("a day, the Monday of a week, or a month")
    hands = whole("how many hands")
    verdicts = _verdicts()


class ClientPeriodSchema(PeriodSchema):
    """The hands of one period that one client recorded."""

    client = text("the program that wrote the record which a hand stands on")
    version = text("its version; null where it names none", allow_none=True)


class ClientVerdictsSchema(Schema):
    """What came of the hands that one client recorded."""

    client = text("the program that wrote the record which a hand stands on")
    version = text("its version; null where it names none", allow_none=True)
    hands = whole("how many hands")
    verdicts = _verdicts()
    misreported = fields.Nested(ShareSchema, required=True)


class ClientFindingSchema(Schema):
    """Something found in hands that one client recorded."""

    client = text("the program that wrote the record which a hand stands on")
    version = text("its version; null where it names none", allow_none=True)
    kind = text("violation: a rule was broken; or difference: it recorded otherwise than was due")
    code = text("the code of the violation, or the reason of payment")
    hands = whole("in how many hands")
    share = fields.Nested(ShareSchema, required=True, metadata={"description": "of all its hands"})


class RulesInUseSchema(Schema):
    """How much is played by a preset for a coin."""

    rules = text("the preset of rules")
    stake = text("the coin that a counter stands for")
    hands = whole("how many hands")


class ClubSchema(Schema):
    """What a club has played; hands that were ruled void are among them."""

    time_zone = text("the zone by which its days are told")
    by = text("what a period is: day, week or month", attribute="by.value")
    hands = whole("how many hands")
    players = whole("how many players sat in hands that count")
    first = fields.Date(required=True, allow_none=True, metadata={"description": "the first day of play"})
    last = fields.Date(required=True, allow_none=True, metadata={"description": "the last"})
    verdicts = _verdicts()
    activity = fields.List(fields.Nested(PeriodSchema), required=True)
    by_client = fields.List(fields.Nested(ClientPeriodSchema), required=True)
    clients = fields.List(fields.Nested(ClientVerdictsSchema), required=True)
    findings = fields.List(
        fields.Nested(ClientFindingSchema),
        required=True,
        allow_none=True,
        metadata={
            "description": "null where only some rules or stakes are asked for: by these it is not told"
        },
    )
    rules = fields.List(fields.Nested(RulesInUseSchema), required=True)
