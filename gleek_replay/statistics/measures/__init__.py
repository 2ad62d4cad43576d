"""The statistics that there are of a player's hands, by name."""

from __future__ import annotations

from typing import Final

from gleek_replay.statistics.measures.auction import AUCTION
from gleek_replay.statistics.measures.declarations import DECLARATIONS
from gleek_replay.statistics.measures.estimate import (
    Estimate,
    Side,
    amounts,
    behind,
    estimate,
    estimates,
    unit_of,
)
from gleek_replay.statistics.measures.honesty import HONESTY
from gleek_replay.statistics.measures.measure import Group, Measure, Unit
from gleek_replay.statistics.measures.results import RESULTS
from gleek_replay.statistics.measures.stages import STAGES
from gleek_replay.statistics.measures.tricks import SEATS, TRICKS
from gleek_replay.statistics.measures.vying import VYING

MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (*RESULTS, *STAGES, *AUCTION, *VYING, *DECLARATIONS, *TRICKS, *SEATS, *HONESTY)
}
"""Every measure by its name, group after group."""

__all__ = [
    "MEASURES", "Estimate", "Group", "Measure", "Side", "Unit", "amounts", "behind", "estimate", "estimates",
    "unit_of",
]  # fmt: skip
