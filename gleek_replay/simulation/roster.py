"""The gamesters of the simulated evenings and the taverns where they meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gleek_replay.records import Stake
from gleek_replay.simulation.temper import BLUFFING, BOLD, CAREFUL, EVEN, Gamester, Temper


@dataclass(frozen=True, slots=True, kw_only=True)
class Tavern:
    """A house of play, and the coin that a counter stands for there."""

    id: str
    stake: Stake


def _gamester(name: str, temper: Temper, skill: float) -> Gamester:
    return Gamester(id=name.lower().replace(" ", "-"), name=name, temper=temper, skill=skill)


GAMESTERS: Final = (
    _gamester("Ursula Pigot", CAREFUL, 0.97),
    _gamester("Ned Careless", BOLD, 0.35),
    _gamester("Dorothy Osgood", EVEN, 0.9),
    _gamester("Tobias Wren", BLUFFING, 0.75),
    _gamester("Margery Fenn", CAREFUL, 0.6),
    _gamester("Gervase Holt", BOLD, 0.85),
    _gamester("Alice Thorne", BLUFFING, 0.95),
    _gamester("Humphrey Sly", BLUFFING, 0.5),
    _gamester("Joan Trussell", EVEN, 0.7),
    _gamester("Barnaby Rudd", BOLD, 0.55),
    _gamester("Philippa Lisle", CAREFUL, 0.8),
    _gamester("Crispin Vane", EVEN, 0.45),
)
"""The roster, the most frequent guests first."""

TAVERNS: Final = (
    Tavern(id="mermaid", stake=Stake.PENNY),
    Tavern(id="windmill", stake=Stake.HALFPENNY),
    Tavern(id="three-cranes", stake=Stake.PENNY),
    Tavern(id="mitre", stake=Stake.SIXPENCE),
    Tavern(id="bear-at-bridgefoot", stake=Stake.GROAT),
)
