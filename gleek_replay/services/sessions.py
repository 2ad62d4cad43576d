"""Sessions of play: their hands in order, what they come to, and what is wrong between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, Finding, SessionAudit, Verdict, audit_record, audit_sessions
from gleek_replay.engine import Carried
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.agreement import united
from gleek_replay.services.hands import MOST_ITEMS, HandFilter, HandSummary, Page
from gleek_replay.services.refusals import NotFound
from gleek_replay.storage import hand_queries, session_queries
from gleek_replay.storage.members import records_of_session
from gleek_replay.storage.session_queries import SessionSummary

__all__ = ["SessionDetail", "SessionHand", "SessionSummary", "find_sessions", "get_session"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHand:
    """A hand of a session. ``findings`` are what is wrong between the hand before it and this one.

    ``net`` is what its players and the two pots won or lost by what is due, ``totals`` the same over the
    session so far, for every account that has been in it. ``carried_out`` is ``None`` if the hand did not
    end.
    """

    summary: HandSummary
    verdict: Verdict
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


def get_session(session: Session, caller: Caller, session_id: str) -> SessionDetail:
    """A session with its findings, from the records that its hands stand on.

    Raises :class:`NotFound`.
    """
    require(caller, Action.READ)
    told = records_of_session(session, caller.club_id, session_id)
    records = [record for record in map(united, told) if record is not None]
    if not records:
        raise NotFound(f"There is no session {session_id}.")
    (audit,) = audit_sessions(map(audit_record, records))
    wanted = HandFilter(session=session_id)
    stored = hand_queries.hands_before(session, caller.club_id, wanted, None, len(records))
    return SessionDetail(
        session_id=session_id,
        hands=tuple(_hands(audit, {summary.hand_id: summary for _, summary in stored})),
        players=_players(audit),
        net=audit.net,
        findings=audit.findings,
        carried_in=audit.audits[0].record.hand.carried,
    )


def _hands(session: SessionAudit, summaries: dict[str, HandSummary]) -> Iterator[SessionHand]:
    totals: dict[str, int] = {}
    findings: dict[str, tuple[Finding, ...]] = {}
    for finding in session.findings:
        findings[finding.hand_id] = (*findings.get(finding.hand_id, ()), finding)
    for audit in session.audits:
        hand_id, net = audit.record.hand_id, _net(audit)
        totals = totals | {account: totals.get(account, 0) + amount for account, amount in net.items()}
        yield SessionHand(
            summary=summaries[hand_id],
            verdict=audit.verdict,
            net=net,
            totals=totals,
            carried_out=audit.result.carried_out,
            findings=findings.get(hand_id, ()),
        )


def _net(audit: Audit) -> dict[str, int]:
    net: dict[str, int] = audit.document["due"]["net"]
    return net


def _players(session: SessionAudit) -> dict[str, str]:
    """Names by id; with the id where two who ever sat there share a name."""
    called = {
        player.id: player.name or player.id for audit in session.audits for player in audit.record.players
    }
    count = Counter(called.values())
    return {player: name if count[name] == 1 else f"{name} ({player})" for player, name in called.items()}
