"""A hand under every preset at once: what each makes of it, and where it departs from its own rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gleek_replay.audit.audit import Audit, audit_record
from gleek_replay.audit.document import carried_document
from gleek_replay.audit.messages import violation_message
from gleek_replay.audit.nets import nets_in_all
from gleek_replay.audit.rereading import read_under, rules_over
from gleek_replay.engine import PRESETS, Payment, Reason, Result, RuleError, Violation
from gleek_replay.records import HandRecord

Index: TypeAlias = int | None
_BEFORE: Final = -1
"""The place of the lift and the deal, before the first action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What one reading finds at a point of the hand and the other does not."""

    violations: tuple[Violation, ...]
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """The first point at which two readings of a hand part: where what is legal or what falls due differs.

    ``action`` is the index of the action (``None``: the lift or the deal), ``own`` what the hand's own rules
    alone find there, ``other`` what the other reading alone does.
    """

    action: Index
    own: Found
    other: Found


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A hand under one preset.

    ``is_own`` says that these are in every option the rules that the record states. ``gains`` is by account
    what it has more by this reading than by the hand's own rules, in counters, and ``money`` the same in
    farthings; both without the ``open`` reasons, for which by one of the two hidden cards decide what is due.
    Where the hand cannot be read under the preset, ``misfits`` say why, each with its place, and ``audit``,
    ``gains`` and ``money`` are ``None``.
    """

    preset: str
    is_own: bool
    audit: Audit | None
    misfits: tuple[tuple[str, str], ...]
    departure: Departure | None
    gains: tuple[int, ...] | None
    money: tuple[int, ...] | None
    open: tuple[Reason, ...]


def readings(record: HandRecord) -> tuple[Reading, ...]:
    """The hand under every preset, in the order of the presets, with the pack that lay on the table."""
    own = audit_record(record)
    return tuple(_reading(own, preset) for preset in PRESETS)


def _reading(own: Audit, preset: str) -> Reading:
    record = own.record
    try:
        rules = rules_over(record, preset=preset)
        audit = read_under(record, rules)
    except RuleError as error:
        return Reading(
            preset=preset, is_own=False, audit=None, misfits=error.faults, departure=None, gains=None,
            money=None, open=(),
        )  # fmt: skip
    undecided = own.result.undecided | audit.result.undecided
    gains = _gains(own, audit, undecided)
    return Reading(
        preset=preset,
        is_own=rules.options() == record.hand.rules.options(),
        audit=audit,
        misfits=(),
        departure=departure_of(own.result, audit.result),
        gains=gains,
        money=tuple(gain * record.stake.farthings for gain in gains),
        open=tuple(reason for reason in Reason if reason in undecided),
    )


def _gains(own: Audit, other: Audit, undecided: frozenset[Reason]) -> tuple[int, ...]:
    """What each account has more by another reading of the same record than by ``own``, in counters, but for
    the reasons that are undecided.
    """
    accounts = len(own.result.net)
    here, there = (
        nets_in_all({reason: net for reason, net in audit.due.items() if reason not in undecided}, accounts)
        for audit in (own, other)
    )
    return tuple(more - less for less, more in zip(here, there, strict=True))


def departure_of(own: Result, other: Result) -> Departure | None:
    """Where two readings of one record part; ``None`` if all is legal and due alike."""
    here, there = _by_action(own), _by_action(other)
    for action in sorted(here.keys() | there.keys()):
        alone = [
            _without(one.get(action, _NOTHING), two.get(action, _NOTHING))
            for one, two in ((here, there), (there, here))
        ]
        if any(found.violations or found.payments for found in alone):
            index = None if action == _BEFORE else action
            return Departure(action=index, own=alone[0], other=alone[1])
    return None


_NOTHING: Final = Found(violations=(), payments=())


def _by_action(result: Result) -> dict[int, Found]:
    """What a replay found at each action at which it found anything."""
    violations: dict[int, list[Violation]] = {}
    payments: dict[int, list[Payment]] = {}
    for violation in result.violations:
        violations.setdefault(_place(violation.action), []).append(violation)
    for payment in result.payments:
        payments.setdefault(_place(payment.action), []).append(payment)
    return {
        place: Found(violations=tuple(violations.get(place, ())), payments=tuple(payments.get(place, ())))
        for place in violations.keys() | payments.keys()
    }


def _place(action: Index) -> int:
    return _BEFORE if action is None else action


def _without(found: Found, other: Found) -> Found:
    """What is found here and not there. By which rule it is found does not count."""
    breaches = {(each.code, each.seat) for each in other.violations}
    paid = Counter(each[:4] for each in other.payments)
    payments = []
    for payment in found.payments:
        if paid[payment[:4]]:
            paid[payment[:4]] -= 1
        else:
            payments.append(payment)
    violations = tuple(each for each in found.violations if (each.code, each.seat) not in breaches)
    return Found(violations=violations, payments=tuple(payments))


def reading_document(record: HandRecord, reading: Reading) -> dict[str, Any]:
    """A reading of this record as a JSON object: amounts in counters, ``money`` in farthings."""
    audit, accounts = reading.audit, record.accounts
    departure = reading.departure
    return {
        "preset": reading.preset,
        "own": reading.is_own,
        "misfits": [{"at": place, "message": message} for place, message in reading.misfits],
        "verdict": None if audit is None else audit.verdict.value,
        "payments_agree": None if audit is None else audit.payments_agree,
        "departure": None if departure is None else _departure_document(record, departure),
        "net": None if audit is None else dict(zip(accounts, audit.result.net, strict=True)),
        "gains": None if reading.gains is None else dict(zip(accounts, reading.gains, strict=True)),
        "carried_out": None if audit is None else carried_document(audit.result.carried_out),
        "money": None if reading.money is None else dict(zip(accounts, reading.money, strict=True)),
        "open": [reason.value for reason in reading.open],
    }


def _departure_document(record: HandRecord, departure: Departure) -> dict[str, Any]:
    return {
        "action": departure.action,
        "own": _found_document(record, departure.own),
        "other": _found_document(record, departure.other),
    }


def _found_document(record: HandRecord, found: Found) -> dict[str, Any]:
    accounts = record.accounts
    return {
        "violations": [
            {
                "code": each.code.value, "player": record.players[each.seat].id, "rule": each.rule,
                "message": violation_message(record, each),
            }
            for each in found.violations
        ],
        "payments": [
            {
                "from": accounts[each.payer], "to": accounts[each.payee], "amount": each.amount,
                "for": each.reason.value, "rule": each.rule,
            }
            for each in found.payments
        ],
    }  # fmt: skip
