"""Violations with their numbers spelled out, so that their sentences can be heard."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gleek_replay.audit.messages import Told
from gleek_replay.engine import Violation
from gleek_replay.records import HandRecord

_NUMBER: Final = re.compile(r"(?<![^ ])[0-9]+(?![^ ])")


class SpelledViolation(Told):
    """A violation whose players and cards go by the names of a narration."""

    def __init__(
        self, record: HandRecord, violation: Violation, players: tuple[str, ...], card: Callable[[str], str]
    ) -> None:
        super().__init__(record, violation)
        self._players, self._card = players, card

    def name(self, seat: int) -> str:
        """What the narration calls a player."""
        return self._players[seat]

    def card(self, code: str) -> str:
        """A card in the words of the narration."""
        return self._card(code)


def spelled(violation: Violation, number: Callable[[int], str]) -> Violation:
    """The violation with its numbers in words: ``"bid fourteen"`` for ``"bid 14"``."""

    def text(value: str | int) -> str | int:
        if isinstance(value, int):
            return value
        return _NUMBER.sub(lambda found: number(int(found[0])), value)

    return replace(violation, expected=tuple(map(text, violation.expected)), found=text(violation.found))
