"""A record and the result of its replay, and what every stage of the story asks of them."""

from __future__ import annotations

from collections.abc import Sequence

from gleek_replay.audit.account.lines import Line
from gleek_replay.audit.account.words import WRONG, Names, payment_lines
from gleek_replay.audit.audit import Audit
from gleek_replay.engine import Payment, Reason, Stage


class Telling:
    """The telling of one audited hand."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.record = audit.record
        self.result = audit.result
        self.hand = audit.record.hand
        self.names = Names(audit.record)
        stopped = self.result.stopped_at
        self.end = len(self.hand.actions) if stopped is None else stopped
        self._payments = [
            payment._replace(rule=grounds[0])
            for payment, grounds in zip(audit.result.payments, audit.grounds.payments, strict=True)
        ]
        self._wrong = {violation.action for violation in self.result.violations}

    def stretch(self, stage: Stage, following: Stage) -> range:
        """The indices of the actions of a stage, as far as they were followed."""
        begin = self.result.stages[stage]
        return range(begin, min(self.result.stages.get(following, self.end), self.end))

    def mark(self, action: int) -> str:
        """A cross behind a deed that broke a rule."""
        return f" {WRONG}" if action in self._wrong else ""

    def mark_deal(self) -> str:
        """A cross behind the deal, if somebody else should have dealt."""
        return f" {WRONG}" if None in self._wrong else ""

    def payments(self, *reasons: Reason, actions: range | None = None) -> list[Payment]:
        """The payments for these reasons, of all actions or of some, each under the weakest rule on which
        it rests.
        """
        return [
            payment
            for payment in self._payments
            if payment.reason in reasons and (actions is None or payment.action in actions)
        ]

    def paid(self, payments: Sequence[Payment]) -> list[Line]:
        """The lines that tell payments."""
        return payment_lines(self.names, self.hand.rules, payments)
