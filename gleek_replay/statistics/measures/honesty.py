"""Honesty: hands in which a player broke a rule, or in which a record misstates what he won or lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gleek_replay.audit.facts.layout import BREACHES_BY_BIT, MISREPORTED_BY_BIT
from gleek_replay.statistics.columns import Lines, Mask
from gleek_replay.statistics.measures.measure import Group, Measure, Unit, every_hand


def _any_bit(field: str) -> Callable[[Lines], Mask]:
    def found(lines: Lines) -> Mask:
        mask: Mask = lines[field] != 0
        return mask

    return found


def _bit(field: str, bit: int) -> Callable[[Lines], Mask]:
    def found(lines: Lines) -> Mask:
        bits = lines[field]
        mask: Mask = (bits & bits.dtype.type(1 << bit)) != 0
        return mask

    return found


def _in_words(words: str) -> str:
    return words.replace("_", " ")


IRREGULAR: Final = Measure(
    name="irregular", group=Group.HONESTY, title="Hands in which he broke a rule", unit=Unit.SHARE,
    numerator="hands with a breach of his", denominator="hands", values=_any_bit("breaches"),
    among=every_hand,
)  # fmt: skip
MISREPORTED: Final = Measure(
    name="misreported", group=Group.HONESTY, title="Hands misreported of him", unit=Unit.SHARE,
    numerator="hands whose record misstates what he won or lost", denominator="hands",
    values=_any_bit("misreported"), among=every_hand,
)  # fmt: skip
BREACHES: Final = tuple(
    Measure(
        name=f"breach_{code.value}", group=Group.HONESTY, title=f"Breach: {_in_words(code.value)}",
        unit=Unit.SHARE, numerator=f"hands with a breach of his: {_in_words(code.value)}",
        denominator="hands", values=_bit("breaches", bit), among=every_hand,
    )
    for bit, code in enumerate(BREACHES_BY_BIT)
)  # fmt: skip
MISREPORTS: Final = tuple(
    Measure(
        name=f"misreported_{reason}", group=Group.HONESTY, title=f"Misreported: {_in_words(reason)}",
        unit=Unit.SHARE, numerator=f"hands whose record misstates his {_in_words(reason)}",
        denominator="hands", values=_bit("misreported", bit), among=every_hand,
    )
    for bit, reason in enumerate(MISREPORTED_BY_BIT)
)  # fmt: skip
HONESTY: Final = (IRREGULAR, *BREACHES, MISREPORTED, *MISREPORTS)
