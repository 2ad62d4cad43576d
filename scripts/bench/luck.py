"""How much of the variance of what players win the cards dealt account for."""

from __future__ import annotations

from typing import Final

from gleek_replay.engine import PRESETS
from gleek_replay.statistics.luck import LuckSums, adjusted
from scripts.bench.figures import Figure, print_figures
from scripts.bench.histories import PRESET, Histories
from tests.statistics.dealt_lines import lines_of_evenings, together

_BAR: Final = 0.4
_PLAYERS: Final = 3


def measure_luck(_: Histories, hands: int) -> None:
    """Fits from evenings by each preset, tried on other evenings."""
    presets = [PRESET, *(name for name in PRESETS if name != PRESET)]
    title = f"Luck: the variance of net that goes with it, in {hands:,} hands of other evenings"
    print_figures(title, [_figure(preset, hands) for preset in presets])


def _figure(preset: str, hands: int) -> Figure:
    seen, unseen = (
        together(list(lines_of_evenings(preset, hands, seed, _PLAYERS).values())) for seed in (1, 2)
    )
    sums = LuckSums(preset, _PLAYERS)
    sums.add(seen)
    fit = sums.fit(version=1)
    removed = float(1 - adjusted(unseen, [fit]).net.var() / unseen["net"].var())
    return Figure(
        what=preset,
        found=f"{removed:.1%}",
        beside=f"{fit.removed:.1%} by its own word",
        ratio=removed,
        bar=_BAR,
        low=False,
    )
