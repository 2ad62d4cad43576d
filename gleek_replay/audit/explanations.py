"""What comes of asking by which rules some hands were played: explanations, each with rules and sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gleek_replay.audit.evidence import Evidence, Ground, cost_of
from gleek_replay.audit.misrecorded import misrecorded_document
from gleek_replay.audit.supposing import Trial
from gleek_replay.engine import Choice, Citation
from gleek_replay.records import HandRecord

_LEFT_OPEN: Final = (Ground.MISRECORDED, Ground.VIOLATION, Ground.UNJUDGED, Ground.CARRIED)


def leaves_something_open(counts: Mapping[Ground, int]) -> bool:
    """Whether, of what counts against an explanation, there is anything that it does not explain."""
    return any(counts.get(ground) for ground in _LEFT_OPEN)


def is_legal(counts: Mapping[Ground, int]) -> bool:
    """Whether nothing of what counts against an explanation is a breach, or hidden behind one."""
    return not (counts.get(Ground.VIOLATION) or counts.get(Ground.UNJUDGED))


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An option in which rules that may have been played depart from those stated, and who says so.

    ``decisive`` is whether these hands come out otherwise if it alone is not changed; ``None`` where that
    was not looked into.
    """

    option: str
    stated: Choice
    choice: Choice
    citation: Citation
    decisive: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Supposed:
    """Rules that may have been played, and what it costs to suppose it: those of a preset (``None``: those
    stated) with some ``options`` otherwise. ``changes`` are all in which they differ from those stated.
    """

    preset: str | None
    options: Mapping[str, Choice]
    changes: tuple[Change, ...]
    costs: Mapping[Ground, int]

    @property
    def cost(self) -> int:
        """What it costs to suppose this."""
        return cost_of(self.costs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What some hands come to by rules that may have been played.

    ``rank`` counts from 1. ``supposed`` are the rules that come to this, the cheapest first: more than one
    is a tie. ``counts`` says how often each thing counts against the cheapest, and ``cost`` what all
    weighs. ``hands`` has what each hand says of it, and ``mismatched`` the ids of the hands that start from
    something else than the last one left.
    """

    rank: int
    supposed: tuple[Supposed, ...]
    counts: Mapping[Ground, int]
    cost: int
    hands: tuple[Evidence, ...]
    mismatched: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every action is legal by it, and every recorded payment due."""
        return not leaves_something_open(self.counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichRules:
    """Every explanation of some hands that is worth telling, in the order of their ranks.

    There is one for the rules stated, one for each preset that fits the hands, all by which everything is
    legal and due, the one with the fewest payments wrong of those by which all is legal, and any other that
    costs little more than the cheapest. ``misfits`` are the presets by which the hands cannot be read, having
    no layout for so many players. ``untried`` are the kinds of changes of which not all were tried, since the
    records are too long for so much work.
    """

    records: tuple[HandRecord, ...]
    explanations: tuple[Explanation, ...]
    misfits: tuple[str, ...]
    untried: tuple[Trial, ...]

    @property
    def complete(self) -> tuple[Explanation, ...]:
        """Those by which every action is legal and every recorded payment due; none may be."""
        return tuple(each for each in self.explanations if each.is_complete)

    @property
    def fewest_wrong(self) -> Explanation | None:
        """Of all tried by which every action is legal, that by which the fewest payments are wrong."""
        legal = [each for each in self.explanations if is_legal(each.counts)]
        return min(legal, key=lambda each: each.counts.get(Ground.MISRECORDED, 0), default=None)


def which_rules_document(found: WhichRules) -> dict[str, Any]:
    """The explanations as a JSON object, each with its sources and what it leaves wrong. ``fewest_wrong`` is
    the index of the one with the fewest payments wrong of those by which all is legal, ``None`` of none.
    """
    fewest = found.fewest_wrong
    return {
        "hands": [record.hand_id for record in found.records],
        "misfits": list(found.misfits),
        "untried": [trial.value for trial in found.untried],
        "fewest_wrong": None if fewest is None else found.explanations.index(fewest),
        "explanations": [_explanation_document(found, each) for each in found.explanations],
    }


def _explanation_document(found: WhichRules, explanation: Explanation) -> dict[str, Any]:
    hands = list(zip(found.records, explanation.hands, strict=True))
    return {
        "rank": explanation.rank,
        "complete": explanation.is_complete,
        "cost": explanation.cost,
        "why": {ground.value: count for ground, count in explanation.counts.items()},
        "rules": [_supposed_document(supposed) for supposed in explanation.supposed],
        "wrong": [misrecorded_document(record, wrong) for record, hand in hands for wrong in hand.wrong],
        "violations": [
            {"hand_id": record.hand_id, "code": each.code.value, "action": each.action, "rule": each.rule}
            for record, hand in hands
            for each in hand.audit.result.violations
        ],
        "carried_mismatch": list(explanation.mismatched),
    }


def _supposed_document(supposed: Supposed) -> dict[str, Any]:
    return {
        "preset": supposed.preset,
        "options": dict(supposed.options),
        "cost": supposed.cost,
        "changes": [
            {
                "option": change.option,
                "stated": change.stated,
                "choice": change.choice,
                "decisive": change.decisive,
                "document": change.citation.document.value,
                "passage": change.citation.passage,
                "standing": change.citation.standing.value,
            }
            for change in supposed.changes
        ],
    }
