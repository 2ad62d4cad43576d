"""`gleek-replay settle`: what should be paid now."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from gleek_replay.audit import (
    Audit,
    SessionAudit,
    evening_document,
    settle_evening,
    settle_hand,
    settlement_document,
)
from gleek_replay.audit.account import correction_section, evening_section
from gleek_replay.audit.account.words import counted
from gleek_replay.cli.auditing import (
    ALL_CLEAN,
    NOT_CLEAN,
    NOT_READ,
    NdjsonReport,
    Report,
    TextReport,
    audit_files,
)


def run(named: Namespace) -> int:
    """Settle every hand of every file, and the sessions that they belong to."""
    report = _Objects() if named.format == "ndjson" else _Sentences()
    if audit_files(named.files, report) == NOT_READ:
        return NOT_READ
    return NOT_CLEAN if report.owing else ALL_CLEAN


class _Settling(Report):
    """What is kept and counted, however it is told. ``owing`` is in how many of ``hands`` something is still
    to be paid, or it cannot be said whether.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hands = self.owing = 0

    def hand(self, audit: Audit) -> None:
        """Count and report a hand."""
        correction = settle_hand(audit)
        self.hands += 1
        self.owing += correction is None or bool(correction.transfers)
        super().hand(audit)

    def kept(self, audit: Audit) -> Audit:
        """All of it."""
        return audit


class _Objects(_Settling, NdjsonReport):
    """A hand a line, then a session a line."""

    def tell(self, audit: Audit) -> None:
        """A hand."""
        self._write(settlement_document(audit))

    def end(self, sessions: Sequence[SessionAudit]) -> None:
        """The sessions."""
        for session in sessions:
            self._write(evening_document(settle_evening(session)))


class _Sentences(_Settling, TextReport):
    """The hands for which something is still to be paid, then the sessions."""

    def tell(self, audit: Audit) -> None:
        """A hand, if there is anything to tell."""
        correction = settle_hand(audit)
        if correction is None or correction.transfers or correction.open:
            self._writer.title(f"Hand {audit.record.hand_id}")
            self._writer.section(correction_section(correction, _names([audit])))

    def end(self, sessions: Sequence[SessionAudit]) -> None:
        """The sessions, and for how many hands something is still to be paid."""
        for session in sessions:
            self._writer.title(f"Session {session.session_id}")
            self._writer.section(evening_section(settle_evening(session), _names(session.audits)))
        if self.hands:
            print(f"{counted(self.hands, 'hand')}: {self.owing:,} not paid as was due.")


def _names(audits: Sequence[Audit]) -> dict[str, str]:
    """What to call the players of some hands, by id."""
    return {
        player.id: audit.record.name_of(seat)
        for audit in audits
        for seat, player in enumerate(audit.record.players)
    }
