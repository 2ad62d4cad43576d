"""`gleek-replay audit`: hand histories in, accounts or audit objects out."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import orjson

from gleek_replay.audit import (
    Audit,
    RuleError,
    SessionAudit,
    Verdict,
    audit_record,
    audit_sessions,
    malformed_document,
    read_under,
    rules_over,
)
from gleek_replay.audit.account import Account, Line, LineKind, Section, account, session_section
from gleek_replay.audit.account.lines import plain
from gleek_replay.audit.account.words import counted
from gleek_replay.audit.narration import Narration, narrate
from gleek_replay.cli.inputs import Unreadable, records_of, spoken_name
from gleek_replay.cli.terminal import complain, make_writer
from gleek_replay.records import Fault, HandRecord, MalformedRecord, RawRecord, read_record

Auditing: TypeAlias = Callable[[HandRecord], Audit]
Narrating: TypeAlias = Callable[[Audit], Narration]
ALL_CLEAN: Final = 0
NOT_CLEAN: Final = 1
NOT_READ: Final = 2
_MALFORMED: Final = "malformed"


def run(named: Namespace) -> int:
    """Audit every record of every file; the exit status is that of the worst found."""
    heard = _heard_in(named)
    report: Report = NdjsonReport(heard) if named.format == "ndjson" else TextReport(heard)
    return audit_files(named.files, report, _by_the_rules(named))


def stands_alone(named: Namespace, asked: str) -> bool:
    """Whether ``asked``, which reads each hand by several rules, comes without what is for one reading; what
    does not go with it is told.
    """
    for other, given in (("--option", named.options), ("--words", named.words)):
        if given:
            complain(f"{other} goes with the rules that hands state, or with --rules, not with {asked}")
            return False
    return True


def audit_files(names: Sequence[str], report: Report, audit: Auditing = audit_record) -> int:
    """Report every record of every file, ``audit`` being how; the exit status is that of the worst found."""
    status = ALL_CLEAN
    for name in names:
        try:
            for raw in records_of(name):
                status = max(status, _audit_one(report, name, raw, audit))
        except Unreadable as error:
            complain(str(error))
            status = NOT_READ
    return max(status, report.finish())


def _audit_one(report: Report, name: str, raw: RawRecord, auditing: Auditing) -> int:
    try:
        if raw.fault is not None:
            raise MalformedRecord((raw.fault,))
        audit = auditing(read_record(raw.raw))
    except MalformedRecord as malformed:
        report.malformed(name, raw.number, malformed.faults)
        return NOT_READ
    except RuleError as error:
        for place, message in error.faults:
            complain(f"{spoken_name(name)}, record {raw.number}: {place}: {message}")
        return NOT_READ
    report.hand(audit)
    return ALL_CLEAN if audit.verdict is Verdict.CLEAN else NOT_CLEAN


def _by_the_rules(named: Namespace) -> Auditing:
    """How to audit a record: by the rules that it states, or by those asked for."""
    options = dict(named.options)
    if named.rules is None and not options:
        return audit_record
    return lambda record: read_under(record, rules_over(record, preset=named.rules, options=options))


def _heard_in(named: Namespace) -> Narrating | None:
    """How to tell a hand to be heard, if that is asked for."""
    if named.words is None:
        return None
    return lambda audit: narrate(audit, named.words, read_as=bool(named.rules or named.options))


class Report(ABC):
    """What comes out, record by record in the order of the input, and the sessions at the end."""

    def __init__(self) -> None:
        self._of_sessions: list[Audit] = []

    def hand(self, audit: Audit) -> None:
        """Report a hand, and keep of it what its session asks."""
        self.tell(audit)
        if audit.record.session:
            self._of_sessions.append(self.kept(audit))

    def kept(self, audit: Audit) -> Audit:
        """What is kept of a hand until the end: what the findings of its session ask."""
        return _slim(audit)

    def finish(self) -> int:
        """Report the sessions; :data:`NOT_CLEAN` if something is wrong between their hands."""
        sessions = audit_sessions(self._of_sessions)
        self.end(sessions)
        return NOT_CLEAN if any(session.findings for session in sessions) else ALL_CLEAN

    @abstractmethod
    def tell(self, audit: Audit) -> None:
        """Report a hand."""

    @abstractmethod
    def malformed(self, name: str, number: int, faults: tuple[Fault, ...]) -> None:
        """Report a record that is no hand history."""

    @abstractmethod
    def end(self, sessions: list[SessionAudit]) -> None:
        """Report the sessions, after everything else."""


class NdjsonReport(Report):
    """One JSON object a line."""

    def __init__(self, narrate: Narrating | None = None) -> None:
        super().__init__()
        self._narrate = narrate

    def tell(self, audit: Audit) -> None:
        """The audit, or the hand told to be heard."""
        self._write(self._narrate(audit).document if self._narrate else audit.document)

    def malformed(self, name: str, number: int, faults: tuple[Fault, ...]) -> None:
        """What stands in its place."""
        self._write(malformed_document(faults, number))

    def end(self, sessions: list[SessionAudit]) -> None:
        """An object for each session."""
        for session in sessions:
            self._write(session.document)
        sys.stdout.buffer.flush()

    def _write(self, document: dict[str, Any]) -> None:
        sys.stdout.buffer.write(orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE))


class TextReport(Report):
    """An account of each hand, and how many there were of each verdict."""

    def __init__(self, narrate: Narrating | None = None) -> None:
        super().__init__()
        self._narrate = narrate
        self._writer = make_writer()
        self._verdicts: Counter[str] = Counter()

    def tell(self, audit: Audit) -> None:
        """The account, or the hand told to be heard."""
        self._verdicts[audit.verdict.value] += 1
        self._writer.account(_account_of(self._narrate(audit)) if self._narrate else account(audit))

    def malformed(self, name: str, number: int, faults: tuple[Fault, ...]) -> None:
        """Its place, and everything that is wrong with it."""
        self._verdicts[_MALFORMED] += 1
        lines = tuple(
            Line(text=f"{fault.pointer or 'the record'}: {fault.message}", kind=LineKind.VIOLATION)
            for fault in faults
        )
        self._writer.title(f"Record {number} of {spoken_name(name)}")
        self._writer.section(Section(title="Malformed: it is no hand history", lines=lines))

    def end(self, sessions: list[SessionAudit]) -> None:
        """The sessions of more than one hand; the count of verdicts where it says anything, and of findings
        where there are any.
        """
        for session in sessions:
            if len(session.audits) > 1 or session.findings:
                self._writer.title(f"Session {session.session_id}")
                self._writer.section(session_section(session))
        if self._verdicts.total() > 1:
            ordered = [*(verdict.value for verdict in Verdict), _MALFORMED]
            counts = [
                f"{self._verdicts[verdict]:,} {verdict}" for verdict in ordered if self._verdicts[verdict]
            ]
            print(f"{self._verdicts.total():,} records: {', '.join(counts)}.{_findings(sessions)}")


def _account_of(told: Narration) -> Account:
    """A narration as an account: a line for each sentence."""
    sections = [Section(title=part.title, lines=tuple(map(plain, part.sentences))) for part in told.parts]
    return Account(title=told.title, sections=tuple(sections))


def _findings(sessions: list[SessionAudit]) -> str:
    """How much is wrong between the hands of the sessions in which something is."""
    found = [len(session.findings) for session in sessions if session.findings]
    return f" {counted(len(found), 'session')}: {counted(sum(found), 'finding')}." if found else ""


def _slim(audit: Audit) -> Audit:
    """What the findings of a session ask of a hand, without the rest, so that long streams fit in memory."""
    hand = replace(audit.record.hand, actions=(), hands=(None,) * audit.record.hand.players, stock=None)
    return replace(
        audit,
        record=replace(audit.record, hand=hand, payments=None),
        result=audit.result._replace(payments=(), tricks=(), stages={}),
        due={},
    )
