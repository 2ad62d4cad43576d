"""How a simulated player vies the ruff."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache
from random import Random
from typing import Final

from gleek_replay.engine import Layout, RuleSet, Verb, best_ruff, each_card
from gleek_replay.engine.options import RuffCount, VyingStakes
from gleek_replay.engine.ruff import Vying
from gleek_replay.simulation.chance import seeded
from gleek_replay.simulation.temper import Gamester, Mood

_SAMPLE: Final = 400
_STUBBORN_BY: Final = 0.25


def chance_against_one(rules: RuleSet, layout: Layout, cards: int) -> float:
    """How often the ruff of a hand beats that of another hand dealt at random; ties count half."""
    ruff = best_ruff(cards, rules.ruff_count)
    if ruff.four_aces:
        return 1.0
    sample = _ruffs_of_random_hands(layout.pack, layout.hand, rules.ruff_count)
    below, up_to = bisect_left(sample, ruff.value), bisect_right(sample, ruff.value)
    return (below + up_to) / 2 / len(sample)


@cache
def _ruffs_of_random_hands(pack: int, size: int, count: RuffCount) -> tuple[int, ...]:
    cards, chance = each_card(pack), seeded("hands to compare a ruff with")
    return tuple(sorted(best_ruff(sum(chance.sample(cards, size)), count).value for _ in range(_SAMPLE)))


def choose_call(
    rules: RuleSet,
    layout: Layout,
    cards: int,
    seat: int,
    vying: Vying,
    doublings: int,
    gamester: Gamester,
    mood: Mood,
    chance: Random,
) -> Verb:
    """What a player says in his turn; ``doublings`` is how often the ruff has been doubled before.

    The longer the others hold out, the less he trusts his own suit; a doubled ruff tempts him.
    """
    hope = _hope(chance_against_one(rules, layout, cards), seat, vying, gamester, chance)
    hope += _STUBBORN_BY * (mood is Mood.STUBBORN)
    temper = gamester.temper
    if vying.vied_by is None:
        enough = 0.62 - 0.3 * temper.boldness - 0.05 * doublings
        bluffs = chance.random() < 0.45 * temper.bluff
        silent = mood is Mood.SILENT and doublings < 6
        return Verb.VIE if not silent and (hope > enough or bluffs) else Verb.PASS
    height = max(vying.put)
    bluffs = height < 4 and chance.random() < 0.12 * temper.bluff
    if hope > 0.74 - 0.2 * temper.boldness + 0.035 * height or bluffs:
        return Verb.REVIE
    verbs = vying.open_verbs()
    if Verb.STAND in verbs:
        return Verb.STAND
    dear = rules.vying is VyingStakes.ANTE or height > 1
    enough = (0.4 if dear else 0.12) - 0.2 * temper.boldness
    return Verb.SEE if hope > enough else Verb.PASS


def _hope(against_one: float, seat: int, vying: Vying, gamester: Gamester, chance: Random) -> float:
    """How likely a player thinks it that his ruff beats all who are still in."""
    others = [other for other in vying.seats_in() if other != seat]
    weight = 0.0
    for other in others:
        has_raised = vying.put[other] == max(vying.put) and vying.vied_by is not None
        weight += 1.7 if has_raised else 0.8
    hope = against_one**weight
    return hope + chance.gauss(0, 0.02 + 0.12 * (1 - gamester.skill)) if others else 1.0
