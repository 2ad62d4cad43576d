"""Numbers that must not tell of single hands: over whole blocks of them alone."""

from __future__ import annotations

import numpy as np

from gleek_replay.statistics.columns import Mask
from gleek_replay.statistics.intervals import SMALL_SAMPLE


def in_whole_blocks(told: Mask, wanted: Mask, openly: Mask) -> Mask:
    """Those of the hands ``told`` of that lie in blocks which are ``wanted`` whole. The hands ``openly``
    there are the same, or these and others where it is hidden which are which.

    All are masks over all hands of a player in the order of play. A block is :data:`SMALL_SAMPLE` of the
    hands ``openly`` there, or as many times that as it takes to be told of so many at least; and the blocks
    are always the same. So whatever is asked for, two answers differ by no hand or by so many, and where a
    block ends does not say which hands are told of: what one answer says less the other never tells of a
    single one.

    >>> told = np.arange(70) % 2 == 0
    >>> np.flatnonzero(in_whole_blocks(told, np.arange(70) < 60, told)).tolist() == list(range(0, 60, 2))
    True
    >>> in_whole_blocks(told, np.arange(70) > 0, told).any().item()
    False
    >>> every = np.ones(70, dtype=np.bool_)
    >>> [int(in_whole_blocks(told, np.arange(70) < end, every).sum()) for end in (59, 60, 70)]
    [0, 30, 30]
    """
    places = np.flatnonzero(openly)
    smallest = places[: len(places) // SMALL_SAMPLE * SMALL_SAMPLE].reshape(-1, SMALL_SAMPLE)
    chosen = np.zeros(len(told), dtype=np.bool_)
    first = hands = 0
    for last, more in enumerate(np.count_nonzero(told[smallest], axis=1).tolist(), 1):
        hands += more
        if hands >= SMALL_SAMPLE:
            block = smallest[first:last]
            chosen[block] = wanted[block].all()
            first, hands = last, 0
    chosen &= told
    return chosen
