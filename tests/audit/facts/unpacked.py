"""Facts as tests read them: by their names, marks as words."""

from __future__ import annotations

from dataclasses import dataclass

from gleek_replay.audit import Audit
from gleek_replay.audit.facts import facts_of
from gleek_replay.audit.facts.layout import BREACHES_BY_BIT, FACT_FIELDS, FACTS, MISREPORTED_BY_BIT, Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of a seat."""

    marks: frozenset[str]
    breaches: frozenset[str]
    misreported: frozenset[str]
    numbers: dict[str, int]
    luck: dict[str, int]

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]


def unpacked(audit: Audit) -> tuple[Facts, ...]:
    """The facts of every seat."""
    return tuple(_facts(packed) for packed in facts_of(audit))


def _facts(packed: bytes) -> Facts:
    values = dict(zip((name for name, _ in FACT_FIELDS), FACTS.unpack(packed), strict=True))
    marks, breaches, misreported = (values.pop(name) for name in ("marks", "breaches", "misreported"))
    return Facts(
        marks=frozenset(mark.name for mark in Mark if marks & mark and mark.name),
        breaches=frozenset(code for bit, code in enumerate(BREACHES_BY_BIT) if breaches >> bit & 1),
        misreported=frozenset(what for bit, what in enumerate(MISREPORTED_BY_BIT) if misreported >> bit & 1),
        numbers={name: value for name, value in values.items() if not name.startswith("luck_")},
        luck={name: value for name, value in values.items() if name.startswith("luck_")},
    )
