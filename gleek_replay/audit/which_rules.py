"""Which rules were they playing? What recorded hands say of it, ranked.

Each supposition costs what it supposes and what it leaves unexplained (:mod:`gleek_replay.audit.evidence` has
the weights). Suppositions by which everything in these hands is legal and due alike are one *explanation*:
nothing in the hands tells them apart. Explanations are ranked by the cost of the cheapest of their
suppositions; equal costs share a rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from gleek_replay.audit.evidence import Case, Evidence, Ground, Spent, cost_of
from gleek_replay.audit.explanations import (
    Change,
    Explanation,
    Supposed,
    WhichRules,
    is_legal,
    leaves_something_open,
)
from gleek_replay.audit.supposing import AS_STATED, Supposing, Supposition, Trial
from gleek_replay.engine import Choice, Document, RuleSet, Standing, authority
from gleek_replay.records import HandRecord

_MARGIN: Final = 20
"""How much dearer than the cheapest an explanation may be and still be told, if it leaves anything open; but
the one by which all is legal and the fewest payments are wrong is always told.
"""


class _Tried(NamedTuple):
    """A supposition and what came of it."""

    supposition: Supposition
    rules: tuple[RuleSet, ...]
    supposing: Mapping[Ground, int]
    counts: Mapping[Ground, int]
    hands: tuple[Evidence, ...]
    mismatched: tuple[int, ...]

    @property
    def cost(self) -> int:
        return cost_of(self.counts)

    @property
    def effect(self) -> Hashable:
        return (*(hand.effect for hand in self.hands), self.mismatched)


def which_rules(records: Sequence[HandRecord]) -> WhichRules:
    """The rules by which some hands, one or those of a session, may have been played.

    Raises ``ValueError`` for no hands at all.
    """
    if not records:
        raise ValueError("no hands, of which nothing can be said")
    return _Inquiry(Case(records)).found()


class _Inquiry:
    """One case, and all that is tried on it."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._supposing = Supposing(case)
        self._tried: dict[Hashable, _Tried | None] = {}
        self._best = inf
        self._fewest = inf
        """How many payments are wrong by the legal supposition by which the fewest are."""

    def found(self) -> WhichRules:
        """Everything tried and ranked."""
        named = self._supposing.named()
        misfits = [each.preset for each in named if not self._try_once(each) and each.preset]
        self._case.bound()
        untried = [trial for trial in Trial if not self._try_all(trial)]
        return WhichRules(
            records=self._case.records,
            explanations=self._explanations(),
            misfits=tuple(misfits),
            untried=tuple(untried),
        )

    def _try_all(self, trial: Trial) -> bool:
        """Try what is of one kind; whether that was all of it."""
        try:
            for supposition in self._supposing.suppositions(trial):
                self._try_once(supposition)
        except Spent:
            return False
        return True

    def _try_once(self, supposition: Supposition) -> bool:
        """Try it, unless one with fewer steps came to the same rules; whether the hands can be read by it."""
        rules = self._supposing.rules(supposition)
        if rules is None:
            return False
        key = tuple(tuple(each.options().values()) for each in rules)
        if key not in self._tried:
            tried = self._tried[key] = self._try(supposition, rules)
            if tried:
                self._best = min(self._best, tried.cost)
                if is_legal(tried.counts):
                    self._fewest = min(self._fewest, tried.counts.get(Ground.MISRECORDED, 0))
        return True

    def _try(self, supposition: Supposition, rules: tuple[RuleSet, ...]) -> _Tried | None:
        """What comes of a supposition; ``None`` as soon as it is not worth telling."""
        supposing = _supposing_counts(supposition, rules[0])
        counts, left = Counter(supposing), None
        hands, mismatched = [], []
        for index, each in enumerate(rules):
            evidence = self._case.hear(index, each)
            counts.update(evidence.counts)
            if self._case.is_mismatched(index, left):
                counts[Ground.CARRIED] += 1
                mismatched.append(index)
            if supposition.changes and not self._may_be_told(counts):
                return None
            left = evidence.audit.result.carried_out
            hands.append(evidence)
        return _Tried(supposition, rules, supposing, +counts, tuple(hands), tuple(mismatched))

    def _may_be_told(self, counts: Mapping[Ground, int]) -> bool:
        """Whether an explanation leaves nothing open, costs little, or leaves the fewest payments wrong."""
        return (
            not leaves_something_open(counts)
            or cost_of(counts) <= self._best + _MARGIN
            or self._leaves_fewest_wrong(counts)
        )

    def _leaves_fewest_wrong(self, counts: Mapping[Ground, int]) -> bool:
        return is_legal(counts) and counts.get(Ground.MISRECORDED, 0) <= self._fewest

    def _explanations(self) -> tuple[Explanation, ...]:
        alike: dict[Hashable, list[_Tried]] = {}
        for tried in self._tried.values():
            if tried:
                alike.setdefault(tried.effect, []).append(tried)
        classes = sorted(map(_smallest, alike.values()), key=lambda members: members[0].cost)
        fewest = next((one for one in classes if self._leaves_fewest_wrong(one[0].counts)), None)
        told = [one for one in classes if one is fewest or self._is_worth_telling(one)]
        costs = [members[0].cost for members in told]
        return tuple(
            self._explanation(costs.index(cost) + 1, members)
            for cost, members in zip(costs, told, strict=True)
        )

    def _is_worth_telling(self, members: Sequence[_Tried]) -> bool:
        """Whether it is one of the presets or stated, explains everything, or costs little."""
        cheapest = members[0]
        named = any(not tried.supposition.changes for tried in members)
        return named or not leaves_something_open(cheapest.counts) or cheapest.cost <= self._best + _MARGIN

    def _explanation(self, rank: int, members: Sequence[_Tried]) -> Explanation:
        cheapest, records = members[0], self._case.records
        return Explanation(
            rank=rank,
            supposed=tuple(self._supposed(tried, decisive=rank == 1) for tried in members),
            counts=cheapest.counts,
            cost=cheapest.cost,
            hands=cheapest.hands,
            mismatched=tuple(records[index].hand_id for index in cheapest.mismatched),
        )

    def _supposed(self, tried: _Tried, *, decisive: bool) -> Supposed:
        changes = []
        for option, choice in tried.rules[0].options().items():
            stated = self._stated(option, choice)
            if stated != choice:
                changes.append(
                    Change(
                        option=option, stated=stated, choice=choice,
                        citation=authority(tried.rules[0], option),
                        decisive=self._is_decisive(tried, option) if decisive else None,
                    )
                )  # fmt: skip
        return Supposed(
            preset=tried.supposition.preset,
            options=dict(tried.supposition.changes),
            changes=tuple(changes),
            costs=tried.supposing,
        )

    def _stated(self, option: str, choice: Choice) -> Choice:
        """What the hands state for an option: the first choice that is not this one, if any is not."""
        stated = [record.hand.rules.options()[option] for record in self._case.records]
        return next((each for each in stated if each != choice), choice)

    def _is_decisive(self, tried: _Tried, option: str) -> bool | None:
        """Whether the hands come out otherwise with this option as it was stated; ``None`` where that cannot
        be, or would be too much work.
        """
        undone = []
        for record, rules in zip(self._case.records, tried.rules, strict=True):
            choices = rules.options() | {option: record.hand.rules.options()[option]}
            supposition = Supposition(preset=rules.name, changes=tuple(choices.items()))
            found = self._supposing.rules_of(record, supposition)
            if found is None:
                return None
            undone.append(found)
        try:
            again = self._try(AS_STATED, tuple(undone))
        except Spent:
            return None
        return again is None or again.effect != tried.effect


def _supposing_counts(supposition: Supposition, rules: RuleSet) -> dict[Ground, int]:
    """What is supposed, by what it weighs."""
    counts = Counter({Ground.CHANGED_OPTION: len(supposition.changes)})
    counts[Ground.ANOTHER_PRESET] = int(supposition.preset is not None)
    for option, _ in supposition.changes:
        citation = authority(rules, option)
        if citation.document is Document.TABLE:
            counts[Ground.UNSUPPORTED] += 1
        elif citation.standing in (Standing.CONTRADICTED, Standing.SILENT):
            counts[Ground.CONTRADICTED] += 1
    return dict(+counts)


def _smallest(members: Sequence[_Tried]) -> list[_Tried]:
    """Of suppositions that come to the same those that suppose nothing needless, the cheapest first.

    An option changed over another preset is told only where nothing nearer comes to the same.
    """
    every = [tried.supposition for tried in members]
    near = min(supposition.steps for supposition in every) < 2
    kept = [
        tried
        for tried in members
        if not any(other.is_part_of(tried.supposition) for other in every)
        and not (near and tried.supposition.preset and tried.supposition.changes)
    ]
    return sorted(kept, key=lambda tried: (cost_of(tried.supposing), tried.supposition.steps))
