"""What the API answers about a player's hands together, as marshmallow schemas."""

from __future__ import annotations

from marshmallow import Schema, fields

from gleek_replay.web.api.answer_fields import flag, moment, number, text, whole


class MeanSchema(Schema):
    """A mean with the sample that it rests on."""

    hands = whole("how many hands it is the mean of")
    value = number("the mean; null of no hands")
    deviation = number("the standard deviation of a single hand")
    low = number("lower end of the 95 % interval; null for fewer than two hands")
    high = number("upper end of the 95 % interval")
    small = flag("whether the sample is too small to mean much")


class ShareSchema(Schema):
    """A part of the hands, with its 95 % interval."""

    count = whole("how many of the hands")
    hands = whole("of how many hands")
    value = number("count divided by hands")
    low = number("lower end of the 95 % interval")
    high = number("upper end of the 95 % interval")
    small = flag("whether the sample is too small to mean much")


class HandResultSchema(Schema):
    """One hand's result."""

    hand_id = text("the hand")
    played_at = moment("when it was played")
    net = whole("counters")


class StageResultSchema(Schema):
    """What one stage of the game brought."""

    stage = text("the stage")
    title = text("its name for people")
    net = whole("counters in all")
    touched = whole("in how many hands it paid or cost")
    net_a_hand = fields.Nested(MeanSchema, required=True)


class SeatResultSchema(Schema):
    """What one seat brought."""

    position = text("eldest, middle or dealer")
    net = whole("counters in all")
    net_a_hand = fields.Nested(MeanSchema, required=True)


class ClaimedSchema(Schema):
    """What clients claim, of the hands whose records say what was paid."""

    hands = whole("how many hands these are", attribute="recorded")
    net = whole("what was won or lost in them by their records", attribute="recorded_net")
    due = whole("what was due in them", attribute="due_of_recorded")


class RunSchema(Schema):
    """Hands one after the other that were all won, or all lost."""

    hands = whole("how many")
    net = whole("what they brought")
    first = fields.Nested(HandResultSchema, required=True)
    last = fields.Nested(HandResultSchema, required=True)


class DrawdownSchema(Schema):
    """The deepest fall of the running net from a height."""

    amount = whole("by how much it fell")
    hands = whole("in how many hands")
    highest = fields.Nested(
        HandResultSchema,
        required=True,
        allow_none=True,
        metadata={"description": "the hand after which it stood at the height; null for the beginning"},
    )
    lowest = fields.Nested(HandResultSchema, required=True)
    recovered = flag("whether it has been as high since")


class NetAHandSchema(Schema):
    """A mean net a hand."""

    value = number("the mean; null of no hands")
    deviation = number("the standard deviation of a single hand")
    low = number("lower end of the 95 % interval")
    high = number("upper end of the 95 % interval")
    small = flag("whether the sample is too small to mean much")


class LuckFitSchema(Schema):
    """By which fit it was told what cards dealt are worth."""

    rules = text("for this preset", attribute="preset")
    players = whole("with so many players")
    version = whole("the number of the fit among those of the same preset and players")
    hands = whole("how many hands it was made from")
    removed = number("the share of the variance of net that it removes")


class LuckSchema(Schema):
    """What of the results was luck: what the cards dealt are worth, taken away."""

    hands = whole("of how many hands it is told")
    left_out = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "of how many it cannot be told: unfinished, hidden or no_fit"},
    )
    luck = fields.Float(required=True, metadata={"description": "what the cards dealt brought in all"})
    net = fields.Nested(NetAHandSchema, required=True, attribute="real")
    adjusted = fields.Nested(NetAHandSchema, required=True)
    removed = number("the share of the variance of these hands that goes with the luck")
    fits = fields.List(fields.Nested(LuckFitSchema), required=True)


class BehindSchema(Schema):
    """Where the hands behind a number are to be had."""

    numerator = text("the address of those that add to the numerator")
    denominator = text("the address of those that it is told among")


class MeasureSchema(Schema):
    """A statistic: numerator by denominator, with the sample that it rests on."""

    name = text("its name")
    group = text("what it is about")
    title = text("its name for people")
    unit = text("counters, farthings, share, points, tricks or cards")
    numerator = whole("what is added up")
    numerator_title = text("what that is")
    denominator = whole("over how many hands, or what else")
    denominator_title = text("what that is")
    value = number("numerator by denominator; null of none")
    in_words = text("the value in pounds, shillings and pence; null if it is no money", allow_none=True)
    deviation = number("the standard deviation of a single hand, of means")
    low = number("lower end of the 95 % interval; null where the hands show no scatter")
    high = number("upper end of the 95 % interval")
    small = flag("whether the sample is too small to mean much")
    rests_on_cards = flag("whether it tells of cards that are hidden at the table")
    hands = fields.Nested(
        BehindSchema,
        required=True,
        allow_none=True,
        metadata={
            "description": "the hands behind it; null where they would tell of cards that you may not see"
        },
    )


class StatisticsSchema(Schema):
    """A player's results by the payments due and by rulings, in counters or farthings; each number with its
    sample.
    """

    player_id = text("the player, by the id that he goes by")
    unit = text("what amounts are in: counters or farthings")
    net_in_words = text("the net in pounds, shillings and pence; null in counters", allow_none=True)
    hands = whole("how many hands")
    unfinished = whole("how many of them did not come to their score; what was due before counts")
    disputed = whole("how many of them are in dispute; they count as most owners tell of them")
    ruled = whole("how many of them count as was ruled")
    void = whole("how many more were ruled void; they are in no other number")
    first = moment("when the first was played", allow_none=True)
    last = moment("when the last was played", allow_none=True)
    stakes = fields.List(fields.String(), required=True, metadata={"description": "the coins played for"})
    net = whole("counters in all")
    net_a_hand = fields.Nested(MeanSchema, required=True)
    luck = text("how much to make of it, in a sentence")
    best = fields.Nested(HandResultSchema, required=True, allow_none=True)
    worst = fields.Nested(HandResultSchema, required=True, allow_none=True)
    by_stage = fields.List(fields.Nested(StageResultSchema), required=True)
    by_seat = fields.List(fields.Nested(SeatResultSchema), required=True)
    bought = fields.Nested(ShareSchema, required=True)
    price = fields.Nested(MeanSchema, required=True, metadata={"description": "of the hands bought"})
    bought_net = fields.Nested(MeanSchema, required=True)
    unbought_net = fields.Nested(MeanSchema, required=True)
    tricks = fields.Nested(MeanSchema, required=True)
    points = fields.Nested(MeanSchema, required=True)
    verdicts = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    recorded = fields.Nested(ClaimedSchema, required=True)
    longest_winning = fields.Nested(RunSchema, required=True, allow_none=True)
    longest_losing = fields.Nested(RunSchema, required=True, allow_none=True)
    drawdown = fields.Nested(DrawdownSchema, required=True, allow_none=True)
    luck_adjusted = fields.Nested(LuckSchema, required=True)
    measures = fields.List(
        fields.Nested(MeasureSchema), required=True, metadata={"description": "every statistic there is"}
    )


class PointSchema(Schema):
    """A statistic over the hands of one period."""

    period = text("a day, the Monday of a week, a month, a session or the number of a hand", allow_none=True)
    numerator = whole("what is added up")
    denominator = whole("over how many hands, or what else")
    value = number("numerator by denominator")
    low = number("lower end of the 95 % interval; null if cumulative")
    high = number("upper end of the 95 % interval")
    small = flag("whether the sample is too small to mean much")
    last_hand = text("the last hand of it")
    last_played_at = moment("when that was played")


class SeriesSchema(Schema):
    """A statistic over time, in the order of play."""

    player_id = text("the player, by the id that he goes by")
    measure = text("the statistic", attribute="measure.name")
    title = text("its name for people", attribute="measure.title")
    unit = text("what it is counted in", attribute="unit.value")
    by = text("what a point stands for", attribute="by.value")
    cumulative = flag("whether each point is of all hands so far")
    step = whole("every so-many-th point is told, and the last")
    points = fields.List(fields.Nested(PointSchema), required=True)


class OpponentSchema(Schema):
    """What one opponent was worth."""

    player_id = text("the opponent")
    name = text("his name", allow_none=True)
    hands = whole("how many hands both sat in")
    had_of_him = whole("what the player had of him in all, without the pots")
    had_of_him_a_hand = fields.Nested(MeanSchema, required=True)
    net = whole("what the player won or lost in these hands in all")
    of_pots = whole("what of that he had of the pots")


class OpponentsSchema(Schema):
    """Where a player's net came from: his opponents, the pots, which have no owner, and rulings."""

    player_id = text("the player, by the id that he goes by")
    unit = text("what amounts are in: counters or farthings")
    hands = whole("how many hands", attribute="counterparties.hands")
    net = whole("what he won or lost in all", attribute="counterparties.net")
    of_opponents = whole("of opponents", attribute="counterparties.of_opponents")
    of_pots = whole("of the pots", attribute="counterparties.of_pots")
    by_rulings = whole("by rulings", attribute="counterparties.by_rulings")
    opponents = fields.List(fields.Nested(OpponentSchema), required=True)


class FigureSchema(Schema):
    """A Plotly figure."""

    data = fields.List(fields.Dict(), required=True, metadata={"description": "the traces"})
    layout = fields.Dict(
        required=True, metadata={"description": "the layout; `meta.summary` is the figure in one sentence"}
    )
