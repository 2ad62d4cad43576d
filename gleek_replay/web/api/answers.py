"""What the API answers, as marshmallow schemas that dump what the services give."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import Schema, fields

from gleek_replay.audit.schema import CarriedSchema
from gleek_replay.web.problems import FaultSchema


def _text(description: str, **settings: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **settings)


def _whole(description: str, **settings: Any) -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": description}, **settings)


def _moment(description: str, **settings: Any) -> fields.DateTime:
    return fields.DateTime(required=True, metadata={"description": description}, **settings)


def _number(description: str) -> fields.Float:
    return fields.Float(required=True, allow_none=True, metadata={"description": description})


def _flag(description: str, **settings: Any) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": description}, **settings)


class MalformedSchema(Schema):
    """What stands in the place of an audit for a record that could not be read."""

    VERDICT: ClassVar = "malformed"

    verdict = fields.Constant(VERDICT, required=True)
    number = _whole("its line, or its place in the array, from 1")
    faults = fields.List(fields.Nested(FaultSchema), required=True)


class OutcomeSchema(Schema):
    """What came of one part of an upload."""

    file = _text("the name of its file; null where the body was no form", allow_none=True)
    number = _whole("its line, or its place in the array, from 1")
    status = _text(
        "accepted, duplicate, corroborating, conflicting, malformed or failed", attribute="status.value"
    )
    hand_id = _text("the hand that it tells of; null when malformed", allow_none=True)
    verdict = _text("the hand's verdict as it stood then; null when malformed", allow_none=True)
    faults = fields.List(fields.Nested(FaultSchema), required=True)


class UploadSchema(Schema):
    """An upload, and how far it is."""

    id = _text("its id", attribute="upload_id")
    state = _text("receiving, queued or done", attribute="state.value")
    owner = _text("who sent it", attribute="uploader")
    replace = _flag("whether its records replace those that the same owner sent", attribute="replaces")
    idempotency_key = _text("as it was sent", allow_none=True)
    received_at = _moment("when it was received")
    finished_at = _moment("when the last record was done", allow_none=True)
    bytes = _whole("how many bytes came in")
    received = _whole("how many records came in", attribute="records")
    done = _whole("of how many it is known what came of them")
    accepted = _whole("how many were the first of their hand", attribute="counts.accepted")
    duplicate = _whole("how many told once more what their owner had told", attribute="counts.duplicate")
    corroborating = _whole("how many agree with a record that stood", attribute="counts.corroborating")
    conflicting = _whole("how many contradict one that stood", attribute="counts.conflicting")
    malformed = _whole("how many are no hand history", attribute="counts.malformed")
    failed = _whole("on how many the service failed; they are kept", attribute="counts.failed")
    rate = _number("records a second since work began; null before the first is done")
    seconds_left = fields.TimeDelta(
        required=True,
        allow_none=True,
        attribute="time_left",
        precision="seconds",
        metadata={"description": "what the rest will take at that rate, in seconds", "type": "number"},
    )


class ReceiptSchema(Schema):
    """An upload as it was taken in."""

    upload = fields.Nested(UploadSchema, required=True)
    outcomes = fields.List(
        fields.Nested(OutcomeSchema),
        required=True,
        allow_none=True,
        metadata={"description": "of a small upload, record by record; null for one that is worked on"},
    )


class SeatSchema(Schema):
    """A player of a hand."""

    player_id = _text("the player")
    name = _text("his name, where a record has said it", allow_none=True)
    position = _text("eldest, middle or dealer")
    net = _whole("what he won or lost by the payments due, in counters")
    bought = _flag("whether he bought the stock")


class HandSchema(Schema):
    """A hand as a list shows it."""

    hand_id = _text("the hand")
    played_at = _moment("when it was played")
    session = _text("the session of play it belongs to", attribute="session_id", allow_none=True)
    session_hand = _whole("its number in the session", allow_none=True)
    rules = _text("the preset of rules")
    stake = _text("the coin that a counter stands for")
    verdict = _text("what its audit comes to")
    complete = _flag("whether the last trick is over")
    payments_agree = _flag("null where the client recorded none", allow_none=True)
    price = _whole("what the stock was sold for, in counters", allow_none=True)
    corroborations = _whole("how many further owners sent records that agree")
    disputed = _flag("whether some record contradicts those it stands on")
    engine = _text("the version of the engine that judged it", attribute="engine_version")
    players = fields.List(fields.Nested(SeatSchema), required=True, attribute="seats")


class RecordSchema(Schema):
    """A record of a hand, as it was received."""

    status = _text("what came of it")
    owner = _text("who uploaded it")
    received_at = _moment("when it was received")
    sha256 = _text("of the bytes received, in hexadecimal")
    current = _flag("whether it is the first of those that the hand stands on")
    ended_at = _moment("when it was replaced or withdrawn", allow_none=True)


class HandDetailSchema(Schema):
    """A hand with the records that tell of it, in the order in which they came."""

    hand = fields.Nested(HandSchema, required=True)
    records = fields.List(fields.Nested(RecordSchema), required=True)


class PlayerSchema(Schema):
    """A player with the sum of his hands."""

    player_id = _text("the player")
    name = _text("his name, where a record has said it", allow_none=True)
    hands = _whole("how many hands he played")
    net = _whole("what he won or lost by the payments due, in counters of whatever stake")
    last_played_at = _moment("when he last played")


class _PageSchema(Schema):
    next = _text("the address of the next page; null on the last", allow_none=True)


class HandPageSchema(_PageSchema):
    """A page of hands, newest first."""

    items = fields.List(fields.Nested(HandSchema), required=True)


class PlayerPageSchema(_PageSchema):
    """A page of players, by id."""

    items = fields.List(fields.Nested(PlayerSchema), required=True)


class UploadPageSchema(_PageSchema):
    """A page of uploads, newest first."""

    items = fields.List(fields.Nested(UploadSchema), required=True)


class OutcomePageSchema(_PageSchema):
    """A page of what came of an upload's records, in their order."""

    items = fields.List(fields.Nested(OutcomeSchema), required=True)


class SessionSummarySchema(Schema):
    """A session of play as a list shows it."""

    session = _text("the session", attribute="session_id")
    hands = _whole("how many hands of it are stored")
    first_played_at = _moment("when the first of them was played")
    last_played_at = _moment("when the last of them was played")


class SessionPageSchema(_PageSchema):
    """A page of sessions, by id."""

    items = fields.List(fields.Nested(SessionSummarySchema), required=True)


class FindingSchema(Schema):
    """Something wrong between two hands of a session."""

    code = _text("what is wrong, in a word")
    hand_id = _text("the later hand, where it shows")
    message = _text("what is wrong, for people")


class SessionSchema(Schema):
    """A session of play: its hands by number, what they come to, and what is wrong between them."""

    session = _text("the session", attribute="session_id")
    hands = fields.List(fields.Nested(HandSchema), required=True, attribute="summaries")
    net = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "what each player, the pot and the ruff pot gained or lost; sums to 0"},
    )
    carried_in = fields.Nested(
        CarriedSchema, required=True, metadata={"description": "what the first hand started from"}
    )
    carried_out = fields.Nested(
        CarriedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "what the last hand handed on; null if it did not end"},
    )
    findings = fields.List(fields.Nested(FindingSchema), required=True)


class MeanSchema(Schema):
    """A mean with the sample that it rests on."""

    hands = _whole("how many hands it is the mean of")
    value = _number("the mean; null of no hands")
    deviation = _number("the standard deviation of a single hand")
    low = _number("lower end of the 95 % interval; null for fewer than two hands")
    high = _number("upper end of the 95 % interval")
    small = _flag("whether the sample is too small to mean much")


class ShareSchema(Schema):
    """A part of the hands, with its 95 % interval."""

    count = _whole("how many of the hands")
    hands = _whole("of how many hands")
    value = _number("count divided by hands")
    low = _number("lower end of the 95 % interval")
    high = _number("upper end of the 95 % interval")
    small = _flag("whether the sample is too small to mean much")


class HandResultSchema(Schema):
    """One hand's result."""

    hand_id = _text("the hand")
    played_at = _moment("when it was played")
    net = _whole("counters")


class StageResultSchema(Schema):
    """What one stage of the game brought."""

    stage = _text("the stage")
    title = _text("its name for people")
    net = _whole("counters in all")
    touched = _whole("in how many hands it paid or cost")
    net_a_hand = fields.Nested(MeanSchema, required=True)


class SeatResultSchema(Schema):
    """What one seat brought."""

    position = _text("eldest, middle or dealer")
    net = _whole("counters in all")
    net_a_hand = fields.Nested(MeanSchema, required=True)


class StatisticsSchema(Schema):
    """A player's results by the payments due, in counters; each number with its sample."""

    hands = _whole("how many hands")
    unfinished = _whole("how many of them did not come to their score; what was due before counts")
    disputed = _whole("how many of them are in dispute; they count as most owners tell of them")
    first = _moment("when the first was played", allow_none=True)
    last = _moment("when the last was played", allow_none=True)
    stakes = fields.List(fields.String(), required=True, metadata={"description": "the coins played for"})
    net = _whole("counters in all")
    net_a_hand = fields.Nested(MeanSchema, required=True)
    luck = _text("how much to make of it, in a sentence")
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


class FigureSchema(Schema):
    """A Plotly figure."""

    data = fields.List(fields.Dict(), required=True, metadata={"description": "the traces"})
    layout = fields.Dict(
        required=True, metadata={"description": "the layout; `meta.summary` is the figure in one sentence"}
    )
