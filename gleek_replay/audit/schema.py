"""The marshmallow schemas that describe an audit, for other programs to read it by."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from marshmallow import Schema, fields, validate

from gleek_replay.audit.audit import Verdict
from gleek_replay.engine import OPTIONS, SECTIONS, Code, Document, Reason, Standing


def _word(words: type[StrEnum], description: str, **settings: Any) -> fields.String:
    allowed = validate.OneOf([word.value for word in words])
    return fields.String(required=True, validate=allowed, metadata={"description": description}, **settings)


def _whole(description: str, **settings: Any) -> fields.Integer:
    return fields.Integer(required=True, strict=True, metadata={"description": description}, **settings)


def _text(description: str, **settings: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **settings)


def _by_account(description: str) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=fields.Integer(strict=True), required=True,
        metadata={"description": description},
    )  # fmt: skip


class AuthoritySchema(Schema):
    """On whose authority a rule stands."""

    rule = fields.String(
        required=True, validate=validate.OneOf([*OPTIONS, *SECTIONS]),
        metadata={"description": "the option or the section of the game at stake"},
    )  # fmt: skip
    document = _word(Document, "the document that says so")
    passage = _text("where in the document")
    standing = _word(Standing, "how firmly it says so")


class ViolationSchema(Schema):
    """A breach of the rules."""

    code = _word(Code, "what kind of breach")
    action = _whole("index into the record's actions; null for the deal or the lift", allow_none=True)
    player = _text("who did it")
    message = _text("the breach in words")
    expected = fields.List(
        fields.String(), required=True,
        metadata={
            "description": "what would have been legal: cards, verbs, amounts or players; cards that you may"
            " not see are counted, as “7 cards not shown”"
        },
    )  # fmt: skip
    found = _text("what the record says; discards that you may not see are counted")
    authority = fields.Nested(AuthoritySchema, required=True)


class RecordedPaymentSchema(Schema):
    """A payment between accounts: players, pot or ruff_pot."""

    payer = _text("who pays", data_key="from")
    payee = _text("who is paid", data_key="to")
    amount = _whole("counters")
    reason = _word(Reason, "what for", data_key="for")


class DuePaymentSchema(RecordedPaymentSchema):
    """A payment that is due."""

    action = _whole("the action that made it due; null for the deal", allow_none=True)
    authority = fields.Nested(AuthoritySchema, required=True)


def _by_reason() -> fields.Dict:
    net = fields.Dict(keys=fields.String(), values=fields.Integer(strict=True))
    reasons = fields.String(validate=validate.OneOf([reason.value for reason in Reason]))
    return fields.Dict(
        keys=reasons, values=net, required=True,
        metadata={"description": "the net of each account for each reason that occurs"},
    )  # fmt: skip


class DueSchema(Schema):
    """What the rules make due."""

    payments = fields.List(fields.Nested(DuePaymentSchema), required=True)
    net = _by_account("what each player, the pot and the ruff pot gain or lose; sums to 0")
    by_reason = _by_reason()


class RecordedSchema(Schema):
    """What the client recorded; the net alone where only a result was."""

    payments = fields.List(fields.Nested(RecordedPaymentSchema))
    net = _by_account("what each account gains or loses by the record")
    by_reason = fields.Dict(
        keys=fields.String(), values=fields.Dict(keys=fields.String(), values=fields.Integer(strict=True))
    )


class DifferenceSchema(Schema):
    """A point on which record and rules differ."""

    reason = fields.String(
        required=True, data_key="for",
        validate=validate.OneOf([*(reason.value for reason in Reason), "total"]),
        metadata={"description": "the reason of the payments, or total"},
    )  # fmt: skip
    player = _text("the account: a player, pot or ruff_pot")
    recorded = _whole("counters recorded")
    due = _whole("counters due")


class ResolvedRulesSchema(Schema):
    """A preset and every option as resolved for the hand."""

    preset = _text("the preset")
    options = fields.Dict(keys=fields.String(validate=validate.OneOf(OPTIONS)), required=True)


class SaleSchema(Schema):
    """Who bought the stock."""

    buyer = _text("who bought it")
    price = _whole("counters in all")


class ShownRuffSchema(Schema):
    """A ruff shown."""

    suit = fields.String(required=True, validate=validate.OneOf(list("SHDC")))
    value = _whole("by the rule set's way to count")
    four_aces = fields.Boolean(required=True)


class RuffSchema(Schema):
    """The vying of the ruff."""

    winner = _text("null when unvied or not reached, or when unknown cards decide", allow_none=True)
    vied_by = _text("who vied first", allow_none=True)
    shown = fields.Dict(keys=fields.String(), values=fields.Nested(ShownRuffSchema), required=True)
    pays = _by_account("what each loser loses")


class ScoreSchema(Schema):
    """A player's score."""

    tricks = _whole("tricks won")
    cards = _whole("points for the cards in them")
    honours = _whole("points for honours")
    total = _whole("cards and honours together")


class CarriedSchema(Schema):
    """What the next hand starts from."""

    ruff_multiplier = _whole("1, or doubled with each unvied ruff")
    ruff_pot = _whole("counters in the ruff pot")
    pot = _whole("counters in the pot")


class RightSchema(Schema):
    """A right that was not used; one that rests on cards that you may not see is left out."""

    code = fields.String(required=True, validate=validate.OneOf(["undeclared", "unclaimed"]))
    player = _text("whose right it was")
    what = _text("such as gleek A or tiddy")
    worth = _whole("counters from each opponent")


class AuditSchema(Schema):
    """The audit of one hand."""

    hand_id = _text("the hand's identity")
    engine = _text("the version of the engine")
    rules = fields.Nested(ResolvedRulesSchema, required=True)
    verdict = _word(Verdict, "the first that applies")
    complete = fields.Boolean(required=True, metadata={"description": "whether the last trick is over"})
    payments_agree = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "null where the client recorded none"}
    )
    unverified = fields.List(
        fields.String(validate=validate.OneOf(["exchange", "ruff", "declarations", "tricks"])),
        required=True, metadata={"description": "stages that hidden cards left open"},
    )  # fmt: skip
    violations = fields.List(fields.Nested(ViolationSchema), required=True)
    due = fields.Nested(DueSchema, required=True)
    recorded = fields.Nested(RecordedSchema, required=True, allow_none=True)
    differences = fields.List(fields.Nested(DifferenceSchema), required=True)
    stock = fields.Nested(SaleSchema, required=True, allow_none=True)
    ruff = fields.Nested(RuffSchema, required=True)
    score = fields.Dict(
        keys=fields.String(), values=fields.Nested(ScoreSchema), required=True, allow_none=True,
        metadata={"description": "each player's score; null for a hand that did not end"},
    )  # fmt: skip
    carried_out = fields.Nested(CarriedSchema, required=True, allow_none=True)
    open_readings = fields.List(
        fields.Nested(AuthoritySchema), required=True,
        metadata={"description": "the rules that no source settles and on which something here rests"},
    )  # fmt: skip
    notes = fields.List(fields.Nested(RightSchema), required=True)
