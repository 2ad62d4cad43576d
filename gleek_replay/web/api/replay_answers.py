"""The replay of a hand, described as marshmallow schemas."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import Schema, fields, validate

from gleek_replay.audit.schema import (
    CarriedSchema,
    DuePaymentSchema,
    ResolvedRulesSchema,
    ScoreSchema,
    ViolationSchema,
)
from gleek_replay.services.hands import Verdict
from gleek_replay.services.replays import STAGES
from gleek_replay.web.api.answer_fields import flag, text, whole

_PLACE: Final = (
    "hand:0 and so on by seat, stock, turn_up, discards, trick:0 (the card that seat has on the table) or"
    " won:0 (the cards that seat has taken)"
)


def _list(of: fields.Field[Any] | type[Schema], description: str) -> fields.List[Any]:
    each = of if isinstance(of, fields.Field) else fields.Nested(of)
    return fields.List(each, required=True, metadata={"description": description})


def _cards(description: str) -> fields.List[Any]:
    return _list(fields.String(), description)


def _by(keys: str, of: fields.Field[Any], **settings: Any) -> fields.Dict:
    metadata = {"description": keys}
    return fields.Dict(keys=fields.String(), values=of, required=True, metadata=metadata, **settings)


class OtherReadingSchema(Schema):
    """That the hand is read by other rules than its own."""

    rules_of = fields.Nested(
        ResolvedRulesSchema,
        required=True,
        data_key="of",
        metadata={"description": "the rules that the hand states"},
    )
    verdict_of = text("the verdict by them", validate=validate.OneOf([verdict.value for verdict in Verdict]))
    changed = _list(fields.Integer(), "the numbers of the steps at which the two differ")


class SeatedPlayerSchema(Schema):
    """A player at the table."""

    id = text("the player; his position where names are hidden")
    name = text("what to call him")
    position = text("eldest, second, third, fourth, fifth or dealer")


class PlaceSchema(Schema):
    """The cards in one place."""

    cards = _cards("those that lie face up")
    hidden = whole("how many lie face down")


class MoveSchema(Schema):
    """Cards that go from one place to another."""

    source = text(_PLACE, data_key="from")
    target = text(_PLACE, data_key="to")
    cards = _cards(
        "those that are face up where they come to; one that is not among the face-up cards of the place"
        " where it comes from turns over one that lies face down there"
    )
    hidden = whole("how many more are moved, face down before and after")


class ShownSchema(Schema):
    """Cards that are turned over where they lie, and stay face up."""

    place = text(_PLACE)
    cards = _cards("those that lay face down")


class StepPaymentSchema(DuePaymentSchema):
    """A payment that falls due at a step."""

    class Meta:
        """Which step it is says where it stands."""

        exclude = ("action",)


class StepViolationSchema(ViolationSchema):
    """A breach of the rules at a step."""

    class Meta:
        """Which step it is says where it stands."""

        exclude = ("action",)


class StepFindingsSchema(Schema):
    """What falls due and is wrong at a step by the hand's own rules; at the last step, from there on."""

    payments = _list(StepPaymentSchema, "in the order in which they fell due")
    violations = _list(StepViolationSchema, "in the order in which they were found")


class ReplayStepSchema(Schema):
    """A step: the deal, an action, or the score. The moves are made first, then cards are shown."""

    number = whole("0 for the deal, then that of the action, counted from 1; the score comes after the last")
    action = whole("index into the record's actions; null for the deal and the score", allow_none=True)
    stage = text("the stage it belongs to", validate=validate.OneOf(STAGES))
    player = text("who acts; null for the deal and the score", allow_none=True)
    said = text("what he says; null where he only moves cards", allow_none=True)
    told = text("what happens, for people", data_key="text")
    trick = whole("from the first lead on, the number of the trick, from 1", allow_none=True)
    winner = whole("the seat that wins the trick, at its last card", allow_none=True)
    moves = _list(MoveSchema, "in this order; the step after the last card of a trick begins with taking it")
    shown = _list(ShownSchema, "what is laid open after the moves")
    payments = _list(StepPaymentSchema, "what this made due; what the score comes to, at the last step")
    violations = _list(StepViolationSchema, "what was wrong with it")
    changed = fields.Nested(
        StepFindingsSchema,
        required=True,
        allow_none=True,
        metadata={"description": "null where the hand's own rules find the same"},
    )


class NotFollowedSchema(Schema):
    """An action after the one at which the replay had to stop."""

    action = whole("index into the record's actions")
    player = text("who acts")
    told = text("what he does, for people", data_key="text")


class ReplaySchema(Schema):
    """A hand step by step. Accounts begin with nothing, the pots with what was carried in."""

    hand_id = text("the hand")
    verdict = text("what its audit comes to", validate=validate.OneOf([each.value for each in Verdict]))
    complete = flag("whether the last trick is over")
    rules = fields.Nested(
        ResolvedRulesSchema, required=True, metadata={"description": "the rules by which it is read"}
    )
    reading = fields.Nested(
        OtherReadingSchema,
        required=True,
        allow_none=True,
        metadata={"description": "null where it is read by its own rules"},
    )
    eyes = text("from whose seat; null: from no seat", allow_none=True)
    names_hidden = flag("whether players are called by their positions")
    masked = flag("whether there are cards that you may not see from any seat")
    trumps = text("the suit of trumps: S, H, D or C")
    turn_up = text("the card turned up")
    break_even = whole("the points with which a player neither wins nor loses by the score")
    stake = text("the coin that a counter stands for")
    named = _by("the trumps that have a name, by card", fields.String())
    honours = _by("the cards that count in the score beside the tricks, and their points", fields.Integer())
    players = _list(SeatedPlayerSchema, "by seat, clockwise")
    carried = fields.Nested(CarriedSchema, required=True)
    places = _by("every place with its cards as they were dealt", fields.Nested(PlaceSchema))
    steps = _list(ReplayStepSchema, "in their order")
    not_followed = _list(NotFollowedSchema, "what the record tells after the replay had to stop")
    score = _by(
        "each player's score; null for a hand that did not end", fields.Nested(ScoreSchema), allow_none=True
    )
    net = _by("what each player, the pot and the ruff pot gain or lose; sums to 0", fields.Integer())
