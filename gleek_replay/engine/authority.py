"""On whose authority a rule stands at this table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gleek_replay.engine.choice_sources import CHOICE_CITATIONS
from gleek_replay.engine.rules import RuleSet
from gleek_replay.engine.sources import Citation, Document, Standing

SECTIONS: Final = (
    "players", "lift", "deal", "turns", "auction", "discards", "ruff", "declarations", "small_trumps",
    "tricks", "score", "discarded_honour",
)  # fmt: skip
"""The parts of the game that a citation may stand for beside the options."""

_AGREED: Final = Citation(
    document=Document.TABLE, passage="the options of the record", standing=Standing.STATED
)


@lru_cache(maxsize=8192)
def is_open(rules: RuleSet, rule: str) -> bool:
    """Whether no source settles a rule, so that what rests on it is one reading among others."""
    return authority(rules, rule).standing in (Standing.SILENT, Standing.CONTRADICTED)


def authority(rules: RuleSet, rule: str) -> Citation:
    """Who says so: the source of an option's choice or of a section of the game.

    Where the table departs from its preset, the best source for the choice it made; where none has it,
    the players' own agreement.
    """
    if rule in rules.chosen:
        return CHOICE_CITATIONS.get((rule, str(getattr(rules, rule))), _AGREED)
    return rules.citations[rule]
