"""What the API answers, as marshmallow schemas that dump what the services give."""

from __future__ import annotations

from typing import ClassVar

from marshmallow import Schema, fields

from gleek_replay.audit.schema import CarriedSchema
from gleek_replay.web.api.answer_fields import flag, moment, number, text, whole
from gleek_replay.web.problems import FaultSchema


class MalformedSchema(Schema):
    """What stands in the place of an audit for a record that could not be read."""

    VERDICT: ClassVar = "malformed"

    verdict = fields.Constant(VERDICT, required=True)
    number = whole("its line, or its place in the array, from 1")
    faults = fields.List(fields.Nested(FaultSchema), required=True)


class OutcomeSchema(Schema):
    """What came of one part of an upload."""

    file = text("the name of its file; null where the body was no form", allow_none=True)
    number = whole("its line, or its place in the array, from 1")
    status = text(
        "accepted, duplicate, corroborating, conflicting, malformed or failed", attribute="status.value"
    )
    hand_id = text("the hand that it tells of; null when malformed", allow_none=True)
    verdict = text("the hand's verdict as it stood then; null when malformed", allow_none=True)
    faults = fields.List(fields.Nested(FaultSchema), required=True)


class UploadSchema(Schema):
    """An upload, and how far it is."""

    id = text("its id", attribute="upload_id")
    state = text("receiving, queued or done", attribute="state.value")
    owner = text("who sent it", attribute="uploader")
    replace = flag("whether its records replace those that the same owner sent", attribute="replaces")
    idempotency_key = text("as it was sent", allow_none=True)
    received_at = moment("when it was received")
    finished_at = moment("when the last record was done", allow_none=True)
    bytes = whole("how many bytes came in")
    received = whole("how many records came in", attribute="records")
    done = whole("of how many it is known what came of them")
    accepted = whole("how many were the first of their hand", attribute="counts.accepted")
    duplicate = whole("how many told once more what their owner had told", attribute="counts.duplicate")
    corroborating = whole("how many agree with a record that stood", attribute="counts.corroborating")
    conflicting = whole("how many contradict one that stood", attribute="counts.conflicting")
    malformed = whole("how many are no hand history", attribute="counts.malformed")
    failed = whole("on how many the service failed; they are kept", attribute="counts.failed")
    rate = number("records a second since work began; null before the first is done")
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

    player_id = text("the player")
    name = text("his name, where a record has said it", allow_none=True)
    position = text("eldest, middle or dealer")
    net = whole("what he won or lost by the payments due, or by a ruling, in counters")
    bought = flag("whether he bought the stock")


class HandSchema(Schema):
    """A hand as a list shows it."""

    hand_id = text("the hand")
    played_at = moment("when it was played")
    session = text("the session of play it belongs to", attribute="session_id", allow_none=True)
    session_hand = whole("its number in the session", allow_none=True)
    rules = text("the preset of rules")
    stake = text("the coin that a counter stands for")
    verdict = text("what its audit comes to")
    complete = flag("whether the last trick is over")
    payments_agree = flag("null where the client recorded none", allow_none=True)
    price = whole("what the stock was sold for, in counters", allow_none=True)
    corroborations = whole("how many further owners sent records that agree")
    disputed = flag("whether there is a dispute about it that nobody has ruled on")
    ruling = text("what was ruled: record, settlement or void; null if nothing", allow_none=True)
    engine = text("the version of the engine that judged it", attribute="engine_version")
    players = fields.List(fields.Nested(SeatSchema), required=True, attribute="seats")


class RecordSchema(Schema):
    """A record of a hand, as it was received."""

    status = text("what came of it")
    owner = text("who uploaded it")
    received_at = moment("when it was received")
    sha256 = text("of the bytes received, in hexadecimal; empty if you may not have them")
    current = flag("whether it is the first of those that the hand stands on")
    ended_at = moment("when it was replaced or withdrawn", allow_none=True)
    rewritten_at = moment("when somebody was taken out of it who was erased", allow_none=True)


class HandDetailSchema(Schema):
    """A hand with the records that tell of it, in the order in which they came."""

    hand = fields.Nested(HandSchema, required=True)
    records = fields.List(fields.Nested(RecordSchema), required=True)


class PlayerSchema(Schema):
    """A player with the sum of his hands."""

    player_id = text("the player")
    name = text("his name, as given to him or as records last called him", allow_none=True)
    hands = whole("how many hands he played that count")
    void = whole("how many more were ruled void")
    net = whole("what he won or lost by the payments due or by rulings, in counters of whatever stake")
    last_played_at = moment("when he last played")
    aliases = fields.List(
        fields.String(), required=True, metadata={"description": "further ids under which he sat"}
    )


class _PageSchema(Schema):
    next = text("the address of the next page; null on the last", allow_none=True)


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

    session = text("the session", attribute="session_id")
    hands = whole("how many hands of it are stored")
    first_played_at = moment("when the first of them was played")
    last_played_at = moment("when the last of them was played")


class SessionPageSchema(_PageSchema):
    """A page of sessions, by id."""

    items = fields.List(fields.Nested(SessionSummarySchema), required=True)


class FindingSchema(Schema):
    """Something wrong between two hands of a session."""

    code = text("what is wrong, in a word")
    hand_id = text("the later hand, where it shows")
    message = text("what is wrong, for people")


class SessionSchema(Schema):
    """A session of play: its hands by number, what they come to, and what is wrong between them."""

    session = text("the session", attribute="session_id")
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
