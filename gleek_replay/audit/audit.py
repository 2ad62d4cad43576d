"""The audit of a hand: what its record says against what the rules say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, TypeAlias

from gleek_replay.audit.document import audit_document
from gleek_replay.audit.nets import Nets, nets_by_reason, nets_in_all
from gleek_replay.engine import Grounds, Reason, Result, Stage, replay
from gleek_replay.records import HandRecord

RecordedNet: TypeAlias = tuple[int | None, ...]
"""What each player won or lost by the record; ``None`` for one of whom it says nothing."""

_SETTLED_WHEN: Final = {
    Reason.TURN_UP: Stage.AUCTION, Reason.STOCK: Stage.EXCHANGE, Reason.RUFF: Stage.DECLARATIONS,
    Reason.GLEEK: Stage.TRICKS, Reason.MOURNIVAL: Stage.TRICKS, Reason.TIDDY: Stage.OVER,
    Reason.TOWSER: Stage.OVER, Reason.TUMBLER: Stage.OVER, Reason.CHALLENGE: Stage.OVER,
    Reason.SCORE: Stage.OVER,
}  # fmt: skip
"""The stage with which all that can be due for a reason is settled."""
_TILL_THE_END: Final = {Reason.GLEEK: Stage.OVER, Reason.MOURNIVAL: Stage.OVER}
"""Where a false one may be challenged, it is entered as paid with the challenge."""


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


@dataclass(frozen=True, kw_only=True)
class Audit:
    """A record, what the rules make of it, and where the two differ.

    ``due`` has the nets of the payments due by reason; in all they are ``result.net``. ``recorded_net`` is
    ``None`` where the client recorded nothing of the kind, ``payments_agree`` also where nothing that he
    recorded could be held against what is due.
    """

    record: HandRecord
    result: Result
    verdict: Verdict
    payments_agree: bool | None
    differences: tuple[Difference, ...]
    due: Nets
    recorded_net: RecordedNet | None

    @cached_property
    def grounds(self) -> Grounds:
        """What the result rests on, reckoned when it is first asked for."""
        return Grounds(self.record.hand, self.result)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The audit as other programs read it, made when it is first asked for."""
        return audit_document(self)


def audit_record(record: HandRecord) -> Audit:
    """Replay a record and hold what it says was paid against what is due."""
    result = replay(record.hand)
    accounts = len(result.net)
    payments = tuple([payment[:4] for payment in result.payments])
    due = nets_by_reason(payments, accounts)
    if record.payments == payments:  # as nearly every client records them
        recorded: Nets | None = due
        recorded_net: RecordedNet | None = result.net[: len(record.players)]
    else:
        recorded = None if record.payments is None else nets_by_reason(record.payments, accounts)
        recorded_net = _recorded_net(record, recorded, accounts)
    agree, differences = _compared(record, result, due, recorded)
    return Audit(
        record=record, result=result, verdict=_verdict(result, agree), payments_agree=agree,
        differences=differences, due=due, recorded_net=recorded_net,
    )  # fmt: skip


def _verdict(result: Result, agree: bool | None) -> Verdict:
    if result.stopped_at is not None:
        return Verdict.UNPLAYABLE
    if result.violations:
        return Verdict.IRREGULAR
    if agree is False:
        return Verdict.MISREPORTED
    return Verdict.CLEAN if result.complete else Verdict.INCOMPLETE


def open_reasons(record: HandRecord, result: Result) -> frozenset[Reason]:
    """The reasons of which it is not known what is due: unknown cards decide it, or the replay had to stop
    before all of it was settled.
    """
    if result.stopped_at is None or result.complete:
        return result.undecided
    settled = _SETTLED_WHEN | (_TILL_THE_END if record.hand.rules.challenge else {})
    return result.undecided | {reason for reason in Reason if settled[reason] not in result.stages}


def _compared(
    record: HandRecord, result: Result, due: Nets, recorded: Nets | None
) -> tuple[bool | None, tuple[Difference, ...]]:
    """Whether record and rules agree, and where they differ: per reason where payments were recorded; in
    total where only a result was, or where it does not follow from payments that are right.
    """
    left_out = open_reasons(record, result)
    total = record.result is not None and not left_out
    found: tuple[Difference, ...] = ()
    if recorded is not None and (left_out or recorded != due):
        found = _differences(left_out, due, recorded, len(result.net))
    if total and not found:
        found = _total_differences(record, result)
    by_reason = recorded is not None and (not left_out or bool((recorded.keys() | due.keys()) - left_out))
    return (not found if total or by_reason else None), found


def _differences(
    left_out: frozenset[Reason], due: Nets, recorded: Nets, accounts: int
) -> tuple[Difference, ...]:
    nothing = [0] * accounts
    return tuple(
        Difference(reason=reason.value, account=account, recorded=said, due=right)
        for reason in Reason
        if reason not in left_out
        for account, (said, right) in enumerate(
            zip(recorded.get(reason, nothing), due.get(reason, nothing), strict=True)
        )
        if said != right
    )


def _total_differences(record: HandRecord, result: Result) -> tuple[Difference, ...]:
    told = record.result or {}
    return tuple(
        Difference(reason="total", account=seat, recorded=recorded, due=result.net[seat])
        for seat, recorded in sorted(told.items())
        if recorded != result.net[seat]
    )


def _recorded_net(record: HandRecord, recorded: Nets | None, accounts: int) -> RecordedNet | None:
    """By the payments where some were recorded, else by the result."""
    players = len(record.players)
    if recorded is not None:
        return tuple(nets_in_all(recorded, accounts)[:players])
    if record.result is not None:
        return tuple(map(record.result.get, range(players)))
    return None
