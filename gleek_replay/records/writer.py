"""From a record's parts to the JSON object that a client writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gleek_replay.engine import Action, Hand, Payment, Unseen, Verb, card_name, cards_text
from gleek_replay.records.record import POT, RUFF_POT


def deal_document(hand: Hand, ids: Sequence[str]) -> dict[str, Any]:
    """The deal as a hand history writes it, hidden cards left out."""
    deal: dict[str, Any] = {
        "hands": {
            player: cards_text(cards)
            for player, cards in zip(ids, hand.hands, strict=True)
            if cards is not None
        },
        "turn_up": card_name(hand.turn_up),
    }
    if hand.stock is not None:
        deal["stock"] = cards_text(hand.stock)
    return deal


def action_document(action: Action, ids: Sequence[str]) -> list[Any]:
    """An action as a hand history writes it: ``["ann", "play", "AS"]``."""
    seat, verb, argument = action
    written: list[Any] = [ids[seat], verb.value]
    match verb:
        case Verb.BID | Verb.GLEEK | Verb.MOURNIVAL:
            written.append(argument)
        case Verb.PLAY:
            written.append(card_name(argument))
        case Verb.DISCARD:
            written.append(argument.count if isinstance(argument, Unseen) else cards_text(argument))
        case Verb.CHALLENGE:
            target, kind, rank = argument
            written += [ids[target], kind.value, rank]
    return written


def payment_documents(payments: Iterable[Payment], ids: Sequence[str]) -> list[dict[str, Any]]:
    """Payments as a hand history writes them."""
    accounts = (*ids, POT, RUFF_POT)
    return [
        {
            "from": accounts[payment.payer], "to": accounts[payment.payee], "amount": payment.amount,
            "for": payment.reason.value,
        }
        for payment in payments
    ]  # fmt: skip


def carried_document(hand: Hand) -> Mapping[str, int]:
    """What was carried into a hand."""
    carried = hand.carried
    return {"ruff_multiplier": carried.ruff_multiplier, "ruff_pot": carried.ruff_pot, "pot": carried.pot}
