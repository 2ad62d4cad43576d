"""What a simulated player declares, claims and challenges. He never declares what he does not hold."""

from __future__ import annotations

from random import Random
from typing import Final

from gleek_replay.engine import RuleSet, Verb
from gleek_replay.engine.cards import RANK_CARDS
from gleek_replay.engine.small_trumps import SmallTrump
from gleek_replay.simulation.temper import Gamester

_SHY_OF_A_MOURNIVAL: Final = 0.02
_SHOWS_TIDDY_AT_ONCE: Final = 0.35


def choose_declarations(
    rules: RuleSet, turn_up: int, cards: int, gamester: Gamester, chance: Random
) -> list[tuple[Verb, str]]:
    """The gleeks and mournivals that a player declares; an unskilled one overlooks some."""
    declared = []
    for rank in "AKQJ":
        of_rank = RANK_CARDS[rank]
        held = (cards & of_rank).bit_count()
        needed = 2 if rules.turn_up_in_gleek and turn_up & of_rank else 3
        overlooks = chance.random() < 0.12 * (1 - gamester.skill)
        if held < needed or overlooks:
            continue
        whole = held == 4 and chance.random() > _SHY_OF_A_MOURNIVAL
        declared.append((Verb.MOURNIVAL if whole else Verb.GLEEK, rank))
    return declared


def remembers(trump: SmallTrump, gamester: Gamester, chance: Random) -> bool:
    """Whether a player claims a small trump that is paid for; it is a card that they are apt to forget."""
    return trump.paid_aside and chance.random() > 0.02 + 0.25 * (1 - gamester.skill)


def shows_at_once(chance: Random) -> bool:
    """Whether Tiddy is shown before the first lead rather than claimed when it is played."""
    return chance.random() < _SHOWS_TIDDY_AT_ONCE


def doubts(gamester: Gamester, chance: Random) -> bool:
    """Whether a player challenges another's declaration."""
    return chance.random() < 0.01 + 0.05 * gamester.temper.boldness * (1 - gamester.skill)
