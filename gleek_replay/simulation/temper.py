"""How a simulated player thinks: what he dares, how he bluffs, and how well he plays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """Three inclinations from 0 to 1.

    ``boldness`` makes a player pay more for the stock and vie on less, ``bluff`` makes him vie on
    nothing and bid for a stock that he does not want, ``slyness`` makes him hold back at first.
    """

    boldness: float
    bluff: float
    slyness: float


BOLD: Final = Temper(boldness=0.9, bluff=0.25, slyness=0.05)
CAREFUL: Final = Temper(boldness=0.15, bluff=0.02, slyness=0.1)
BLUFFING: Final = Temper(boldness=0.5, bluff=0.8, slyness=0.3)
EVEN: Final = Temper(boldness=0.5, bluff=0.1, slyness=0.15)


class Mood(StrEnum):
    """What comes over the whole table for one hand, so that rare things happen."""

    PLAIN = "plain"
    SILENT = "silent"
    """Nobody vies the ruff."""
    STUBBORN = "stubborn"
    """Nobody likes to give the ruff up."""
    RECKLESS = "reckless"
    """The buyer of the stock throws an honour out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gamester:
    """A simulated player: ``skill`` from 0 to 1 is how seldom he errs or forgets."""

    id: str
    name: str
    temper: Temper
    skill: float
