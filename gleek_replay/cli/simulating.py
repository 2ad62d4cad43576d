"""`gleek-replay simulate`: hand histories by simulated players."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Final

import orjson

from gleek_replay.cli.terminal import complain
from gleek_replay.simulation import RuleError, simulate

_FLAGS: Final = {"players": "--players", "preset": "--rules"}


def run(named: Namespace) -> int:
    """Write the hands; 2 if the rules asked for do not go together."""
    try:
        hands = simulate(
            named.rules,
            hands=named.hands,
            seed=named.seed,
            players=named.players,
            options=dict(named.options),
            rare=named.rare,
        )
    except RuleError as error:
        for place, message in error.faults:
            complain(f"{_FLAGS.get(place, f'--option {place}')}: {message}")
        return 2
    out = sys.stdout.buffer
    for hand in hands:
        out.write(orjson.dumps(hand, option=orjson.OPT_APPEND_NEWLINE))
    out.flush()
    return 0
