"""The hands of one session held against each other: what each left and what the next began with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

from gleek_replay.audit.audit import Audit
from gleek_replay.engine import Carried
from gleek_replay.records import HandRecord


class FindingCode(StrEnum):
    """What can be wrong between two hands of a session."""

    CARRIED_MISMATCH = "carried_mismatch"
    """A hand starts from something else than the last one left."""
    DEALER_ROTATION = "dealer_rotation"
    """The deal did not pass to the left."""
    PLAYERS_CHANGED = "players_changed"
    RULES_CHANGED = "rules_changed"
    STAKE_CHANGED = "stake_changed"
    GAP = "gap"
    """A number is missing; nothing else is found across it."""
    REPEATED = "repeated"
    """One number under two hand ids."""
    OUT_OF_ORDER = "out_of_order"
    """Dates against numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong between two hands; ``hand_id`` is the later one, where it shows."""

    code: FindingCode
    hand_id: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionAudit:
    """The findings of a session, and what each account won or lost over its hands by what is due.

    ``audits`` are those of its hands in their order, each hand once.
    """

    session_id: str
    audits: tuple[Audit, ...]
    net: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def document(self) -> dict[str, Any]:
        """The session as other programs read it."""
        return {
            "session": self.session_id,
            "hands": len(self.audits),
            "net": self.net,
            "findings": [
                {"code": finding.code.value, "hand_id": finding.hand_id, "message": finding.message}
                for finding in self.findings
            ],
        }


def audit_sessions(audits: Iterable[Audit]) -> list[SessionAudit]:
    """The sessions that some audited hands belong to, in the order in which they first appear.

    Of several records of one hand the first counts.
    """
    by_session: dict[str, dict[str, Audit]] = {}
    for audit in audits:
        if audit.record.session:
            by_session.setdefault(audit.record.session.id, {}).setdefault(audit.record.hand_id, audit)
    return [_audit_session(session, list(hands.values())) for session, hands in by_session.items()]


def _audit_session(session_id: str, audits: list[Audit]) -> SessionAudit:
    audits.sort(key=lambda audit: (_number(audit.record), audit.record.played_at))
    net: dict[str, int] = {}
    for audit in audits:
        for account, amount in zip(audit.record.accounts, audit.result.net, strict=True):
            net[account] = net.get(account, 0) + amount
    findings = tuple(_findings(audits))
    return SessionAudit(session_id=session_id, audits=tuple(audits), net=net, findings=findings)


def _number(record: HandRecord) -> int:
    return record.session.hand if record.session else 0


def _findings(audits: Sequence[Audit]) -> Iterator[Finding]:
    """What is wrong from each hand to the next; a number's second hand is only ever reported as such."""
    firsts: list[Audit] = []
    for audit in audits:
        if firsts and _number(firsts[-1].record) == _number(audit.record):
            message = f"Hand {_number(audit.record)} is also {firsts[-1].record.hand_id}."
            yield Finding(code=FindingCode.REPEATED, hand_id=audit.record.hand_id, message=message)
        else:
            firsts.append(audit)
    for last, this in pairwise(firsts):
        for code, message in _between(last, this):
            yield Finding(code=code, hand_id=this.record.hand_id, message=message)


def _between(last: Audit, this: Audit) -> Iterator[tuple[FindingCode, str]]:
    before, after = last.record, this.record
    missing = range(_number(before) + 1, _number(after))
    if missing:
        between = "and" if len(missing) == 2 else "to"
        numbers = str(missing[0]) if len(missing) == 1 else f"{missing[0]} {between} {missing[-1]}"
        hands = "Hand" if len(missing) == 1 else "Hands"
        are = "is" if len(missing) == 1 else "are"
        yield FindingCode.GAP, f"{hands} {numbers} {are} missing before this one."
        return
    if last.result.carried_out and last.result.carried_out != after.hand.carried:
        left, taken = _carried(last.result.carried_out), _carried(after.hand.carried)
        yield FindingCode.CARRIED_MISMATCH, f"The last hand left {left}; this one starts from {taken}."
    same_seats = _seated_alike(before, after)
    if same_seats:
        dealer = before.players[before.hand.eldest].id
        if after.players[after.hand.dealer].id != dealer:
            found = after.name_of(after.hand.dealer)
            yield (
                FindingCode.DEALER_ROTATION,
                f"{found} dealt; the deal had passed to {before.name_of(before.hand.eldest)}.",
            )
    else:
        yield FindingCode.PLAYERS_CHANGED, f"{_seats(before)} became {_seats(after)}."
    if changed := _rules_changed(before, after):
        yield FindingCode.RULES_CHANGED, f"The rules changed: {'; '.join(changed)}."
    if before.stake is not after.stake:
        yield FindingCode.STAKE_CHANGED, f"The stake changed from {before.stake} to {after.stake}."
    if after.played_at < before.played_at:
        yield (
            FindingCode.OUT_OF_ORDER,
            f"Played at {after.played_at.isoformat()}, before hand {_number(before)}.",
        )


def _carried(carried: Carried) -> str:
    return (
        f"a ruff multiplier of {carried.ruff_multiplier}, {carried.ruff_pot} in the ruff pot and "
        f"{carried.pot} in the pot"
    )


def _seats(record: HandRecord) -> str:
    return ", ".join(player.id for player in record.players)


def _seated_alike(before: HandRecord, after: HandRecord) -> bool:
    """Whether the same players sit in the same order; where the count begins is all one."""
    was, now = [[player.id for player in record.players] for record in (before, after)]
    return len(was) == len(now) and any(was[turn:] + was[:turn] == now for turn in range(len(was)))


def _rules_changed(before: HandRecord, after: HandRecord) -> list[str]:
    was, now = before.hand.rules.options(), after.hand.rules.options()
    return [f"{option} from {was[option]} to {now[option]}" for option in was if was[option] != now[option]]
