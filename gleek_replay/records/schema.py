"""The marshmallow schema of a hand history."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, missing, post_load, validates_schema

from gleek_replay.engine import Carried, Hand
from gleek_replay.records import fields as of
from gleek_replay.records.card_faults import cards_in, judge_cards
from gleek_replay.records.faults import MOST_FAULTS, Fault
from gleek_replay.records.fields import ReaderField, SeatedField
from gleek_replay.records.plain import SeatedActions, plain_actions, plain_payments, plain_seats
from gleek_replay.records.record import HandRecord, SessionRef, Stake
from gleek_replay.records.seating import (
    judge_actions,
    judge_payments,
    judge_player,
    layout_meant,
    resolve_rules,
    seat_map,
    seats_of,
)
from gleek_replay.records.shapes import AnyObject
from gleek_replay.records.values import Identifier, Instant, OneOf, PlayerIdentifier

_SEATED = "_seated"
_NOTHING_CARRIED = Carried()


class HandHistorySchema(Schema):
    """One hand, self-contained, in the format ``gleek-hand/1``."""

    class Meta:
        unknown = RAISE

    error_messages = {  # noqa: RUF012 - marshmallow's own attribute
        "unknown": "no such field",
        "type": "expected an object: one hand history",
    }

    format = ReaderField(of.Format(), required=True, metadata={"description": "exactly gleek-hand/1"})
    hand_id = ReaderField(
        Identifier(), required=True,
        metadata={"description": "identity of the hand, the same in every client's record of it"},
    )  # fmt: skip
    client = ReaderField(
        of.CLIENT, required=True, metadata={"description": "the program that wrote the record"}
    )
    session = ReaderField(
        of.SESSION, metadata={"description": "the session, and the hand's number in it from 1"}
    )
    played_at = ReaderField(Instant(), required=True, metadata={"description": "RFC 3339 with an offset"})
    stake = ReaderField(
        OneOf(Stake), load_default=Stake.PENNY, metadata={"description": "the coin a counter stands for"}
    )
    rules = ReaderField(
        of.Rules(), required=True, metadata={"description": "a preset, and options that override it"}
    )
    players = ReaderField(
        of.Players(), required=True, metadata={"description": "the players in seat order, clockwise"}
    )
    dealer = ReaderField(PlayerIdentifier(), required=True, metadata={"description": "a player's id"})
    lift = ReaderField(
        of.LIFT, metadata={"description": "rounds of lifted cards; the lowest of the last deals"}
    )
    carried = ReaderField(of.CARRIED, metadata={"description": "what the last hand left"})
    deal = ReaderField(
        of.DEAL, required=True, metadata={"description": "the turn-up, and hands and stock as far as known"}
    )
    actions = SeatedField(
        of.ACTIONS,
        plain_actions,
        required=True,
        metadata={"description": "what happened, in order: [player, verb, argument …]"},
    )
    payments = SeatedField(
        of.PAYMENTS, plain_payments, metadata={"description": "what the client says was paid"}
    )
    result = ReaderField(
        of.RESULT, metadata={"description": "what the client says each player won or lost in all"}
    )
    notes = ReaderField(of.NOTES, metadata={"description": "free text"})
    extensions = ReaderField(AnyObject(), metadata={"description": "kept, never read"})

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        fields = self.load_fields
        self._seat = {name: field.seat for name, field in fields.items() if isinstance(field, SeatedField)}
        self._read = {
            name: field.read
            for name, field in fields.items()
            if isinstance(field, ReaderField) and name not in self._seat
        }
        self._names = frozenset(fields)
        self._required = {name for name, field in fields.items() if field.required}
        self._defaults = {
            name: field.load_default for name, field in fields.items() if field.load_default is not missing
        }

    def load(self, data: Any, **settings: Any) -> Any:
        """The record. One with nothing wrong is read by the fields themselves, without marshmallow's book of
        faults, which takes half as long as they do.
        """
        if type(data) is dict and not settings and self._required <= data.keys() <= self._names:
            with suppress(ValidationError):
                record = self._load_well_formed(data)
                if record is not None:
                    return record
        return super().load(self._without_rubbish(data), **settings)

    def _without_rubbish(self, data: Any) -> Any:
        """What is to be read, with no more fields that there are none of than can be listed: marshmallow's
        book of faults is written anew for each.
        """
        if type(data) is not dict or len(data) <= MOST_FAULTS:
            return data
        strange = [name for name in data if name not in self._names]
        left_out = set(strange[MOST_FAULTS + 1 :])
        return {name: value for name, value in data.items() if name not in left_out}

    def _load_well_formed(self, written: dict[str, Any]) -> HandRecord | None:
        """The record, if it is plainly right; ``None`` or an error if there is anything to be said of it."""
        seats = plain_seats(written)
        if seats is None:
            return None
        found = self._defaults.copy()
        for name, seat in self._seat.items():
            if name in written:
                value = written[name]
                found[name] = seat(value, seats) if type(value) is list else None
                if found[name] is None:
                    return None
        for name, read in self._read.items():
            if name in written:
                found[name] = read(written[name])
        self.seat_everything(found, written)
        record: HandRecord = self.make(found)
        return record

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def seat_everything(self, found: dict[str, Any], written: Any, **_: Any) -> None:
        """Hold the parts of the record against each other, whatever else is wrong with it."""
        faults: list[Fault] = []
        players, rules = found.get("players"), None
        number = None if players is None else len(players)
        if "rules" in found:
            rules = resolve_rules(found["rules"], number, faults)
        seats = seats_of(players)
        if seats is not None and "dealer" in found:
            judge_player(found["dealer"], seats, faults, "dealer")
        deal, actions, lift = found.get("deal", {}), found.get("actions", []), found.get("lift", ())
        payments = found.get("payments", ())
        seated: dict[str, Any] = {
            "rules": rules,
            "seats": seats,
            "lift": tuple(
                [seat_map(lifted or {}, seats, faults, "lift", number) for number, lifted in enumerate(lift)]
            ),
            "hands": seat_map(deal.get("hands", {}), seats, faults, "deal", "hands"),
        }
        if not isinstance(actions, SeatedActions):
            judge_actions(actions, seats, faults)
            actions = SeatedActions(tuple(actions), cards_in(actions))
        if isinstance(payments, list):
            judge_payments(payments, seats, faults)
        if "result" in found:
            seated["result"] = seat_map(found["result"], seats, faults, "result")
        layout = layout_meant(found.get("rules"), rules, number)
        of_cards = judge_cards(deal, written.get("deal", {}), lift, actions, layout)
        faults += islice(of_cards, MOST_FAULTS + 1)
        if faults:
            raise ValidationError({"_schema": faults})
        found[_SEATED] = seated

    @post_load
    def make(self, found: dict[str, Any], **_: Any) -> HandRecord:
        """The record as a value."""
        seated = found[_SEATED]
        session, rules = found.get("session"), found["rules"]
        return HandRecord(
            hand_id=found["hand_id"],
            client=found["client"],
            session=SessionRef(**session) if session else None,
            played_at=found["played_at"],
            stake=found["stake"],
            preset=rules.preset,
            options=rules.options,
            players=found["players"],
            hand=self._hand(found, seated),
            payments=found.get("payments"),
            result=seated.get("result"),
            notes=found.get("notes"),
        )

    @staticmethod
    def _hand(found: dict[str, Any], seated: dict[str, Any]) -> Hand:
        players, deal = len(found["players"]), found["deal"]
        carried = found.get("carried")
        return Hand(
            rules=seated["rules"],
            players=players,
            dealer=seated["seats"][found["dealer"]],
            hands=tuple(map(seated["hands"].get, range(players))),
            turn_up=deal["turn_up"],
            stock=deal.get("stock"),
            actions=found["actions"].actions,
            carried=Carried(**carried) if carried else _NOTHING_CARRIED,
            lift=seated["lift"],
        )
