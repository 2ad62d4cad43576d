"""The presets: rule sets that have a name, one module each, in the order of their sources."""

from __future__ import annotations

from typing import Final

from gleek_replay.engine.presets.cotgrave_1662 import COTGRAVE_1662
from gleek_replay.engine.presets.cotton_1674 import COTTON_1674
from gleek_replay.engine.presets.du_coeur_1996 import DU_COEUR_1996
from gleek_replay.engine.presets.du_coeur_letter import DU_COEUR_LETTER
from gleek_replay.engine.presets.knauer_2008 import KNAUER_2008
from gleek_replay.engine.presets.parlett import PARLETT
from gleek_replay.engine.presets.wikipedia import WIKIPEDIA
from gleek_replay.engine.presets.willughby_1665 import WILLUGHBY_1665
from gleek_replay.engine.rules import RuleSet

PRESETS: Final[dict[str, RuleSet]] = {
    preset.name: preset
    for preset in (
        COTGRAVE_1662,
        WILLUGHBY_1665,
        COTTON_1674,
        PARLETT,
        WIKIPEDIA,
        DU_COEUR_LETTER,
        DU_COEUR_1996,
        KNAUER_2008,
    )
}
"""Every preset by its name."""
