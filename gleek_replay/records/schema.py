"""The marshmallow schema of a hand history."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, ValidationError, post_load, validates_schema

from gleek_replay.engine import Carried, Hand
from gleek_replay.records import fields as of
from gleek_replay.records.card_faults import judge_cards
from gleek_replay.records.faults import Fault
from gleek_replay.records.fields import ReaderField
from gleek_replay.records.record import Client, HandRecord, Player, SessionRef, Stake
from gleek_replay.records.seating import (
    judge_player,
    layout_meant,
    resolve_rules,
    seat_actions,
    seat_map,
    seat_payments,
    seats_of,
)
from gleek_replay.records.shapes import AnyObject
from gleek_replay.records.values import Identifier, Instant, OneOf, PlayerIdentifier

_SEATED = "_seated"


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
    actions = ReaderField(
        of.ACTIONS,
        required=True,
        metadata={"description": "what happened, in order: [player, verb, argument …]"},
    )
    payments = ReaderField(of.PAYMENTS, metadata={"description": "what the client says was paid"})
    result = ReaderField(
        of.RESULT, metadata={"description": "what the client says each player won or lost in all"}
    )
    notes = ReaderField(of.NOTES, metadata={"description": "free text"})
    extensions = ReaderField(AnyObject(), metadata={"description": "kept, never read"})

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
        deal, actions, lift = found.get("deal", {}), found.get("actions", []), found.get("lift", [])
        seated: dict[str, Any] = {
            "rules": rules,
            "seats": seats,
            "hands": seat_map(deal.get("hands", {}), seats, faults, "deal", "hands"),
            "actions": seat_actions(actions, seats, faults),
            "lift": tuple(
                seat_map(lifted or {}, seats, faults, "lift", number) for number, lifted in enumerate(lift)
            ),
        }
        if "payments" in found:
            seated["payments"] = seat_payments(found["payments"], seats, faults)
        if "result" in found:
            seated["result"] = seat_map(found["result"], seats, faults, "result")
        layout = layout_meant(found.get("rules"), rules, number)
        faults += judge_cards(deal, written.get("deal", {}), lift, actions, layout)
        if faults:
            raise ValidationError({"_schema": faults})
        found[_SEATED] = seated

    @post_load(pass_original=True)
    def make(self, found: dict[str, Any], original: Any, **_: Any) -> HandRecord:
        """The record as a value."""
        seated = found[_SEATED]
        session = found.get("session")
        rules = found["rules"]
        return HandRecord(
            hand_id=found["hand_id"],
            client=Client(**found["client"]),
            session=SessionRef(**session) if session else None,
            played_at=found["played_at"],
            stake=found["stake"],
            preset=rules.preset,
            options=rules.options,
            players=tuple(Player(**player) for player in found["players"]),
            hand=self._hand(found, seated),
            payments=seated.get("payments"),
            result=seated.get("result"),
            notes=found.get("notes"),
            document=original,
        )

    @staticmethod
    def _hand(found: dict[str, Any], seated: dict[str, Any]) -> Hand:
        players = len(found["players"])
        return Hand(
            rules=seated["rules"],
            players=players,
            dealer=seated["seats"][found["dealer"]],
            hands=tuple(seated["hands"].get(seat) for seat in range(players)),
            turn_up=found["deal"]["turn_up"],
            stock=found["deal"].get("stock"),
            actions=seated["actions"],
            carried=Carried(**found.get("carried", {})),
            lift=seated["lift"],
        )
