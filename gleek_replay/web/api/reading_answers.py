"""A hand under other rules, by which rules it may have been played, what should be paid now, and records side
by side: what the services give, described as marshmallow schemas.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from marshmallow import Schema, fields, validate

from gleek_replay.audit.schema import CarriedSchema, RecordedPaymentSchema, ResolvedRulesSchema
from gleek_replay.records import HandHistorySchema
from gleek_replay.services.comparing import Fact, Relation
from gleek_replay.services.hands import Verdict
from gleek_replay.services.rules_played import Ground, Trial
from gleek_replay.services.settlements import Basis, Counts, Stake

_CHOICE: Final[dict[str, Any]] = {"type": ["string", "integer", "boolean"]}


def _text(description: str, **settings: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **settings)


def _word(words: type[StrEnum], description: str, **settings: Any) -> fields.String:
    allowed = validate.OneOf([word.value for word in words])
    return _text(description, validate=allowed, **settings)


def _whole(description: str, **settings: Any) -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": description}, **settings)


def _flag(description: str, **settings: Any) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": description}, **settings)


def _by_account(description: str, **settings: Any) -> fields.Dict:
    amounts = fields.Integer()
    told = {"description": description}
    return fields.Dict(keys=fields.String(), values=amounts, required=True, metadata=told, **settings)


def _list(of: fields.Field[Any] | type[Schema], description: str, **settings: Any) -> fields.List[Any]:
    each = of if isinstance(of, fields.Field) else fields.Nested(of)
    return fields.List(each, required=True, metadata={"description": description}, **settings)


def _payment_or_amount(description: str) -> fields.Raw:
    return fields.Raw(
        required=True,
        allow_none=True,
        metadata={"description": description, "type": ["object", "integer"]},
    )


class MisfitSchema(Schema):
    """Why a hand cannot be read by some rules."""

    place = _text("players or deck", data_key="at")
    message = _text("what does not fit, for people")


class FoundBreachSchema(Schema):
    """A breach by one of two readings alone."""

    code = _text("what kind of breach")
    player = _text("who did it")
    rule = _text("the option or section at stake")
    message = _text("the breach in words; cards that you may not see are counted")


class FoundPaymentSchema(RecordedPaymentSchema):
    """A payment that is due by one of two readings alone."""

    rule = _text("the option or section by which it is due")


class FoundSchema(Schema):
    """What one of two readings alone finds at an action."""

    violations = _list(FoundBreachSchema, "what is against its rules")
    payments = _list(FoundPaymentSchema, "what is due by its rules")


class DepartureSchema(Schema):
    """The first point at which what is legal or due differs from the hand's own rules."""

    action = _whole("index into the record's actions; null for the lift or the deal", allow_none=True)
    own = fields.Nested(FoundSchema, required=True)
    other = fields.Nested(FoundSchema, required=True)


class ReadingSchema(Schema):
    """A hand by one preset; where the hand cannot be read by it, all from `verdict` on is null or empty."""

    preset = _text("the preset")
    own = _flag("whether these are in every option the rules that the hand states")
    misfits = _list(MisfitSchema, "why the hand cannot be read by it; empty where it can")
    verdict = _word(Verdict, "what the audit comes to by it", allow_none=True)
    payments_agree = _flag("null where the client recorded none", allow_none=True)
    departure = fields.Nested(
        DepartureSchema, required=True, allow_none=True,
        metadata={"description": "null where all is legal and due as by the hand's own rules"},
    )  # fmt: skip
    net = _by_account("what each account gains or loses, in counters", allow_none=True)
    gains = _by_account("how much more that is than by the hand's own rules, in counters", allow_none=True)
    money = _by_account("the same in farthings", allow_none=True)
    open = _list(
        fields.String(),
        "the reasons for which, by these rules or its own, hidden cards decide what is due: `gains` and"
        " `money` are without them",
    )
    carried_out = fields.Nested(CarriedSchema, required=True, allow_none=True)


class HandReadingsSchema(Schema):
    """A hand by its own rules and by every preset."""

    hand_id = _text("the hand")
    rules = fields.Nested(ResolvedRulesSchema, required=True)
    stake = _word(Stake, "the coin that a counter stands for")
    verdict = _word(Verdict, "what the audit comes to by its own rules")
    payments_agree = _flag("null where the client recorded none", allow_none=True)
    net = _by_account("what each account gains or loses by its own rules, in counters")
    readings = _list(ReadingSchema, "one for each preset")


class ChangedOptionSchema(Schema):
    """An option in which rules that may have been played depart from those stated."""

    option = _text("the option")
    stated = fields.Raw(required=True, metadata={"description": "what the hands state", **_CHOICE})
    choice = fields.Raw(required=True, metadata={"description": "what may have been played", **_CHOICE})
    decisive = _flag(
        "whether these hands come out otherwise if it alone is not changed; null where not looked into",
        allow_none=True,
    )
    document = _text("the document that has the choice")
    passage = _text("where in the document")
    standing = _text("how firmly it says so")


class SupposedSchema(Schema):
    """Rules that may have been played."""

    preset = _text("null: those that the hands state", allow_none=True)
    options = fields.Dict(
        keys=fields.String(), values=fields.Raw(metadata=_CHOICE), required=True,
        metadata={"description": "the options that were changed over it"},
    )  # fmt: skip
    cost = _whole("what it weighs to suppose this")
    changes = _list(ChangedOptionSchema, "all that it changes of the rules stated")


class MisrecordedSchema(Schema):
    """What would have to be wrong in a record: a payment, or (in whole counters) a player's result."""

    hand_id = _text("the hand")
    place = _text("its place, as a JSON pointer; `/payments` for one that is missing", data_key="at")
    recorded = _payment_or_amount("what is recorded; null for a payment that is missing")
    due = _payment_or_amount("what should stand there; null for a payment that should not")


class ExplainedBreachSchema(Schema):
    """A breach of rules that may have been played."""

    hand_id = _text("the hand")
    code = _text("what kind of breach")
    action = _whole("index into the record's actions; null for the lift or the deal", allow_none=True)
    rule = _text("the option or section at stake")


class ExplanationSchema(Schema):
    """What the hands come to by rules that may have been played."""

    rank = _whole("from 1; equal costs share a rank")
    complete = _flag("whether every action is legal by it and every recorded payment due")
    cost = _whole("what counts against it, weighed")
    why = fields.Dict(
        keys=fields.String(validate=validate.OneOf([ground.value for ground in Ground])),
        values=fields.Integer(), required=True,
        metadata={"description": "how often each thing counts against the cheapest of the rules"},
    )  # fmt: skip
    rules = _list(SupposedSchema, "the rules that come to this, the cheapest first; several are a tie")
    wrong = _list(MisrecordedSchema, "the fewest things recorded that would have to be wrong")
    violations = _list(ExplainedBreachSchema, "what would be against the rules")
    carried_mismatch = _list(fields.String(), "the hands that start from something else than was left")


class RulesPlayedSchema(Schema):
    """By which rules hands may have been played."""

    hands = _list(fields.String(), "the hands that were looked at, in their order")
    left_out = _whole("how many further hands a session has, which were not")
    misfits = _list(fields.String(), "the presets by which the hands cannot be read")
    untried = _list(
        fields.Enum(Trial, by_value=fields.String),
        "the kinds of changes that were not all tried, since the records are too long for so much work",
    )
    fewest_wrong = _whole(
        "the place, from 0, of the explanation by which the fewest recorded payments are wrong, of those by"
        " which all is legal; null of none",
        allow_none=True,
    )
    explanations = _list(ExplanationSchema, "by their ranks")


class TransferSchema(Schema):
    """What one account should pay another now."""

    payer = _text("who pays", data_key="from")
    payee = _text("who is paid", data_key="to")
    money = _whole("farthings")


class HandTransferSchema(TransferSchema):
    """What one account of a hand should pay another now."""

    amount = _whole("counters")


class HandTransfersSchema(Schema):
    """What should be paid now for a hand."""

    hand_id = _text("the hand")
    counts = _word(Counts, "what counts: what was due, or by a ruling what was recorded, or nothing")
    basis = _word(Basis, "what the records say was paid")
    stake = _word(Stake, "the coin that a counter stands for")
    balances = _by_account(
        "what counts less what was recorded; null where that cannot be said", allow_none=True
    )
    transfers = _list(
        HandTransferSchema, "the fewest that settle it; null where that cannot be said", allow_none=True
    )
    open = _list(fields.String(), "the reasons of which it is not known what is due; they are left out")


class SessionTransfersSchema(Schema):
    """The settling-up of a session, in farthings."""

    session = _text("the session")
    stake = _word(Stake, "null where hands were played for different coins", allow_none=True)
    money = _by_account("what each player and each pot won or lost in all by what counts")
    transfers = _list(TransferSchema, "the fewest that settle it if nothing has been paid yet")
    corrections = _list(
        TransferSchema,
        "the same if all was paid as recorded; null where that cannot be said",
        allow_none=True,
    )
    left_in_pots = _by_account("what is in the pots once all that counts is paid")
    adds_up = _flag("whether that is what lay in them at the beginning and what came in since")
    open = _list(fields.String(), "the hands of which not all that is due is known")


class ComparedRecordSchema(Schema):
    """A record of a hand, in the order in which they came."""

    number = _whole("its number among the records of the hand, from 1")
    owner = _text("who uploaded it")
    status = _text("what it is to its hand")
    received_at = fields.DateTime(required=True, metadata={"description": "when it was received"})
    side = _whole("the place, from 1, of the side that it is on; null where it is on none", allow_none=True)
    verdict = _word(Verdict, "what it comes to by itself; null where it is on no side", allow_none=True)


class SideSchema(Schema):
    """Records that agree, and what they know together."""

    records = _list(fields.Integer(), "the numbers of the records")
    owners = _whole("how many uploaders sent them")
    stands = _flag("whether the hand stands on them")
    verdict = _word(Verdict, "what they come to together")
    payments_agree = _flag("null where no payment is recorded", allow_none=True)
    due = _by_account("what each account gains or loses by what is due, in counters")
    recorded = _by_account("the same by what is recorded; null where nothing is", allow_none=True)
    history = fields.Nested(
        HandHistorySchema,
        required=True,
        metadata={"description": "what they know together, as you may see it"},
    )


class PartedSchema(Schema):
    """Where two sides part: the index of an action in each; null in the one that leaves it out."""

    first = _whole("on the first side", allow_none=True)
    second = _whole("on the second side", allow_none=True)


class TellingSchema(Schema):
    """What one side says of something on which they disagree."""

    place = _text("JSON pointer; null where it leaves this out", data_key="at", allow_none=True)
    told = fields.Raw(
        required=True, allow_none=True,
        metadata={"description": "as the format has it; of dealt cards, those that the other has not there"},
    )  # fmt: skip


class DisagreementSchema(Schema):
    """Something on which two sides disagree."""

    fact = _word(Fact, "what it is about")
    first = fields.Nested(TellingSchema, required=True)
    second = fields.Nested(TellingSchema, required=True)


class KnownToOneSchema(Schema):
    """Something that, of what you may see, one side alone tells."""

    fact = _word(Fact, "what it is about")
    place = _text("JSON pointer; of actions the first beyond the end of the other side", data_key="at")
    by = fields.String(
        required=True, validate=validate.OneOf(["first", "second"]), metadata={"description": "which side"}
    )


class SidesComparedSchema(Schema):
    """Two sides held against each other."""

    first = _list(fields.Integer(), "the records of the first side")
    second = _list(fields.Integer(), "the records of the second")
    relation = _word(Relation, "how they stand to each other")
    parted_at = fields.Nested(
        PartedSchema, required=True, allow_none=True,
        metadata={"description": "the first action at which they part; null where they tell of the same"},
    )  # fmt: skip
    disagreements = _list(DisagreementSchema, "on what they disagree, as far as you may see it")
    known_to_one = _list(KnownToOneSchema, "what one alone tells, as far as you may see it")
    left_out = _whole("how many disagreements there are beside those told")
    withheld = _flag("whether they disagree on more, which rests on cards that you may not see")


class HandComparisonSchema(Schema):
    """The records of a hand side by side."""

    hand_id = _text("the hand")
    records = _list(ComparedRecordSchema, "every record that can be read, in the order in which they came")
    sides = _list(SideSchema, "the accounts that they give, first the one that the hand stands on")
    comparisons = _list(
        SidesComparedSchema, "the first side held against each of the others, of very many the first"
    )
    not_compared = _whole("how many further sides there are, which were not; ask for them by two numbers")
