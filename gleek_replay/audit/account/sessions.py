"""A session in words: who won and lost over its hands, and what is wrong between them."""

from __future__ import annotations

from gleek_replay.audit.account.lines import Line, LineKind, Section, plain
from gleek_replay.audit.account.words import counted, signed
from gleek_replay.audit.session import SessionAudit


def session_section(session: SessionAudit) -> Section:
    """The net of a session's hands by what is due, and its findings."""
    names = {
        player.id: audit.record.name_of(seat)
        for audit in session.audits
        for seat, player in enumerate(audit.record.players)
    }
    won = [f"{name} {signed(session.net[player])}" for player, name in names.items()]
    lines = [plain(f"{counted(len(session.audits), 'hand')}: {', '.join(won)}.")]
    lines += [
        Line(text=f"{finding.hand_id}: {finding.message}", kind=LineKind.VIOLATION)
        for finding in session.findings
    ]
    if not session.findings:
        lines.append(plain("Each hand begins where the last one ended."))
    return Section(title="From hand to hand", lines=tuple(lines))
