"""From a record and its parts to the JSON object that a client writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from typing import Any

from gleek_replay.engine import Action, Hand, Payment, Unseen, Verb, card_name, cards_text
from gleek_replay.records.record import FORMAT, POT, RUFF_POT, HandRecord, RecordedPayment


def history_document(record: HandRecord) -> dict[str, Any]:
    """A record as a hand history: read again it has the same facts. Extensions, which are never read, are
    left out.
    """
    hand, ids = record.hand, [player.id for player in record.players]
    client, session = record.client, record.session
    written: dict[str, Any] = {
        "format": FORMAT,
        "hand_id": record.hand_id,
        "client": {"name": client.name} | _given(version=client.version),
        **_given(session=session and {"id": session.id, "hand": session.hand}),
        "played_at": record.played_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "stake": record.stake.value,
        "rules": {"preset": record.preset, "options": dict(record.options)},
        "players": [{"id": player.id} | _given(name=player.name) for player in record.players],
        "dealer": ids[hand.dealer],
        **_given(lift=lift_documents(hand, ids) or None),
        "carried": carried_document(hand),
        "deal": deal_document(hand, ids),
        "actions": [action_document(action, ids) for action in hand.actions],
    }
    if record.payments is not None:
        written["payments"] = payment_documents(record.payments, ids)
    if record.result is not None:
        written["result"] = {ids[seat]: net for seat, net in record.result.items()}
    return written | _given(notes=record.notes)


def lift_documents(hand: Hand, ids: Sequence[str]) -> list[dict[str, str]]:
    """The rounds of lifted cards as a hand history writes them."""
    return [{ids[seat]: card_name(card) for seat, card in lifted.items()} for lifted in hand.lift]


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


def payment_documents(
    payments: Iterable[Payment | RecordedPayment], ids: Sequence[str]
) -> list[dict[str, Any]]:
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


def _given(**fields: Any) -> dict[str, Any]:
    """The fields that are known."""
    return {name: value for name, value in fields.items() if value is not None}
