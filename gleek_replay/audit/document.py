"""The audit as other programs read it: a JSON object, described by :class:`AuditSchema`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gleek_replay.audit.messages import violation_message
from gleek_replay.audit.nets import Nets, nets_by_reason, nets_in_all
from gleek_replay.engine import ENGINE_VERSION, Carried, Reason, Result, RuleSet, Violation, authority
from gleek_replay.records import Fault, HandRecord

if TYPE_CHECKING:
    from gleek_replay.audit.audit import Audit, Difference


def audit_document(audit: Audit) -> dict[str, Any]:
    """Everything that an audit found, as a JSON object."""
    record, result = audit.record, audit.result
    return {
        "hand_id": record.hand_id,
        "engine": ENGINE_VERSION,
        "rules": rules_document(record.hand.rules, record.preset),
        "verdict": audit.verdict.value,
        "complete": result.complete,
        "payments_agree": audit.payments_agree,
        "unverified": list(result.unverified),
        "violations": [_violation(record, violation) for violation in result.violations],
        "due": _due(audit),
        "recorded": _recorded(record),
        "differences": [_difference(record, difference) for difference in audit.differences],
        "stock": _stock(record, result),
        "ruff": _ruff(record, result),
        "score": _score(record, result),
        "carried_out": carried_document(result.carried_out),
        "open_readings": [
            authority_document(record.hand.rules, rule) for rule in audit.grounds.open_readings
        ],
        "notes": [
            {
                "code": right.code,
                "player": record.players[right.seat].id,
                "what": right.what,
                "worth": right.worth,
            }
            for right in result.rights
        ],
    }


def malformed_document(faults: Iterable[Fault], number: int) -> dict[str, Any]:
    """What stands in the place of an audit for a record that could not be read; ``number`` is its line or
    element, from 1.
    """
    return {
        "verdict": "malformed",
        "number": number,
        "faults": [{"pointer": fault.pointer, "message": fault.message} for fault in faults],
    }


@lru_cache(maxsize=1024)
def rules_document(rules: RuleSet, preset: str) -> dict[str, Any]:
    """The preset and every resolved option."""
    return {"preset": preset, "options": rules.options()}


@lru_cache(maxsize=8192)
def authority_document(rules: RuleSet, rule: str) -> dict[str, str]:
    """Who says so, as an audit names it."""
    citation = authority(rules, rule)
    return {
        "rule": rule,
        "document": citation.document.value,
        "passage": citation.passage,
        "standing": citation.standing.value,
    }


def _named(accounts: Sequence[str], net: Iterable[int]) -> dict[str, int]:
    return dict(zip(accounts, net, strict=True))


def _balance(accounts: Sequence[str], nets: Nets) -> dict[str, dict[str, int]]:
    return {reason.value: _named(accounts, nets[reason]) for reason in Reason if reason in nets}


def _due(audit: Audit) -> dict[str, Any]:
    record, result = audit.record, audit.result
    accounts, rules = record.accounts, record.hand.rules
    due = zip(result.payments, audit.grounds.payments, strict=True)
    return {
        "payments": [
            {
                "from": accounts[payer], "to": accounts[payee], "amount": amount, "for": reason.value,
                "action": action, "authority": authority_document(rules, grounds[0]),
            }
            for (payer, payee, amount, reason, action, _), grounds in due
        ],
        "net": _named(accounts, result.net),
        "by_reason": _balance(accounts, audit.due),
    }  # fmt: skip


def _recorded(record: HandRecord) -> dict[str, Any] | None:
    accounts = record.accounts
    if record.payments is not None:
        nets = nets_by_reason(record.payments, len(accounts))
        return {
            "payments": [
                {"from": accounts[payer], "to": accounts[payee], "amount": amount, "for": reason.value}
                for payer, payee, amount, reason in record.payments
            ],
            "net": _named(accounts, nets_in_all(nets, len(accounts))),
            "by_reason": _balance(accounts, nets),
        }
    if record.result is not None:
        return {"net": {accounts[seat]: net for seat, net in sorted(record.result.items())}}
    return None


def _difference(record: HandRecord, difference: Difference) -> dict[str, Any]:
    return {
        "for": difference.reason,
        "player": record.accounts[difference.account],
        "recorded": difference.recorded,
        "due": difference.due,
    }


def _violation(record: HandRecord, violation: Violation) -> dict[str, Any]:
    def text(value: str | int) -> str:
        return record.players[value].id if isinstance(value, int) else value

    return {
        "code": violation.code.value,
        "action": violation.action,
        "player": record.players[violation.seat].id,
        "message": violation_message(record, violation),
        "expected": [text(value) for value in violation.expected],
        "found": text(violation.found),
        "authority": authority_document(record.hand.rules, violation.rule),
    }


def _stock(record: HandRecord, result: Result) -> dict[str, Any] | None:
    if result.sale is None:
        return None
    return {"buyer": record.players[result.sale.buyer].id, "price": result.sale.price}


def _ruff(record: HandRecord, result: Result) -> dict[str, Any]:
    ruff, players = result.ruff, record.players
    return {
        "winner": None if ruff.winner is None else players[ruff.winner].id,
        "vied_by": None if ruff.vied_by is None else players[ruff.vied_by].id,
        "shown": {
            players[seat].id: {"suit": shown.suit, "value": shown.value, "four_aces": shown.four_aces}
            for seat, shown in ruff.shown.items()
        },
        "pays": {players[seat].id: amount for seat, amount in ruff.pays.items()},
    }


def _score(record: HandRecord, result: Result) -> dict[str, Any] | None:
    if result.score is None:
        return None
    return {
        player.id: {
            "tricks": score.tricks,
            "cards": score.cards,
            "honours": score.honours,
            "total": score.total,
        }
        for player, score in zip(record.players, result.score, strict=True)
    }


def carried_document(carried: Carried | None) -> dict[str, int] | None:
    """What a hand hands on; ``None`` for one that did not end."""
    if carried is None:
        return None
    return {"ruff_multiplier": carried.ruff_multiplier, "ruff_pot": carried.ruff_pot, "pot": carried.pot}
