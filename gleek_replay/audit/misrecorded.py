"""The recorded payments that have to be wrong if certain rules are right: the fewest that will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.nets import nets_by_reason, nets_in_all
from gleek_replay.engine import Reason
from gleek_replay.records import HandRecord, RecordedPayment

Edge: TypeAlias = tuple[Reason, int, int]
"""What for, who pays and who is paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misrecorded:
    """Something recorded that is not due as it stands, or due and not recorded.

    ``index`` is its place among the recorded payments, ``None`` for a payment that is missing; ``due`` is
    what should stand there, ``None`` for a payment that should not.
    """

    index: int | None
    recorded: RecordedPayment | None
    due: RecordedPayment | None


class MisrecordedTotal(NamedTuple):
    """What a record says that a player won or lost in all, where that is not due; counters."""

    seat: int
    recorded: int
    due: int


def misrecorded_payments(audit: Audit) -> tuple[Misrecorded, ...]:
    """The fewest recorded payments that have to be wrong, in their order, the missing ones last.

    Where the nets of a reason are those due, its payments are right, however the client put them together;
    so are those between two players for one reason whose sum is due. Of the rest, a payment that is due as
    it stands is taken for right.
    """
    record = audit.record
    reasons = {difference.reason for difference in audit.differences} - {"total"}
    if record.payments is None or not reasons:
        return ()
    due: dict[Edge, list[int]] = {}
    for payer, payee, amount, reason, _, _ in audit.result.payments:
        if reason.value in reasons:
            due.setdefault((reason, payer, payee), []).append(amount)
    told: dict[Edge, list[tuple[int, int]]] = {}
    for index, (payer, payee, amount, reason) in enumerate(record.payments):
        if reason.value in reasons:
            told.setdefault((reason, payer, payee), []).append((amount, index))
    found = [
        wrong
        for edge in sorted(told.keys() | due.keys())
        for wrong in _wrong_on(edge, told.get(edge, []), due.get(edge, []))
    ]
    return tuple(sorted(_paired(found), key=_place))


def _wrong_on(edge: Edge, told: Sequence[tuple[int, int]], due: Sequence[int]) -> list[Misrecorded]:
    """What is wrong of the payments from one account to another for one reason."""
    left = Counter(due)
    unmatched = []
    for amount, index in told:
        if left[amount]:
            left[amount] -= 1
        else:
            unmatched.append((amount, index))
    missing = left.total() and sum(left.elements())
    surplus = sum(amount for amount, _ in unmatched) - missing
    if not surplus:
        return []
    if not unmatched:
        return [Misrecorded(index=None, recorded=None, due=_payment(edge, missing))]
    wrong = []
    for amount, index in sorted(unmatched, key=lambda each: (-each[0], each[1])):
        right = max(amount - surplus, 0)
        due_here = _payment(edge, right) if right else None
        wrong.append(Misrecorded(index=index, recorded=_payment(edge, amount), due=due_here))
        surplus -= amount - right
        if not surplus:
            break
    return wrong


def _payment(edge: Edge, amount: int) -> RecordedPayment:
    reason, payer, payee = edge
    return RecordedPayment(payer, payee, amount, reason)


def _paired(found: Iterable[Misrecorded]) -> list[Misrecorded]:
    """Each payment that should not stand there, and a missing one, taken for one payment recorded wrongly: to
    another player, or for another reason.
    """
    found = list(found)
    missing = [wrong for wrong in found if wrong.recorded is None]
    paired = []
    for wrong in sorted((wrong for wrong in found if wrong.recorded), key=_place):
        match = None if wrong.due else _likest(wrong, missing)
        if match:
            missing.remove(match)
            paired.append(Misrecorded(index=wrong.index, recorded=wrong.recorded, due=match.due))
        else:
            paired.append(wrong)
    return paired + missing


def _likest(wrong: Misrecorded, missing: Sequence[Misrecorded]) -> Misrecorded | None:
    """The missing payment that a recorded one was meant to be: the one that it has most in common with."""
    return max(missing, key=lambda other: _likeness(wrong, other), default=None)


def _likeness(wrong: Misrecorded, other: Misrecorded) -> int:
    assert wrong.recorded, "what is recorded is held against what is missing"
    assert other.due, "what is missing is due"
    return sum(one == two for one, two in zip(wrong.recorded, other.due, strict=True))


def _place(wrong: Misrecorded) -> tuple[bool, int, RecordedPayment | None]:
    return (wrong.index is None, wrong.index or 0, wrong.due if wrong.index is None else None)


def misrecorded_totals(audit: Audit, *, open_reasons: bool) -> tuple[MisrecordedTotal, ...]:
    """The results that are not due, in seat order.

    A result that only sums up the recorded payments says nothing of its own, and is left out. Nothing can
    be said where some of what is due is not known (``open_reasons``).
    """
    record = audit.record
    if record.result is None or open_reasons:
        return ()
    if record.payments is not None:
        accounts = len(audit.result.net)
        summed = nets_in_all(nets_by_reason(record.payments, accounts), accounts)
        if all(summed[seat] == net for seat, net in record.result.items()):
            return ()
    return tuple(
        MisrecordedTotal(seat, recorded, audit.result.net[seat])
        for seat, recorded in sorted(record.result.items())
        if recorded != audit.result.net[seat]
    )


def misrecorded_document(record: HandRecord, wrong: Misrecorded | MisrecordedTotal) -> dict[str, Any]:
    """What is recorded wrongly, with its place in the record as a JSON pointer (``/payments`` alone for a
    payment that is missing).
    """
    if isinstance(wrong, MisrecordedTotal):
        place = f"/result/{record.players[wrong.seat].id}"
        return {"hand_id": record.hand_id, "at": place, "recorded": wrong.recorded, "due": wrong.due}
    return {
        "hand_id": record.hand_id,
        "at": "/payments" if wrong.index is None else f"/payments/{wrong.index}",
        "recorded": _payment_document(record, wrong.recorded),
        "due": _payment_document(record, wrong.due),
    }


def _payment_document(record: HandRecord, payment: RecordedPayment | None) -> dict[str, Any] | None:
    if payment is None:
        return None
    accounts = record.accounts
    return {
        "from": accounts[payment.payer], "to": accounts[payment.payee], "amount": payment.amount,
        "for": payment.reason.value,
    }  # fmt: skip
