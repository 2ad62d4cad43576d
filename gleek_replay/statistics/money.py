"""Counters as money: farthings, exactly, and pounds, shillings and pence for people.

A pound is 20 shillings, a shilling 12 pence, a penny 4 farthings.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gleek_replay.audit.facts.layout import FARTHINGS_BY_CODE, STAKES_BY_CODE
from gleek_replay.statistics.columns import Column, Lines

FARTHINGS_A_PENNY: Final = 4
PENCE_A_SHILLING: Final = 12
SHILLINGS_A_POUND: Final = 20

FARTHINGS_OF_STAKE: Final = dict(zip(STAKES_BY_CODE, FARTHINGS_BY_CODE, strict=True))
"""What a counter is worth, by the word for the coin."""

_FARTHINGS: Final = np.array(FARTHINGS_BY_CODE, dtype=np.int64)
_PARTS_OF_A_PENNY: Final = ("", "¼", "½", "¾")


def farthings_a_counter(lines: Lines) -> Column:
    """What a counter was worth in each hand, in farthings."""
    column: Column = _FARTHINGS[lines["stake"]]
    return column


def money_words(farthings: float) -> str:
    """An amount of farthings as people write it; of a mean, to the nearest farthing.

    >>> money_words(1243), money_words(-54), money_words(3), money_words(0), money_words(960)
    ('£1 5s 10¾d', '−1s 1½d', '¾d', '0d', '£1')
    """
    whole = round(abs(farthings))
    pence, parts = divmod(whole, FARTHINGS_A_PENNY)
    shillings, pence = divmod(pence, PENCE_A_SHILLING)
    pounds, shillings = divmod(shillings, SHILLINGS_A_POUND)
    words = [f"£{pounds:,}"] if pounds else []
    if shillings:
        words.append(f"{shillings}s")
    if pence or parts or not words:
        words.append(f"{pence or ('' if parts else 0)}{_PARTS_OF_A_PENNY[parts]}d")
    return ("−" if farthings < 0 and whole else "") + " ".join(words)
