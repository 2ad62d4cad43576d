"""Rule sets drawn at random: presets, options and layouts."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, RuleError, RuleSet, choices, resolve


class Rules(NamedTuple):
    """A rule set as a record writes it, and the number of players it is for."""

    preset: str
    options: dict[str, object]
    players: int

    @property
    def resolved(self) -> RuleSet:
        """The rule set itself."""
        return resolve(PRESETS, self.preset, self.options, self.players)


def random_rules(chance: Random, *, departures: float = 0.3) -> Rules:
    """A preset, a layout that it may be played by, and each other option changed so often."""
    while True:
        preset = chance.choice(list(PRESETS))
        players, deck = chance.choice([key for key in LAYOUTS if key[0] in PRESETS[preset].players])
        options: dict[str, object] = {}
        for name in OPTIONS:
            if name != "deck" and chance.random() < departures:
                options[name] = chance.choice(choices(name))
        if deck != resolve(PRESETS, preset, {}, players).deck:
            options["deck"] = deck
        rules = Rules(preset, options, players)
        try:
            assert rules.resolved.deck == deck
        except RuleError:  # the one combination that the rules refuse: a ruff pot without antes
            continue
        return rules
