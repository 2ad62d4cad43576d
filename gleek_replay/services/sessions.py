"""Sessions of play: their hands in order, what they come to, and what is wrong between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.audit import (
    Audit,
    Counts,
    Finding,
    SessionAudit,
    Verdict,
    audit_record,
    audit_sessions,
    what_counts,
)
from gleek_replay.engine import Carried
from gleek_replay.engine.ledger import Reason
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.agreement import united
from gleek_replay.services.hands import MOST_ITEMS, HandFilter, HandSummary, Page
from gleek_replay.services.people import as_seen
from gleek_replay.services.refusals import NotFound
from gleek_replay.storage import hand_queries, session_queries
from gleek_replay.storage.members import records_of_session
from gleek_replay.storage.session_queries import HandBeside, SessionSummary
from gleek_replay.storage.tables import RulingKind

__all__ = [
    "WHAT_COUNTS", "Beside", "Happened", "SessionDetail", "SessionHand", "SessionSummary", "find_sessions",
    "get_beside", "get_session", "replay_session",
]  # fmt: skip

WHAT_COUNTS: Final = {
    None: Counts.DUE,
    RulingKind.SETTLEMENT: Counts.DUE,
    RulingKind.RECORD: Counts.RECORDED,
    RulingKind.VOID: Counts.NOTHING,
}
"""What of a hand counts by the ruling in force."""
_TOLD_BESIDES: Final = frozenset({Reason.STOCK, Reason.RUFF})
"""What is said of a hand before the most that was paid in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidMost:
    """What one player of a hand was to pay another for one thing, in counters."""

    payer: str
    payee: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What happened in a hand, as far as it is known: who bought the stock for what, who won the ruff and
    what he had of the others for it, and the most that one player was to pay another for anything else.
    """

    buyer: str | None
    price: int | None
    ruff_winner: str | None
    ruff_won: int
    most: PaidMost | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The hands of a session before and after a hand; ``None`` where there is none."""

    previous: HandBeside | None
    next: HandBeside | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHand:
    """A hand of a session. ``findings`` are what is wrong between the hand before it and this one.

    ``net`` is what its players and the two pots won or lost by what is due, or by what was ruled: it is empty
    for a void hand. ``totals`` are the same over the session so far, for every account that has been in it.
    ``carried_out`` is ``None`` if the hand did not end.
    """

    summary: HandSummary
    verdict: Verdict
    happened: Happened
    net: dict[str, int]
    totals: dict[str, int]
    carried_out: Carried | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDetail:
    """A session of play: its hands by number, and how they hang together.

    ``players`` are all who sat in it, by id, with what their latest record calls them. ``carried_in`` is
    what the first hand started from. Verdicts, amounts and findings are all of one audit, made anew from the
    records; ``summaries`` are the hands as lists show them, from the audits that were stored.
    """

    session_id: str
    hands: tuple[SessionHand, ...]
    players: dict[str, str]
    net: dict[str, int]
    findings: tuple[Finding, ...]
    carried_in: Carried

    @property
    def carried_out(self) -> Carried | None:
        """What the last hand handed on; ``None`` if it did not end."""
        return self.hands[-1].carried_out

    @property
    def summaries(self) -> tuple[HandSummary, ...]:
        """The hands as lists show them."""
        return tuple(hand.summary for hand in self.hands)


def find_sessions(
    session: Session, caller: Caller, cursor: str | None = None, limit: int = 50
) -> Page[SessionSummary]:
    """A page of the club's sessions in the order of their ids; the cursor is the id of the last one seen."""
    require(caller, Action.READ)
    limit = max(1, min(limit, MOST_ITEMS))
    found = session_queries.sessions_after(session, caller.club_id, cursor, limit + 1)
    more = len(found) > limit
    return Page(items=tuple(found[:limit]), next_cursor=found[limit - 1].session_id if more else None)


def get_beside(session: Session, caller: Caller, hand_id: str) -> Beside:
    """The hands that were played before and after a hand in its session; two cheap questions."""
    require(caller, Action.READ)
    return Beside(
        previous=session_queries.hand_beside(session, caller.club_id, hand_id, after=False),
        next=session_queries.hand_beside(session, caller.club_id, hand_id, after=True),
    )


def get_session(session: Session, caller: Caller, session_id: str) -> SessionDetail:
    """A session with its findings, from the records that its hands stand on.

    Raises :class:`NotFound`.
    """
    audit = replay_session(session, caller, session_id)
    wanted = HandFilter(session=session_id)
    stored = hand_queries.hands_before(session, caller.club_id, wanted, None, len(audit.audits))
    hands = tuple(_hands(audit, {summary.hand_id: summary for _, summary in stored}))
    return SessionDetail(
        session_id=session_id,
        hands=hands,
        players=_players(audit),
        net=dict.fromkeys(audit.net, 0) | hands[-1].totals,
        findings=audit.findings,
        carried_in=audit.audits[0].record.hand.carried,
    )


def replay_session(session: Session, caller: Caller, session_id: str) -> SessionAudit:
    """The audits of a session's hands with all cards, for reckoning alone; raises :class:`NotFound`."""
    require(caller, Action.READ)
    told = records_of_session(session, caller.club_id, session_id)
    records = [record for record in map(united, told) if record is not None]
    if not records:
        raise NotFound(f"There is no session {session_id}.")
    (audit,) = audit_sessions(map(audit_record, as_seen(session, caller.club_id, records)))
    return audit


def _hands(session: SessionAudit, summaries: dict[str, HandSummary]) -> Iterator[SessionHand]:
    totals: dict[str, int] = {}
    findings: dict[str, tuple[Finding, ...]] = {}
    for finding in session.findings:
        findings[finding.hand_id] = (*findings.get(finding.hand_id, ()), finding)
    for audit in session.audits:
        hand_id = audit.record.hand_id
        net = _net(audit, WHAT_COUNTS[summaries[hand_id].ruling])
        totals = totals | {account: totals.get(account, 0) + amount for account, amount in net.items()}
        yield SessionHand(
            summary=summaries[hand_id],
            verdict=audit.verdict,
            happened=_happened(audit),
            net=net,
            totals=totals,
            carried_out=audit.result.carried_out,
            findings=findings.get(hand_id, ()),
        )


def _happened(audit: Audit) -> Happened:
    sale, ruff, players = audit.result.sale, audit.result.ruff, audit.record.players
    winner = ruff.winner
    sums: Counter[tuple[int, int, Reason]] = Counter()
    for paid in audit.result.payments:
        if max(paid.payer, paid.payee) < len(players):
            sums[paid.payer, paid.payee, paid.reason] += paid.amount
    others = [(key, amount) for key, amount in sums.items() if key[2] not in _TOLD_BESIDES]
    most = max(others, key=lambda each: each[1], default=None)
    return Happened(
        buyer=players[sale.buyer].id if sale else None,
        price=sale.price if sale else None,
        ruff_winner=None if winner is None else players[winner].id,
        ruff_won=sum(amount for key, amount in sums.items() if key[1:] == (winner, Reason.RUFF)),
        most=most
        and PaidMost(
            payer=players[most[0][0]].id,
            payee=players[most[0][1]].id,
            amount=most[1],
            reason=most[0][2].value,
        ),
    )


def _net(audit: Audit, counts: Counts) -> dict[str, int]:
    """What a hand brought each account."""
    if counts is Counts.NOTHING:
        return {}
    return dict(zip(audit.record.accounts, what_counts(audit, counts), strict=True))


def _players(session: SessionAudit) -> dict[str, str]:
    """Names by id; with the id where two who ever sat there share a name."""
    called = {
        player.id: player.name or player.id for audit in session.audits for player in audit.record.players
    }
    count = Counter(called.values())
    return {player: name if count[name] == 1 else f"{name} ({player})" for player, name in called.items()}
