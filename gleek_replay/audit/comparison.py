"""Records of one hand side by side: on what they disagree, each fact at its place, and what one alone knows.

Two records disagree on something exactly where :func:`gleek_replay.records.relation` finds them conflicting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gleek_replay.audit.comparing import Disagreement, KnownToOne, Notes
from gleek_replay.records import HandRecord, Relation, relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two records of one hand side by side.

    ``parted_at`` has the index, in either record, of the first action at which they part (``None`` in the
    one that leaves it out), and is itself ``None`` where they tell of the same actions. Where the players do
    not sit alike, what hangs on their seats is not compared.
    """

    relation: Relation
    parted_at: tuple[int | None, int | None] | None
    disagreements: tuple[Disagreement, ...]
    known_to_one: tuple[KnownToOne, ...]


def compare(first: HandRecord, second: HandRecord) -> Comparison:
    """Two records of one hand side by side."""
    notes = Notes(first, second)
    return Comparison(
        relation=relation(first, second),
        parted_at=notes.parted_at,
        disagreements=tuple(notes.disagreements),
        known_to_one=tuple(notes.known_to_one),
    )


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """A comparison as a JSON object."""
    parted = comparison.parted_at
    return {
        "relation": comparison.relation.value,
        "parted_at": None if parted is None else {"first": parted[0], "second": parted[1]},
        "disagreements": [
            {
                "fact": fact.value,
                "first": {"at": places[0], "told": told[0]},
                "second": {"at": places[1], "told": told[1]},
            }
            for fact, places, told in comparison.disagreements
        ],
        "known_to_one": [
            {"fact": fact.value, "at": place, "by": "first" if first else "second"}
            for fact, place, first in comparison.known_to_one
        ],
    }
