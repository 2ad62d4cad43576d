"""What recorded hands say for and against rules that may have been played, and how much each thing weighs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from math import inf
from types import MappingProxyType
from typing import Final, NamedTuple

from gleek_replay.audit.audit import Audit, audit_record, open_reasons
from gleek_replay.audit.misrecorded import (
    Misrecorded,
    MisrecordedTotal,
    misrecorded_payments,
    misrecorded_totals,
)
from gleek_replay.audit.rereading import reread
from gleek_replay.engine import Carried, RuleSet
from gleek_replay.records import HandRecord


class Ground(StrEnum):
    """What counts against an explanation of some hands: first what the records say, then what it supposes."""

    MISRECORDED = "misrecorded"
    """A recorded payment, or a player's result, that is not due, or a payment that is missing."""
    VIOLATION = "violation"
    """A breach of the rules."""
    UNJUDGED = "unjudged"
    """A recorded payment of which a replay that had to stop cannot say whether it is due."""
    UNDECIDED = "undecided"
    """A reason for which hidden cards decide what is due."""
    CARRIED = "carried"
    """A hand that starts from something else than the last one left."""
    ANOTHER_PRESET = "another_preset"
    """The client named another preset than they played by."""
    CHANGED_OPTION = "changed_option"
    """The table played with an option changed and did not say so."""
    CONTRADICTED = "contradicted"
    """On the changed choice the sources contradict each other."""
    UNSUPPORTED = "unsupported"
    """No source has the changed choice."""


WEIGHTS: Final[Mapping[Ground, int]] = MappingProxyType(
    {
        Ground.MISRECORDED: 10,
        Ground.VIOLATION: 20,
        Ground.UNJUDGED: 10,
        Ground.UNDECIDED: 1,
        Ground.CARRIED: 10,
        Ground.ANOTHER_PRESET: 5,
        Ground.CHANGED_OPTION: 16,
        Ground.CONTRADICTED: 1,
        Ground.UNSUPPORTED: 3,
    }
)
"""How much each thing weighs: the odds against it, on a logarithmic scale.

Three balances are struck. One payment that is not due is explained by a preset named wrongly, but never by a
table that changed an option: a single payment may always be a slip. Two such payments, or two hands that
start from something else than was left, are explained by a changed option. So is one breach of the rules,
since programs that keep a record let nobody break rules that they know. A preset named wrongly and one
payment weigh less than any changed option.
"""


class Evidence(NamedTuple):
    """What one hand says of certain rules."""

    audit: Audit
    payments: tuple[Misrecorded, ...]
    totals: tuple[MisrecordedTotal, ...]
    unjudged: int
    undecided: int

    @property
    def wrong(self) -> tuple[Misrecorded | MisrecordedTotal, ...]:
        """Everything recorded that would have to be wrong."""
        return (*self.payments, *self.totals)

    @property
    def counts(self) -> dict[Ground, int]:
        """How much there is of everything that the hand says against the rules."""
        return {
            Ground.MISRECORDED: len(self.wrong),
            Ground.VIOLATION: len(self.audit.result.violations),
            Ground.UNJUDGED: self.unjudged,
            Ground.UNDECIDED: self.undecided,
        }

    @property
    def effect(self) -> Hashable:
        """What the rules come to in this hand: equal where all is legal and due alike."""
        due = tuple(sorted((reason, tuple(net)) for reason, net in self.audit.due.items() if any(net)))
        result = self.audit.result
        breaches = tuple((each.code, each.action, each.seat) for each in result.violations)
        return due, breaches, tuple(sorted(result.undecided)), self.unjudged


_A_CASE: Final = 250_000
_A_HAND: Final = 40_000
"""How much work is done on changed options for any case, and for each of its hands besides. The unit is what
it takes to judge one action; a hand as tables play it needs some 100,000, and 300,000 are about a second.
"""
_AT_LEAST: Final = 100
_HIDDEN: Final = 400
"""What it takes to judge the shortest hand, and one that does not show every card."""
_A_PAYMENT: Final = 4


class Spent(Exception):
    """As much work has been done on a case as it may take."""


def cost_of(counts: Mapping[Ground, int]) -> int:
    """What some things weigh together."""
    return sum(WEIGHTS[ground] * count for ground, count in counts.items())


class Case:
    """Some hands whose rules are in question, in the order in which they were played.

    What a hand says of a rule set is found once, however often it is asked. From when it is :meth:`bound` on,
    no more than so much work is done on it, whatever its records are stuffed with.
    """

    def __init__(self, records: Sequence[HandRecord]) -> None:
        self.records = tuple(sorted(records, key=_order))
        self._heard: list[dict[Hashable, Evidence]] = [{} for _ in records]
        self._work = [_work(record) for record in self.records]
        self._left = inf

    def bound(self) -> None:
        """From now on do only so much work."""
        self._left = _A_CASE + _A_HAND * len(self.records)

    def hear(self, index: int, rules: RuleSet) -> Evidence:
        """What a hand says of rules that fit it; raises :class:`Spent` if that is not known yet and would be
        too much work.
        """
        heard, choices = self._heard[index], tuple(rules.options().values())
        found = heard.get(choices)
        if found is None:
            if self._left < self._work[index]:
                raise Spent
            self._left -= self._work[index]
            found = heard[choices] = _evidence(self.records[index], rules)
        return found

    def is_mismatched(self, index: int, left: Carried | None) -> bool:
        """Whether a hand starts from something else than what the one right before it ``left``."""
        if not index or left is None:
            return False
        before, after = self.records[index - 1 : index + 1]
        return _follows(before, after) and after.hand.carried != left


def _work(record: HandRecord) -> int:
    """How much work it is to judge a hand by one rule set."""
    hand = record.hand
    least = _HIDDEN if None in (*hand.hands, hand.stock) else _AT_LEAST
    return least + len(hand.actions) + _A_PAYMENT * len(record.payments or ())


def _order(record: HandRecord) -> tuple[str, int, datetime]:
    session = record.session
    return (session.id if session else "", session.hand if session else 0, record.played_at)


def _follows(before: HandRecord, after: HandRecord) -> bool:
    """Whether a hand is the next of the same session."""
    last, this = before.session, after.session
    return bool(last and this and this.id == last.id and this.hand == last.hand + 1)


def _evidence(record: HandRecord, rules: RuleSet) -> Evidence:
    audit = audit_record(reread(record, rules))
    unknown, undecided = open_reasons(record, audit.result), audit.result.undecided
    told = [payment.reason for payment in record.payments or ()]
    return Evidence(
        audit=audit,
        payments=misrecorded_payments(audit),
        totals=misrecorded_totals(audit, open_reasons=bool(unknown)),
        unjudged=sum(reason in unknown - undecided for reason in told),
        undecided=len(undecided & set(told)),
    )
