"""Which of a player's hands are wanted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np

from gleek_replay.audit.facts.layout import (
    MOST_OPPONENTS,
    POSITIONS_BY_CODE,
    PRESETS_BY_CODE,
    STAKES_BY_CODE,
    VERDICTS_BY_CODE,
)
from gleek_replay.statistics.columns import Lines, Mask

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFilter:
    """Which hands are wanted; what is ``None`` or empty asks for nothing.

    Played from ``start`` on and before ``end``; by one of these ``presets``, ``stakes``, numbers of
    ``players``, ``positions`` and ``verdicts``; in one of these sessions; recorded by one of these clients;
    with *all* of these opponents at the table. Of hands named by key only those are wanted, or all others.
    """

    start: datetime | None = None
    end: datetime | None = None
    presets: Collection[str] = ()
    stakes: Collection[str] = ()
    players: Collection[int] = ()
    positions: Collection[str] = ()
    verdicts: Collection[str] = ()
    session_keys: Collection[int] | None = None
    client_keys: Collection[int] | None = None
    opponent_keys: Collection[int] = ()
    hand_keys: Collection[int] | None = None
    other_than_hand_keys: Collection[int] | None = None

    def mask(self, lines: Lines) -> Mask:
        """Which of the hands are wanted."""
        wanted = np.ones(len(lines), dtype=np.bool_)
        if self.start is not None:
            wanted &= lines["played_at"] >= microseconds(self.start)
        if self.end is not None:
            wanted &= lines["played_at"] < microseconds(self.end)
        for field, words, by_code in (
            ("preset", self.presets, PRESETS_BY_CODE),
            ("stake", self.stakes, STAKES_BY_CODE),
            ("position", self.positions, POSITIONS_BY_CODE),
            ("verdict", self.verdicts, VERDICTS_BY_CODE),
        ):
            if words:
                wanted &= np.isin(lines[field], [by_code.index(word) for word in words])
        if self.players:
            wanted &= np.isin(lines["players"], list(self.players))
        for field, keys in (
            ("session_key", self.session_keys),
            ("client_key", self.client_keys),
            ("hand_key", self.hand_keys),
        ):
            if keys is not None:
                wanted &= np.isin(lines[field], list(keys))
        if self.other_than_hand_keys:
            wanted &= ~np.isin(lines["hand_key"], list(self.other_than_hand_keys))
        for key in self.opponent_keys:
            wanted &= sat_there(lines, key)
        return wanted

    def of(self, lines: Lines) -> Lines:
        """The hands that are wanted."""
        return lines.where(self.mask(lines))


def sat_there(lines: Lines, opponent_key: int) -> Mask:
    """In which hands somebody was among the opponents."""
    mask: Mask = np.logical_or.reduce(
        [lines[f"opponent_{left}"] == opponent_key for left in range(1, MOST_OPPONENTS + 1)]
    )
    return mask


def microseconds(moment: datetime) -> int:
    """A moment as lines have it: microseconds since the beginning of 1970 in UTC."""
    return (moment - _EPOCH) // _MICROSECOND


def moment_of(microseconds_since: int) -> datetime:
    """The moment of a line."""
    return _EPOCH + int(microseconds_since) * _MICROSECOND
