"""The audit of a hand: what its record says against what the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from gleek_replay.audit.messages import violation_message
from gleek_replay.engine import (
    ENGINE_VERSION,
    Carried,
    Payment,
    Reason,
    Result,
    RuleSet,
    Violation,
    authority,
    balances,
    replay,
)
from gleek_replay.records import Fault, HandRecord, RecordedPayment


class Verdict(StrEnum):
    """What an audit comes to: the first of these that applies."""

    UNPLAYABLE = "unplayable"
    """The record does something at which the replay has to stop."""
    IRREGULAR = "irregular"
    """A rule was broken, but what happened is clear, and the record is followed."""
    MISREPORTED = "misreported"
    """Legal, but the recorded payments or result are not those due."""
    INCOMPLETE = "incomplete"
    """Legal, but the record ends before the last trick is over."""
    CLEAN = "clean"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A point on which record and rules differ: counters by account, for one reason or in ``total``."""

    reason: str
    account: int
    recorded: int
    due: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """A record, what the rules make of it, and where the two differ.

    ``payments_agree`` is ``None`` where the client recorded none. ``document`` is the audit as other
    programs read it.
    """

    record: HandRecord
    result: Result
    verdict: Verdict
    payments_agree: bool | None
    differences: tuple[Difference, ...]
    document: dict[str, Any]


def audit_record(record: HandRecord) -> Audit:
    """Replay a record and hold what it says was paid against what is due."""
    result = replay(record.hand)
    due_by_reason = _by_reason(result.payments, len(record.accounts))
    differences = _differences(record, result, due_by_reason)
    nothing_recorded = record.payments is None and record.result is None
    agree = None if nothing_recorded else not differences
    verdict = _verdict(result, agree)
    document = {
        "hand_id": record.hand_id,
        "engine": ENGINE_VERSION,
        "rules": rules_document(record.hand.rules, record.preset),
        "verdict": verdict.value,
        "complete": result.complete,
        "payments_agree": agree,
        "unverified": list(result.unverified),
        "violations": [_violation(record, violation) for violation in result.violations],
        "due": _due(record, result, due_by_reason),
        "recorded": _recorded(record),
        "differences": [_difference(record, difference) for difference in differences],
        "stock": _stock(record, result),
        "ruff": _ruff(record, result),
        "score": _score(record, result),
        "carried_out": _carried(result.carried_out),
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
    return Audit(
        record=record, result=result, verdict=verdict, payments_agree=agree, differences=differences,
        document=document,
    )  # fmt: skip


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


def _verdict(result: Result, agree: bool | None) -> Verdict:
    if result.stopped_at is not None:
        return Verdict.UNPLAYABLE
    if result.violations:
        return Verdict.IRREGULAR
    if agree is False:
        return Verdict.MISREPORTED
    return Verdict.CLEAN if result.complete else Verdict.INCOMPLETE


def _by_reason(payments: Iterable[Payment | RecordedPayment], accounts: int) -> dict[Reason, list[int]]:
    """What each account gained or lost, for each reason that occurs."""
    found: dict[Reason, list[int]] = {}
    for payment in payments:
        net = found.get(payment.reason)
        if net is None:
            net = found[payment.reason] = [0] * accounts
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    return found


def _differences(
    record: HandRecord, result: Result, due_by_reason: Mapping[Reason, Sequence[int]]
) -> tuple[Difference, ...]:
    """Per reason where payments were recorded; in total where only a result was, or where it does not
    follow from payments that are right. What unknown cards decide takes no part.
    """
    found: list[Difference] = []
    if record.payments is not None:
        accounts = len(record.accounts)
        recorded_by_reason = _by_reason(record.payments, accounts)
        if recorded_by_reason == due_by_reason and not result.undecided:
            return _total_differences(record, result)
        nothing = [0] * accounts
        for reason in Reason:
            if reason in result.undecided:
                continue
            recorded, due = recorded_by_reason.get(reason, nothing), due_by_reason.get(reason, nothing)
            found += [
                Difference(reason=reason.value, account=account, recorded=recorded[account], due=due[account])
                for account in range(accounts)
                if recorded[account] != due[account]
            ]
    return tuple(found) or _total_differences(record, result)


def _total_differences(record: HandRecord, result: Result) -> tuple[Difference, ...]:
    if record.result is None or result.undecided:
        return ()
    return tuple(
        Difference(reason="total", account=seat, recorded=recorded, due=result.net[seat])
        for seat, recorded in sorted(record.result.items())
        if recorded != result.net[seat]
    )


def _named(accounts: Sequence[str], net: Iterable[int]) -> dict[str, int]:
    return dict(zip(accounts, net, strict=True))


def _balance(accounts: Sequence[str], by_reason: Mapping[Reason, Sequence[int]]) -> dict[str, dict[str, int]]:
    return {reason.value: _named(accounts, by_reason[reason]) for reason in Reason if reason in by_reason}


def _due(record: HandRecord, result: Result, by_reason: Mapping[Reason, Sequence[int]]) -> dict[str, Any]:
    accounts, rules = record.accounts, record.hand.rules
    return {
        "payments": [
            {
                "from": accounts[payer], "to": accounts[payee], "amount": amount, "for": reason.value,
                "action": action, "authority": authority_document(rules, rule),
            }
            for payer, payee, amount, reason, action, rule in result.payments
        ],
        "net": _named(accounts, result.net),
        "by_reason": _balance(accounts, by_reason),
    }  # fmt: skip


def _recorded(record: HandRecord) -> dict[str, Any] | None:
    accounts = record.accounts
    if record.payments is not None:
        return {
            "payments": [
                {"from": accounts[payer], "to": accounts[payee], "amount": amount, "for": reason.value}
                for payer, payee, amount, reason in record.payments
            ],
            "net": _named(accounts, balances_of(record.payments, len(accounts))),
            "by_reason": _balance(accounts, _by_reason(record.payments, len(accounts))),
        }
    if record.result is not None:
        return {"net": {accounts[seat]: net for seat, net in sorted(record.result.items())}}
    return None


def balances_of(payments: Iterable[RecordedPayment], accounts: int) -> list[int]:
    """What each account gained or lost in all by the recorded payments."""
    return balances((Payment(*payment, None, "") for payment in payments), accounts)


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


def _carried(carried: Carried | None) -> dict[str, int] | None:
    if carried is None:
        return None
    return {"ruff_multiplier": carried.ruff_multiplier, "ruff_pot": carried.ruff_pot, "pot": carried.pot}
