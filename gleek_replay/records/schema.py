"""The marshmallow schema of a hand history."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, ValidationError, post_load, validates_schema

from gleek_replay.engine import Carried, Hand, layout_of
from gleek_replay.records import fields as of
from gleek_replay.records.fields import ReaderField
from gleek_replay.records.record import (
    Client,
    HandRecord,
    Player,
    SessionRef,
    Stake,
)
from gleek_replay.records.seating import (
    Faults,
    judge_cards,
    put,
    resolve_rules,
    seat_actions,
    seat_map,
    seat_payments,
    unknown_player,
)
from gleek_replay.records.values import AnyObject, Identifier, Instant, OneOf, PlayerIdentifier

_SEATED = "_seated"


class HandHistorySchema(Schema):
    """One hand, self-contained, in the format ``gleek-hand/1``."""

    class Meta:
        unknown = RAISE

    error_messages = {"unknown": "no such field", "type": "expected an object: one hand history"}  # noqa: RUF012

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

    @validates_schema(skip_on_field_errors=False)
    def seat_everything(self, found: dict[str, Any], **_: Any) -> None:
        """Hold the parts of the record against each other, whatever else is wrong with it."""
        faults: Faults = {}
        players = found.get("players")
        rules = None
        if "rules" in found:
            rules = resolve_rules(found["rules"], None if players is None else len(players), faults)
        seated: dict[str, Any] = {"rules": rules}
        deal, actions, lift = found.get("deal", {}), found.get("actions", []), found.get("lift", [])
        if players is not None:
            seats = {player["id"]: seat for seat, player in enumerate(players)}
            if "dealer" in found and found["dealer"] not in seats:
                put(faults, unknown_player(found["dealer"], seats), "dealer")
            seated["seats"] = seats
            seated["hands"] = seat_map(deal.get("hands", {}), seats, faults, "deal", "hands")
            seated["actions"] = seat_actions(actions, seats, faults)
            seated["lift"] = tuple(
                seat_map(lifted, seats, faults, "lift", number) for number, lifted in enumerate(lift)
            )
            if "payments" in found:
                seated["payments"] = seat_payments(found["payments"], seats, faults)
            if "result" in found:
                seated["result"] = seat_map(found["result"], seats, faults, "result")
        if rules is not None and players is not None:
            judge_cards(deal, lift, actions, layout_of(rules, len(players)), faults)
        if faults:
            raise ValidationError(faults)
        found[_SEATED] = seated

    @post_load(pass_original=True)
    def make(self, found: dict[str, Any], original: Any, **_: Any) -> HandRecord:
        """The record as a value."""
        seated = found[_SEATED]
        session = found.get("session")
        preset, options, _bare = found["rules"]
        return HandRecord(
            hand_id=found["hand_id"],
            client=Client(**found["client"]),
            session=SessionRef(**session) if session else None,
            played_at=found["played_at"],
            stake=found["stake"],
            preset=preset,
            options=options,
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
