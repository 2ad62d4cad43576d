"""The rules that a table may have played by, whatever its records state: presets, and options changed.

Every preset, every change of one option or of two over the rules stated, and every change of one option
over another preset, as far as the case can take so much work. Only the ruff stake has too many values to try
each; of these, those are tried by which the ruff of one hand at least comes out as recorded. As any other
would leave it wrong in every hand in which it is wrong, no explanation of a ruff is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Final, TypeAlias

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.evidence import Case
from gleek_replay.audit.nets import nets_by_reason
from gleek_replay.audit.rereading import misfits, rules_over
from gleek_replay.engine import OPTIONS, PRESETS, Choice, Reason, RuleError, RuleSet, choices
from gleek_replay.records import HandRecord

Changes: TypeAlias = tuple[tuple[str, Choice], ...]
"""Options and the choices made for them, in the order in which the game meets the options."""
_STAKE: Final = "ruff_stake"


class Trial(StrEnum):
    """What is changed of the rules stated, in the order in which it is tried."""

    ONE_OPTION = "one_option"
    PRESET_AND_OPTION = "preset_and_option"
    TWO_OPTIONS = "two_options"


@dataclass(frozen=True, slots=True, kw_only=True)
class Supposition:
    """Rules that may have been played: those of a preset (``None``: those that each hand states), with some
    options changed.
    """

    preset: str | None = None
    changes: Changes = ()

    @property
    def steps(self) -> int:
        """How far this is from what was stated: a step for another preset, and one for each option."""
        return (self.preset is not None) + len(self.changes)

    def is_part_of(self, other: Supposition) -> bool:
        """Whether the other supposes all that this does, and more."""
        return (
            self.preset == other.preset
            and len(self.changes) < len(other.changes)
            and set(self.changes) <= set(other.changes)
        )


AS_STATED: Final = Supposition()


class Supposing:
    """What can be supposed of the rules of some hands."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._presets = [Supposition(preset=preset) for preset in PRESETS]
        self._singles = [Supposition(changes=(change,)) for change in self._changes()]
        self._resolved: dict[tuple[Supposition, RuleSet, int], RuleSet | None] = {}

    def named(self) -> list[Supposition]:
        """The rules stated, and every preset."""
        return [AS_STATED, *self._presets]

    def suppositions(self, trial: Trial) -> Iterator[Supposition]:
        """All of one kind that is worth a trial; raises :class:`~gleek_replay.audit.evidence.Spent`."""
        match trial:
            case Trial.ONE_OPTION:
                yield from self._singles
                yield from self._with_stakes(AS_STATED)
            case Trial.PRESET_AND_OPTION:
                for preset in self._presets:
                    yield from (replace(preset, changes=single.changes) for single in self._singles)
                    yield from self._with_stakes(preset)
            case Trial.TWO_OPTIONS:
                for one, other in combinations(self._changes(), 2):
                    if one[0] != other[0]:
                        yield Supposition(changes=(one, other))
                for single in self._singles:
                    yield from self._with_stakes(single)

    def rules(self, supposition: Supposition) -> tuple[RuleSet, ...] | None:
        """The rules of each hand; ``None`` if they are none, or a hand cannot be read by them."""
        found = []
        for record in self._case.records:
            rules = self.rules_of(record, supposition)
            if rules is None or any(misfits(record, rules)):
                return None
            found.append(rules)
        return tuple(found)

    def rules_of(self, record: HandRecord, supposition: Supposition) -> RuleSet | None:
        """The rules of one hand; ``None`` if they are none."""
        key = (supposition, record.hand.rules, record.hand.players)
        if key not in self._resolved:
            try:
                rules = rules_over(record, preset=supposition.preset, options=dict(supposition.changes))
            except RuleError:
                rules = None
            self._resolved[key] = rules
        return self._resolved[key]

    def _changes(self) -> list[tuple[str, Choice]]:
        """Every option with every choice that is not stated by all of the hands, but for the ruff stake."""
        stated = [record.hand.rules.options() for record in self._case.records]
        return [
            (option, choice)
            for option in OPTIONS
            if option != _STAKE
            for choice in choices(option)
            if any(options[option] != choice for options in stated)
        ]

    def _with_stakes(self, supposition: Supposition) -> Iterator[Supposition]:
        """The same with another ruff stake, each by which the ruff of a hand comes out as recorded."""
        rules = self.rules(supposition)
        if rules is None:
            return
        fitting = [self._stake_that_fits(index, each) for index, each in enumerate(rules)]
        found = {stake for stake in fitting if stake is not None}
        for stake in sorted(found - {each.ruff_stake for each in rules}):
            changes: Changes = (*supposition.changes, (_STAKE, stake))
            order = sorted(changes, key=lambda change: OPTIONS.index(change[0]))
            yield replace(supposition, changes=tuple(order))

    def _stake_that_fits(self, index: int, rules: RuleSet) -> int | None:
        """The stake by which the ruff of a hand comes out as recorded, these rules being right otherwise.

        What is due for the ruff rises evenly with the stake, so two stakes show what any other comes to.
        """
        audit = self._case.hear(index, rules).audit
        if not any(difference.reason in ("ruff", "total") for difference in audit.differences):
            return None
        step = 1 if rules.ruff_stake + 1 in choices(_STAKE) else -1
        beside = self._case.hear(index, replace(rules, ruff_stake=rules.ruff_stake + step)).audit
        fitting = set()
        for account, recorded in _told(audit).items():
            here, there = _due(audit, account), _due(beside, account)
            rise = (there - here) * step
            steps, rest = divmod(recorded - here, rise) if rise else (0, recorded - here)
            if rest:
                return None
            if rise:
                fitting.add(rules.ruff_stake + steps)
        stake = fitting.pop() if len(fitting) == 1 else 0
        return stake if stake in choices(_STAKE) else None


def _told(audit: Audit) -> dict[int, int]:
    """What a record says of the ruff, or, where it has a result alone, of the whole hand: by account."""
    record, accounts = audit.record, len(audit.result.net)
    if record.payments is None:
        return dict(record.result or {})
    nets = nets_by_reason(record.payments, accounts)
    return dict(enumerate(nets.get(Reason.RUFF, [0] * accounts)))


def _due(audit: Audit, account: int) -> int:
    """What is due of the same."""
    if audit.record.payments is None:
        return audit.result.net[account]
    nets: Sequence[int] | None = audit.due.get(Reason.RUFF)
    return nets[account] if nets else 0
