"""`gleek-replay audit --all-rules`: each hand by every preset."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from gleek_replay.audit import Audit, Reading, SessionAudit, reading_document, readings
from gleek_replay.audit.account.owing import signed_money
from gleek_replay.audit.account.words import REASON_WORDS, Names, signed
from gleek_replay.audit.messages import listed
from gleek_replay.cli.auditing import NOT_READ, NdjsonReport, Report, TextReport, audit_files, stands_alone

_NOTHING = "–"


def run(named: Namespace) -> int:
    """Tell of every hand; the exit status is that of auditing it by the rules that it states."""
    if not stands_alone(named, "--all-rules"):
        return NOT_READ
    report: Report = _Objects() if named.format == "ndjson" else _Tables()
    return audit_files(named.files, report)


class _Objects(NdjsonReport):
    """A reading a line."""

    def tell(self, audit: Audit) -> None:
        """A line for each preset."""
        for reading in readings(audit.record):
            self._write({"hand_id": audit.record.hand_id, **reading_document(audit.record, reading)})

    def end(self, sessions: Sequence[SessionAudit]) -> None:
        """Nothing is told of sessions."""


class _Tables(TextReport):
    """A table for each hand."""

    def tell(self, audit: Audit) -> None:
        """What the hand comes to by the rules that it states, then by each preset."""
        names, found = Names(audit.record), readings(audit.record)
        accounts = _accounts(audit, found)
        self._writer.title(f"Hand {audit.record.hand_id}")
        header = ["rules", "verdict", "departs at", *(names[each] for each in accounts), "in money"]
        nets = [signed(audit.result.net[account]) for account in accounts]
        own = ["as stated", audit.verdict.value, "", *nets, ""]
        self._writer.table(header, [own, *(_row(reading, names, accounts) for reading in found)])

    def end(self, sessions: Sequence[SessionAudit]) -> None:
        """Nothing is told of sessions."""


def _accounts(audit: Audit, found: Sequence[Reading]) -> list[int]:
    """The accounts that are worth a column: every player, and each pot that gains or loses."""
    audits = [audit, *(reading.audit for reading in found if reading.audit)]
    players = len(audit.record.players)
    every = range(len(audit.result.net))
    return [each for each in every if each < players or any(other.result.net[each] for other in audits)]


def _row(reading: Reading, names: Names, accounts: Sequence[int]) -> list[str]:
    if reading.audit is None or reading.money is None:
        misfits = "; ".join(message for _, message in reading.misfits)
        return [reading.preset, _NOTHING, _NOTHING, *("" for _ in accounts), misfits]
    money = [f"{names[account]} {signed_money(gain)}" for account, gain in enumerate(reading.money) if gain]
    if reading.open:
        money.append(f"without {listed([REASON_WORDS[reason] for reason in reading.open], 'and')}")
    nets = [signed(reading.audit.result.net[account]) for account in accounts]
    return [
        reading.preset,
        reading.audit.verdict.value,
        _departure(reading),
        *nets,
        ", ".join(money) or _NOTHING,
    ]


def _departure(reading: Reading) -> str:
    if reading.departure is None:
        return _NOTHING
    return "the deal" if reading.departure.action is None else f"/actions/{reading.departure.action}"
