"""`gleek-replay audit --which-rules`: by which rules sessions may have been played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from gleek_replay.audit import Audit, SessionAudit, WhichRules, which_rules, which_rules_document
from gleek_replay.audit.account import rules_played_section
from gleek_replay.cli.auditing import NOT_READ, NdjsonReport, Report, TextReport, audit_files, stands_alone
from gleek_replay.records import HandRecord


def run(named: Namespace) -> int:
    """Tell of each session, and of each hand of none; the exit status is that of auditing them as stated."""
    if not stands_alone(named, "--which-rules"):
        return NOT_READ
    report: Report = _Objects() if named.format == "ndjson" else _Accounts()
    return audit_files(named.files, report)


class _Asked:
    """The records of each session, and each that belongs to none, in the order in which they came. Of several
    records of one hand of a session the first counts.
    """

    def __init__(self) -> None:
        self._by_session: dict[str | int, dict[str, HandRecord]] = {}

    def add(self, record: HandRecord) -> None:
        """Take in a record."""
        session = record.session.id if record.session else len(self._by_session)
        self._by_session.setdefault(session, {}).setdefault(record.hand_id, record)

    def answers(self) -> Iterator[WhichRules]:
        """What is found of each."""
        for hands in self._by_session.values():
            yield which_rules(list(hands.values()))


class _Objects(NdjsonReport):
    """A session, or hand, a line."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = _Asked()

    def tell(self, audit: Audit) -> None:
        """Nothing before all of a session is there."""
        self._asked.add(audit.record)

    def end(self, sessions: Sequence[SessionAudit]) -> None:
        """Everything."""
        for found in self._asked.answers():
            session = found.records[0].session
            self._write({"session": session and session.id, **which_rules_document(found)})


class _Accounts(TextReport):
    """A session, or hand, under a title of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = _Asked()

    def tell(self, audit: Audit) -> None:
        """Nothing before all of a session is there."""
        self._asked.add(audit.record)

    def end(self, sessions: Sequence[SessionAudit]) -> None:
        """Everything."""
        for found in self._asked.answers():
            first = found.records[0]
            title = f"Session {first.session.id}" if first.session else f"Hand {first.hand_id}"
            self._writer.title(title)
            self._writer.section(rules_played_section(found))
