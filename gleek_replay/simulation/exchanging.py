"""What a simulated player throws out when he has bought the stock."""

from __future__ import annotations

from random import Random
from typing import Final

from gleek_replay.engine import Layout, RuleSet, best_ruff, each_card
from gleek_replay.engine.cards import RANK_CARDS, RANKS, SUIT_CARDS, SUIT_OF, rank_of
from gleek_replay.engine.declarations import GLEEK_WORTH
from gleek_replay.engine.small_trumps import small_trumps
from gleek_replay.simulation.temper import Gamester, Mood

_FOR_THEMSELVES: Final = {"A": 22.0, "K": 12.0, "Q": 7.0, "J": 4.0}


def choose_discards(
    rules: RuleSet,
    layout: Layout,
    turn_up: int,
    cards: int,
    count: int,
    gamester: Gamester,
    mood: Mood,
    kept: int,
    chance: Random,
) -> int:
    """The cards that a player throws out: those that he thinks worth least to keep, and of those ``kept``
    none while there are others.
    """
    worth = {card: _worth(rules, layout, turn_up, cards, card) for card in each_card(cards)}
    noise = 14 * (1 - gamester.skill)
    for card in worth:
        worth[card] += noise * chance.random()
    if mood is Mood.RECKLESS:
        honours = sum(RANK_CARDS[rank] for rank in "KQJ") & SUIT_OF[turn_up] & cards
        if honours:
            worth[chance.choice(each_card(honours))] = -1.0
    return sum(sorted(worth, key=lambda card: (card & kept, worth[card]))[:count])


def _worth(rules: RuleSet, layout: Layout, turn_up: int, cards: int, card: int) -> float:
    """How dear a card is: trumps and honours, sets, high cards, and the suit of the ruff."""
    rank = rank_of(card)
    worth = _FOR_THEMSELVES.get(rank, RANKS.index(rank) / 2)
    if card & SUIT_OF[turn_up]:
        worth += 20 + 3 * layout.honours.get(rank, 0)
        if small := small_trumps(rules, turn_up).get(card):
            worth += 3 * small.worth * small.paid_aside
    alike = (cards & RANK_CARDS[rank]).bit_count()
    if rank in GLEEK_WORTH and alike >= 2:
        worth += GLEEK_WORTH[rank] * (9 if alike >= 3 else 2.5)
    ruff = SUIT_CARDS[best_ruff(cards, rules.ruff_count).suit]
    if card & ruff and (cards & ruff).bit_count() > layout.hand // 3:
        worth += 8
    return worth
